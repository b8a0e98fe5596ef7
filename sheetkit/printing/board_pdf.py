"""Boards as PDF: one page for each layout of an order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO

from sheetkit.counted import counted
from sheetkit.design import board_page
from sheetkit.errors import UsageError
from sheetkit.printing.description import described
from sheetkit.printing.drawing import PT, Pen, number
from sheetkit.printing.fonts import Fonts
from sheetkit.printing.order import Order, ordered_tables
from sheetkit.printing.paper import PAPERS
from sheetkit.printing.pdf_file import PdfFile

SMALLEST = 250.0
"""mm: the length of paper on which spaces still hold a figure."""

USUAL_HEIGHT, USUAL_WIDTH = PAPERS["a4"]
"""Of the page that a board is made for; on a larger one all of it grows, its texts too."""


def write_boards(file: BinaryIO, order: Order, paper: str) -> int:
    """Write the boards to an order's sheets, one a page across; how many there are."""
    order.verify()
    if paper not in PAPERS or max(PAPERS[paper]) < SMALLEST:
        large = [name for name, size in PAPERS.items() if max(size) >= SMALLEST]
        raise UsageError(f"a board does not fit on {paper!r}", f"choose {', '.join(large)}")
    height, width = PAPERS[paper]
    pdf = PdfFile(file)
    fonts = Fonts(pdf)
    scale = max(1.0, min(width / USUAL_WIDTH, height / USUAL_HEIGHT))
    pen = Pen(fonts, height / scale)
    enlarged = f"{scale:.4g} 0 0 {scale:.4g} 0 0 cm\n" if scale > 1 else ""
    size = f"0 0 {number(width * PT)} {number(height * PT)}"
    pages: list[tuple[str, int]] = []
    layouts: list[Mapping[str, Any]] = []
    drawn = None
    for (design, _), *_ in ordered_tables(order):
        if design is not drawn:
            drawn = design
            shapes = board_page(design, width / scale, height / scale)
            content = pdf.write_stream((enlarged + pen.draw(shapes)).encode("ascii"))
            page = pdf.add_page(f"/TrimBox[{size}]/Contents {content} 0 R")
            pages.append((f"Board {len(pages) + 1}", page))
            layouts.append(design.pad.layout())
    catalog, information = described(pdf, _about(order, paper, layouts), pages)
    pdf.close(catalog, information, f"/MediaBox[{size}]/Resources<</Font<<{fonts.close()}>>>>")
    return len(pages)


def _about(order: Order, paper: str, layouts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What the printed file says about itself."""
    return {
        "title": f"{order.pad.title} board",
        "subject": f"{counted(len(layouts), 'board')}, seed {order.seed}, unofficial",
        "variant": order.pad.name,
        "seed": order.seed,
        "language": order.language,
        "paper": paper,
        "boards": layouts,
    }
