"""Sheets whose code is lost: their pad is known by its looks."""

import numpy as np
import pytest

from sheetkit.design import design_sheet
from sheetkit.design.marker import markers
from sheetkit.pad import find_pad, layouts_folder
from sheetkit.reading import read_photo
from sheetkit.reading.template import can_be_printed, pixel_slices
from tests.reading.photos import on_a_table, rendered

SCALE = 10.0
LONG = "A" * 3000
FOUR_MORE = "".join(
    f'[[row]]\nname = "{colour}"\nnumbers = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]\n'
    for colour in ("orange", "purple", "pink", "brown")
)


def own_pad(folder, *, title="Classic", rows=""):
    """Classic with that title and further rows."""
    text = (layouts_folder() / "classic.toml").read_text()
    file = folder / "own.toml"
    file.write_text(text.replace('title = "Classic"', f'title = "{title}"') + rows)
    return find_pad(str(file))


@pytest.fixture(params=[{"rows": FOUR_MORE}, {"title": LONG}], ids=["eight rows", "a long title"])
def too_large(request, tmp_path):
    """A pad that asks for more than a sheet has room for."""
    pad = own_pad(tmp_path, **request.param)
    assert not can_be_printed(pad)
    return pad


def without_code():
    """A sheet of Classic on which neither its code nor the letters beside it are printed."""
    pad = find_pad("classic")
    design, picture = design_sheet(pad), rendered(pad, SCALE)
    for box in (design.qr, design.code_text):
        picture[pixel_slices(box, SCALE)] = 255
    return on_a_table(picture)


def test_a_pad_that_has_no_sheets_is_not_among_those_that_a_sheet_may_look_like(too_large):
    photo = without_code()
    (sheet,) = read_photo(photo, pads=[too_large]).sheets
    assert sheet.pad.name == "classic"
    assert sheet == read_photo(photo).sheets[0]


def test_nor_among_those_that_a_bent_sheet_may_fit(too_large):
    pad = find_pad("classic")
    printed = rendered(pad, SCALE)
    bare = np.full_like(printed, 255)
    for marker in markers():
        area = pixel_slices(marker.box.grown(1), SCALE)
        bare[area] = printed[area]
    photo = on_a_table(bare)
    assert read_photo(photo, pads=[too_large]) == read_photo(photo)


def test_an_own_pad_that_finds_room_is_among_them(tmp_path):
    pad = own_pad(tmp_path, title="Ours")
    assert can_be_printed(pad)
