"""A pad as PDF: each design stored once, each sheet a reference and its code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO
from weakref import WeakKeyDictionary

from sheetkit.counted import counted
from sheetkit.design import SheetDesign, sheet_shapes
from sheetkit.design.sheet import SHEET_HEIGHT, SHEET_WIDTH
from sheetkit.geometry import Box
from sheetkit.pad import SheetCode
from sheetkit.printing.description import described
from sheetkit.printing.drawing import PT, Pen, number
from sheetkit.printing.fonts import Fonts
from sheetkit.printing.form import Form
from sheetkit.printing.marks import page_marks
from sheetkit.printing.order import Order, Placed, ordered_pages, ordered_tables
from sheetkit.printing.paper import Page
from sheetkit.printing.pdf_file import PdfFile

MOST_LISTED = 200
"""Sheets up to which each is listed in the attachment: its code says its layout anyway."""


def write_pad(file: BinaryIO, order: Order, page: Page) -> int:
    """Write a pad's pages as they come; how many there are.

    The same order gives the same bytes. Raises what ``Order.verify`` does.
    """
    order.verify()
    pdf = PdfFile(file)
    writer = _PadWriter(pdf, page, Form(pdf, page) if order.fillable else None)
    pages = [writer.add(group, place) for place, group in enumerate(ordered_pages(order, page), 1)]
    viewing = "/Duplex/DuplexFlipLongEdge" if order.duplex else ""
    writer.close(pages, about(order, page), viewing, order.pad.file)
    return len(pages)


def about(order: Order, page: Page) -> dict[str, Any]:
    """What the printed file says about itself; the sheets one by one unless they are many."""
    entry = {
        "title": f"{order.pad.title} score pad",
        "subject": f"{counted(order.sheets, 'sheet')}, seed {order.seed}, unofficial",
        "variant": order.pad.name,
        "seed": order.seed,
        "language": order.language,
        "paper": page.paper,
    }
    if order.sheets > MOST_LISTED:
        return entry
    sheets = [
        {"sheet": code.text, "layout": code.pad.layout()}
        for table in ordered_tables(order)
        for _, code in table
    ]
    return entry | {"sheets": sheets}


class _PadWriter:
    """The pages of one file, with what they share."""

    def __init__(self, pdf: PdfFile, page: Page, form: Form | None) -> None:
        self._pdf = pdf
        self._page = page
        self._form = form
        self._fonts = Fonts(pdf)
        self._pen = Pen(self._fonts, SHEET_HEIGHT)
        self._resources = pdf.reserve()
        self._forms: dict[str, int] = {}
        self._names: WeakKeyDictionary[SheetDesign, str] = WeakKeyDictionary()
        self._store("M", page_marks(page, Pen(self._fonts, page.height)), page.width, page.height)

    def add(self, group: Sequence[Placed], place: int) -> tuple[str, int]:
        """Write a page with these sheets; its bookmark's title and its object's number."""
        content = "/M Do\n" + "".join(
            self._sheet(place, design, code) for place, design, code in group
        )
        stream = self._pdf.write_stream(content.encode("ascii"))
        size = f"{number(self._page.width * PT)} {number(self._page.height * PT)}"
        fields = self._form.add(group) if self._form else ""
        page = self._pdf.add_page(
            f"/TrimBox[{self._trimmed()}]/BleedBox[0 0 {size}]/Contents {stream} 0 R{fields}"
        )
        first = f": {group[0][2].printed}" if group else ""
        return f"Page {place}{first}", page

    def _trimmed(self) -> str:
        """What is left after cutting: the sheet, where there is but one, else the page."""
        whole = Box(0, 0, self._page.width, self._page.height)
        box = self._page.sheets[0] if len(self._page.sheets) == 1 else whole
        top, bottom = self._page.height - box.top, self._page.height - box.bottom
        return " ".join(number(mm * PT) for mm in (box.left, bottom, box.right, top))

    def _sheet(self, place: int, design: SheetDesign, code: SheetCode) -> str:
        x, y = self._page.origin(place)
        scale = self._page.scale
        up = self._page.height - y - SHEET_HEIGHT * scale
        size = f"{scale:.4g} 0 0 {scale:.4g}"
        own = self._pen.draw(sheet_shapes(design, code))
        return f"q {size} {number(x * PT)} {number(up * PT)} cm /{self._name(design)} Do\n{own}Q\n"

    def _name(self, design: SheetDesign) -> str:
        """The design's stored form; stored now if it is new."""
        name = self._names.get(design)
        if name is None:
            name = f"D{len(self._forms)}"
            self._names[design] = name
            self._store(name, self._pen.draw(design.shapes), SHEET_WIDTH, SHEET_HEIGHT)
        return name

    def _store(self, name: str, operators: str, width: float, height: float) -> None:
        box = f"0 0 {number(width * PT)} {number(height * PT)}"
        entries = f"/Type/XObject/Subtype/Form/BBox[{box}]/Resources {self._resources} 0 R"
        self._forms[name] = self._pdf.write_stream(operators.encode("ascii"), entries)

    def close(
        self,
        pages: Sequence[tuple[str, int]],
        about: Mapping[str, Any],
        viewing: str,
        layout_file: bytes,
    ) -> None:
        """Write all that the pages refer to, and what a viewer shows of the file."""
        forms = "".join(f"/{name} {form} 0 R" for name, form in self._forms.items())
        fonts = self._fonts.close()
        self._pdf.write(f"<</XObject<<{forms}>>/Font<<{fonts}>>>>", self._resources)
        catalog, information = described(self._pdf, about, pages, viewing, layout_file)
        catalog += self._form.close() if self._form else ""
        size = f"{number(self._page.width * PT)} {number(self._page.height * PT)}"
        shared = f"/MediaBox[0 0 {size}]/Resources {self._resources} 0 R"
        self._pdf.close(catalog, information, shared)
