"""The lower part of a sheet: points table, penalties, totals, the small print."""

from __future__ import annotations

from collections.abc import Iterator

from sheetkit.design.header import field_shapes
from sheetkit.design.measures import MIDDLE, TOTALS, TRADEMARK_BASELINE
from sheetkit.design.palette import Palette
from sheetkit.design.shapes import Path, Rectangle, Shape
from sheetkit.design.text import centred, fitted
from sheetkit.design.words import words
from sheetkit.geometry import Box
from sheetkit.pad import Pad

SIDE = 52.0
"""Width of what stands left and right of the QR code."""

CAPTION_BASELINE = 71.2
CAPTION_SIZE = 2.4
BLOCK_TOP = 72.6
PENALTY_BOX = 9.4
POINTS_LINE = 4.7
POINTS_SIZE = 2.5
TABLE_MARGIN = 0.8
TOTAL_WIDTH = 20.0
OPERATOR_WIDTH = 3.2
SMALL_PRINT = 1.75


def penalty_cells(pad: Pad) -> Iterator[tuple[str, Box]]:
    """The penalty boxes, right of the QR code."""
    count = pad.penalty_boxes
    side = min(PENALTY_BOX, (SIDE - 1.0 * (count - 1)) / count)
    step = (SIDE - side) / max(1, count - 1)
    for place in range(count):
        left = MIDDLE.right - SIDE + min(step, side + 4.5) * place
        yield f"penalty.{place + 1}", Box.at(left, BLOCK_TOP, side, side)


def total_cells(pad: Pad) -> Iterator[tuple[str, Box]]:
    """The boxes for the totals, in the order in which they are added up."""
    fields = (*pad.row_names, "penalties")
    room = TOTALS.width - TOTAL_WIDTH - OPERATOR_WIDTH * len(fields)
    width = room / len(fields)
    left = TOTALS.left
    for field in fields:
        yield f"write.{field}", Box.at(left, TOTALS.top, width, TOTALS.height)
        left += width + OPERATOR_WIDTH
    yield "write.total", Box(left, TOTALS.top, TOTALS.right, TOTALS.bottom)


def footer_shapes(
    pad: Pad, language: str, palette: Palette, cells: dict[str, Box]
) -> Iterator[Shape]:
    """All that is printed below the rows but for the codes."""
    yield from _points_shapes(pad, language, palette)
    yield from _penalty_shapes(pad, language, palette, cells)
    yield from _total_shapes(pad, language, palette, cells)
    at = (TOTALS.centre[0], TRADEMARK_BASELINE)
    text = words(language)["trademark"]
    yield fitted(text, at, SMALL_PRINT, TOTALS.width, palette.faint, anchor="middle")


def _points_shapes(pad: Pad, language: str, palette: Palette) -> Iterator[Shape]:
    """What 1, 2, 3, … crosses in a row score."""
    left = MIDDLE.left
    caption = words(language)["points_for"]
    yield fitted(caption, (left + 0.6, CAPTION_BASELINE), CAPTION_SIZE, SIDE - 1, palette.text)
    table = Box.at(left, BLOCK_TOP, SIDE, 2 * POINTS_LINE)
    yield Rectangle(table, fill=palette.panel, radius=1.2)
    inside = table.grown(-TABLE_MARGIN)
    width = inside.width / len(pad.points)
    size = min(POINTS_SIZE, width * 0.6)
    y = table.centre[1]
    yield Path(((inside.left, y), (inside.right, y)), stroke=palette.line, width=0.2)
    for place, points in enumerate(pad.points):
        box = Box.at(inside.left + place * width, table.top, width, POINTS_LINE)
        yield centred(str(place + 1), box, size, palette.text)
        yield centred(str(points), box.moved(0, POINTS_LINE), size, palette.text, bold=True)


def _penalty_shapes(
    pad: Pad, language: str, palette: Palette, cells: dict[str, Box]
) -> Iterator[Shape]:
    texts = words(language)
    each = texts["penalty_points"].format(n=f"–{-pad.penalty_points}")
    at = (MIDDLE.right - SIDE + 0.2, CAPTION_BASELINE)
    caption = f"{texts['penalties']}  {each}"
    yield fitted(caption, at, CAPTION_SIZE, SIDE - 1, palette.text)
    for place in range(1, pad.penalty_boxes + 1):
        box = cells[f"penalty.{place}"]
        yield Rectangle(box, stroke=palette.line, width=0.3, radius=1.1)


def _total_shapes(
    pad: Pad, language: str, palette: Palette, cells: dict[str, Box]
) -> Iterator[Shape]:
    """Row + row + row − penalties = total."""
    texts = words(language)
    fields = (*pad.row_names, "penalties", "total")
    signs = ("+",) * (len(pad.row_names) - 1) + ("–", "=")
    for field, sign in zip(fields, (*signs, ""), strict=True):
        box = cells[f"write.{field}"]
        if field in pad.row_names:
            tone = palette.tones[field]
            yield Rectangle(box, fill=tone.cell, stroke=tone.line, width=0.3, radius=1.1)
            corner = Box.at(box.left, box.top, 3.4, 3.2)
            yield centred(texts[f"letter_{field}"], corner, 2.2, tone.print, bold=True)
        else:
            yield from field_shapes(box, texts[field], palette)
        gap = Box(box.right, box.top, box.right + OPERATOR_WIDTH, box.bottom)
        if sign:
            yield centred(sign, gap, 3.6, palette.text)
