"""Sheets to tick on a tablet: a PDF form (ISO 32000-1, 12.7) over the printed cells.

Each sheet's fields are named after its code and its cells, ``CODE.red.5``: a check
box with the state ``cross`` for every cell that takes a mark, a line of text for
every field that is written in, below its printed name.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from sheetkit.design.header import below_label
from sheetkit.geometry import Box
from sheetkit.pad import Cell, CellKind
from sheetkit.printing.drawing import PT, number
from sheetkit.printing.order import Placed
from sheetkit.printing.pad_map import points
from sheetkit.printing.paper import Page
from sheetkit.printing.pdf_file import PdfFile, text_string

CROSSED = "cross"
"""The state of a ticked box: the mark's own name."""

INK = "0.1 0.2 0.55 RG"
INK_WIDTH = 0.7
"""mm: a felt pen's."""

INSET = 0.18
"""Between a cross and the cell's edges, as a part of its size."""

PRINTED = 4
"""The annotation flag: it is printed too (12.5.3)."""


class Form:
    """The form of one file, written with its pages."""

    def __init__(self, pdf: PdfFile, page: Page) -> None:
        self._pdf = pdf
        self._page = page
        self._sheets: list[int] = []
        self._crosses: dict[tuple[str, str], int] = {}
        self._empty = pdf.write_stream(b"", "/Type/XObject/Subtype/Form/BBox[0 0 1 1]")

    def add(self, group: Sequence[Placed]) -> str:
        """Write the fields of a page's sheets; the page's entry that lists them."""
        widgets: list[int] = []
        for place, design, code in group:
            x, y = self._page.origin(place)
            sheet = self._pdf.reserve()
            branches = []
            cells = code.pad.cells.values()
            for name, branch in groupby(cells, key=lambda cell: cell.id.split(".")[0]):
                parent = self._pdf.reserve()
                leaves = []
                for cell in branch:
                    box = design.cells[cell.id]
                    if cell.kind is CellKind.FIELD:
                        box = below_label(box)
                    box = box.scaled(self._page.scale).moved(x, y)
                    leaves.append(self._widget(cell, box, parent))
                kids = " ".join(f"{leaf} 0 R" for leaf in leaves)
                self._pdf.write(
                    f"<</T{text_string(name)}/Parent {sheet} 0 R/Kids[{kids}]>>", parent
                )
                branches.append(parent)
                widgets += leaves
            kids = " ".join(f"{branch} 0 R" for branch in branches)
            self._pdf.write(f"<</T{text_string(code.text)}/Kids[{kids}]>>", sheet)
            self._sheets.append(sheet)
        return "/Annots[" + " ".join(f"{widget} 0 R" for widget in widgets) + "]"

    def _widget(self, cell: Cell, box: Box, parent: int) -> int:
        edges = " ".join(number(edge) for edge in points(box, self._page))
        name = cell.id.partition(".")[2]
        head = (
            f"<</Type/Annot/Subtype/Widget/T{text_string(name)}/TU{text_string(cell.id)}"
            f"/Parent {parent} 0 R/F {PRINTED}/Rect[{edges}]"
        )
        if cell.kind is CellKind.FIELD:
            return self._pdf.write(f"{head}/FT/Tx/DA(/Helv 0 Tf 0.1 0.2 0.55 rg)/V()/Q 1>>")
        cross = self._cross(number(box.width * PT), number(box.height * PT))
        return self._pdf.write(
            f"{head}/FT/Btn/V/Off/AS/Off/MK<</CA(8)>>"
            f"/AP<</N<</{CROSSED} {cross} 0 R/Off {self._empty} 0 R>>>>>>"
        )

    def _cross(self, width: str, height: str) -> int:
        """How a ticked box of that size in points looks; each size is stored once."""
        known = self._crosses.get((width, height))
        if known is not None:
            return known
        left, right = (number(float(width) * share) for share in (INSET, 1 - INSET))
        low, high = (number(float(height) * share) for share in (INSET, 1 - INSET))
        strokes = f"{left} {low} m {right} {high} l {left} {high} m {right} {low} l S"
        operators = f"1 J {number(INK_WIDTH * PT)} w {INK} {strokes}"
        entries = f"/Type/XObject/Subtype/Form/BBox[0 0 {width} {height}]"
        cross = self._pdf.write_stream(operators.encode(), entries)
        self._crosses[width, height] = cross
        return cross

    def close(self) -> str:
        """The catalog's entry for the whole form."""
        kids = " ".join(f"{sheet} 0 R" for sheet in self._sheets)
        plain = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"
        signs = "<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>"
        form = self._pdf.write(
            f"<</Fields[{kids}]/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv {plain}/ZaDb {signs}>>>>>>"
        )
        return f"/AcroForm {form} 0 R"
