"""The lower part of a sheet: points table, penalties, totals, the small print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheetkit.design.header import field_shapes, leading
from sheetkit.design.measures import MIDDLE, TOTALS, TRADEMARK_BASELINE
from sheetkit.design.shapes import Path, Rectangle, Shape, Text
from sheetkit.design.style import Style
from sheetkit.design.text import centred, centred_letter, fitted, size_that_fits
from sheetkit.design.typeface import fitting_size
from sheetkit.geometry import Box
from sheetkit.pad import CellKind, Pad

SIDE = 52.0
"""Width of what stands left and right of the QR code."""

LEFT = Box(MIDDLE.left, 67.4, MIDDLE.left + SIDE, MIDDLE.bottom)
RIGHT = Box(MIDDLE.right - SIDE, 67.4, MIDDLE.right, MIDDLE.bottom)
CAPTION_SIZE = 2.4
BLOCK_TOP = 71.3
PENALTY_BOX = 9.4
PENALTY_STEP = 14.0
POINTS_LINE = 4.7
POINTS_LINE_OF_TWO = 3.3
POINTS_SIZE = 2.5
MOST_POINTS = 13
"""Columns of the points table, beyond which it goes on in a second pair of lines."""

MOST_IN_ONE = 1000
"""Points that are too wide for one pair of lines."""

FIGURE_SHARE = 0.85
"""Of a column's width what its figures take at most, so that they never run together."""

TABLE_MARGIN = 0.8
NOTE = Box(RIGHT.left, 82.4, RIGHT.right, MIDDLE.bottom)
"""Under the penalties: a line for what is special on a pad."""

NOTE_SIZE = 2.1
MOST_NOTES = 2
"""Lines for which there is room there."""

NOTE_RISE = 0.65
"""By which each further note begins higher up."""

NOTE_SHARE = 0.93
"""Of a line's height, that a note's letters take at most."""

TOTAL_WIDTH = 20.0
OPERATOR_WIDTH = 3.2
OPERATOR_SIZE = 3.6
MINUS_WIDTH = 0.47
MINUS_HEIGHT = 0.071
"""Of the bar of a plus, in ems."""

LETTER_WIDTH = 3.0
LETTER_MARGIN = 0.8
SMALL_PRINT = 1.75
"""No line outside of cells is smaller: 5 points."""

IN_A_FIELD = {"penalties": "penalties_sum"}
"""The texts that have a shorter form for the box in which their sum is written."""


def penalty_cells(pad: Pad) -> Iterator[tuple[str, Box]]:
    """The penalty boxes, right of the QR code."""
    count = pad.penalty_boxes
    side = min(PENALTY_BOX, (SIDE - 1.0 * (count - 1)) / count)
    step = min(PENALTY_STEP, (SIDE - side) / max(1, count - 1))
    for place in range(count):
        yield f"penalty.{place + 1}", Box.at(RIGHT.left + step * place, BLOCK_TOP, side, side)


def total_fields(pad: Pad) -> tuple[str, ...]:
    """What is added up, in its order: the pad's own order of fields from the rows on."""
    fields = [cell.id for cell in pad.cells.values() if cell.kind is CellKind.FIELD]
    return tuple(fields[fields.index(f"write.{pad.row_names[0]}") :])


def total_cells(pad: Pad) -> Iterator[tuple[str, Box]]:
    """The boxes for the totals, in the order in which they are added up."""
    *fields, total = total_fields(pad)
    width = (TOTALS.width - TOTAL_WIDTH - OPERATOR_WIDTH * len(fields)) / len(fields)
    left = TOTALS.left
    for field in fields:
        yield field, Box.at(left, TOTALS.top, width, TOTALS.height)
        left += width + OPERATOR_WIDTH
    yield total, Box(left, TOTALS.top, TOTALS.right, TOTALS.bottom)


def footer_parts(
    pad: Pad, style: Style, cells: dict[str, Box]
) -> Iterator[tuple[str, Iterator[Shape]]]:
    """All that is printed below the rows but for the codes, by the layout file's keys."""
    yield "points", _points_shapes(pad, style)
    yield "penalties", _penalty_shapes(pad, style, cells)
    yield "", _total_shapes(pad, style, cells)
    yield "", _small_print(style)


def _small_print(style: Style) -> Iterator[Shape]:
    at = (TOTALS.centre[0], TRADEMARK_BASELINE)
    text = style.text("trademark")
    yield fitted(text, at, SMALL_PRINT, TOTALS.width, style.palette.faint, anchor="middle")


def _points_shapes(pad: Pad, style: Style) -> Iterator[Shape]:
    """What 1, 2, 3, … crosses in a row score."""
    yield leading(style.text("points_for"), LEFT.grown(-0.6), CAPTION_SIZE, style)
    tables = 1 if len(pad.points) <= MOST_POINTS and max(pad.points) < MOST_IN_ONE else 2
    line = POINTS_LINE if tables == 1 else POINTS_LINE_OF_TWO
    columns = -(-len(pad.points) // tables)
    box = Box.at(LEFT.left, BLOCK_TOP, SIDE, 2 * line * tables)
    yield Rectangle(box, fill=style.palette.panel, radius=1.2)
    width = (SIDE - 2 * TABLE_MARGIN) / columns
    size = min(POINTS_SIZE, width * 0.6, line * 0.66)
    size = fitting_size(str(max(pad.points)), size, width * FIGURE_SHARE, bold=True)
    for place, points in enumerate(pad.points):
        table, column = divmod(place, columns)
        left = box.left + TABLE_MARGIN + column * width
        cell = Box.at(left, box.top + 2 * line * table, width, line)
        yield from _points_cells(cell, (place + 1, points), size, style)


def _points_cells(
    cell: Box, figures: tuple[int, int], size: float, style: Style
) -> Iterator[Shape]:
    """A count of crosses, and below it its points."""
    palette, (crosses, points) = style.palette, figures
    yield centred(str(crosses), cell, size, palette.text)
    line = ((cell.left, cell.bottom), (cell.right, cell.bottom))
    yield Path(line, stroke=palette.line, width=0.2)
    yield centred(str(points), cell.moved(0, cell.height), size, palette.text, bold=True)


def _penalty_shapes(pad: Pad, style: Style, cells: dict[str, Box]) -> Iterator[Shape]:
    points = f"–{-pad.penalty_points}" if pad.penalty_points else "0"
    each = style.text("penalty_points", points)
    between = each, style.text("penalties")
    caption = "   ".join(between if style.from_right else between[::-1])
    yield leading(caption, RIGHT.grown(-0.6), CAPTION_SIZE, style)
    for place in range(1, pad.penalty_boxes + 1):
        box = cells[f"penalty.{place}"]
        yield Rectangle(box, stroke=style.palette.line, width=0.3, radius=1.1)


def _total_shapes(pad: Pad, style: Style, cells: dict[str, Box]) -> Iterator[Shape]:
    """Row + row + row − penalties = total."""
    fields = total_fields(pad)
    for place, field in enumerate(fields):
        box = cells[field]
        name = field.removeprefix("write.")
        if name in pad.row_names:
            yield from _row_total(pad, name, box, style)
        else:
            yield from field_shapes(box, style.text(IN_A_FIELD.get(name, name)), style)
        if place:
            gap = Box(box.left - OPERATOR_WIDTH, box.top, box.left, box.bottom)
            yield _operator(name, gap, style)


def _operator(field: str, gap: Box, style: Style) -> Shape:
    """What stands before a field. A minus is drawn: the typeface's dash is shorter than its plus,
    and lies lower.
    """
    ink = style.palette.text
    if field == "penalties":
        width, height = MINUS_WIDTH * OPERATOR_SIZE, MINUS_HEIGHT * OPERATOR_SIZE
        x, y = gap.centre
        return Rectangle(Box.at(x - width / 2, y - height / 2, width, height), fill=ink)
    return centred("=" if field == "total" else "+", gap, OPERATOR_SIZE, ink)


def note_lines(noted: Sequence[bool]) -> list[Box]:
    """The line for each mechanic's note, of those that have one, from the top down."""
    count = max(1, sum(noted))
    top = NOTE.top - NOTE_RISE * (count - 1)
    step = (NOTE.bottom - top) / count
    return [
        Box(NOTE.left, top + step * before, NOTE.right, top + step * (before + 1))
        for before in (sum(noted[:place]) for place in range(len(noted)))
    ]


def note(text: str, line: Box, style: Style) -> Text:
    """A line that reminds players of what is special on this pad."""
    return leading(text, line, min(NOTE_SIZE, NOTE_SHARE * line.height), style)


def _row_total(pad: Pad, row: str, box: Box, style: Style) -> Iterator[Shape]:
    tone = style.tone(row)
    letter = style.letter(row)
    yield Rectangle(box, fill=tone.cell, stroke=tone.line, width=0.3, radius=1.1)
    at_right = box.right - LETTER_MARGIN - LETTER_WIDTH
    left = at_right if style.from_right else box.left + LETTER_MARGIN
    corner = Box.at(left, box.top + 0.6, LETTER_WIDTH, 2.0)
    size = size_that_fits(style.letters(pad.row_names), corner, 2.2)
    yield centred_letter(letter, corner, size, tone.print)
