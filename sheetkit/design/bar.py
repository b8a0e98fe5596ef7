"""How the bonus bar looks: boxed numbers with a star, and the bar below the rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sheetkit.design.footer import note
from sheetkit.design.look import Look, Place
from sheetkit.design.measures import CELL_MARGIN
from sheetkit.design.palette import Tone
from sheetkit.design.rows import BAND_RADIUS, CELL_RADIUS, SIGN_RADIUS, THIN
from sheetkit.design.shapes import Path, Rectangle, Shape
from sheetkit.design.signs import colour_sign, star
from sheetkit.design.style import Style
from sheetkit.design.text import centred_letter, size_that_fits
from sheetkit.geometry import Box
from sheetkit.pad import Bar

HEIGHT = 8.2
LETTER_SIZE = 3.4
STAR_RADIUS = 0.95
FRAME_INSET = 0.5
FRAME_WIDTH = 0.6


class BarLook(Look[Bar]):
    """Fields in the columns of the rows' cells, as many as there are."""

    noted: ClassVar[bool] = True

    def strip_height(self, mechanic: Bar) -> float:
        return HEIGHT

    def cells(self, mechanic: Bar, place: Place) -> Iterator[tuple[str, Box]]:
        strip, gaps = place.strip, place.grid.gaps
        left, right = strip.left + gaps.head, strip.right - 2 * CELL_MARGIN
        width = (right - left + gaps.cell) / len(mechanic.fields)
        for field in range(len(mechanic.fields)):
            x = left + field * width
            yield (
                f"bar.{field + 1}",
                Box(x, strip.top + CELL_MARGIN, x + width - gaps.cell, strip.bottom - CELL_MARGIN),
            )

    def shapes(
        self, mechanic: Bar, style: Style, place: Place, cells: dict[str, Box]
    ) -> Iterator[Shape]:
        palette, strip, head = style.palette, place.strip, place.grid.gaps.head
        yield Rectangle(strip, fill=palette.panel, radius=BAND_RADIUS)
        x, y = strip.left + 0.33 * head, strip.centre[1]
        yield star((x, y), 2 * STAR_RADIUS, palette.text)
        back, tip = strip.left + 0.68 * head, strip.left + 0.9 * head
        yield Path(((back, y - 1.4), (tip, y), (back, y + 1.4)), fill=palette.text, closed=True)
        for number, colour in enumerate(mechanic.fields, 1):
            yield from _field(mechanic, colour, style, cells[f"bar.{number}"])
        colours = mechanic.rows.colours
        for cell in sorted(mechanic.boxed):
            yield from _boxed(cells[cell], style.tone(colours[cell]))
        yield note(style.text("bar_note"), place.note, style)


def _boxed(box: Box, tone: Tone) -> Iterator[Shape]:
    """A second, thick outline inside the cell's own, and a star in its corner."""
    inner = box.grown(-FRAME_INSET)
    yield Rectangle(inner, stroke=tone.sign, width=FRAME_WIDTH, radius=CELL_RADIUS - 0.3)
    yield star((box.right - 1.75, box.top + 1.8), STAR_RADIUS, tone.print)


def _field(bar: Bar, colour: str, style: Style, box: Box) -> Iterator[Shape]:
    tone, room = style.tone(colour), box.grown(-1.4)
    yield Rectangle(box, fill=tone.cell, stroke=tone.line, width=THIN, radius=CELL_RADIUS)
    yield colour_sign(colour, (box.left + 1.4, box.top + 1.4), SIGN_RADIUS, tone.print)
    size = size_that_fits(style.letters(bar.fields), room, LETTER_SIZE)
    yield centred_letter(style.letter(colour), room, size, tone.print)
