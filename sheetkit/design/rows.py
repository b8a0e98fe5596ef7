"""How rows look: a band a row, a cell a number, the closing numbers apart, the lock."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sheetkit.design.measures import (
    CELL_MARGIN,
    HIGHEST_ROW,
    NARROW_COLUMNS,
    NARROW_GAPS,
    ROW_GAP,
    SMALLEST_CELL,
    STRIP_BASELINE,
    WIDE_GAPS,
    Gaps,
)
from sheetkit.design.palette import Tone
from sheetkit.design.shapes import Path, Rectangle, Shape, Text
from sheetkit.design.signs import colour_sign
from sheetkit.design.style import Style
from sheetkit.design.text import centred, centred_letter, fitted, ink_box, size_that_fits
from sheetkit.errors import Fault, LayoutError
from sheetkit.geometry import Box
from sheetkit.pad import Bar, Board, Pad, Row, runs

DIGIT_SIZE = 5.0
"""The em of the numbers: digits 3.6 mm high, so that the cell around them stays blank."""

DIGIT_SHARE = (0.56, 0.55)
"""That em at most, as a part of the cell's width and height."""

BAND_RADIUS = 1.6
CELL_RADIUS = 1.1
THIN, THICK = 0.2, 0.4
LETTER_SIZE = 4.6
LABEL_SIZE = 2.3
SIGN_RADIUS = 0.75
SIGN_GAP = 0.75
"""From the edges of a cell to the sign in its corner."""

SIGN_SIZE = (2 * SIGN_RADIUS, 2 * SIGN_RADIUS)
AIR = 0.15
FRAME = 1.1
"""What the frame of a bonus box takes at a side, with some air."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Where the rows stand: their common area, and the size of a cell."""

    area: Box
    pitch: float
    cell_width: float
    gaps: Gaps

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


def grid_of(pad: Pad, area: Box) -> Grid:
    """Cells as large as the pad's counts allow; LayoutError where they would be too small."""
    columns = max(len(row.spaces) for row in pad.rows) + 1
    gaps = NARROW_GAPS if columns > NARROW_COLUMNS else WIDE_GAPS
    taken = gaps.head + (columns - 1) * gaps.cell + gaps.closing + 2 * CELL_MARGIN
    pitch = min(HIGHEST_ROW, (area.height + ROW_GAP) / len(pad.rows))
    blank = area.height + ROW_GAP - pitch * len(pad.rows)
    grid = Grid(
        Box(area.left, area.top, area.right, area.bottom - blank),
        pitch=pitch,
        cell_width=(area.width - taken) / columns,
        gaps=gaps,
    )
    faults = tuple(_grid_faults(pad, grid))
    if faults:
        raise LayoutError("", faults)
    return grid


def _grid_faults(pad: Pad, grid: Grid) -> Iterator[Fault]:
    """The keys of the layout file that leave too little room for the rows' cells."""
    longest = max(range(len(pad.rows)), key=lambda place: len(pad.rows[place].spaces))
    if grid.cell_width < SMALLEST_CELL:
        numbers = f"{len(pad.rows[longest].spaces)} numbers"
        yield too_small(f"row[{longest + 1}].numbers", numbers, grid.cell_width)
    if grid.cell_height < SMALLEST_CELL:
        board = pad.mechanic(Board)
        beside = f" beside a board of {len(board.spaces)} spaces" if board else ""
        yield too_small("row", f"{len(pad.rows)} rows{beside}", grid.cell_height)


def too_small(key: str, found: str, side: float) -> Fault:
    """What to tell where so many leave each other cells with a side of so many mm."""
    expected = f"few enough for cells of {SMALLEST_CELL} mm"
    return Fault(key, expected, f"{found}, which leave {math.floor(10 * max(0.0, side)) / 10} mm")


def row_cells(pad: Pad, grid: Grid) -> Iterator[tuple[str, Box]]:
    """The box of each number and lock. Rows end together at the right, at their locks."""
    step = grid.cell_width + grid.gaps.cell
    for index, row in enumerate(pad.rows):
        band = grid.band(index)
        top = band.top + CELL_MARGIN
        left = band.right - 2 * CELL_MARGIN - grid.cell_width
        yield row.lock, Box.at(left, top, grid.cell_width, grid.cell_height)
        for number in reversed(range(len(row.spaces))):
            left -= step
            if number == len(row.spaces) - pad.rows_mechanic.closing_numbers - 1:
                left -= grid.gaps.closing
            yield row.cell(number), Box.at(left, top, grid.cell_width, grid.cell_height)


def has_mixed_rows(pad: Pad) -> bool:
    """Whether some row has cells of several colours."""
    return any(len(runs(row)) > 1 for row in pad.rows)


def shows_signs(pad: Pad) -> bool:
    """Whether cells of several colours stand side by side, each with its colour's sign."""
    return has_mixed_rows(pad) or pad.mechanic(Bar) is not None or pad.mechanic(Board) is not None


def row_shapes(pad: Pad, style: Style, grid: Grid, cells: dict[str, Box]) -> Iterator[Shape]:
    """All that is printed of the rows."""
    for index, row in enumerate(pad.rows):
        band = grid.band(index)
        tone = style.tone(row.name)
        yield Rectangle(band, fill=tone.band, stroke=tone.edge, width=THIN, radius=BAND_RADIUS)
        if tone.edge is None:
            yield from _run_shapes(row, style, band, cells)
        yield from _head_shapes(pad, row, style, band, grid)
        yield from _number_shapes(pad, row, style, grid, cells)
        yield _parting_line(pad, row, tone, grid, cells)
        yield from _lock_shapes(cells[row.lock], tone)
    if pad.rows_mechanic.crosses_before:
        yield _closing_label(pad, style, grid, cells)


def _run_shapes(row: Row, style: Style, band: Box, cells: dict[str, Box]) -> Iterator[Shape]:
    """The band's other colours behind their cells, on a row of several."""
    first = 0
    for colour, length in runs(row):
        last = first + length - 1
        left, right = cells[row.cell(first)].left, cells[row.cell(last)].right
        if colour != row.name:
            box = Box(left, band.top, right, band.bottom)
            yield Rectangle(box, fill=style.tone(colour).band)
        first = last + 1


def _head_shapes(pad: Pad, row: Row, style: Style, band: Box, grid: Grid) -> Iterator[Shape]:
    """The row's letter, with its colour's sign on some pads, and the arrow: start here."""
    tone = style.tone(row.name)
    head = grid.gaps.head
    letter = style.letter(row.name)
    box = Box(band.left + 0.06 * head, band.top, band.left + 0.58 * head, band.bottom)
    size = min(LETTER_SIZE, 0.55 * band.height)
    if shows_signs(pad):
        x, _ = box.centre
        yield colour_sign(row.name, (x, band.bottom - 1.7), 1.0, tone.print)
        box = Box(box.left, box.top + 0.4, box.right, band.bottom - 3.4)
        size *= 0.85
    size = size_that_fits(style.letters(pad.row_names), box, size)
    yield centred_letter(letter, box, size, tone.print)
    y = band.centre[1]
    tip, back = band.left + 0.91 * head, band.left + 0.69 * head
    half = 0.78 * (tip - back)
    yield Path(((back, y - half), (tip, y), (back, y + half)), fill=tone.print, closed=True)


def _number_shapes(
    pad: Pad, row: Row, style: Style, grid: Grid, cells: dict[str, Box]
) -> Iterator[Shape]:
    mixed = has_mixed_rows(pad)
    for number, space in enumerate(row.spaces):
        tone = style.tone(space.colour)
        box = cells[row.cell(number)]
        width = THICK if pad.rows_mechanic.closes(row, number) else THIN
        yield Rectangle(box, fill=tone.cell, stroke=tone.line, width=width, radius=CELL_RADIUS)
        signed = bool(pad.cells[row.cell(number)].bonus)
        room = Box(box.left, box.top + 1.2, box.right - 1.0, box.bottom) if signed else box
        text = centred(str(space.number), room, grid.digit_size, tone.print, bold=True)
        corner = Box.at(box.left + (FRAME if signed else SIGN_GAP), box.top + SIGN_GAP, *SIGN_SIZE)
        frame = Box(box.left, box.top, box.left + FRAME, box.bottom)
        yield _beside(text, *([frame] if signed else []), *([corner.grown(AIR)] if mixed else []))
        if mixed:
            yield colour_sign(space.colour, corner.centre, SIGN_RADIUS, tone.print)


def _beside(text: Text, *taken: Box) -> Text:
    """The text, moved to the right as far as what lies left of it asks for."""
    for box in taken:
        ink = ink_box(text)
        if ink.overlaps(box):
            x, y = text.at
            text = replace(text, at=(x + box.right - ink.left, y))
    return text


def _parting_line(pad: Pad, row: Row, tone: Tone, grid: Grid, cells: dict[str, Box]) -> Shape:
    """The line between the closing numbers and the others."""
    first = cells[row.cell(len(row.spaces) - pad.rows_mechanic.closing_numbers)]
    x = first.left - (grid.gaps.closing + grid.gaps.cell) / 2
    return Path(((x, first.top + 0.6), (x, first.bottom - 0.6)), stroke=tone.print, width=0.35)


def _lock_shapes(box: Box, tone: Tone) -> Iterator[Shape]:
    """A cell with a padlock in outline."""
    yield Rectangle(box, fill=tone.cell, stroke=tone.line, width=THIN, radius=CELL_RADIUS)
    x, y = box.centre
    half = min(2.1, box.width * 0.26, box.height * 0.26)
    body = Box(x - half, y - 0.25 * half, x + half, y + 1.3 * half)
    bow = 0.62 * half
    turns = [math.pi * step / 12 for step in range(13)]
    arc = [(x - bow * math.cos(t), y - 0.7 * half - bow * math.sin(t)) for t in turns]
    yield Path(((x - bow, body.top), *arc, (x + bow, body.top)), stroke=tone.sign, width=THICK)
    yield Rectangle(body, stroke=tone.sign, width=THICK, radius=0.4)


def _closing_label(pad: Pad, style: Style, grid: Grid, cells: dict[str, Box]) -> Text:
    """How many crosses it takes to close, above the closing numbers."""
    label = style.counted("at_least", pad.rows_mechanic.crosses_before)
    row = pad.rows[0]
    first = cells[row.cell(len(row.spaces) - pad.rows_mechanic.closing_numbers)]
    at = (grid.area.right - CELL_MARGIN, STRIP_BASELINE)
    width = grid.area.right - first.left + 20
    return fitted(label, at, LABEL_SIZE, width, style.palette.text, bold=True, anchor="end")
