"""Print testifies to where it lies only in the directions in which it can be placed."""

import cv2
import numpy as np
import pytest

from sheetkit.pad import find_pad
from sheetkit.reading import straighten
from sheetkit.reading.bend import node_places
from sheetkit.reading.blocks import Shifts, cut_blocks, measure_shifts, with_finders
from sheetkit.reading.find import Pose
from sheetkit.reading.straighten import align, align_from_landmarks, flat_fit, look
from sheetkit.reading.template import template_of
from tests.reading.photos import rendered

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


def curl_at(x_mm, y_mm, degrees, depth_mm):
    """How far print is moved: more and more from the sheet's middle on, in one direction."""
    way = np.radians(degrees)
    across = (x_mm - 74) * np.cos(way) + (y_mm - 52) * np.sin(way)
    return depth_mm * np.clip(across / 74, 0, None) ** 2


def bent(template, scale, moved):
    """The design with its print moved down, by so many mm at each place."""
    grey = cv2.cvtColor(template.pixels, cv2.COLOR_BGR2GRAY)
    height, width = grey.shape
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    down = moved(x / scale, y / scale)
    return cv2.remap(grey, x, y - (down * scale).astype(np.float32), cv2.INTER_LINEAR)


def found_at(seen, template, scale, places):
    """How far the print at those places (n × 2, mm) is found to be moved."""
    pose = Pose(np.diag([scale, scale, 1.0]), (0, 1, 2, 3))
    fit = align(seen, flat_fit(pose), template.structure)
    fit = align_from_landmarks(seen, fit, template.structure)
    return fit.project(places) / scale - places


@pytest.mark.parametrize(
    ("middle", "half", "depth"), [(95, 42, 6.0), (60, 35, -5.0), (74, 30, 4.0)]
)
def test_a_sharp_crease_is_followed_to_its_bottom(middle, half, depth):
    template, scale = template_of(find_pad("classic")), 6.0
    seen = bent(template, scale, lambda x, _: fold_at(x, middle, half, depth))
    rows = [template.boxes[f"{row}.{n}"] for row in ("red", "blue") for n in range(3, 11)]
    places = np.array([box.centre for box in rows])
    found = found_at(seen, template, scale, places)
    assert np.abs(found[:, 0]).max() < 0.5
    assert np.abs(found[:, 1] - fold_at(places[:, 0], middle, half, depth)).max() < 0.6


@pytest.mark.parametrize("pad", ["classic", "longo"])
@pytest.mark.parametrize("depth", [12, -12])
def test_a_row_is_never_taken_for_the_next_where_a_fold_moves_it_as_far(pad, depth):
    template, scale = template_of(find_pad(pad)), 6.0
    seen = bent(template, scale, lambda x, _: fold_at(x, 74, 70, depth))
    cells = template.design.pad.rows[1]
    places = np.array([template.boxes[cells.cell(n)].centre for n in range(len(cells.spaces))])
    found = found_at(seen, template, scale, places)
    assert np.abs(found[:, 0]).max() < 0.5
    assert np.abs(found[:, 1] - fold_at(places[:, 0], 74, 70, depth)).max() < 0.6


def test_a_code_is_found_whatever_it_says():
    pad = find_pad("classic")
    template, scale, moved = template_of(pad), 6.0, (0.5, -0.5)
    grey = cv2.cvtColor(rendered(pad, scale), cv2.COLOR_BGR2GRAY)
    seen = np.roll(grey, [round(mm * scale) for mm in moved], (1, 0))
    pose = Pose(np.array([[scale, 0, -0.5], [0, scale, -0.5], [0, 0, 1]]), (0, 1, 2, 3))
    blocks = with_finders(template.structure.fine, template.design.qr)
    found = look(seen, flat_fit(pose), blocks, 1.5)
    assert (found.scores[-3:] > 0.7).all()
    assert np.abs(found.shifts[-3:] - moved).max() < 0.1


@pytest.mark.parametrize(("degrees", "depth"), [(215, 9.0), (-30, -8.0), (0, 9.0), (150, -8.0)])
def test_a_curl_is_followed_to_the_sheet_s_corner(degrees, depth):
    template, scale = template_of(find_pad("mixed-a")), 6.0
    seen = bent(template, scale, lambda x, y: curl_at(x, y, degrees, depth))
    places = np.array([template.boxes[cell].centre for cell in template.design.pad.cells])
    x, y = places.T
    moved = np.zeros(len(places))
    for _ in range(20):  # it is told where print came to lie
        moved = curl_at(x, y + moved, degrees, depth)
    assert moved.min() < -3 or moved.max() > 3
    found = found_at(seen, template, scale, places)
    assert np.abs(found[:, 0]).max() < 0.4
    assert np.abs(found[:, 1] - moved).max() < 0.4


@pytest.mark.parametrize(
    ("off", "slope", "trusted"), [(1, 0.0, False), (2, 0.0, True), (1, 0.1, True)]
)
def test_a_piece_that_lies_off_alone_is_trusted_only_where_a_fold_may_be(off, slope, trusted):
    blocks = template_of(find_pad("classic")).structure.finest
    centres = blocks.centres / blocks.scale
    middle = centres[len(centres) // 2]
    moved = np.linalg.norm(centres - middle, axis=1).argsort()[:off]
    shifts = np.zeros_like(centres)
    shifts[moved] = 0.8
    found = Shifts(centres, shifts, np.ones(len(centres)), np.ones_like(centres))
    fit = flat_fit(Pose(np.eye(3), (0, 1, 2, 3)))
    fit.bend[:, :, 1] = -slope * np.abs(node_places()[:, :, 0] - middle[0])
    trust = straighten._borne_out(found, fit, blocks).trust
    assert (trust[moved] > 0).all() == trusted
    assert np.delete(trust, moved, axis=0).all()
