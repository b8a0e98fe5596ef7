"""Lines of text set in a box."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from sheetkit.design.shapes import Point, Rgb, Text
from sheetkit.design.typeface import DIGIT_HEIGHT, fitting_size, ink_bounds, text_width
from sheetkit.geometry import Box

LEADING = 1.2
"""From line to line, in ems."""

WIDE_LEADING = 1.4
"""In scripts from the right, where there is room: Arabic letters reach far down and up."""


def centred(text: str, box: Box, size: float, colour: Rgb, *, bold: bool = False) -> Text:
    """Digits or capitals in the middle of a box."""
    x, y = box.centre
    return Text(text, (x, y + size * DIGIT_HEIGHT / 2), size, colour, bold, "middle")


def centred_letter(letter: str, box: Box, size: float, colour: Rgb) -> Text:
    """A letter of any script, bold, its ink in the middle of a box and inside it."""
    size = size_that_fits([letter], box, size)
    left, top, right, bottom = ink_bounds(letter, 1.0, bold=True)
    x, y = box.centre
    at = (x - size * (left + right) / 2, y - size * (top + bottom) / 2)
    return Text(letter, at, size, colour, bold=True)


def size_that_fits(letters: Iterable[str], box: Box, size: float) -> float:
    """The size at which each of these letters, bold, is inside a box; no more than ``size``."""
    for letter in letters:
        left, top, right, bottom = ink_bounds(letter, 1.0, bold=True)
        size = min(size, box.width / (right - left), box.height / (bottom - top))
    return size


def ink_box(text: Text) -> Box:
    """What a line of text covers on the sheet."""
    left, top, right, bottom = ink_bounds(text.text, text.size, bold=text.bold)
    x, y = text.at
    if text.anchor != "start":
        width = text_width(text.text, text.size, bold=text.bold)
        x -= width if text.anchor == "end" else width / 2
    return Box(x + left, y + top, x + right, y + bottom)


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


def wrapped(
    text: str, box: Box, size: float, colour: Rgb, *, from_right: bool = False
) -> tuple[Text, ...]:
    """A text on as many lines as its words need, in the middle of a box's height.

    Words that are still too wide, and lines too many, are set smaller. The lines stand at
    the box's left, those of a text ``from_right`` at its right.
    """
    lines = _broken(text, size, box.width, from_right=from_right)
    most = max(1, int(box.height / (size * LEADING)))
    while len(lines) > most:
        size *= 0.94
        lines = _broken(text, size, box.width, from_right=from_right)
        most = max(1, int(box.height / (size * LEADING)))
    pitch = min(size * WIDE_LEADING, box.height / len(lines)) if from_right else size * LEADING
    first = box.centre[1] - pitch * len(lines) / 2 + (pitch + size * DIGIT_HEIGHT) / 2
    anchor: Literal["start", "end"] = "end" if from_right else "start"
    x = box.right if from_right else box.left
    return tuple(
        fitted(line, (x, first + pitch * place), size, box.width, colour, anchor=anchor)
        for place, line in enumerate(lines)
    )


def _broken(text: str, size: float, width: float, *, from_right: bool) -> list[str]:
    """The text's words on lines no wider than ``width``, where that is possible.

    Words stand as they are printed, so that a text from the right begins with its last.
    """
    words = text.split(" ")
    lines: list[str] = []
    for word in reversed(words) if from_right else words:
        joined = f"{word} {lines[-1]}" if from_right and lines else ""
        joined = f"{lines[-1]} {word}" if lines and not from_right else joined
        if lines and text_width(joined, size) <= width:
            lines[-1] = joined
        else:
            lines.append(word)
    return lines
