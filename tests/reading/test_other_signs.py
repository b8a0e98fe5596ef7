"""Rings, noughts and bars among crosses of two strokes may mean something else."""

import cv2
import numpy as np
import pytest

from sheetkit.pad import find_pad
from sheetkit.reading.ink import FULL_STROKE, Ink
from sheetkit.reading.other_signs import perhaps_other_signs
from sheetkit.reading.template import SCALE, template_of
from sheetkit.reading.verdict import Doubt, Verdict

TEMPLATE = template_of(find_pad("classic"))
CROSSED = ("red.3", "red.5", "yellow.4", "yellow.8", "green.9", "blue.6", "penalty.1")
PEN = round(0.6 * SCALE)


def middle(cell):
    return np.array(TEMPLATE.boxes[cell].centre) * SCALE


def cross(darkness, cell, height=3.0):
    for way in (-1, 1):
        reach = np.array([way * 3.0, height]) * SCALE
        ends = np.rint([middle(cell) - reach, middle(cell) + reach]).astype(int)
        cv2.line(darkness, ends[0], ends[1], 200, PEN)


def ring(darkness, cell, across_mm=7.0, turn=360):
    size = np.rint(np.array([across_mm, 1.2 * across_mm]) / 2 * SCALE).astype(int)
    cv2.ellipse(darkness, np.rint(middle(cell)).astype(int), size, 0, 0, turn, 200, PEN)


def nought(darkness, cell):
    ring(darkness, cell, 3.0)


def bar(darkness, cell, across_mm=0.5, beside_mm=2.0):
    reach, at = np.array([across_mm, 3.0]) * SCALE, middle(cell) - np.array([beside_mm, 0]) * SCALE
    ends = np.rint([at - reach, at + reach]).astype(int)
    cv2.line(darkness, ends[0], ends[1], 200, PEN)


def one(darkness, cell):
    bar(darkness, cell, beside_mm=0)


def slash(darkness, cell):
    bar(darkness, cell, 3.0, 0)


def asked(others, crossed=CROSSED):
    """The cells asked where crosses are drawn in those cells, and the others in theirs; all were
    read as crosses.
    """
    darkness = np.zeros(TEMPLATE.pixels.shape[:2], np.uint8)
    for cell in crossed:
        cross(darkness, cell)
    for cell, draw in others.items():
        draw(darkness, cell)
    read = dict.fromkeys(TEMPLATE.design.pad.markable, Verdict({"empty": 1.0}))
    read |= dict.fromkeys([*crossed, *others], Verdict({"cross": 1.0}))
    told = perhaps_other_signs(read, FULL_STROKE, Ink(darkness, 1.0), TEMPLATE)
    assert {told[cell].reason for cell in told} <= {"", Doubt.OTHER_SIGN}
    return {cell: set(told[cell].odds) for cell in told if not told[cell].sure}


@pytest.mark.parametrize("draw", [ring, bar])
@pytest.mark.parametrize(
    ("cell", "may_be"),
    [
        ("blue.9", {"cross", "empty", "skip"}),
        ("red.lock", {"cross", "empty"}),
        ("penalty.2", {"cross", "empty"}),
    ],
)
def test_a_ring_or_a_bar_among_crosses_is_asked(draw, cell, may_be):
    assert asked({cell: draw}) == {cell: may_be}


@pytest.mark.parametrize(("cell", "is_asked"), [("penalty.3", True), ("green.lock", True),
                                                ("green.4", False)])  # fmt: skip
def test_a_nought_is_asked_where_one_writes_none(cell, is_asked):
    assert bool(asked({cell: nought})) == is_asked


def test_where_rings_are_more_than_crosses_both_are_asked():
    rings = ("red.7", "red.8", "yellow.9", "green.8", "green.7", "blue.5", "blue.4", "blue.3")
    assert asked(dict.fromkeys(rings, ring)).keys() == {*rings, *CROSSED}
    few = dict.fromkeys(rings[:3], ring)
    assert asked(few).keys() == few.keys()


def test_who_crosses_with_rings_or_bars_is_not_asked():
    cells = ("red.7", "red.8", "yellow.9", "green.8", "green.7", "blue.5")
    for draw in (ring, bar):
        assert asked(dict.fromkeys(cells, draw), CROSSED[:2]) == {}


def test_a_stroke_over_the_number_may_be_how_it_is_crossed_but_in_a_lock_a_figure():
    assert asked({"blue.9": one}) == {}
    assert asked({"red.lock": one}).keys() == {"red.lock"}


def test_a_slanting_stroke_and_a_half_ring_are_no_other_signs():
    assert asked({"blue.9": slash}) == {}
    assert asked({"blue.9": lambda darkness, cell: ring(darkness, cell, turn=200)}) == {}
