"""From a pad to its design: what stands where on all of its sheets."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from unicodedata import normalize

from sheetkit.design.board_page import board_shapes
from sheetkit.design.footer import footer_parts, note_lines, penalty_cells, total_cells
from sheetkit.design.header import (
    code_box,
    code_texts,
    header_fields,
    header_shapes,
    panel_box,
)
from sheetkit.design.look import Place
from sheetkit.design.marker import marker_shapes, markers
from sheetkit.design.measures import ROWS, STRIP_GAP
from sheetkit.design.mechanics import looks
from sheetkit.design.palette import SAFE, Palette
from sheetkit.design.qr import qr_box, qr_rows, quiet_box
from sheetkit.design.rows import Grid, grid_of, row_cells, row_shapes
from sheetkit.design.script import is_from_right, printed_order
from sheetkit.design.shapes import Bitmap, Shape, Text
from sheetkit.design.sheet import SheetDesign
from sheetkit.design.style import Style
from sheetkit.design.words import words
from sheetkit.errors import UsageError
from sheetkit.geometry import Box
from sheetkit.pad import Board, Pad, SheetCode, drawn_layout


def design_sheet(pad: Pad, language: str = "en", palette: Palette = SAFE) -> SheetDesign:
    """The design of that pad's sheets in its present layout.

    Raises LayoutError where the pad's rows are too many or too long for a sheet.
    """
    example = _longest_code(pad)
    code = code_box(example.printed)
    panel = panel_box(code, sum(look.panel_width for _, look in looks(pad)))
    modules = len(qr_rows(example.text))
    rows, strips = _strips(pad, min(ROWS.bottom, quiet_box(modules).top))
    grid = grid_of(pad, rows)
    notes = note_lines([look.noted for _, look in looks(pad)])
    places = [Place(strip, panel, grid, note) for strip, note in zip(strips, notes, strict=True)]
    cells = _cells(pad, panel, grid, places)
    style = Style(words(language), palette)
    parts = tuple((key, tuple(part)) for key, part in _parts(pad, style, code, places, cells))
    return SheetDesign(
        pad=pad,
        language=language,
        palette=palette,
        cells=cells,
        markers=markers(),
        qr=qr_box(modules),
        code_text=code,
        panel=panel,
        shapes=tuple(shape for _, part in parts for shape in part),
        parts=parts,
    )


def _longest_code(pad: Pad) -> SheetCode:
    """A code as long as any that a sheet of this design can have."""
    pads = (pad, *pad.dealt(2, random.Random(0)))
    return max((SheetCode(each, 0) for each in pads), key=lambda code: len(code.text))


def _strips(pad: Pad, bottom: float) -> tuple[Box, list[Box]]:
    """The rows' area, and below it, down to ``bottom``, a strip for each mechanic."""
    heights = [look.strip_height(mechanic) for mechanic, look in looks(pad)]
    strips = []
    top = bottom
    for height in reversed(heights):
        strips.append(Box(ROWS.left, top - height, ROWS.right, top))
        top -= height + STRIP_GAP if height else 0
    return Box(ROWS.left, ROWS.top, ROWS.right, top), strips[::-1]


def _cells(pad: Pad, panel: Box, grid: Grid, places: list[Place]) -> dict[str, Box]:
    boxes = dict(header_fields(panel))
    boxes |= dict(row_cells(pad, grid))
    for (mechanic, look), place in zip(looks(pad), places, strict=True):
        boxes |= dict(look.cells(mechanic, place))
    boxes |= dict(penalty_cells(pad))
    boxes |= dict(total_cells(pad))
    return {cell: boxes[cell] for cell in pad.cells}


def _parts(
    pad: Pad,
    style: Style,
    code: Box,
    places: list[Place],
    cells: dict[str, Box],
) -> Iterator[tuple[str, Iterable[Shape]]]:
    """All that every sheet shows, from the top down, by the layout file's keys."""
    yield "", marker_shapes()
    yield "title", header_shapes(pad_title(pad, style), style, code, cells)
    yield "row", row_shapes(pad, style, places[0].grid, cells)
    for (mechanic, look), place in zip(looks(pad), places, strict=True):
        yield mechanic.key, look.shapes(mechanic, style, place, cells)
    yield from footer_parts(pad, style, cells)


def pad_title(pad: Pad, style: Style) -> str:
    """A pad's name in the sheet's language; an owner's own pad keeps its title."""
    if pad.digest is None:
        return style.title(pad.name)
    title = normalize("NFC", pad.title)
    return printed_order(title) if is_from_right(title) else title


def title_of(design: SheetDesign) -> Text:
    """The pad's name as it stands on its sheets."""
    return next(shape for shape in design.shapes if isinstance(shape, Text))


def board_page(design: SheetDesign, width: float, height: float) -> tuple[Shape, ...]:
    """The board to a design's sheets on a page of that size, in mm.

    Raises UsageError where the pad has no board.
    """
    board = design.pad.mechanic(Board)
    if board is None:
        raise UsageError(f"{design.pad.name} has no board", "print on-board with --board")
    style = Style(words(design.language), design.palette)
    texts = pad_title(design.pad, style), drawn_layout(design.pad)
    return tuple(board_shapes(board, texts, style, width, height))


def sheet_shapes(design: SheetDesign, code: SheetCode) -> tuple[Shape, ...]:
    """What is printed on one sheet only, over the design: its code, twice, and what
    was drawn for it alone.
    """
    own = [shape for _, part in own_parts(design, code.pad) for shape in part]
    return (
        Bitmap(design.qr, qr_rows(code.text)),
        *code_texts(code.printed, design.code_text, design.palette.code),
        *own,
    )


def own_parts(design: SheetDesign, pad: Pad) -> Iterator[tuple[str, Iterable[Shape]]]:
    """What was drawn for one sheet alone, by the layout file's keys."""
    style = Style(words(design.language), design.palette)
    for mechanic, look in looks(pad):
        yield mechanic.key, look.sheet_shapes(mechanic, style, design.panel)


def all_shapes(design: SheetDesign, code: SheetCode) -> tuple[Shape, ...]:
    """Every shape on one sheet, in the order of painting."""
    return design.shapes + sheet_shapes(design, code)
