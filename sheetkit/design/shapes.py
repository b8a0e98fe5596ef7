"""The shapes that a sheet is drawn with: printing puts them on paper, reading in a picture.

Coordinates in mm on the sheet, origin at its top left, y down. Colours are
sRGB, 0 to 255 a channel. Shapes are painted in order, later over earlier.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from sheetkit.geometry import Box

Rgb: TypeAlias = tuple[int, int, int]
Point: TypeAlias = tuple[float, float]

BLACK: Rgb = (0, 0, 0)
WHITE: Rgb = (255, 255, 255)


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle, filled or outlined or both; the outline runs along its middle."""

    box: Box
    fill: Rgb | None = None
    stroke: Rgb | None = None
    width: float = 0.25
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Path:
    """A line through points, or the area inside when ``fill`` is given; round joins and ends."""

    points: tuple[Point, ...]
    fill: Rgb | None = None
    stroke: Rgb | None = None
    width: float = 0.25
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text; ``at`` is on its baseline, ``size`` the font's em in mm."""

    text: str
    at: Point
    size: float
    colour: Rgb = BLACK
    bold: bool = False
    anchor: Literal["start", "middle", "end"] = "start"


@dataclass(frozen=True, slots=True)
class Bitmap:
    """Square modules, row by row from the top: ``1`` is black, ``0`` is left as it is."""

    box: Box
    rows: tuple[str, ...]


Shape: TypeAlias = Rectangle | Path | Text | Bitmap
