"""A sheet that was found twice is given once; two sheets that lie close together stay two."""

import pytest

from sheetkit.pad import find_pad
from sheetkit.reading.order import each_once
from sheetkit.reading.result import SheetReading

CORNERS = ((0.0, 0.0), (148.0, 0.0), (148.0, 105.0), (0.0, 105.0))
"""Of a sheet that lies straight in the photo, a pixel each millimetre."""


def sheet(*corners, code=""):
    return SheetReading(find_pad("classic"), code, {}, {}, {}, {}, corners or CORNERS, {})


def moved(right, down=0.0):
    return sheet(*((x + right, y + down) for x, y in CORNERS))


@pytest.mark.parametrize("code", ["", "CC05HXS7KJG9E"])
def test_the_halves_of_a_folded_sheet_are_one(code):
    upper = sheet(*CORNERS[:2], (148.0, 60.0), (0.0, 60.0), code=code)
    assert each_once([upper, sheet(code=code)]) == [upper]


def test_sheets_without_a_code_that_share_a_corner_are_two():
    turned = sheet(CORNERS[0], (-148.0, 0.0), (-148.0, -105.0), (0.0, -105.0))
    assert len(each_once([sheet(), turned])) == 2


@pytest.mark.parametrize(("right", "count"), [(5.0, 1), (7.0, 2), (40.0, 2)])
def test_a_sheet_that_lies_on_another_stays(right, count):
    assert len(each_once([sheet(), moved(right)])) == count
