"""Lines of text set in a box."""

from __future__ import annotations

from typing import Literal

from sheetkit.design.shapes import Point, Rgb, Text
from sheetkit.design.typeface import DIGIT_HEIGHT, fitting_size
from sheetkit.geometry import Box


def centred(text: str, box: Box, size: float, colour: Rgb, *, bold: bool = False) -> Text:
    """Digits or capitals in the middle of a box."""
    x, y = box.centre
    return Text(text, (x, y + size * DIGIT_HEIGHT / 2), size, colour, bold, "middle")


def fitted(
    text: str,
    at: Point,
    size: float,
    width: float,
    colour: Rgb,
    *,
    bold: bool = False,
    anchor: Literal["start", "middle", "end"] = "start",
) -> Text:
    """A line no wider than ``width``: set smaller where its language needs it."""
    return Text(text, at, fitting_size(text, size, width, bold=bold), colour, bold, anchor)
