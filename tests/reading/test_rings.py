"""The rings of cups are no ink; nothing else that is pale is taken for one."""

import cv2
import numpy as np
import pytest

from sheetkit.pad import find_pad
from sheetkit.reading.ink import find_ink, ink_area
from sheetkit.reading.light import estimate_blank
from sheetkit.reading.rings import _cleared, _levels_along, without_rings
from sheetkit.reading.template import SCALE, pixel_slices, template_of

PEN, TEA = (0.45, 0.4, 0.35), (0.8, 0.88, 0.94)
"""What they leave of blue, green and red."""
FINE = 16
"""Parts of a pixel."""


@pytest.fixture(scope="module")
def template():
    return template_of(find_pad("classic"))


def px(mm):
    return round(mm * SCALE * FINE)


def drawn(picture, colour, lines, width_mm, soft_mm):
    """The picture with open lines (each n × 2, in mm) of that colour."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    for line in lines:
        at = np.rint(np.array(line) * SCALE * FINE).astype(np.int32)
        cv2.polylines(mask, [at], False, 255, round(width_mm * SCALE), cv2.LINE_AA, 4)
    left = cv2.GaussianBlur(mask, (0, 0), soft_mm * SCALE)[..., None] / 255
    return (picture * (1 - left * (1 - np.array(colour)))).astype(np.uint8)


def arc(x, y, radius, start=0, end=360):
    angles = np.radians(np.arange(start, end + 1, 2))
    return np.stack([x + radius * np.cos(angles), y + radius * np.sin(angles)], axis=1)


def cross(box):
    a, b, c, d = box.grown(-1.5).corners
    return [[a, c], [b, d]]


def inks(picture, template):
    """The ink on the picture with all rings and without."""
    ink = find_ink(picture, estimate_blank(picture, template), template)
    return ink, without_rings(ink, template)


def darkest_in(ink, template, cell):
    return np.percentile(ink.darkness[pixel_slices(template.boxes[cell].grown(-0.5))], 99)


@pytest.mark.parametrize("start", [0, 140])
def test_a_ring_is_left_out_and_a_stroke_across_it_stays(template, start):
    ring = arc(60, 48, 24, start, 380)
    crossed, rung = "blue.9", "yellow.8"
    picture = drawn(template.pixels, TEA, [ring], 1.6, 0.4)
    picture = drawn(picture, PEN, cross(template.boxes[crossed]), 0.6, 0.1)
    before, after = inks(picture, template)
    assert darkest_in(before, template, rung) > 15
    assert darkest_in(after, template, rung) < 8
    assert darkest_in(after, template, crossed) == darkest_in(before, template, crossed) > 100


def test_two_rings_are_left_out(template):
    picture = drawn(template.pixels, TEA, [arc(45, 40, 22), arc(100, 60, 30)], 1.6, 0.4)
    before, after = inks(picture, template)
    shown, left = ((ink.darkness > 12) & (ink.darkness < 120) for ink in (before, after))
    assert shown.mean() > 0.02
    assert left.mean() < 0.05 * shown.mean()


def test_a_ring_that_is_darker_on_one_side_is_left_out_among_numbers_too(template):
    """Print interrupts it: that is no sign of its being paler there."""
    even = drawn(template.pixels, TEA, [arc(60, 40, 24)], 1.6, 0.4).astype(np.float32)
    y, x = np.mgrid[: even.shape[0], : even.shape[1]] / SCALE
    strength = 0.7 + 0.3 * np.cos(np.arctan2(y - 40, x - 60) - 0.8)[..., None]
    picture = (template.pixels + (even - template.pixels) * strength).astype(np.uint8)
    before, after = inks(picture, template)
    shown, left = (
        sum(ink_area(ink.darkness, template.boxes[cell], ink.least) for cell in template.boxes)
        for ink in (before, after)
    )
    assert left < 0.02 * shown


def test_a_ring_as_small_as_a_bottle_s_top_is_left_out(template):
    before, after = inks(drawn(template.pixels, TEA, [arc(130, 85, 10)], 1.6, 0.4), template)
    assert ink_area(before.darkness, template.boxes["penalty.3"], before.least) > 5
    assert ink_area(after.darkness, template.boxes["penalty.3"], after.least) == 0


def test_pale_marks_are_no_ring(template):
    boxes = [template.boxes[cell] for cell in template.design.pad.markable[::2]]
    crosses = [line for box in boxes for line in cross(box)]
    rounds = [arc(box.centre[0], box.centre[1], 3.5) for box in boxes]
    lines = [[(box.left, box.centre[1]), (box.right + 9, box.centre[1])] for box in boxes]
    for marks in (crosses, rounds, lines):
        before, after = inks(drawn(template.pixels, TEA, marks, 0.8, 0.2), template)
        assert after is before


def test_a_circle_of_dark_ink_stays(template):
    before, after = inks(drawn(template.pixels, PEN, [arc(60, 48, 24)], 0.8, 0.1), template)
    assert after is before


def test_a_ring_is_as_dark_as_it_is_around_there():
    """Tea is uneven; and a stroke of a cell's length along the ring is no part of it."""
    small = np.zeros((200, 200), np.uint8)
    circle = np.array([100.0, 100.0, 60.0])
    for start, end, level in ((0, 360, 20), (100, 260, 50), (-7, 7, 60)):  # 15 mm are 28°
        cv2.ellipse(small, (100, 100), (60, 60), 0, start, end, level, 5)
    levels = _levels_along(small, np.zeros_like(small), circle)
    assert levels[0] == levels[-1] == 20
    assert levels[len(levels) // 2] == 50
    darkness = cv2.resize(small, None, fx=3, fy=3, interpolation=cv2.INTER_NEAREST)
    cleared = _cleared(darkness, circle, levels, 11.0, 120.0)
    assert cleared[300, 480] == 60
    assert cleared[300, 120] == cleared[480, 340] == 0


@pytest.mark.parametrize(
    ("level", "outward", "stays"), [(40, 0, False), (48, 0, True), (40, 8, True)]
)
def test_a_blot_on_a_ring_is_a_stroke_where_it_is_much_darker_or_reaches_out(level, outward, stays):
    darkness = np.zeros((600, 600), np.uint8)
    cv2.circle(darkness, (301, 301), 180, 20, 15)
    cv2.rectangle(darkness, (476, 290), (486 + 2 * outward, 310), level, -1)
    circle = np.array([100.0, 100.0, 60.0])
    cleared = _cleared(darkness, circle, np.full(360, 20.0), 11.0, 120.0)
    assert (cleared[300, 481] == level) == stays
    assert cleared[300, 121] == 0


@pytest.mark.parametrize(("level", "stays"), [(110, False), (130, True)])
def test_a_ring_seems_no_darker_for_strokes_that_lie_along_it(level, stays):
    """Several lines one after another make it look as dark as they are, where they are soft."""
    darkness = np.zeros((600, 600), np.uint8)
    cv2.circle(darkness, (301, 301), 180, 20, 15)
    cv2.ellipse(darkness, (301, 301), (180, 180), 0, -40, 40, level, 5)
    circle = np.array([100.0, 100.0, 60.0])
    cleared = _cleared(darkness, circle, np.full(360, 96.0), 11.0, 120.0)
    assert (cleared[300, 481] == level) == stays
    assert cleared[300, 121] == 0
