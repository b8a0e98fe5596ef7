"""Forms to tick: filled in and read back by another program."""

import io

import pypdf

from sheetkit.pad import CellKind, find_pad
from sheetkit.printing import Order, ordered_tables, page_of, write_pad


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


def test_fields_lie_on_their_cells() -> None:
    codes, pdf = form()
    page = pypdf.PdfReader(io.BytesIO(pdf)).pages[0]
    widgets = {
        f"{kid['/Parent']['/Parent']['/T']}.{kid['/TU']}": kid["/Rect"]
        for kid in (annotation.get_object() for annotation in page["/Annots"])
    }
    assert len(widgets) == 2 * len(find_pad("classic").cells)
    left, bottom, right, top = (float(edge) for edge in widgets[f"{codes[0]}.red.2"])
    assert right - left > 9 * 72 / 25.4
    assert top < float(page.mediabox.height)
    assert bottom > float(page.mediabox.height) / 2
