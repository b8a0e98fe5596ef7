"""The board as a page."""

import io

import pypdf
import pytest

from sheetkit.design import board_page, design_sheet, language_names
from sheetkit.design.shapes import Rectangle, Text
from sheetkit.design.text import ink_box
from sheetkit.errors import UsageError
from sheetkit.geometry import Box
from sheetkit.pad import Board, find_pad
from sheetkit.printing import Order, write_boards


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


def test_each_table_has_the_board_of_its_sheets() -> None:
    pad = find_pad("on-board")
    assert len(boards(Order(pad, 8, 5)).pages) == 1
    assert len(boards(Order(pad, 8, 5, players=4, drawn=True)).pages) == 2


def test_a_pad_without_a_board_is_refused() -> None:
    with pytest.raises(UsageError, match="classic has no board"):
        boards(Order(find_pad("classic"), 1, 5))
    with pytest.raises(UsageError, match="a6"):
        boards(Order(find_pad("on-board"), 1, 5), "a6")
