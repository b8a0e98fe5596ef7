"""How bonus pairs look: a sign on both boxes, and a tally with each sign's meaning."""

from __future__ import annotations

from collections.abc import Iterator

from sheetkit.design.look import Look, Place
from sheetkit.design.measures import CELL_MARGIN
from sheetkit.design.palette import Tone
from sheetkit.design.rows import CELL_RADIUS, THICK, THIN
from sheetkit.design.shapes import Path, Rectangle, Rgb, Shape, Text
from sheetkit.design.signs import LINE, cross, polygon
from sheetkit.design.style import Style
from sheetkit.design.text import centred, wrapped
from sheetkit.design.typeface import DIGIT_HEIGHT, fitting_size
from sheetkit.geometry import Box
from sheetkit.pad import Pair, Pairs

HEIGHT = 8.6
TICK_BOX = 7.4
CAPTION_SIZE = 2.0
MOST_DRAWN = 3
"""Crosses that a sign shows one by one."""

SIGN = 2.4
"""Width and height of a sign in a cell's corner."""

LEADING_SIGN = 3.0
"""Of the sign that begins a line from the right: its digits are as high as the words."""


class PairsLook(Look[Pairs]):
    """A tally below the rows: a box to tick with the bonus's sign, and what it brings.

    The boxes stand alike in all languages. What is read from the right begins with the
    sign once more, and a line parts it from the next box.
    """

    def strip_height(self, mechanic: Pairs) -> float:
        return HEIGHT

    def cells(self, mechanic: Pairs, place: Place) -> Iterator[tuple[str, Box]]:
        strip = place.strip
        width = strip.width / len(mechanic.pairs)
        for number, pair in enumerate(mechanic.pairs):
            left = strip.left + number * width
            top = strip.centre[1] - TICK_BOX / 2
            yield pair.cell, Box.at(left, top, TICK_BOX, TICK_BOX)

    def shapes(
        self, mechanic: Pairs, style: Style, place: Place, cells: dict[str, Box]
    ) -> Iterator[Shape]:
        width, colours = place.strip.width / len(mechanic.pairs), mechanic.rows.colours
        for pair in mechanic.pairs:
            last = pair is mechanic.pairs[-1]
            yield from _tally(pair, style, cells[pair.cell], width, last=last)
            for cell in pair.boxes:
                yield from _boxed(pair, style.tone(colours[cell]), cells[cell])


def _tally(pair: Pair, style: Style, box: Box, width: float, *, last: bool) -> Iterator[Shape]:
    palette = style.palette
    room = Box(box.right + 1.0, box.top, box.left + width - 1.0, box.bottom)
    if style.from_right:
        if not last:
            end = ((room.right, box.top + 0.3), (room.right, box.bottom - 0.3))
            yield Path(end, stroke=palette.line, width=THIN)
        left = room.right - 0.9 - LEADING_SIGN
        sign = Box.at(left, box.centre[1] - LEADING_SIGN / 2, LEADING_SIGN, LEADING_SIGN)
        yield from bonus_sign(pair, sign, palette.text)
        room = Box(room.left, room.top, sign.left - 0.9, room.bottom)
    yield Rectangle(box, fill=palette.panel, stroke=palette.line, width=THICK, radius=CELL_RADIUS)
    yield from bonus_sign(pair, box.grown(-1.9), palette.text)
    key = f"bonus_{pair.effect.replace('-', '_')}"
    text = style.text(key) if key in style.texts else style.counted(key, pair.amount)
    yield from wrapped(text, room, CAPTION_SIZE, palette.text, from_right=style.from_right)


def _boxed(pair: Pair, tone: Tone, box: Box) -> Iterator[Shape]:
    """The bonus's sign in the cell's corner; a thicker outline."""
    corner = Box.at(box.right - SIGN - CELL_MARGIN, box.top + CELL_MARGIN, SIGN, SIGN)
    yield Rectangle(box, stroke=tone.sign, width=THICK, radius=CELL_RADIUS)
    yield from bonus_sign(pair, corner, tone.print)


def bonus_sign(pair: Pair, box: Box, ink: Rgb) -> Iterator[Shape]:
    """The pictogram of what a pair brings, about as large as ``box``."""
    x, y = box.centre
    radius = box.width / 2
    match pair.effect:
        case "crosses-in-fewest":
            if pair.amount <= MOST_DRAWN:
                step, arm = (1.0, 0.36) if pair.amount < MOST_DRAWN else (0.72, 0.28)
                for place in range(pair.amount):
                    shift = (place - (pair.amount - 1) / 2) * step * radius
                    yield from cross((x + shift, y - 0.2 * radius), arm * radius, ink)
            else:
                yield _times(pair.amount, Box(box.left, box.top, box.right, y + 0.5 * radius), ink)
            yield Path(((x - radius, y + 0.7 * radius), (x + radius, y + 0.7 * radius)),
                       stroke=ink, width=LINE)  # fmt: skip
        case "crosses-in-each":
            if pair.amount <= MOST_DRAWN:
                yield from _crossed_rows(box, range(4), pair.amount, ink)
            else:
                yield _times(pair.amount, Box(box.left, box.top, box.right, y + 0.05 * radius), ink)
                yield from _crossed_rows(box, range(2, 4), 1, ink)
        case "double-fewest":
            yield _label("2×", box, ink)
        case "points":
            yield _label(f"+{pair.amount}", box, ink)
        case _:
            yield Path(
                polygon((x, y), [0.85 * radius] * 24, 0), stroke=ink, width=LINE, closed=True
            )
            reach = 0.6 * radius
            yield Path(((x - reach, y + reach), (x + reach, y - reach)), stroke=ink, width=LINE)


def _crossed_rows(box: Box, rows: range, crosses: int, ink: Rgb) -> Iterator[Shape]:
    """Rows of four as lines, each with so many dots at its end."""
    x, y = box.centre
    radius = box.width / 2
    for row in rows:
        middle = y + (row - 1.5) * 0.5 * radius
        end = x + (0.3 - 0.5 * (crosses - 1)) * radius
        yield Path(((x - radius, middle), (end, middle)), stroke=ink, width=LINE)
        for dot in range(crosses):
            at = (x + (0.75 - 0.5 * dot) * radius, middle)
            yield Path(polygon(at, [0.22 * radius] * 12, 0), fill=ink, closed=True)


def _times(crosses: int, box: Box, ink: Rgb) -> Text:
    """More crosses than are drawn one by one."""
    text = f"{crosses}×"
    size = fitting_size(text, box.height / DIGIT_HEIGHT, box.width, bold=True)
    return centred(text, box, size, ink, bold=True)


def _label(text: str, box: Box, ink: Rgb) -> Text:
    return centred(text, box, box.height * 0.9 * min(1, 2.4 / len(text)), ink, bold=True)
