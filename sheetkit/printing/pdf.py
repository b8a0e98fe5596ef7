"""A pad as PDF: each design stored once, each sheet a reference and its code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, BinaryIO

from reportlab.pdfgen.canvas import Canvas

from sheetkit.design import SheetDesign, sheet_shapes
from sheetkit.design.shapes import Path
from sheetkit.pad import SheetCode
from sheetkit.printing.drawing import PT, REGULAR, draw, register_fonts
from sheetkit.printing.marks import GREY, TICK_WIDTH, cut_ticks, ruler_place
from sheetkit.printing.paper import Page

RULER_LABEL = "50 mm"
RULER_SIZE = 1.9
STEP = 10.0


def write_pad(
    file: BinaryIO, page: Page, sheets: Iterable[tuple[SheetDesign, SheetCode]], title: str
) -> None:
    """Write a pad's pages; the same sheets give the same bytes."""
    register_fonts()
    canvas = Canvas(
        file, pagesize=(page.width * PT, page.height * PT), invariant=1, pageCompression=1
    )
    canvas.setTitle(title)
    canvas.setCreator("sheetkit")
    canvas.setProducer("sheetkit")
    canvas.setViewerPreference("PrintScaling", "None")
    _store(canvas, "marks", lambda: _draw_marks(canvas, page))
    stored: dict[int, str] = {}
    group: list[tuple[SheetDesign, SheetCode]] = []
    for sheet in sheets:
        group.append(sheet)
        if len(group) == len(page.sheets):
            _draw_page(canvas, page, group, stored)
            group = []
    if group:
        _draw_page(canvas, page, group, stored)
    canvas.save()


def _store(canvas: Any, name: str, paint: Any) -> None:
    canvas.beginForm(name, 0, 0, 2000, 2000)
    paint()
    canvas.endForm()


def _draw_page(
    canvas: Any,
    page: Page,
    group: Sequence[tuple[SheetDesign, SheetCode]],
    stored: dict[int, str],
) -> None:
    canvas.setTrimBox((0, 0, page.width * PT, page.height * PT))
    canvas.doForm("marks")
    for place, (design, code) in enumerate(group):
        if id(design) not in stored:
            stored[id(design)] = f"design{len(stored)}"
            _store(canvas, stored[id(design)], lambda design=design: draw(canvas, design.shapes))
        x, y = page.origin(place)
        canvas.saveState()
        canvas.translate(x * PT, (page.height - y - 105 * page.scale) * PT)
        if page.scale != 1:
            canvas.scale(page.scale, page.scale)
        canvas.doForm(stored[id(design)])
        draw(canvas, sheet_shapes(design, code))
        canvas.restoreState()
    canvas.showPage()


def _draw_marks(canvas: Any, page: Page) -> None:
    draw(canvas, cut_ticks(page), page.height)
    found = ruler_place(page)
    if found is None:
        return
    box, upright = found
    canvas.saveState()
    if upright:
        canvas.translate((box.right - 1.6) * PT, (page.height - box.bottom) * PT)
        canvas.rotate(90)
    else:
        canvas.translate(box.left * PT, (page.height - box.bottom + 0.6) * PT)
    _draw_ruler(canvas)
    canvas.restoreState()


def _draw_ruler(canvas: Any) -> None:
    """A line of 50 mm with a stroke every 10, its label above its middle."""
    strokes = [Path(((0, 0), (50, 0)), stroke=GREY, width=TICK_WIDTH)]
    for step in range(6):
        rise = 1.2 if step in (0, 5) else 0.7
        strokes.append(
            Path(((step * STEP, 0), (step * STEP, -rise)), stroke=GREY, width=TICK_WIDTH)
        )
    draw(canvas, strokes, 0)
    canvas.setFillColorRGB(*(c / 255 for c in GREY))
    canvas.setFont(REGULAR, RULER_SIZE * PT)
    canvas.drawCentredString(25 * PT, 0.9 * PT, RULER_LABEL)
