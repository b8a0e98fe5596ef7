"""Forms ticked on a tablet come back as sheets."""

import io
from dataclasses import replace
from pathlib import Path

import pypdf
import pytest
from PIL import Image

from sheetkit.pad import Shelf, find_pad, layouts_folder, pad_names, read_pad
from sheetkit.printing import Order, ordered_tables, page_of, write_pad
from sheetkit.reading import read_photo
from sheetkit.reading.form import Form, as_typed, read_form
from sheetkit.reading.name_line import names_on
from sheetkit.reading.verdict import Doubt
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
    one, two = read_form(filled(pdf, values), Shelf()).sheets
    assert one.code == first.text
    assert one.pad.layout() == first.pad.layout()
    assert one.marks == dict.fromkeys(first.pad.markable, Mark.CROSS)
    assert one.written == {}
    assert two.marks == {"red.5": Mark.CROSS}
    assert two.written == {"total": Written(70, 1.0), "penalties": Written(-10, 1.0)}


def test_a_form_that_nobody_filled_in_and_a_pad_without_form_give_no_sheets() -> None:
    assert read_form(form("classic")[1], Shelf()) == Form()
    assert read_form(form("classic", fillable=False)[1], Shelf()) == Form()


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7", b"nothing of the kind", bytes(1000)])
def test_what_is_no_pdf_gives_no_sheets(content: bytes) -> None:
    assert read_form(content, Shelf()) == Form()


def test_a_scan_of_a_form_reads_its_fields_and_says_where_the_sheets_are() -> None:
    (first, second), pdf = form("classic")
    values = {f"{first.text}.red.5": "/cross", f"{first.text}.write.total": "70"}
    values[f"{second.text}.write.player"] = "Ben"
    one, two = read_photo(filled(pdf, values)).sheets
    assert (one.code, one.marks, one.unsure) == (first.text, {"red.5": Mark.CROSS}, {})
    assert one.written == {"total": Written(70, 1.0)}
    assert (two.code, two.marks) == (second.text, {})
    assert len(one.corners) == len(two.corners) == 4


def test_sheets_of_a_form_that_nobody_touched_are_left_out_and_told() -> None:
    (first, second), pdf = form("classic")
    reading = read_photo(filled(pdf, {f"{first.text}.penalty.1": "/cross"}))
    assert [sheet.code for sheet in reading.sheets] == [first.text]
    (problem,) = reading.problems
    assert (problem.code, problem.mended) == ("untouched", True)
    assert f"left out ({second.text})" in problem.message


def joined(*pdfs: bytes) -> bytes:
    writer = pypdf.PdfWriter()
    for pdf in pdfs:
        writer.append(io.BytesIO(pdf))
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def test_a_page_without_a_sheet_beside_a_form_is_told_unless_it_is_bare() -> None:
    (first, _), pdf = form("classic")
    ticked = filled(pdf, {f"{first.text}.red.5": "/cross"})
    for grey, codes in ((255, ["untouched"]), (0, ["no-sheet", "untouched"])):
        photo = Image.new("L", (800, 600), 255)
        photo.paste(grey, (100, 100, 300, 300))
        page = io.BytesIO()
        photo.save(page, "PDF")
        problems = read_photo(joined(ticked, page.getvalue())).problems
        assert [problem.code for problem in problems] == codes
    assert problems[0].message.startswith("no sheet found on page 2;")


def test_a_sheet_of_a_form_that_its_page_does_not_show_is_told() -> None:
    """What is drawn on it isn't read, so nobody knows that it bears nothing."""
    (first, second), pdf = form("classic")
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(filled(pdf, {f"{first.text}.red.5": "/cross"})))
    page = writer.pages[0]
    white = pypdf.generic.DecodedStreamObject()
    white.set_data(b"1 g 421 0 421 595 re f")  # the second sheet lies on the right
    page[pypdf.generic.NameObject("/Contents")] = pypdf.generic.ArrayObject(
        [page["/Contents"].indirect_reference, writer._add_object(white)]
    )
    buffer = io.BytesIO()
    writer.write(buffer)
    reading = read_photo(buffer.getvalue())
    assert [sheet.code for sheet in reading.sheets] == [first.text]
    (problem,) = reading.problems
    assert (problem.code, problem.mended) == ("no-sheet", False)
    assert f"({second.text})" in problem.message


def with_total(typed: str) -> bytes:
    (first, _), pdf = form("classic")
    return filled(pdf, {f"{first.text}.red.5": "/cross", f"{first.text}.write.total": typed})


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("52 points", 52), ("4 P", 4), ("5p", 5), ("3.", 3), ("+2", 2), ("1.0", 1), ("٣", 3),
        ("–10", -10), ("+0028", 28), ("000028", 28), ("19998", 19_998), ("-1234", -1234), ("0", 0),
        ("9" * 5000, 99_999),
    ],
)  # fmt: skip
def test_numbers_are_read_as_people_type_them(typed: str, read: int) -> None:
    form = read_form(with_total(typed), Shelf())
    assert form.sheets[0].written == {"total": Written(read, 1.0)}
    assert form.problems == ()


@pytest.mark.parametrize(
    "typed", ["1,5", "1.000", "1 of 2", "7O", "7 O", "1O5", "1OO", "1l2", "= 28", "10+6=16"]
)
def test_what_is_typed_and_no_number_is_told(typed: str) -> None:
    reading = read_photo(with_total(typed))
    assert reading.sheets[0].written == {}
    (problem, _) = sorted(reading.problems, key=lambda each: each.code)
    assert (problem.code, problem.mended) == ("form-unread", False)
    assert problem.message.startswith(f"what is typed into total of sheet {reading.sheets[0].code}")


def test_words_in_the_place_of_a_sum_say_nothing() -> None:
    (sheet, _), problems = (form := read_form(with_total("none"), Shelf())).sheets, form.problems
    assert (sheet.written, problems) == ({}, ())


def test_a_sum_that_is_drawn_counts_where_none_is_typed() -> None:
    (first, _), pdf = form("classic")
    typed = {"total": "70", "red": "seven 7"}
    values = {f"{first.text}.write.{field}": text for field, text in typed.items()}
    sheet, _ = read_form(filled(pdf, values), Shelf()).sheets
    drawn = {"total": Written(71, 0.99), "red": Written(1, 0.99), "blue": Written(3, 0.99)}
    place = replace(read_photo(pdf).sheets[0], code=first.text, written=drawn)
    (one,) = as_typed([sheet], [place])
    assert one.written == {"total": Written(70, 1.0), "blue": Written(3, 0.99)}


def test_a_form_that_cannot_be_read_is_told() -> None:
    (first, _), pdf = form("classic")
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(filled(pdf, {f"{first.text}.red.5": "/cross"})))
    writer.add_blank_page(100, 100)[pypdf.generic.NameObject("/Annots")] = (
        pypdf.generic.NumberObject(5)
    )
    buffer = io.BytesIO()
    writer.write(buffer)
    reading = read_photo(buffer.getvalue())
    assert reading.sheets[0].marks == {"red.5": Mark.CROSS}, "as it is drawn"
    assert "the fields of the PDF's form can't be read" in "".join(
        each.message for each in reading.problems if each.code == "form-unread"
    )


def test_a_sheet_of_an_unknown_pad_hides_no_other_of_its_form(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    official = (layouts_folder() / "classic.toml").read_text()
    path.write_text(official.replace('name = "classic"', 'name = "mine"', 1))
    writer = pypdf.PdfWriter()
    for pad in (read_pad(path, own=True), find_pad("classic")):
        buffer = io.BytesIO()
        write_pad(buffer, Order(pad, 1, 7, fillable=True), page_of("a4"))
        box = next(name for name in pypdf.PdfReader(buffer).get_fields() if name.endswith("red.5"))
        writer.append(io.BytesIO(filled(buffer.getvalue(), {box: "/cross"})))
    merged = io.BytesIO()
    writer.write(merged)
    reading = read_photo(merged.getvalue())
    (sheet,) = reading.sheets
    assert (sheet.pad.name, sheet.marks) == ("classic", {"red.5": Mark.CROSS})
    assert {problem.code for problem in reading.problems} == {"bad-code"}


@pytest.mark.parametrize("name", ["José", "Łukasz", "Анна", "Anna & Ben", "山田"])
def test_a_typed_name_is_as_it_is(name: str) -> None:
    (first, second), pdf = form("bonus-b")
    content = filled(pdf, {f"{second.text}.write.player": name, f"{first.text}.red.5": "/cross"})
    assert names_on(content, read_photo(content)) == {1: name}


def drawn_on(pdf: bytes, boxes: list[pypdf.generic.RectangleObject]) -> bytes:
    """The PDF with a cross drawn over each of these places of its first page."""
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf))
    strokes = ["0.1 0.2 0.5 RG 2 w"]
    for box in boxes:
        left, bottom, right, top = (float(side) for side in box)
        strokes.append(f"{left} {bottom} m {right} {top} l S {left} {top} m {right} {bottom} l S")
    stream = pypdf.generic.DecodedStreamObject()
    stream.set_data(" ".join(strokes).encode())
    page = writer.pages[0]
    old = page["/Contents"]
    page[pypdf.generic.NameObject("/Contents")] = pypdf.generic.ArrayObject(
        [old.indirect_reference, writer._add_object(stream)]
    )
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def full_name(field: pypdf.generic.DictionaryObject) -> str:
    above = f"{full_name(field['/Parent'])}." if "/Parent" in field else ""
    return f"{above}{field['/T']}"


def places(pdf: bytes, code: str, cells: list[str]) -> list[pypdf.generic.RectangleObject]:
    """Where the boxes of these cells are on the first page."""
    widgets = [each.get_object() for each in pypdf.PdfReader(io.BytesIO(pdf)).pages[0]["/Annots"]]
    named = {full_name(each): each["/Rect"] for each in widgets}
    return [named[f"{code}.{cell}"] for cell in cells]


def test_what_is_drawn_on_a_form_beside_its_ticks_is_asked() -> None:
    (first, _), pdf = form("classic")
    cells = ["red.2", "yellow.4"]
    drawn = drawn_on(pdf, places(pdf, first.text, cells))
    (sheet,) = (each for each in read_photo(drawn).sheets if each.code == first.text)
    assert sheet.marks == dict.fromkeys(cells, Mark.CROSS)  # nothing is filled in: a picture
    (one,) = read_photo(filled(drawn, {f"{first.text}.blue.9": "/cross"})).sheets
    assert one.marks == {"blue.9": Mark.CROSS}
    assert set(one.unsure) == set(cells)
    assert set(one.reasons.values()) == {Doubt.DRAWN}


def test_a_box_in_a_state_of_another_program_is_asked() -> None:
    (first, _), pdf = form("classic")
    states = dict(
        zip((f"{first.text}.red.{n}" for n in (2, 3, 4)), ("/cross", "/Yes", "/"), strict=True)
    )
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf))
    for each in writer.pages[0]["/Annots"]:
        widget = each.get_object()
        state = states.get(full_name(widget))
        if state:
            widget[pypdf.generic.NameObject("/V")] = pypdf.generic.NameObject(state)
    writer.pages[0]["/Annots"].insert(0, pypdf.generic.NullObject())  # as some programs leave
    buffer = io.BytesIO()
    writer.write(buffer)
    one, _ = read_form(buffer.getvalue(), Shelf()).sheets
    assert one.marks == {"red.2": Mark.CROSS}
    assert one.unsure == {"red.3": {"cross": 0.5, "empty": 0.5}}


def test_pages_that_were_copied_without_the_form_s_list_keep_their_ticks() -> None:
    (first, _), pdf = form("bonus-a")
    values = {f"{first.text}.{cell}": "/cross" for cell in ("red.5", "bar.1")}
    writer = pypdf.PdfWriter()
    writer.add_page(pypdf.PdfReader(io.BytesIO(filled(pdf, values))).pages[0])
    buffer = io.BytesIO()
    writer.write(buffer)
    assert "/AcroForm" not in writer._root_object
    one, _ = read_photo(buffer.getvalue()).sheets  # they are drawn; their sheet has no name
    assert (one.code, set(one.marks), one.unsure) == (first.text, {"red.5", "bar.1"}, {})


def test_a_date_and_a_name_of_digits_are_no_sums() -> None:
    (first, _), pdf = form("classic")
    typed = {"player": "007", "date": "20260506", "total": "12"}
    values = {f"{first.text}.write.{field}": text for field, text in typed.items()}
    assert read_form(filled(pdf, values), Shelf()).sheets[0].written == {"total": Written(12, 1.0)}


def test_a_tick_that_is_blacked_out_is_asked() -> None:
    (first, _), pdf = form("classic")
    ticked = {f"{first.text}.red.{number}": "/cross" for number in (2, 3, 5)}
    (left, bottom, right, top), *_ = places(pdf, first.text, ["red.5"])
    hatched = [
        pypdf.generic.RectangleObject((left, float(bottom) + step, right, float(top) - step))
        for step in range(0, 18, 1)
    ]
    (one,) = read_photo(filled(drawn_on(pdf, hatched), ticked)).sheets
    assert one.marks == dict.fromkeys(("red.2", "red.3"), Mark.CROSS)
    assert one.unsure == {"red.5": {"void": 0.5, "cross": 0.5}}
    assert one.reasons == {"red.5": Doubt.DRAWN}


def test_a_tick_whose_cell_looks_like_something_else_or_nothing_is_asked() -> None:
    (first, _), pdf = form("classic")
    sheet, _ = read_form(filled(pdf, {f"{first.text}.red.5": "/cross"}), Shelf()).sheets
    place = replace(read_photo(pdf).sheets[0], code=first.text)
    scribbled = replace(place, unsure={"red.5": {"void": 0.6, "empty": 0.4}})
    (one,) = as_typed([sheet], [scribbled])
    assert one.unsure == {"red.5": {"cross": 0.5, "void": 0.3, "empty": 0.2}}
    lined = replace(place, unsure={"red.5": {"both": 0.6, "cross": 0.4}})
    (one,) = as_typed([sheet], [lined])
    assert (one.marks, one.unsure) == ({"red.5": Mark.CROSS}, {})


def test_of_copies_of_one_sheet_nobody_knows_whose_the_ticks_are() -> None:
    """The bare page came first, and had the ticks of the filled one for its own."""
    (first, _), pdf = form("classic")
    writer = pypdf.PdfWriter()
    writer.append(io.BytesIO(pdf))
    writer.append(io.BytesIO(filled(pdf, {f"{first.text}.red.5": "/cross",
                                            f"{first.text}.write.player": "Ben"})))  # fmt: skip
    buffer = io.BytesIO()
    writer.write(buffer)
    content = buffer.getvalue()
    bare, ticked = (s for s in read_photo(content).sheets if s.code == first.text)
    assert (bare.marks, set(bare.unsure)) == ({}, {"red.5"})
    assert (ticked.marks, ticked.unsure) == ({"red.5": Mark.CROSS}, {})
    assert "Ben" not in names_on(content, read_photo(content)).values()
