"""Print, degrade, read: what is certain is right, and nothing vanishes silently."""

import io
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from sheetkit.camera import Level, take
from sheetkit.camera.bend import Bend, Turn
from sheetkit.design import design_sheet
from sheetkit.design.marker import markers
from sheetkit.pad import find_pad, pad_names
from sheetkit.reading import Status, read_photo
from sheetkit.reading import photo as reader
from sheetkit.reading.form import as_typed
from sheetkit.reading.order import each_once, in_reading_order
from sheetkit.reading.template import pixel_slices
from sheetkit.reading.verdict import Doubt
from sheetkit.scoresheet import Scoresheet
from tests.reading.photos import (
    QR,
    as_jpeg,
    covered,
    on_a_table,
    photograph,
    pixels,
    print_sheets,
    rendered,
)


def told_for_certain(photo):
    """What is read for certain in cells that the photo shows, each beside the truth.

    And what share of those cells it is.
    """
    (truth,) = photo.sheets
    (sheet,) = (one for one in read_photo(photo.jpeg).sheets if one.code == truth.sheet)
    shown = [cell for cell in sheet.pad.markable if cell not in truth.hidden]
    told = {
        cell: (str(sheet.marks.get(cell, "")), truth.marks.get(cell, ""))
        for cell in shown
        if cell not in sheet.unsure
    }
    return told, len(told) / len(shown)


def certain_and_wrong(photo):
    told, _ = told_for_certain(photo)
    return [(cell, *both) for cell, both in told.items() if both[0] != both[1]]


@pytest.mark.parametrize("pad", ["classic", "longo", "bonus-a", "on-board"])
def test_every_pad_is_read_from_an_easy_photo(pad):
    photo = photograph(pad, seed=3)
    (sheet,) = read_photo(photo.jpeg).sheets
    assert sheet.pad.name == pad
    assert certain_and_wrong(photo) == []
    assert len(sheet.unsure) <= 3


@pytest.mark.parametrize("seed", range(4))
def test_nothing_certain_is_wrong_under_hard_conditions_and_most_is_certain(seed):
    told, share = told_for_certain(photograph(seed=seed, level=Level.HARD))
    assert {cell: both for cell, both in told.items() if both[0] != both[1]} == {}
    assert share > 0.8  # measured: 0.98 and more of eight photos


def in_dots(conditions):
    return replace(conditions, printing=replace(conditions.printing, grey=True, screen=4.2))


def whitened(conditions):
    return replace(conditions, sensor=replace(conditions.sensor, whitened=0.1))


@pytest.mark.parametrize("change", [in_dots, whitened], ids=lambda change: change.__name__)
@pytest.mark.parametrize("pad", ["classic", "bonus-b"])
def test_print_that_lost_its_tones_is_read(pad, change):
    photo = photograph(pad, seed=4, change=change)
    (sheet,) = read_photo(photo.jpeg).sheets
    assert certain_and_wrong(photo) == []
    assert len(sheet.unsure) <= 3


def test_a_blank_sheet_has_no_mark(blank_photo):
    (sheet,) = read_photo(blank_photo.jpeg).sheets
    assert (dict(sheet.marks), sheet.status) == ({}, Status.READ)


def test_a_picture_of_something_else_has_no_sheet():
    rng = np.random.default_rng(0)
    noise = cv2.GaussianBlur(rng.integers(0, 255, (900, 1200, 3), dtype=np.uint8), (0, 0), 3)
    reading = read_photo(cv2.imencode(".png", noise)[1].tobytes())
    assert reading.sheets == ()
    assert [problem.code for problem in reading.problems] == ["no-sheet"]


def test_a_sheet_of_which_only_markers_show_is_there_though_nobody_can_tell_what_it_is():
    pad, scale = find_pad("classic"), 10.0
    bare = np.full_like(rendered(pad, scale), 255)
    for marker in markers():
        area = pixel_slices(marker.box.grown(1), scale)
        bare[area] = rendered(pad, scale)[area]
    reading = read_photo(on_a_table(bare))
    assert reading.sheets == ()
    (problem,) = reading.problems
    assert problem.code == "no-code"
    assert "neither its code nor its pad" in problem.message


def test_corners_are_where_the_sheet_is(photo):
    (sheet,) = read_photo(photo.jpeg).sheets
    off = np.linalg.norm(np.array(sheet.corners) - photo.sheets[0].corners, axis=1)
    assert off.max() < 0.02 * max(photo.width, photo.height)


@pytest.mark.parametrize(("pen_mm", "asked"), [(2.0, 0), (2.6, 0), (3.4, 52)])
def test_what_ink_hides_nearly_whole_is_asked(pen_mm, asked):
    pad = find_pad("classic")
    cells, scale = design_sheet(pad).cells, 10.0
    picture = rendered(pad, scale)
    for cell in pad.markable:
        corners = np.rint(np.array(cells[cell].corners) * scale).astype(int).tolist()
        for start, end in (corners[::2], corners[1::2]):
            cv2.line(picture, start, end, (50, 45, 45), round(pen_mm * scale), cv2.LINE_AA)
    (sheet,) = read_photo(on_a_table(picture)).sheets
    assert len(sheet.unsure) == asked
    certain = set(pad.markable) - set(sheet.unsure)
    assert {cell: sheet.marks.get(cell) for cell in certain} == dict.fromkeys(certain, "cross")


@pytest.mark.parametrize(("crossed", "asked"), [(2, True), (5, False)])
def test_a_few_pale_marks_alone_may_be_what_a_rubber_left(crossed, asked):
    pad = find_pad("classic")
    cells, scale = design_sheet(pad).cells, 10.0
    picture = rendered(pad, scale)
    for cell in [f"red.{number}" for number in range(2, 2 + crossed)]:
        corners = np.rint(np.array(cells[cell].grown(-1).corners) * scale).astype(int).tolist()
        drawn = picture.copy()
        for start, end in (corners[::2], corners[1::2]):
            cv2.line(drawn, start, end, (0, 0, 0), 6, cv2.LINE_AA)
        picture = cv2.addWeighted(picture, 0.82, drawn, 0.18, 0)
    (sheet,) = read_photo(on_a_table(picture)).sheets
    assert ("it is fainter than other marks" in sheet.reasons.values()) == asked
    assert bool(sheet.unsure) == asked


def test_a_neighbours_dark_stroke_makes_no_pale_mark_dark():
    pad = find_pad("classic")
    cells, scale = design_sheet(pad).cells, 10.0
    picture = rendered(pad, scale)
    strengths = {f"red.{number}": 0.8 for number in (2, 3, 4, 5, 7, 8)} | {"red.6": 0.25}
    for cell, strength in strengths.items():
        box = cells[cell].grown(-1) if cell != "red.7" else cells[cell].moved(-1.2, 0).grown(-0.5)
        corners = np.rint(np.array(box.corners) * scale).astype(int).tolist()
        drawn = picture.copy()
        for start, end in (corners[::2], corners[1::2]):
            cv2.line(drawn, start, end, (0, 0, 0), 6, cv2.LINE_AA)
        picture = cv2.addWeighted(picture, 1 - strength, drawn, strength, 0)
    (sheet,) = read_photo(on_a_table(picture)).sheets
    assert sheet.reasons == {"red.6": "it is fainter than other marks"}


def turned(photo, turn):
    picture = pixels(photo)
    return as_jpeg(cv2.rotate(picture, turn))


@pytest.mark.parametrize("turn", [cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180])
def test_a_turned_photo_reads_the_same(photo, turn):
    (upright,) = read_photo(photo.jpeg).sheets
    (other,) = read_photo(turned(photo, turn)).sheets
    agreed = set(upright.pad.markable) - set(upright.unsure) - set(other.unsure)
    assert {c: upright.marks.get(c) for c in agreed} == {c: other.marks.get(c) for c in agreed}
    assert len(agreed) > 45


def test_a_mirrored_photo_is_told_and_read(photo):
    picture = pixels(photo)
    flipped = as_jpeg(cv2.flip(picture, 1))
    reading = read_photo(flipped)
    assert [problem.code for problem in reading.problems] == ["mirrored"]
    assert reading.sheets[0].code == photo.sheets[0].sheet


def test_what_lies_over_cells_makes_them_unsure(blank_photo):
    (sheet,) = read_photo(covered(blank_photo, ["yellow.4", "blue.5"])).sheets
    assert not sheet.marks
    assert {"green.9", "green.8", "yellow.6"} <= set(sheet.unsure)
    assert sheet.status is Status.REVIEW


def test_a_sheet_cut_off_by_the_frame_is_told(photo):
    picture = pixels(photo)
    x, y = (int(v) for v in photo.sheets[0].cells["yellow.10"])
    corners = photo.sheets[0].corners
    wide = abs(corners[1][0] - corners[0][0]) > abs(corners[1][1] - corners[0][1])
    right = corners[1][0] > corners[0][0] if wide else corners[1][1] > corners[0][1]
    part = (picture[:, :x] if right else picture[:, x:]) if wide else (
        picture[:y] if right else picture[y:]
    )  # fmt: skip
    reading = read_photo(as_jpeg(part))
    codes = [problem.code for problem in reading.problems]
    codes += [problem.code for sheet in reading.sheets for problem in sheet.problems]
    assert "partly-outside" in codes
    (sheet,) = reading.sheets
    assert "yellow.12" in sheet.unsure


def without(photo, boxes):
    """The photo with white patches over what lies around these points of the sheet, in mm."""
    picture = pixels(photo)
    sheet = np.float32([(0, 0), (148, 0), (148, 105), (0, 105)])
    matrix = cv2.getPerspectiveTransform(sheet, np.float32(photo.sheets[0].corners))
    for left, top, right, bottom in boxes:
        corners = np.float32([[(left, top), (right, top), (right, bottom), (left, bottom)]])
        patch = cv2.perspectiveTransform(corners, matrix)
        cv2.fillPoly(picture, [np.int32(patch)], (225, 225, 225))
    return as_jpeg(picture)


TOP_LEFT, BOTTOM_RIGHT = (8, 5, 19, 16), (129, 89, 139, 100)


@pytest.mark.parametrize("lost", [[TOP_LEFT], [BOTTOM_RIGHT], [TOP_LEFT, BOTTOM_RIGHT]])
def test_lost_markers_do_not_matter(photo, lost):
    (sheet,) = read_photo(without(photo, lost)).sheets
    whole = read_photo(photo.jpeg).sheets[0]
    assert sheet.code == whole.code
    certain = set(sheet.pad.markable) - set(sheet.unsure) - set(whole.unsure)
    assert {c: sheet.marks.get(c) for c in certain} == {c: whole.marks.get(c) for c in certain}
    assert len(certain) > 40


@pytest.mark.tesseract
def test_a_lost_qr_code_is_read_from_the_letters(photo):
    (sheet,) = read_photo(without(photo, [QR])).sheets
    assert sheet.code == photo.sheets[0].sheet


def test_without_tesseract_all_is_read_but_the_letters_and_that_is_said(
    photo, monkeypatch, tmp_path
):
    monkeypatch.setenv("PATH", str(tmp_path))
    whole = read_photo(photo.jpeg).sheets[0]
    assert whole.code == photo.sheets[0].sheet
    (sheet,) = read_photo(without(photo, [QR])).sheets
    assert sheet.pad == whole.pad
    (problem,) = [p for p in sheet.problems if p.code == "no-code"]
    assert "with Tesseract installed" in problem.message


def test_two_sheets_in_a_photo_keep_their_own_marks():
    pdf, sheets = print_sheets("classic")
    marks = {sheets[0].sheet: {"red.2": "cross"}, sheets[1].sheet: {"blue.12": "cross"}}
    photo = take(pdf, sheets[:2], marks, Level.EASY, np.random.default_rng(3))
    read = {sheet.code: dict(sheet.marks) for sheet in read_photo(photo.jpeg).sheets}
    assert read == marks


def test_a_sheet_of_an_unknown_pad_is_named_and_never_guessed(photo, monkeypatch):
    known = [name for name in pad_names() if name != "classic"]
    monkeypatch.setattr("sheetkit.reading.photo.pad_names", lambda: known)
    reading = read_photo(photo.jpeg)
    assert reading.sheets == ()
    (problem,) = reading.problems
    assert problem.code == "bad-code"
    assert photo.sheets[0].sheet in problem.message


SAMPLES = Path(__file__).parents[2] / "samples"


def test_a_fault_on_one_page_costs_that_page_alone(blank_photo, monkeypatch):
    page, file = Image.open(io.BytesIO(blank_photo.jpeg)), io.BytesIO()
    page.save(file, "TIFF", save_all=True, append_images=[page])
    read = reader.read_picture

    def fails_first(picture, *others):
        if picture.page == 1:
            raise ZeroDivisionError
        return read(picture, *others)

    monkeypatch.setattr(reader, "read_picture", fails_first)
    reading = read_photo(file.getvalue())
    assert [sheet.page for sheet in reading.sheets] == [2]
    assert [problem.code for problem in reading.problems] == ["fault"]


def test_sheets_come_row_by_row_from_the_top_left(blank_photo):
    one = read_photo(blank_photo.jpeg).sheets[0]

    def sheet(name, left, top, right, bottom):
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        return replace(one, code=name, corners=corners)

    wide = [sheet("a", 0, 30, 100, 100), sheet("b", 110, 20, 210, 90), sheet("c", 220, 0, 320, 70)]
    tall = [sheet("d", 0, 140, 70, 240), sheet("e", 110, 150, 210, 220)]
    stairs = [sheet("f", 220, 250, 320, 320), sheet("g", 0, 300, 100, 370)]
    ordered = in_reading_order([*stairs, *tall[::-1], wide[2], wide[0], wide[1]])
    assert "".join(each.code for each in ordered) == "abcdefg"


def test_a_sheet_found_twice_is_given_once(blank_photo):
    one = read_photo(blank_photo.jpeg).sheets[0]
    worse = replace(one, unsure={"red.2": {"empty": 0.5, "cross": 0.5}})
    nameless = replace(one, code="")
    elsewhere = replace(one, corners=tuple((x + 5000, y) for x, y in one.corners))
    another = replace(one, code="CC05HXS7KJG9E")
    assert each_once([nameless, worse, one]) == [one]
    assert each_once([elsewhere, one, another]) == [elsewhere, one, another]


@pytest.mark.parametrize(
    ("pad", "direction", "degrees", "tilt"),
    [
        ("classic", 0, 35, 25),
        ("classic", 0, 45, 35),
        ("classic", 0, -40, 25),
        ("longo", 0, 35, 35),
        ("on-board", 25, 35, 25),
    ],
)
def test_a_sheet_that_was_folded_in_the_middle_is_read(pad, direction, degrees, tilt):
    def folded(conditions):
        fold = Bend(direction, (Turn(0.5, 8, degrees),))
        azimuth = 90 if tilt == 25 else 45
        framing = replace(conditions.framing, tilt=tilt, azimuth=azimuth, fill=0.85, offset=(0, 0))
        return replace(conditions, bend=fold, framing=framing)

    photo = photograph(pad, seed=3, change=folded)
    (sheet,) = read_photo(photo.jpeg).sheets
    assert sheet.code == photo.sheets[0].sheet
    assert not certain_and_wrong(photo)
    assert len(sheet.unsure) <= 3


def test_the_lowest_of_three_sheets_comes_last():
    codes = [sheet.code for sheet in read_photo(SAMPLES / "09-three-sheets.jpg").sheets]
    assert codes == ["CC05HXS7H044M", "CC05HXS7KJG9E", "CC05HXS7PS262"]


def test_a_pencil_on_the_sheet_is_told_as_covering_cells():
    (sheet,) = read_photo(SAMPLES / "15-something-on-it.jpg").sheets
    told = {problem.code: problem.message for problem in sheet.problems}
    covered = sum(why == Doubt.COVERED for why in sheet.reasons.values())
    assert covered
    what, _, remedy = told["covered"].partition("; ")
    assert what == f"something lies over {covered} cells of sheet {sheet.code}"
    assert remedy.startswith("take it away")


def marker_ends(sheet):
    """How low the black squares of a sheet reach in the photo, the lowest one last."""
    size = np.float32([(0, 0), (148, 0), (148, 105), (0, 105)])
    matrix = cv2.getPerspectiveTransform(size, np.float32(sheet.corners))
    squares = np.float32([marker.box.grown(1).corners for marker in markers()])
    return np.sort(cv2.perspectiveTransform(squares, matrix)[..., 1].max(axis=1))


@pytest.mark.parametrize("more", [0, 2, 30])
@pytest.mark.parametrize("place", range(4))
def test_a_sheet_of_which_a_corner_shows_is_read_or_told(place, more):
    picture = cv2.imread(str(SAMPLES / "09-three-sheets.jpg"))
    lowest = read_photo(as_jpeg(picture)).sheets[-1]
    reading = read_photo(as_jpeg(picture[: int(marker_ends(lowest)[place]) + more]))
    told = [*reading.problems, *(p for sheet in reading.sheets for p in sheet.problems)]
    read = {sheet.code for sheet in reading.sheets if sheet.status is Status.READ}
    assert lowest.code in read or "partly-outside" in {problem.code for problem in told}
    assert "black and white" not in " ".join(problem.message for problem in told)


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("scale", [6.5, 8.0])  # a small sheet is looked at from nearer
def test_a_corner_of_a_sheet_is_told_where_it_is_in_the_photo(mirrored, scale):
    sheet = rendered(find_pad("classic"), scale)
    square = rendered(find_pad("classic"), 12.0)[pixel_slices(markers()[0].box.grown(2), 12.0)]
    picture = np.full((3000, 4000, 3), 60, np.uint8)
    picture[200 : 200 + len(sheet), 300 : 300 + sheet.shape[1]] = sheet
    picture[2000 : 2000 + len(square), 3000 : 3000 + len(square)] = square
    x, y = 3000 + len(square) / 2, 2000 + len(square) / 2
    reading = read_photo(as_jpeg(cv2.flip(picture, 1) if mirrored else picture))
    assert len(reading.sheets) == 1
    (said,) = (dict(p.said.values) for p in reading.problems if p.code == "partly-outside")
    assert (said["x"], said["y"]) == pytest.approx((4000 - x if mirrored else x, y), abs=3)


def test_sheets_without_a_code_stay_beside_a_form(blank_photo):
    (sheet,) = read_photo(blank_photo.jpeg).sheets
    nameless = replace(sheet, code="")
    typed = Scoresheet(sheet.pad, {}, code=sheet.code)
    kept = list(as_typed([typed], [nameless, sheet, nameless]))
    assert [each.code for each in kept] == [sheet.code, "", ""]
    assert kept[0].corners == sheet.corners
