"""A sheet's design: which cell is where, and every shape that is printed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sheetkit.design.palette import Palette
from sheetkit.design.shapes import Shape
from sheetkit.geometry import Box
from sheetkit.pad import Pad

SHEET_WIDTH = 148.0
SHEET_HEIGHT = 105.0
"""A6 landscape, in mm. Larger prints scale the whole sheet; other papers move it."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A fiducial marker: ``id`` in OpenCV's dictionary DICT_4X4_50, its black square."""

    id: int
    box: Box


@dataclass(frozen=True, eq=False)
class SheetDesign:
    """Where everything stands on the sheets of one pad in one layout and language.

    ``cells`` has a box for each cell of the pad, fields included. ``markers``
    are at the top left, top right, bottom right and bottom left, in this order.
    ``qr`` is the QR code's outer edge without its quiet zone, ``code_text`` the
    code in letters, ``panel`` what a pad shows large beside it. ``shapes`` is all
    that is the same on each sheet, ``parts`` the same by the keys of the pad's file
    that ask for it.
    """

    pad: Pad
    language: str
    palette: Palette
    cells: Mapping[str, Box]
    markers: tuple[Marker, ...]
    qr: Box
    code_text: Box
    panel: Box
    shapes: tuple[Shape, ...]
    parts: tuple[tuple[str, tuple[Shape, ...]], ...]
