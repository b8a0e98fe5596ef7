"""Sheets whose code is lost: their pad is known by its looks."""

import io

import cv2
import numpy as np
import pytest
from PIL import Image

from sheetkit.design import design_sheet
from sheetkit.design.marker import markers
from sheetkit.pad import find_pad, layouts_folder
from sheetkit.reading import photo, read_photo
from sheetkit.reading.result import Reading
from sheetkit.reading.template import can_be_printed, pixel_slices
from tests.reading.photos import on_a_table, rendered

SCALE = 10.0
LONG = "A" * 3000
FOUR_MORE = "".join(
    f'[[row]]\nname = "{colour}"\nnumbers = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]\n'
    for colour in ("orange", "purple", "pink", "brown")
)


def own_pad(folder, *, title="Classic", rows="", name="classic"):
    """Classic with that title, name and further rows."""
    text = (layouts_folder() / "classic.toml").read_text()
    file = folder / "own.toml"
    text = text.replace('title = "Classic"', f'title = "{title}"')
    file.write_text(text.replace('name = "classic"', f'name = "{name}"') + rows)
    return find_pad(str(file))


@pytest.fixture(params=[{"rows": FOUR_MORE}, {"title": LONG}], ids=["eight rows", "a long title"])
def too_large(request, tmp_path):
    """A pad that asks for more than a sheet has room for."""
    pad = own_pad(tmp_path, **request.param)
    assert not can_be_printed(pad)
    return pad


def without_code():
    """A sheet of Classic on which neither its code nor the letters beside it are printed."""
    return on_a_table(bare_of_code(find_pad("classic")))


def bare_of_code(pad):
    design, picture = design_sheet(pad), rendered(pad, SCALE)
    for box in (design.qr, design.code_text):
        picture[pixel_slices(box, SCALE)] = 255
    return picture


def test_a_pad_that_has_no_sheets_is_not_among_those_that_a_sheet_may_look_like(too_large):
    taken = without_code()
    (sheet,) = read_photo(taken, pads=[too_large]).sheets
    assert sheet.pad.name == "classic"
    assert sheet == read_photo(taken).sheets[0]


def test_of_two_pads_that_look_the_same_a_sheet_without_a_code_is_of_neither(tmp_path):
    """Whose rules hold was for the order of the pads to say."""
    ours, theirs = (own_pad(tmp_path, name=name) for name in ("ours", "theirs"))
    photo = on_a_table(bare_of_code(ours))
    (sheet,) = read_photo(photo, pads=[ours, ours]).sheets
    assert sheet.pad == ours
    reading = read_photo(photo, pads=[theirs, ours])
    assert reading.sheets == ()
    assert [problem.code for problem in reading.problems] == ["no-code"]


def crossed_out(picture, design, rows):
    """With a thick cross over each number of these rows."""
    for cell in design.pad.cells.values():
        if cell.number and cell.row in rows:
            box = design.cells[cell.id].grown(-0.8)
            corners = [(box.left, box.top), (box.right, box.bottom),
                       (box.left, box.bottom), (box.right, box.top)]  # fmt: skip
            points = [tuple(round(v * SCALE) for v in corner) for corner in corners]
            cv2.line(picture, points[0], points[1], (60, 20, 20), 9)
            cv2.line(picture, points[2], points[3], (60, 20, 20), 9)
    return picture


def test_a_row_whose_numbers_cannot_be_seen_is_asked_where_no_code_says_them(tmp_path):
    """A pad that isn't known, whose red row runs the other way, and is full of marks."""
    up, down = "2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12", "12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2"
    text = (layouts_folder() / "classic.toml").read_text()
    (tmp_path / "own.toml").write_text(text.replace(up, down, 1))
    own = find_pad(str(tmp_path / "own.toml"))
    design = design_sheet(own)
    picture = crossed_out(bare_of_code(own), design, ["red"])
    (sheet,) = read_photo(on_a_table(picture)).sheets
    assert sheet.pad.name == "classic"
    numbers = {f"red.{number}" for number in range(2, 13)}
    assert numbers <= set(sheet.unsure)
    assert not {cell for cell in sheet.unsure if cell.startswith("green")}


def test_sheets_that_nobody_can_name_are_counted(monkeypatch):
    nameless = (photo.NO_CODE_NOR_PAD, photo.MIRRORED)
    monkeypatch.setattr(photo, "_read_page", lambda *_: Reading((), nameless))
    page = Image.new("L", (64, 48), 255)
    for pages, begins in ((1, "a sheet is there"), (3, "3 sheets are there of which neither")):
        file = io.BytesIO()
        page.save(file, "TIFF", save_all=True, append_images=[page] * (pages - 1))
        told, mirrored = read_photo(file.getvalue()).problems
        assert (told.code, mirrored.code) == ("no-code", "mirrored")
        assert told.message.startswith(begins)


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
