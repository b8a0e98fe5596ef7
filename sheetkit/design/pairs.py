"""How bonus pairs look: a sign on both boxes, and a tally with each sign's meaning."""

from __future__ import annotations

from collections.abc import Iterator

from sheetkit.design.look import Look, Place
from sheetkit.design.measures import CELL_MARGIN
from sheetkit.design.rows import CELL_RADIUS, THICK
from sheetkit.design.shapes import Path, Rectangle, Rgb, Shape, Text
from sheetkit.design.signs import LINE, cross, polygon
from sheetkit.design.style import Style
from sheetkit.design.text import centred, wrapped
from sheetkit.geometry import Box
from sheetkit.pad import Pair, Pairs

HEIGHT = 8.6
TICK_BOX = 7.4
CAPTION_SIZE = 2.0
SIGN = 2.4
"""Width and height of a sign in a cell's corner."""


class PairsLook(Look[Pairs]):
    """A tally below the rows: a box to tick with the bonus's sign, and what it brings."""

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
        width = place.strip.width / len(mechanic.pairs)
        for pair in mechanic.pairs:
            yield from _tally(pair, style, cells[pair.cell], width)
            for cell in pair.boxes:
                yield from _boxed(pair, style, cell, cells[cell])


def _tally(pair: Pair, style: Style, box: Box, width: float) -> Iterator[Shape]:
    palette = style.palette
    yield Rectangle(box, fill=palette.panel, stroke=palette.line, width=THICK, radius=CELL_RADIUS)
    yield from bonus_sign(pair, box.grown(-1.9), palette.text)
    text = style.text(f"bonus_{pair.effect.replace('-', '_')}", pair.amount)
    room = Box(box.right + 1.0, box.top, box.left + width - 1.0, box.bottom)
    yield from wrapped(text, room, CAPTION_SIZE, palette.text, from_right=style.from_right)


def _boxed(pair: Pair, style: Style, cell: str, box: Box) -> Iterator[Shape]:
    """The bonus's sign in the cell's corner; a thicker outline."""
    tone = style.tone(cell.split(".", maxsplit=1)[0])
    corner = Box.at(box.right - SIGN - CELL_MARGIN, box.top + CELL_MARGIN, SIGN, SIGN)
    yield Rectangle(box, stroke=tone.sign, width=THICK, radius=CELL_RADIUS)
    yield from bonus_sign(pair, corner, tone.print)


def bonus_sign(pair: Pair, box: Box, ink: Rgb) -> Iterator[Shape]:
    """The pictogram of what a pair brings, about as large as ``box``."""
    x, y = box.centre
    radius = box.width / 2
    match pair.effect:
        case "crosses-in-fewest":
            for place in range(min(pair.amount, 3)):
                shift = (place - (min(pair.amount, 3) - 1) / 2) * radius
                yield from cross((x + shift, y - 0.2 * radius), 0.36 * radius, ink)
            yield Path(((x - radius, y + 0.7 * radius), (x + radius, y + 0.7 * radius)),
                       stroke=ink, width=LINE)  # fmt: skip
        case "crosses-in-each":
            for row in range(4):
                middle = y + (row - 1.5) * 0.5 * radius
                yield Path(((x - radius, middle), (x + 0.3 * radius, middle)),
                           stroke=ink, width=LINE)  # fmt: skip
                yield Path(polygon((x + 0.75 * radius, middle), [0.22 * radius] * 12, 0),
                           fill=ink, closed=True)  # fmt: skip
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


def _label(text: str, box: Box, ink: Rgb) -> Text:
    return centred(text, box, box.height * 0.9 * min(1, 2.4 / len(text)), ink, bold=True)
