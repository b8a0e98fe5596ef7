"""A sheet in one line, there and back; and what is said about mistakes."""

import contextlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetkit.errors import NotationError
from sheetkit.notation import format_sheet, parse_sheet
from sheetkit.pad import SheetCode, Shelf, find_pad, layouts_folder, pad_names
from sheetkit.scoresheet import Mark, Scoresheet


@st.composite
def sheets(draw):
    pad = find_pad(draw(st.sampled_from([name for name in pad_names() if name != "mixed-a"])))
    if draw(st.booleans()):
        pad = pad.drawn(random.Random(draw(st.integers(0, 99))))
    marked = draw(st.dictionaries(st.sampled_from(pad.markable), st.sampled_from(Mark)))
    marks = {cell: marked[cell] for cell in pad.markable if cell in marked}
    code = SheetCode(pad, draw(st.integers(0, 999))).text if draw(st.booleans()) else ""
    return Scoresheet(pad, marks, code=code)


@settings(max_examples=150, deadline=None)
@given(sheets())
def test_what_is_formatted_parses_to_the_same(sheet):
    line = format_sheet(sheet)
    again = parse_sheet(line)
    assert "\n" not in line
    assert (again.pad.layout(), again.marks, again.code) == (
        sheet.pad.layout(), sheet.marks, sheet.code)  # fmt: skip
    assert again.pad.name == sheet.pad.name
    assert format_sheet(again) == line


def test_an_own_pad_s_layout_goes_without_saying(tmp_path):
    text = (layouts_folder() / "bonus-b.toml").read_text()
    file = tmp_path / "own.toml"
    file.write_text(text.replace('"bonus-b"', '"own"'))
    pad = find_pad(str(file))
    sheet = Scoresheet(pad, {"red.5": Mark.CROSS})
    assert format_sheet(sheet) == "own red 5"
    assert parse_sheet("own red 5", Shelf([pad])) == sheet


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_any_text_is_a_sheet_or_a_notation_error(text):
    with contextlib.suppress(NotationError):
        parse_sheet(text)


def test_a_line_that_a_person_writes():
    sheet = parse_sheet("classic red 2 3 =4 &5 !6 | GREEN 12 lock | penalty 1")
    assert sheet.marks == {
        "red.2": Mark.CROSS, "red.3": Mark.CROSS, "red.4": Mark.SKIP, "red.5": Mark.BOTH,
        "red.6": Mark.VOID, "green.12": Mark.CROSS, "green.lock": Mark.CROSS,
        "penalty.1": Mark.CROSS,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "column", "said"),
    [
        ("clasic red 2", 1, "did you mean classic"),
        ("classic rod 2", 9, "did you mean red"),
        ("classic red 13", 13, "did you mean 12"),
        ("classic red 2 green 3", 15, "write | before green"),
        ("classic red 2 2", 15, "name each cell once"),
        ("classic {oops} red 2", 9, "isn't one of classic"),
        ("CC00000000000 red 2", 1, "not the code of a sheet"),
        ("classic penalty | red 2", 9, "write penalty 1"),
        ("", 1, "write classic red 5 7"),
    ],
)
def test_a_mistake_is_told_with_its_column_and_what_was_expected(text, column, said):
    with pytest.raises(NotationError) as error:
        parse_sheet(text)
    assert error.value.column == column
    assert said in str(error.value)
