"""A tick's long tail through cells above it is no cross of theirs for certain."""

import cv2
import numpy as np
import pytest

from sheetkit.pad import find_pad
from sheetkit.reading.ink import FULL_STROKE, Ink
from sheetkit.reading.tails import perhaps_tails
from sheetkit.reading.template import SCALE, template_of
from sheetkit.reading.verdict import Doubt, Verdict

CROSS, BLANK = Verdict({"cross": 0.999, "empty": 0.001}), Verdict({"empty": 1.0})
TEMPLATE = template_of(find_pad("classic"))
BOXES = TEMPLATE.boxes


def asked(*strokes, crossed):
    """The cells that are asked, of those read as crossed on a sheet with these strokes (mm)."""
    darkness = np.zeros(TEMPLATE.pixels.shape[:2], np.uint8)
    for line in strokes:
        at = np.rint(np.array(line) * SCALE).astype(np.int32)
        cv2.polylines(darkness, [at], False, 200, 3)
    read = dict.fromkeys(TEMPLATE.design.pad.markable, BLANK) | dict.fromkeys(crossed, CROSS)
    told = perhaps_tails(read, FULL_STROKE, Ink(darkness, 1.0), TEMPLATE)
    assert all(told[cell].reason == Doubt.TAIL for cell in told if not told[cell].sure)
    return {cell for cell, verdict in told.items() if not verdict.sure}


def tick(cell, across, up):
    """A tick whose long stroke ends so far (mm) right of its lowest point and above it."""
    x, y = BOXES[cell].centre
    return [(x - 2, y - 1), (x - 0.5, y + 2.5), (x - 0.5 + across, y + 2.5 - up)]


def slash(cell, beyond=0.5):
    left, bottom = BOXES[cell].grown(beyond).corners[3]
    right, top = BOXES[cell].grown(beyond).corners[1]
    return [(left, bottom), (right, top)]


@pytest.mark.parametrize(("across", "up"), [(0.5, 13), (0.5, 18), (4, 15), (9, 19)])
def test_the_tail_of_a_tick_is_asked_in_the_cell_above_it(across, up):
    line = tick("green.9", across, up)
    x, _ = line[-1]
    above = next(
        c for c in ("yellow.4", "yellow.5", "yellow.6") if BOXES[c].left < x < BOXES[c].right
    )
    assert asked(line, crossed=["green.9", above]) == {above}


def test_a_tail_through_two_cells_is_asked_in_both():
    line = tick("blue.8", 0.5, 28)
    assert asked(line, crossed=["blue.8", "green.8", "yellow.6"]) == {"green.8", "yellow.6"}


def aligned(cell):
    """A slash that ends where one begins in the cell above on the right."""
    x, y = BOXES[cell].centre
    right, up = (np.array(BOXES["red.6"].centre) - np.array(BOXES["yellow.5"].centre)) / 2
    return [(x - right, y - up), (x + right, y + up)]


def test_slashes_in_a_row_are_no_tail_where_their_writer_crosses_so():
    in_a_row, others = ["red.6", "yellow.5"], ["green.9", "green.6", "blue.11", "blue.8"]
    assert asked(*map(aligned, in_a_row), crossed=in_a_row) == {*in_a_row}
    crossed = [*in_a_row, *others]
    assert asked(*map(aligned, crossed), crossed=crossed) == set()


def low(cell, off=0.0):
    """A slash rather long than high, off its cell's middle by so much (mm)."""
    x, y = BOXES[cell].centre
    return [(x + off - 5, y + 3), (x + off + 5, y - 3)]


def test_a_slash_that_ends_in_the_next_one_is_no_tail_where_it_is_as_long_as_others():
    others = ["green.9", "green.6", "blue.11", "blue.8"]
    into_next = [low("yellow.8", 2.5), low("yellow.9")]
    assert asked(*into_next, crossed=["yellow.8", "yellow.9"]) == {"yellow.8"}
    alone = [low(cell) for cell in others]
    assert asked(*into_next, *alone, crossed=["yellow.8", "yellow.9", *others]) == set()
    longer = [into_next[0][0], (into_next[0][1][0] + 5, into_next[0][1][1])]
    told = asked(longer, into_next[1], *alone, crossed=["yellow.8", "yellow.9", *others])
    assert told == {"yellow.8"}


@pytest.mark.parametrize("across", [0.5, 4])
def test_a_tail_that_runs_down_is_asked_in_the_cell_below_it(across):
    x, y = BOXES["yellow.5"].centre
    line = [(x - 2, y + 1), (x - 0.5, y - 2.5), (x - 0.5 + across, y + 12.5)]
    end, _ = line[-1]
    below = next(c for c in ("green.9", "green.8") if BOXES[c].left < end < BOXES[c].right)
    assert asked(line, crossed=["yellow.5", below]) == {below}


def test_a_tail_into_a_cell_that_is_crossed_besides_is_the_ticks():
    x, y = BOXES["yellow.5"].centre
    cross = [[(x - 3, y - 3), (x + 3, y + 3)], [(x - 3, y + 3), (x + 3, y - 3)]]
    assert not asked(tick("green.9", 0.5, 13), *cross, crossed=["green.9", "yellow.5"])


@pytest.mark.parametrize("gap", [0.0, 1.5])
def test_a_cross_whose_strokes_a_number_parts_is_certain_though_one_runs_into_another_cross(gap):
    x, y = BOXES["yellow.5"].centre
    long = tick("green.9", 0.5, 13)
    halves = [[(x - 3, y - 3), (x - gap, y - gap)], [(x + gap, y + gap), (x + 3, y + 3)]]
    assert not asked(long, *halves, crossed=["green.9", "yellow.5"])
    assert asked(long, *(_spilled(x, y, way) for way in (-1, 1)), crossed=["green.9", "yellow.5"])


def _spilled(x, y, way):
    """The end of a stroke from the cell beside, in the corner."""
    return [(x + way * 5.0, y + 5.0), (x + way * 3.8, y + 3.8)]


def test_slashes_that_touch_and_ticks_in_their_cells_are_certain():
    crossed = ["red.5", "yellow.5", "green.9", "green.8"]
    assert not asked(*(slash(cell, 1.5) for cell in crossed), crossed=crossed)
    assert not asked(*(tick(cell, 3, 6) for cell in crossed), crossed=crossed)


def test_a_stroke_from_a_blank_cell_is_none_of_another_mark():
    assert not asked(tick("green.9", 0.5, 13), crossed=["yellow.5"])
