"""Print testifies to where it lies only in the directions in which it can be placed."""

import cv2
import numpy as np
import pytest

from sheetkit.pad import find_pad
from sheetkit.reading.blocks import cut_blocks, measure_shifts
from sheetkit.reading.find import Pose
from sheetkit.reading.straighten import align, flat_fit
from sheetkit.reading.template import template_of

SCALE = 4.0


def drawn(*, upright):
    picture = np.full((44, 44), 255, np.uint8)
    picture[30:32] = 205
    if upright:
        picture[:, 12:14] = 205
    return picture


def test_a_line_across_testifies_down_and_not_across():
    (across, down) = cut_blocks(drawn(upright=False), SCALE, 11.0, 0.1).grips[0]
    assert across < 0.05
    assert down > 0.9


def test_a_moved_corner_is_found_both_ways_and_a_line_has_no_say_along_itself():
    moved = (2, 1)
    for upright in (True, False):
        blocks = cut_blocks(drawn(upright=upright), SCALE, 11.0, 0.1)
        seen = np.roll(drawn(upright=upright), moved, (1, 0))
        found = measure_shifts(seen, blocks, 1.0)
        assert abs(found.shifts[0, 1] - moved[1] / SCALE) < 0.1
        if upright:
            assert abs(found.shifts[0, 0] - moved[0] / SCALE) < 0.1
            assert found.trust[0].min() > 0.3
        else:
            assert found.trust[0, 0] < 0.01 < found.trust[0, 1]


def fold_at(x_mm, middle_mm, half_mm, depth_mm):
    """How far print is moved: a tent, its edges as round as paper breaks."""
    off = np.sqrt((x_mm - middle_mm) ** 2 + 3.0**2)
    return depth_mm * np.clip(1 - off / half_mm, 0, 1)


def folded(template, scale, middle_mm, half_mm, depth_mm):
    """The design with a valley fold from top to bottom: print is moved down towards the crease."""
    grey = cv2.cvtColor(template.pixels, cv2.COLOR_BGR2GRAY)
    height, width = grey.shape
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    down = fold_at(x / scale, middle_mm, half_mm, depth_mm)
    return cv2.remap(grey, x, y - (down * scale).astype(np.float32), cv2.INTER_LINEAR)


@pytest.mark.parametrize(
    ("middle", "half", "depth"), [(95, 42, 6.0), (60, 35, -5.0), (74, 30, 4.0)]
)
def test_a_sharp_crease_is_followed_to_its_bottom(middle, half, depth):
    template = template_of(find_pad("classic"))
    scale = 6.0
    pose = Pose(np.diag([scale, scale, 1.0]), (0, 1, 2, 3))
    seen = folded(template, scale, middle, half, depth)
    fit = align(seen, flat_fit(pose), template.structure)
    rows = [template.boxes[f"{row}.{n}"] for row in ("red", "blue") for n in range(3, 11)]
    places = np.array([box.centre for box in rows])
    moved = fold_at(places[:, 0], middle, half, depth)
    found = fit.project(places) / scale - places
    assert np.abs(found[:, 0]).max() < 0.5
    assert np.abs(found[:, 1] - moved).max() < 0.6
