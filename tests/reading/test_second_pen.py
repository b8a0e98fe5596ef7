"""A mark of a pale pen isn't overlooked because another pen's marks are strong."""

import cv2
import numpy as np
import pytest

from sheetkit.pad import find_pad
from sheetkit.reading.faded import contrasts
from sheetkit.reading.hidden import Sight
from sheetkit.reading.ink import find_ink
from sheetkit.reading.light import estimate_blank
from sheetkit.reading.marks import classify_cells
from sheetkit.reading.patches import CELL, SIDE
from sheetkit.reading.second_pen import rubbed_out
from sheetkit.reading.strength import own_ink, spilled
from sheetkit.reading.template import SCALE, pixel_slices, template_of
from sheetkit.reading.verdict import Doubt

STRONG = ("red.2", "red.4", "yellow.3", "yellow.6", "green.10", "blue.10", "blue.8")
FELT, BLUE, PENCIL = (0.12, 0.12, 0.12), (0.75, 0.5, 0.4), (0.52, 0.52, 0.52)
"""What a stroke leaves of blue, green and red."""


@pytest.fixture(scope="module")
def template():
    return template_of(find_pad("classic"))


def crossed(picture, box, colour, width):
    """The picture with an X in the box, of that width in pixels."""
    left, top, right, bottom = (
        round(side * SCALE) for side in (box.left + 2, box.top + 2, box.right - 2, box.bottom - 2)
    )
    drawn = np.zeros(picture.shape[:2], np.uint8)
    cv2.line(drawn, (left, top), (right, bottom), 255, width, cv2.LINE_AA)
    cv2.line(drawn, (left, bottom), (right, top), 255, width, cv2.LINE_AA)
    covered = cv2.GaussianBlur(drawn, (0, 0), 0.8)[..., None] / 255
    return (picture * (1 - covered * (1 - np.array(colour)))).astype(np.uint8)


def read(template, usual, width, pale, cells=("yellow.9",), picture=None):
    """The verdict on a pale X in the first cell, and in others, on a sheet of other crosses."""
    picture = template.pixels if picture is None else picture
    for cell in STRONG:
        picture = crossed(picture, template.boxes[cell], usual, width)
    for cell in cells:
        picture = crossed(picture, template.boxes[cell], pale, 3)
    blank = estimate_blank(picture, template)
    ink = find_ink(picture, blank, template)
    sight = Sight(contrast=contrasts(picture, blank, template))
    return classify_cells(picture, ink, blank, template, sight)[cells[0]]


@pytest.mark.parametrize("left", [0.9, 0.85, 0.8])
def test_a_pale_cross_beside_a_felt_pen_s_is_asked(template, left):
    verdict = read(template, FELT, 9, (left,) * 3)
    assert not verdict.sure
    assert {"cross", "void"} & set(verdict.odds)


@pytest.mark.parametrize(("left", "counts"), [(0.62, True), (0.85, False)])
@pytest.mark.parametrize("several", [False, True])
def test_several_pale_crosses_are_a_second_pen_s_unless_a_rubber_may_have_left_them(
    template, left, counts, several
):
    cells = ("yellow.9", "green.5", "blue.4") if several else ("yellow.9",)
    verdict = read(template, FELT, 9, (left,) * 3, cells)
    assert verdict.sure == (several and counts)


@pytest.mark.parametrize(("left", "counts"), [(0.78, True), (0.88, False)])
def test_a_paler_cross_of_a_second_pen_is_one_unless_a_rubber_may_have_left_it(
    template, left, counts
):
    picture = template.pixels
    for cell in ("green.5", "blue.4", "red.9"):
        picture = crossed(picture, template.boxes[cell], (0.7, 0.7, 0.7), 3)
    verdict = read(template, FELT, 9, (left,) * 3, picture=picture)
    assert verdict.sure == counts


@pytest.mark.parametrize(("left", "blank"), [(0.94, True), (0.92, True), (0.84, False)])
def test_what_a_rubber_left_of_a_pencil_s_cross_is_none(template, left, blank):
    assert read(template, PENCIL, 4, (left,) * 3).blank == blank


def test_where_nothing_tells_of_glare_a_faint_cross_was_not_rubbed_out(template):
    verdict = read(template, PENCIL, 4, (0.92,) * 3, ("penalty.2",))
    assert not verdict.sure
    assert set(verdict.odds) == {"cross", "empty"}


def test_few_marks_don_t_show_how_dark_a_pencil_is():
    blank, cross, line = ([1.0, 0, 0, 0, 0, 0], [0, 1.0, 0, 0, 0, 0], [0.9, 0.05, 0.05, 0, 0, 0])
    odds = np.array([cross, blank, line, *[cross] * 5], np.float32)
    strengths = np.array([0.15, 0.15, 0.15, *[1.0] * 5], np.float32)
    areas = np.full(8, 3.0, np.float32)
    assert rubbed_out(odds, strengths, areas).tolist() == [True, True, *[False] * 6]
    assert not rubbed_out(odds[:-1], strengths[:-1], areas[:-1]).any()


def test_a_short_stroke_that_a_number_hides_was_not_rubbed_out():
    blank, cross = [0.6, 0.4, 0, 0, 0, 0], [0, 1.0, 0, 0, 0, 0]
    odds = np.array([cross, blank, *[cross] * 5], np.float32)
    strengths = np.array([0.15, 0.15, *[1.0] * 5], np.float32)
    short = np.array([1, 1, *[3] * 5], np.float32)
    assert rubbed_out(odds, strengths, short).tolist() == [False, True, *[False] * 5]


@pytest.mark.parametrize(
    ("strengths", "told"),
    [
        ((0.15,), [True]),
        ((0.22,), [False]),
        ((0.15, 0.15), [True, True]),
        ((0.15, 0.15, 0.15), [False] * 3),
        ((0.15, 0.35), [False, False]),
        ((0.1, 0.35), [True, False]),
        ((0.1, 0.1, 0.1), [True] * 3),
    ],
)
def test_pale_crosses_that_another_pen_may_have_made_were_not_rubbed_out(strengths, told):
    count = len(strengths)
    odds = np.array([[0.01, 0.99, 0, 0, 0, 0]] * (count + 5), np.float32)
    every = np.array([*strengths, *[1.0] * 5], np.float32)
    areas = np.full(count + 5, 3.0, np.float32)
    assert rubbed_out(odds, every, areas)[:count].tolist() == told


def test_a_trace_beside_a_coloured_pen_s_marks_was_not_rubbed_out(template):
    assert read(template, BLUE, 4, (0.93,) * 3).reason == Doubt.FAINT


def test_a_neighbour_s_stroke_is_not_a_cell_s_own():
    ink = np.zeros((SIDE, SIDE), np.uint8)
    ink[20:24, : CELL.start + 4] = 200
    ink[30, CELL.start + 6 : CELL.stop - 2] = 40
    assert own_ink(ink).max() == 40
    assert spilled(ink, 100)[21, CELL.start]
    assert not spilled(ink, 22)[30, CELL.start + 8]


def test_the_tint_of_a_row_is_told_though_most_of_it_lies_under_thick_strokes(template):
    plain = estimate_blank(template.pixels, template).printed
    seen = template.pixels.copy()
    row = [cell for cell in template.boxes if cell.startswith("red.")]
    for cell in row:
        box = template.boxes[cell]
        rows, columns = pixel_slices(box)
        seen[rows, columns.start : columns.start + round(0.7 * box.width * SCALE)] = 60
    here = pixel_slices(template.boxes["red.5"].grown(-0.6))
    clear = template.calm[here] > 0
    apart = estimate_blank(seen, template).printed[here][clear].astype(int) - plain[here][clear]
    assert np.abs(apart).mean() < 12
