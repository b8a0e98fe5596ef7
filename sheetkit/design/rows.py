"""How rows look: a band a row, a cell a number, the closing numbers apart, the lock."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from sheetkit.design.measures import (
    BODY,
    CELL_GAP,
    CELL_MARGIN,
    CLOSING_GAP,
    LOWEST_CELL,
    NARROWEST_CELL,
    ROW_GAP,
    ROW_HEAD,
    STRIP_BASELINE,
)
from sheetkit.design.palette import Palette, Tone
from sheetkit.design.shapes import Path, Rectangle, Shape, Text
from sheetkit.design.text import centred, fitted
from sheetkit.design.words import words
from sheetkit.errors import UsageError
from sheetkit.geometry import Box
from sheetkit.pad import Pad, Row

DIGIT_SIZE = 5.0
"""The em of the numbers: digits 3.6 mm high, so that the cell around them stays blank."""

DIGIT_SHARE = (0.56, 0.5)
"""That em at most, as a part of the cell's width and height."""

BAND_RADIUS = 1.6
CELL_RADIUS = 1.1


@dataclass(frozen=True, slots=True)
class RowsPlace:
    """Where the rows stand: their common area, and the size of a cell."""

    area: Box
    pitch: float
    cell_width: float

    @property
    def cell_height(self) -> float:
        return self.pitch - ROW_GAP - 2 * CELL_MARGIN

    @property
    def digit_size(self) -> float:
        across, down = DIGIT_SHARE
        return min(DIGIT_SIZE, across * self.cell_width, down * self.cell_height)

    def band(self, place: int) -> Box:
        """The whole row number ``place``, from 0 at the top."""
        top = self.area.top + place * self.pitch
        return Box(self.area.left, top, self.area.right, top + self.pitch - ROW_GAP)


def place_rows(pad: Pad, area: Box) -> RowsPlace:
    """Cells as large as the pad's counts allow; UsageError where they would be too small."""
    longest = max(len(row.spaces) for row in pad.rows) + 1
    gaps = (longest - 1) * CELL_GAP + CLOSING_GAP + 2 * CELL_MARGIN
    place = RowsPlace(
        area,
        pitch=(area.height + ROW_GAP) / len(pad.rows),
        cell_width=(area.width - ROW_HEAD - gaps) / longest,
    )
    if place.cell_width < NARROWEST_CELL:
        raise UsageError(
            f"{longest - 1} numbers a row leave cells {place.cell_width:.1f} mm wide",
            f"at least {NARROWEST_CELL} mm is needed to cross a cell: use shorter rows",
        )
    if place.cell_height < LOWEST_CELL:
        raise UsageError(
            f"{len(pad.rows)} rows leave cells {place.cell_height:.1f} mm high",
            f"at least {LOWEST_CELL} mm is needed to cross a cell: use fewer rows",
        )
    return place


def row_cells(pad: Pad, place: RowsPlace) -> Iterator[tuple[str, Box]]:
    """The box of each number and lock. Rows end together at the right, at their locks."""
    step = place.cell_width + CELL_GAP
    for index, row in enumerate(pad.rows):
        band = place.band(index)
        top = band.top + CELL_MARGIN
        left = band.right - 2 * CELL_MARGIN - place.cell_width
        yield row.lock, Box.at(left, top, place.cell_width, place.cell_height)
        for number in reversed(range(len(row.spaces))):
            left -= step
            if number == len(row.spaces) - pad.rows_mechanic.closing_numbers - 1:
                left -= CLOSING_GAP
            yield row.cell(number), Box.at(left, top, place.cell_width, place.cell_height)


def row_shapes(pad: Pad, language: str, palette: Palette, place: RowsPlace) -> Iterator[Shape]:
    """All that is printed of the rows."""
    cells = dict(row_cells(pad, place))
    for index, row in enumerate(pad.rows):
        band = place.band(index)
        tone = palette.tones[row.name]
        yield Rectangle(band, fill=tone.band, radius=BAND_RADIUS)
        yield from _head_shapes(band, words(language)[f"letter_{row.name}"], tone)
        yield from _number_shapes(pad, row, palette, place, cells)
        yield _parting_line(pad, row, tone, cells)
        yield from _lock_shapes(cells[row.lock], tone)
    yield _closing_label(pad, language, palette, cells)


def _head_shapes(band: Box, letter: str, tone: Tone) -> Iterator[Shape]:
    """The row's letter, and the arrow that says where to start."""
    y = band.centre[1]
    yield centred(letter, Box(band.left, band.top, band.left + 5.6, band.bottom), 4.6,
                  tone.print, bold=True)  # fmt: skip
    tip, back = band.left + 7.6, band.left + 5.7
    yield Path(((back, y - 1.5), (tip, y), (back, y + 1.5)), fill=tone.print, closed=True)


def _number_shapes(
    pad: Pad, row: Row, palette: Palette, place: RowsPlace, cells: dict[str, Box]
) -> Iterator[Shape]:
    for number, space in enumerate(row.spaces):
        tone = palette.tones[space.colour]
        box = cells[row.cell(number)]
        closes = pad.rows_mechanic.closes(row, number)
        yield Rectangle(
            box,
            fill=tone.cell,
            stroke=tone.line,
            width=0.4 if closes else 0.2,
            radius=CELL_RADIUS,
        )
        yield centred(str(space.number), box, place.digit_size, tone.print, bold=True)


def _parting_line(pad: Pad, row: Row, tone: Tone, cells: dict[str, Box]) -> Shape:
    """The line between the closing numbers and the others."""
    first = cells[row.cell(len(row.spaces) - pad.rows_mechanic.closing_numbers)]
    x = first.left - (CLOSING_GAP + CELL_GAP) / 2
    return Path(((x, first.top + 0.6), (x, first.bottom - 0.6)), stroke=tone.print, width=0.35)


def _lock_shapes(box: Box, tone: Tone) -> Iterator[Shape]:
    """A cell with a padlock in outline."""
    yield Rectangle(box, fill=tone.cell, stroke=tone.line, width=0.2, radius=CELL_RADIUS)
    x, y = box.centre
    half = min(2.1, box.width * 0.26, box.height * 0.26)
    body = Box(x - half, y - 0.25 * half, x + half, y + 1.3 * half)
    bow = 0.62 * half
    turns = [math.pi * step / 12 for step in range(13)]
    arc = [(x - bow * math.cos(t), y - 0.7 * half - bow * math.sin(t)) for t in turns]
    yield Path(((x - bow, body.top), *arc, (x + bow, body.top)), stroke=tone.sign, width=0.4)
    yield Rectangle(body, stroke=tone.sign, width=0.4, radius=0.4)


def _closing_label(pad: Pad, language: str, palette: Palette, cells: dict[str, Box]) -> Text:
    """How many crosses it takes to close, above the closing numbers."""
    label = words(language)["at_least"].format(n=pad.rows_mechanic.crosses_before)
    row = pad.rows[0]
    first = cells[row.cell(len(row.spaces) - pad.rows_mechanic.closing_numbers)]
    at = (BODY.right - CELL_MARGIN, STRIP_BASELINE)
    width = BODY.right - first.left + 20
    return fitted(label, at, 2.3, width, palette.text, bold=True, anchor="end")
