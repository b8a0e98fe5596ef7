"""Strokes that go on far beyond a cell may be slips of a pen, hairs or threads."""

import cv2
import numpy as np
import pytest

from sheetkit.pad import find_pad
from sheetkit.reading.ink import FULL_STROKE, Ink
from sheetkit.reading.overshot import perhaps_overshot
from sheetkit.reading.template import SCALE, template_of
from sheetkit.reading.verdict import Doubt, Verdict

CROSS, BLANK = Verdict({"cross": 0.999, "empty": 0.001}), Verdict({"empty": 1.0})
BOXES = template_of(find_pad("classic")).boxes
CROSSED = ("red.3", "red.5", "red.8", "yellow.4", "yellow.7", "green.9", "blue.6")


def asked(*strokes, crossed=CROSSED, beyond=0.5, also=()):
    """The cells that are asked for strokes (mm) on a sheet with crosses so far beyond their cells.

    Those in ``also`` were read as crosses, too.
    """
    template = template_of(find_pad("classic"))
    darkness = np.zeros(template.pixels.shape[:2], np.uint8)
    lines = [line for cell in crossed for line in cross(cell, beyond)]
    for line in (*lines, *strokes):
        at = np.rint(np.array(line) * SCALE).astype(np.int32)
        cv2.polylines(darkness, [at], False, 200, 3)
    read = dict.fromkeys(template.design.pad.markable, BLANK)
    read |= dict.fromkeys((*crossed, *also), CROSS)
    told = perhaps_overshot(read, FULL_STROKE, Ink(darkness, 1.0), template)
    assert all(told[cell].reason == Doubt.OVERSHOT for cell in told if not told[cell].sure)
    return {cell for cell, verdict in told.items() if not verdict.sure}


def cross(cell, beyond):
    corners = BOXES[cell].grown(beyond).corners
    return corners[::2], corners[1::2]


def through(*cells, up, down):
    """A line through the middles of cells, from so far above the first to so far below the last."""
    (x, y), (right, bottom) = BOXES[cells[0]].centre, BOXES[cells[-1]].centre
    return [
        (x - up / 3, y - up),
        *(BOXES[cell].centre for cell in cells),
        (right + down / 3, bottom + down),
    ]


@pytest.mark.parametrize("cell", ["red.11", "penalty.2", "blue.10"])
def test_a_stroke_that_only_passes_a_cell_is_asked(cell):
    assert asked(through(cell, up=14, down=3), also=[cell]) == {cell}


def test_a_stroke_through_two_cells_is_asked_in_both():
    line = through("red.11", "yellow.11", up=16, down=4)
    assert asked(line, also=["red.11", "yellow.11"]) == {"red.11", "yellow.11"}


def down(x, top, bottom):
    """A stroke down the sheet, a little aslant."""
    return [(x, top), (x + 1, bottom)]


def test_a_stroke_down_through_rows_is_asked_in_each():
    """Where it ends doesn't matter: it goes on through the cells above and below."""
    cells = ["red.10", "yellow.10", "green.4"]
    x, first, last = BOXES["red.10"].centre[0], BOXES["red.10"], BOXES["green.4"]
    assert asked(down(x, first.top - 2, last.bottom + 2), also=cells) == set(cells)


def test_crosses_one_above_the_other_may_touch():
    stack = ["red.10", "yellow.10", "green.4"]
    large = [line for cell in stack for line in cross(cell, 1.5)]
    assert not asked(*large, also=stack)


@pytest.mark.parametrize(("usual", "told"), [(3, set()), (1, {"red.9"})])
def test_where_strokes_are_long_one_may_be_longer(usual, told):
    cells = ["red.3", "red.7", "green.9", "blue.6"]
    strokes = [
        down(BOXES[cell].centre[0], BOXES[cell].top - beyond, BOXES[cell].bottom + beyond)
        for cell, beyond in [*((cell, usual) for cell in cells), ("red.9", 5)]
    ]
    assert asked(*strokes, crossed=(), also=[*cells, "red.9"]) == told


def test_a_cross_that_has_a_broken_stroke_is_no_stroke_that_passes():
    box = BOXES["yellow.10"]
    whole = down(box.left + 2, box.top - 4, box.bottom + 4)
    broken = [down(box.right - 3, box.top + y, box.top + y + 1.4) for y in (0, 2.5, 5, 7.5)]
    assert asked(whole, also=["yellow.10"]) == {"yellow.10"}
    assert not asked(whole, *broken, also=["yellow.10"])


def test_a_stroke_that_ends_near_its_cell_is_a_cross():
    assert not asked(through("red.11", up=9, down=7), also=["red.11"])


def test_a_writer_whose_crosses_all_go_far_is_not_asked_for_one():
    far = [through(cell, up=13, down=3) for cell in ("red.3", "red.6", "red.9")]
    assert not asked(*far, also=["red.3", "red.6", "red.9"])


def test_two_crosses_that_touch_each_other_are_none_that_go_on():
    two = [*cross("red.10", 3), *cross("red.11", 3)]
    assert not asked(*two, also=["red.10", "red.11"])


def test_a_cross_isn_t_asked_for_a_stroke_that_only_grazes_its_cell():
    small, right, top = cross("red.6", -2), BOXES["red.6"].right, BOXES["red.6"].top
    grazing = [(right - 0.8, top - 14), (right - 0.8, top + 1)]
    assert not asked(*small, grazing, also=["red.6"])
    crossing = [(right - 0.8, top - 14), (right - 0.8, top + 1), BOXES["red.6"].centre]
    assert asked(*small, crossing, also=["red.6"]) == {"red.6"}


def test_a_cross_that_meets_one_drawn_beside_its_cell_does_not_go_on():
    beside = [(86, 66), (83, 82)], [(84, 68), (97, 84)]  # meant for the first penalty box
    large = [*CROSSED[:-1], "blue.5"]
    assert not asked(*beside, crossed=large, beyond=3, also=["penalty.1"])
    assert asked(*beside, crossed=large, beyond=3) == {"blue.5"}
