"""From a pad to its design: what stands where on all of its sheets."""

from __future__ import annotations

from sheetkit.design.footer import footer_shapes, penalty_cells, total_cells
from sheetkit.design.header import (
    code_box,
    code_texts,
    header_fields,
    header_shapes,
    legend_shapes,
)
from sheetkit.design.marker import marker_shapes, markers
from sheetkit.design.measures import ROWS
from sheetkit.design.palette import PASTEL, Palette
from sheetkit.design.qr import qr_box, qr_rows
from sheetkit.design.rows import place_rows, row_cells, row_shapes
from sheetkit.design.shapes import Bitmap, Shape
from sheetkit.design.sheet import SheetDesign
from sheetkit.pad import Pad, SheetCode


def design_sheet(pad: Pad, language: str = "en", palette: Palette = PASTEL) -> SheetDesign:
    """The design of that pad's sheets in its present layout.

    Raises UsageError where the pad's rows are too many or too long for a sheet.
    """
    example = SheetCode(pad, 0)
    code = code_box(example.printed)
    place = place_rows(pad, ROWS)
    boxes = dict(header_fields(code))
    boxes |= dict(row_cells(pad, place))
    boxes |= dict(penalty_cells(pad))
    boxes |= dict(total_cells(pad))
    cells = {cell: boxes[cell] for cell in pad.cells}
    return SheetDesign(
        pad=pad,
        language=language,
        palette=palette,
        cells=cells,
        markers=markers(),
        qr=qr_box(len(qr_rows(example.text))),
        code_text=code,
        shapes=(
            *marker_shapes(),
            *header_shapes(pad.title, language, palette, code, cells),
            *legend_shapes(language, palette),
            *row_shapes(pad, language, palette, place),
            *footer_shapes(pad, language, palette, cells),
        ),
    )


def sheet_shapes(design: SheetDesign, code: SheetCode) -> tuple[Shape, ...]:
    """What is printed on one sheet only, over the design: its code, twice."""
    return (
        Bitmap(design.qr, qr_rows(code.text)),
        *code_texts(code.printed, design.code_text, design.palette),
    )


def all_shapes(design: SheetDesign, code: SheetCode) -> tuple[Shape, ...]:
    """Every shape on one sheet, in the order of painting."""
    return design.shapes + sheet_shapes(design, code)
