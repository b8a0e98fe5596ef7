"""The board as a page."""

import io
import json

import pypdf
import pypdfium2
import pytest

from sheetkit.design import board_page, design_sheet, language_names
from sheetkit.design.shapes import Rectangle, Text
from sheetkit.design.style import Style
from sheetkit.design.text import ink_box
from sheetkit.design.words import words
from sheetkit.errors import UsageError
from sheetkit.geometry import Box
from sheetkit.pad import Board, find_pad
from sheetkit.pad.code import CHECK_CHARACTERS, SHEET_CHARACTERS
from sheetkit.printing import Order, write_boards
from sheetkit.printing.order import ordered_tables


def boards(order: Order, paper: str = "a4") -> pypdf.PdfReader:
    buffer = io.BytesIO()
    write_boards(buffer, order, paper)
    return pypdf.PdfReader(buffer, strict=True)


@pytest.mark.parametrize("size", [(297, 210), (279.4, 215.9)])
@pytest.mark.parametrize("language", language_names())
def test_all_spaces_stand_apart_on_the_page(size: tuple[float, float], language: str) -> None:
    design = design_sheet(find_pad("on-board"), language)
    shapes = board_page(design, *size)
    spaces = [s.box for s in shapes if isinstance(s, Rectangle) and s.fill is not None]
    assert len(spaces) == len(design.pad.mechanic(Board).spaces)
    page = Box(0, 0, *size).grown(-10)
    for place, box in enumerate(spaces):
        assert page.contains(box)
        assert not any(box.overlaps(other) for other in spaces[place + 1 :])
    assert all(page.contains(ink_box(s)) for s in shapes if isinstance(s, Text))


@pytest.mark.parametrize("language", language_names())
def test_the_board_says_what_its_small_numbers_are(language: str) -> None:
    """Which are printed on the sheet's track too."""
    design = design_sheet(find_pad("on-board"), language)
    style = Style(words(language), design.palette)
    page = [s.text for s in board_page(design, 297, 210) if isinstance(s, Text)]
    assert style.text("board_points") in page
    assert words(language)["board_note"].count("(") == 1


def test_each_table_has_the_board_of_its_sheets() -> None:
    pad = find_pad("on-board")
    assert len(boards(Order(pad, 8, 5)).pages) == 1
    assert len(boards(Order(pad, 8, 5, players=4, drawn=True)).pages) == 2


def test_a_pad_without_a_board_is_refused() -> None:
    with pytest.raises(UsageError, match="classic has no board"):
        boards(Order(find_pad("classic"), 1, 5))
    with pytest.raises(UsageError, match="a6"):
        boards(Order(find_pad("on-board"), 1, 5), "a6")


def width_and_height(order: Order, paper: str) -> dict[str, tuple[float, float]]:
    """Of the start's name and the last rule: how wide they are, how high they stand, in points."""
    buffer = io.BytesIO()
    write_boards(buffer, order, paper)
    text = pypdfium2.PdfDocument(buffer.getvalue())[0].get_textpage()
    widths = {}
    for said in ("Start", "one more turn each."):
        first, count = text.search(said).get_next()
        edges = [text.get_charbox(place) for place in range(first, first + count)]
        widths[said] = edges[-1][2] - edges[0][0], edges[0][1]
    return widths


def test_on_a_larger_page_all_of_the_board_grows() -> None:
    order = Order(find_pad("on-board"), 1, 5)
    small, large = width_and_height(order, "a4"), width_and_height(order, "a3")
    for said, (width, bottom) in small.items():
        assert large[said][0] == pytest.approx(2**0.5 * width, rel=0.02)
        assert large[said][1] == pytest.approx(2**0.5 * bottom, rel=0.02)


def test_drawn_boards_say_what_they_are_and_which_sheets_are_theirs() -> None:
    order = Order(find_pad("on-board"), 8, 5, players=4, drawn=True)
    reader = boards(order)
    tables = [code for ((_, code), *_) in ordered_tables(order)]
    assert [item.title for item in reader.outline] == ["Board 1", "Board 2"]
    assert reader.metadata is not None
    assert reader.metadata.subject == "2 boards, seed 5, unofficial"
    (said,) = (json.loads(content) for (content,) in reader.attachments.values())
    assert said["boards"] == [code.pad.layout() for code in tables]
    for page, code in zip(reader.pages, tables, strict=True):
        begins = code.text[: -SHEET_CHARACTERS - CHECK_CHARACTERS]
        first, *_ = page.extract_text().splitlines()
        assert first.replace(" ", "") == f"OnBoardCodesofitssheets:{begins}"


def test_the_official_board_belongs_to_every_sheet() -> None:
    (page,) = boards(Order(find_pad("on-board"), 8, 5)).pages
    assert "BD" not in page.extract_text()
