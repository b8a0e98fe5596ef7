"""A doubtful cell in the terminal: the question, its picture in half blocks, the choices."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from rich.color import Color
from rich.style import Style
from rich.text import Text

from sheetkit.reading.result import SheetReading
from sheetkit.report.crops import Pixels
from sheetkit.report.text import ways
from sheetkit.scoresheet import EMPTY, Mark

CHOICES: Mapping[str, str] = {mark[0]: str(mark) for mark in (*Mark, EMPTY)}
"""The letter to type for each answer: c, s, v, b and e."""

MEANINGS: Mapping[str, str] = {
    "cross": "an X or a tick",
    "skip": "a line through the cell",
    "void": "blacked out: a cross taken back",
    "both": "a cross and a line through the cell",
    "empty": "nothing",
}
"""What each answer stands for, in the order of the choices."""

SHADES = " .:-=+*#%@"
"""From white to black, for terminals without colours."""


def question_text(file: str, sheet: SheetReading, cell: str) -> str:
    """What is asked about a cell, and why."""
    name = " ".join(part for part in (file, sheet.pad.title, sheet.code) if part)
    reason = sheet.reasons.get(cell, "")
    why = f" ({reason})" if reason else ""
    return f"{name}\n{cell}: {ways(sheet.unsure[cell])}?{why}"


def choices_text(odds: Mapping[str, float]) -> str:
    """The answers that can be typed, each with how likely it seems."""
    shown = (
        f"{letter} {mark}" + (f" {100 * odds[mark]:.0f} %" if odds.get(mark, 0) >= 0.005 else "")
        for letter, mark in CHOICES.items()
    )
    return "  ".join(shown) + "  (Enter: leave it open, q: ask no more)"


def meanings_text() -> str:
    """What the answers stand for, in one line."""
    return "; ".join(f"{mark}: {MEANINGS[mark]}" for mark in CHOICES.values())


def half_blocks(picture: Pixels, columns: int, *, colour: bool) -> Text:
    """A picture that many characters wide, two pixels a character; shades of grey as letters."""
    height, width = picture.shape[:2]
    lines = max(round(columns * height / width / 2), 1)
    rows = lines * 2 if colour else lines
    small = np.asarray(cv2.resize(picture, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)
    if not colour:
        grey = small.mean(axis=2)
        steps = ((255 - grey) * (len(SHADES) - 1) / 255).round().astype(int)
        return Text("\n".join("".join(SHADES[step] for step in row) for row in steps))
    text = Text()
    for upper, lower in zip(small[::2], small[1::2], strict=True):
        for above, below in zip(upper, lower, strict=True):
            text.append("▀", Style(color=_colour(above), bgcolor=_colour(below)))
        text.append("\n")
    return text


def _colour(bgr: Pixels) -> Color:
    blue, green, red = (int(value) for value in bgr)
    return Color.from_rgb(red, green, blue)
