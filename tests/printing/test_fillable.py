"""Forms to tick: filled in and read back by another program."""

import io
from dataclasses import replace

import pypdf
import pytest

from sheetkit.design import design_sheet
from sheetkit.design.shapes import Text
from sheetkit.design.text import ink_box
from sheetkit.pad import CellKind, Pairs, find_pad, pad_names
from sheetkit.printing import Order, ordered_tables, page_of, write_pad
from sheetkit.printing.pad_map import points


def form(name: str = "classic", sheets: int = 2) -> tuple[list[str], bytes]:
    order = Order(find_pad(name), sheets, 7, fillable=True)
    buffer = io.BytesIO()
    write_pad(buffer, order, page_of("a4"))
    codes = [code.text for table in ordered_tables(order) for _, code in table]
    return codes, buffer.getvalue()


def test_every_cell_of_every_sheet_is_a_field_of_its_name() -> None:
    codes, pdf = form("on-board")
    fields = pypdf.PdfReader(io.BytesIO(pdf), strict=True).get_fields()
    for code in codes:
        for cell in find_pad("on-board").cells.values():
            kind = "/Tx" if cell.kind is CellKind.FIELD else "/Btn"
            assert fields[f"{code}.{cell.id}"]["/FT"] == kind


def test_whatever_a_cell_is_named_the_form_can_be_read() -> None:
    pairs = find_pad("bonus-b").mechanic(Pairs)
    named = replace(pairs, pairs=(replace(pairs.pairs[0], bonus="d(o\\ppelt é"),))
    pad = replace(find_pad("bonus-b"), mechanics=(find_pad("bonus-b").rows_mechanic, named))
    buffer = io.BytesIO()
    write_pad(buffer, Order(pad, 1, 7, fillable=True), page_of("a4"))
    fields = pypdf.PdfReader(buffer, strict=True).get_fields()
    assert [name for name in fields if name.endswith(".bonus.d(o\\ppelt é")]


def test_what_is_ticked_can_be_read_back() -> None:
    codes, pdf = form()
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf))
    ticked = {f"{codes[0]}.red.5": "/cross", f"{codes[1]}.penalty.2": "/cross"}
    writer.update_page_form_field_values(writer.pages[0], ticked, auto_regenerate=False)
    filled = io.BytesIO()
    writer.write(filled)
    fields = pypdf.PdfReader(filled).get_fields()
    crossed = {name for name, field in fields.items() if field.get("/V") == "/cross"}
    assert crossed == set(ticked)


def rectangles(pdf: bytes) -> dict[str, list[float]]:
    """Of each field on the first page, in points from the bottom left."""
    page = pypdf.PdfReader(io.BytesIO(pdf)).pages[0]
    return {
        f"{kid['/Parent']['/Parent']['/T']}.{kid['/TU']}": [float(edge) for edge in kid["/Rect"]]
        for kid in (annotation.get_object() for annotation in page["/Annots"])
    }


def test_what_is_typed_stands_clear_of_the_printed_names() -> None:
    for name in pad_names():
        codes, pdf = form(name, sheets=1)
        widgets = rectangles(pdf)
        design = design_sheet(find_pad(name))
        page = page_of("a4")
        x, y = page.origin(0)
        texts = [ink_box(shape) for shape in design.shapes if isinstance(shape, Text)]
        printed = [points(text.moved(x, y), page) for text in texts]
        for cell in find_pad(name).cells.values():
            if cell.kind is CellKind.FIELD:
                left, bottom, right, top = widgets[f"{codes[0]}.{cell.id}"]
                whole = points(design.cells[cell.id].moved(x, y), page)
                assert (left, bottom, right) == pytest.approx(whole[:3], abs=0.01)
                assert top - bottom > 0.6 * (whole[3] - whole[1])
                inside = [box for box in printed if left < box[0] < right and bottom < box[1]]
                assert all(box[1] >= top for box in inside if box[1] < whole[3])


def test_fields_lie_on_their_cells() -> None:
    codes, pdf = form()
    widgets = rectangles(pdf)
    page = pypdf.PdfReader(io.BytesIO(pdf)).pages[0]
    assert len(widgets) == 2 * len(find_pad("classic").cells)
    left, bottom, right, top = widgets[f"{codes[0]}.red.2"]
    assert right - left > 9 * 72 / 25.4
    assert top < float(page.mediabox.height)
    assert bottom > float(page.mediabox.height) / 2
