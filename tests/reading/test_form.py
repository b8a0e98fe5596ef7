"""Forms ticked on a tablet come back as sheets."""

import io

import pypdf
import pytest

from sheetkit.pad import Shelf, find_pad, pad_names
from sheetkit.printing import Order, ordered_tables, page_of, write_pad
from sheetkit.reading import read_photo
from sheetkit.reading.form import read_form
from sheetkit.reading.name_line import names_on
from sheetkit.scoresheet import Mark, Written


def form(name: str, *, fillable: bool = True) -> tuple[list, bytes]:
    pad = find_pad(name)
    order = Order(pad, 2, 7, drawn=pad.layouts > 1, fillable=fillable)
    buffer = io.BytesIO()
    write_pad(buffer, order, page_of("a4"))
    return [code for table in ordered_tables(order) for _, code in table], buffer.getvalue()


def filled(pdf: bytes, values: dict[str, str]) -> bytes:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf))
    writer.update_page_form_field_values(writer.pages[0], values, auto_regenerate=False)
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


@pytest.mark.parametrize("name", pad_names())
def test_every_ticked_cell_is_read_on_its_sheet(name: str) -> None:
    (first, second), pdf = form(name)
    values = {f"{first.text}.{cell}": "/cross" for cell in first.pad.markable}
    values[f"{second.text}.red.5"] = "/cross"
    values |= {f"{second.text}.write.total": "70", f"{second.text}.write.player": "Anna"}
    values |= {f"{second.text}.write.penalties": "–10"}
    one, two = read_form(filled(pdf, values), Shelf())
    assert one.code == first.text
    assert one.pad.layout() == first.pad.layout()
    assert one.marks == dict.fromkeys(first.pad.markable, Mark.CROSS)
    assert one.written == {}
    assert two.marks == {"red.5": Mark.CROSS}
    assert two.written == {"total": Written(70, 1.0), "penalties": Written(-10, 1.0)}


def test_a_form_that_nobody_filled_in_and_a_pad_without_form_give_no_sheets() -> None:
    assert read_form(form("classic")[1], Shelf()) == ()
    assert read_form(form("classic", fillable=False)[1], Shelf()) == ()


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7", b"nothing of the kind", bytes(1000)])
def test_what_is_no_pdf_gives_no_sheets(content: bytes) -> None:
    assert read_form(content, Shelf()) == ()


def test_a_scan_of_a_form_reads_its_fields_and_says_where_the_sheets_are() -> None:
    (first, second), pdf = form("classic")
    values = {f"{first.text}.red.5": "/cross", f"{first.text}.write.total": "70"}
    one, two = read_photo(filled(pdf, values)).sheets
    assert (one.code, one.marks, one.unsure) == (first.text, {"red.5": Mark.CROSS}, {})
    assert one.written == {"total": Written(70, 1.0)}
    assert (two.code, two.marks) == (second.text, {})
    assert len(one.corners) == len(two.corners) == 4


@pytest.mark.parametrize("name", ["José", "Łukasz", "Анна", "Anna & Ben", "山田"])
def test_a_typed_name_is_as_it_is(name: str) -> None:
    (first, second), pdf = form("bonus-b")
    content = filled(pdf, {f"{second.text}.write.player": name, f"{first.text}.red.5": "/cross"})
    assert names_on(content, read_photo(content)) == {1: name}
