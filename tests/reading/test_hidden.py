"""Where print isn't found, what lies there isn't trusted, and near many such cells nothing is."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from sheetkit.pad import find_pad
from sheetkit.reading import read_photo
from sheetkit.reading.find import Pose
from sheetkit.reading.hidden import see_cells
from sheetkit.reading.ink import find_ink
from sheetkit.reading.light import estimate_blank
from sheetkit.reading.marks import classify_cells
from sheetkit.reading.straighten import flat_fit
from sheetkit.reading.template import SCALE, pixel_slices, template_of
from sheetkit.reading.verdict import Doubt
from tests.reading.photos import as_jpeg, pixels
from tests.reading.test_second_pen import STRONG, crossed


def sight_of(seen, template):
    """What is seen of a sheet that was laid flat from a picture of its own size."""
    blank = estimate_blank(seen, template)
    fit = flat_fit(Pose(np.diag([SCALE, SCALE, 1.0]), (0, 1, 2, 3)))
    ink = find_ink(seen, blank, template)
    return see_cells(seen, ink, blank, template, fit, seen.shape[1::-1])


@pytest.mark.parametrize(("many", "near"), [(False, None), (True, Doubt.WASHED_OUT)])
def test_what_lies_near_many_lost_cells_is_lost_too(many, near):
    template = template_of(find_pad("classic"))
    gone = [f"{row}.{n}" for row in ("red", "yellow") for n in range(4, 9)] if many else ["red.4"]
    seen = template.pixels.copy()
    for cell in gone:
        seen[pixel_slices(template.boxes[cell])] = 235
    hidden = sight_of(seen, template).hidden
    assert {hidden.get(cell) for cell in gone} == {Doubt.WASHED_OUT}
    beside = ("red.3", "red.9", "yellow.3", "yellow.9", "green.9", "green.8")
    assert {hidden.get(cell) for cell in beside} == {near}
    assert "blue.2" not in hidden
    assert np.mean([cell in hidden for cell in find_pad("classic").markable]) < 0.6


def test_where_most_print_is_lost_no_cell_is_trusted():
    template = template_of(find_pad("classic"))
    cells = template.design.pad.markable
    seen = template.pixels.copy()
    for cell in cells:
        if cell.startswith(("red", "green", "blue")):
            seen[pixel_slices(template.boxes[cell])] = 235
    assert set(sight_of(seen, template).hidden) >= set(cells)


def test_thick_strokes_leave_print_enough_to_be_seen():
    template = template_of(find_pad("bonus-b"))
    flat = np.asarray(template.pixels * np.float32(0.7), np.uint8)
    drawn = np.zeros(flat.shape[:2], np.uint8)
    for cell in template.design.pad.markable:
        box = template.boxes[cell].grown(-1)
        ends = [(round(x * SCALE), round(y * SCALE)) for x, y in box.corners]
        for start, end in ((0, 2), (1, 3)):
            cv2.line(drawn, ends[start], ends[end], 255, round(2.0 * SCALE), cv2.LINE_AA)
    covered = cv2.GaussianBlur(drawn, (0, 0), 1.6)[..., None] / np.float32(255)
    marker = np.minimum(flat, np.array([60, 35, 25], np.uint8))
    seen = np.asarray(flat * (1 - covered) + marker * covered, np.uint8)
    sight = sight_of(seen, template)
    assert not sight.hidden
    assert not sight.unclear


def under_glare(photo, cell, strength):
    """The photo with a lamp's glare about three cells wide, and that cell in the middle of it."""
    picture = pixels(photo)
    places = photo.sheets[0].cells
    wide = np.linalg.norm(np.subtract(places["red.8"], places["red.4"])) * 0.6
    y, x = np.mgrid[: picture.shape[0], : picture.shape[1]]
    off = np.hypot(x - places[cell][0], y - places[cell][1]) / wide
    light = strength * np.exp(-(off**4))[..., None]
    shone = (picture * (1 - light) + 250 * light).astype(np.uint8)
    return as_jpeg(shone)


@pytest.mark.parametrize("strength", [0.7, 0.85, 0.95])
def test_under_glare_a_cell_is_right_or_asked(photo, strength):
    (sheet,) = read_photo(under_glare(photo, "green.8", strength)).sheets
    truth = photo.sheets[0].marks
    certain = [cell for cell in sheet.pad.markable if cell not in sheet.unsure]
    assert {c: sheet.marks.get(c) for c in certain} == {c: truth.get(c) for c in certain}
    assert len(certain) > 0.5 * len(sheet.pad.markable)
    assert ("green.8" in sheet.unsure) == (strength > 0.7)


@pytest.mark.parametrize(
    ("contrast", "reason"), [(0.05, Doubt.WASHED_OUT), (0.16, Doubt.DIM), (0.5, None)]
)  # fmt: skip
def test_how_much_of_a_print_is_seen_decides_what_can_be_told(contrast, reason):
    template = template_of(find_pad("classic"))
    area = pixel_slices(template.boxes["yellow.6"].grown(2.0))
    seen = template.pixels.copy()
    light = np.median(seen[area].reshape(-1, 3), axis=0)
    seen[area] = seen[area] * contrast + light * (1 - contrast)
    sight = sight_of(seen, template)
    assert {**sight.hidden, **sight.unclear}.get("yellow.6") == reason
    if reason != Doubt.WASHED_OUT:
        assert sight.contrast["yellow.6"] == pytest.approx(contrast, abs=0.15)


def without_outline(cell, paper):
    """What is seen of the cells where all print is pale and one outline can't be seen at all."""
    template = template_of(find_pad("classic"))
    seen = np.asarray(paper * (1 - 0.4 * (1 - template.pixels / 255.0)), np.uint8)
    seen[pixel_slices(template.boxes[cell].grown(1.0))] = paper
    return sight_of(seen, template)


@pytest.mark.parametrize("gone", ["penalty.2", "penalty.4"])
@pytest.mark.parametrize(("paper", "reason"), [(235, Doubt.WASHED_OUT), (255, Doubt.DIM)])
def test_a_pale_outline_that_is_not_seen_is_missed(gone, paper, reason):
    sight = without_outline(gone, paper)
    told = {**sight.hidden, **sight.unclear}
    assert {cell: told.get(cell) for cell in PENALTIES} == {
        cell: reason if cell == gone else None for cell in PENALTIES
    }


@pytest.mark.parametrize("side", ["top", "bottom", "left", "right"])
@pytest.mark.parametrize("share", [0.25, 0.65])
def test_a_box_of_whose_outline_less_is_seen_than_of_the_others_may_be_covered(side, share):
    """What is as bright as paper may have a cross under it."""
    template = template_of(find_pad("classic"))
    seen = np.asarray(235 / 255 * template.pixels, np.uint8)
    box = template.boxes["penalty.3"].grown(1.0)
    far = {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}[side]
    edge = getattr(box, side) + share * (getattr(box, far) - getattr(box, side))
    seen[pixel_slices(replace(box, **{far: edge}))] = 235
    hidden = sight_of(seen, template).hidden
    assert {cell: hidden.get(cell) for cell in PENALTIES} == {
        cell: Doubt.WASHED_OUT if cell == "penalty.3" else None for cell in PENALTIES
    }


@pytest.mark.parametrize("wide_mm", [4, 8])
@pytest.mark.parametrize("covered", [False, True])
def test_a_box_in_pale_print_is_seen_though_a_shadow_runs_through_it(wide_mm, covered):
    template = template_of(find_pad("classic"))
    lit = 235 * (1 - 0.25 * (1 - template.pixels / 255.0))
    box = template.boxes["penalty.3"]
    if covered:
        lit[pixel_slices(replace(box.grown(1.0), right=box.centre[0] + 1))] = 235
    y, x = np.mgrid[: lit.shape[0], : lit.shape[1]] / SCALE - np.array(box.centre)[::-1, None, None]
    shade = 1 - 0.5 * np.exp(-(((0.45 * x + 0.9 * y) / wide_mm) ** 2))
    sight = sight_of(np.asarray(lit * shade[..., None], np.uint8), template)
    told = {**sight.hidden, **sight.unclear}.get("penalty.3")
    assert told == (Doubt.WASHED_OUT if covered else None)


def test_only_cells_with_nothing_but_an_outline_show_ink_where_all_print_is_blown_out():
    sight = without_outline("red.8", 255)
    assert sight.hidden.get("red.8") == Doubt.WASHED_OUT


@pytest.mark.parametrize(("paper", "reason"), [(235, Doubt.WASHED_OUT), (255, None)])
def test_ink_over_a_number_is_seen_where_outlines_are_blown_out(paper, reason):
    template = template_of(find_pad("classic"))
    seen = np.asarray(paper * (1 - 0.4 * (1 - template.pixels / 255.0)), np.uint8)
    seen[pixel_slices(template.boxes["red.8"].grown(1.0))] = paper
    seen[pixel_slices(template.boxes["red.8"].grown(-3))] = 40
    sight = sight_of(seen, template)
    assert {**sight.hidden, **sight.unclear}.get("red.8") == reason


@pytest.mark.parametrize("contrast", [0.5, 1.0])
def test_what_glare_leaves_of_strokes_in_a_box_is_told_by_the_print_around(contrast):
    template = template_of(find_pad("classic"))
    box = template.boxes["penalty.2"]
    print_ = 1 - 0.4 * (1 - template.pixels / 255.0)
    print_[pixel_slices(box.grown(1.0))] = 1
    around = pixel_slices(box.grown(15.0))
    print_[around] = 1 - contrast * (1 - print_[around])
    sight = sight_of(np.asarray(255 * print_, np.uint8), template)
    assert sight.unclear["penalty.2"] == Doubt.DIM
    assert sight.contrast["penalty.2"] == pytest.approx(contrast, abs=0.15)


@pytest.mark.parametrize(("paper", "reason"), [(235, Doubt.WASHED_OUT), (255, None)])
def test_where_paper_is_blown_out_a_trace_of_an_outline_is_enough(paper, reason):
    template = template_of(find_pad("classic"))
    seen = np.asarray(paper / 255 * template.pixels, np.uint8)
    area = pixel_slices(template.boxes["penalty.3"].grown(1.0))
    seen[area] = paper - 0.2 * (paper - seen[area].astype(float))
    sight = sight_of(seen, template)
    assert {**sight.hidden, **sight.unclear}.get("penalty.3") == reason


PENALTIES = [f"penalty.{number}" for number in range(1, 5)]


def read_without_print(cell, dark, reach=None):
    """The verdict on a cell in which no print is seen, but a cross as dark as that, of 255, or a
    line across if it reaches so far up and down, in mm, on a sheet of other crosses.
    """
    template = template_of(find_pad("classic"))
    box = template.boxes[cell]
    seen = template.pixels.copy()
    seen[pixel_slices(box.grown(1.0))] = 235
    for other in STRONG:
        seen = crossed(seen, template.boxes[other], (0.3,) * 3, 3)
    middle = (box.top + box.bottom) / 2
    flat = box if reach is None else replace(box, top=middle - 2 - reach, bottom=middle + 2 + reach)
    seen = crossed(seen, flat, (1 - dark / 255,) * 3, 3)
    blank = estimate_blank(seen, template)
    ink = find_ink(seen, blank, template)
    fit = flat_fit(Pose(np.diag([SCALE, SCALE, 1.0]), (0, 1, 2, 3)))
    sight = see_cells(seen, ink, blank, template, fit, seen.shape[1::-1])
    return classify_cells(seen, ink, blank, template, sight)[cell]


def test_a_cross_that_is_seen_well_needs_no_print_around_it():
    verdict = read_without_print("yellow.9", 180)
    assert verdict.marked
    assert verdict.likeliest == "cross"


@pytest.mark.parametrize(("dark", "reach"), [(0, None), (50, None), (70, None), (180, 0.0)])
def test_without_print_nothing_else_is_certain(dark, reach):
    assert not read_without_print("yellow.9", dark, reach).sure
