"""A box blacked out in loops may be crossed; one that is scribbled over densely isn't."""

from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from sheetkit.geometry import Box
from sheetkit.reading.ink import Ink
from sheetkit.reading.looped import perhaps_looped
from sheetkit.reading.template import SCALE
from sheetkit.reading.verdict import Doubt, Verdict

SIDE = 10.0
BLACK = Verdict({"void": 0.99, "cross": 0.01})


def looped(draw, width=0.4, verdict=BLACK):
    """What becomes of one cell of 10 mm, 5 mm from the corner, with lines drawn in mm."""
    darkness = np.zeros([round(20 * SCALE)] * 2, np.uint8)
    for line in draw:
        points = np.rint((np.array(line) + 5) * SCALE).astype(np.int32)
        cv2.polylines(darkness, [points], False, 200, round(width * SCALE), cv2.LINE_AA)
    ink = Ink(darkness, 10.0)
    template = SimpleNamespace(boxes={"red.5": Box(5, 5, 5 + SIDE, 5 + SIDE)})
    return perhaps_looped({"red.5": verdict}, 200.0, ink, template)["red.5"]


CROSS_IN_LOOPS = [[(1, 1), (9, 9), (9.5, 5), (9, 1), (1, 9), (0.5, 5), (1, 1)]]
TO_AND_FRO = [[(x / 2 + 1, 1 if x % 2 else 9) for x in range(16)]]
LOOSE = [[(x * 2 + 1, 1 if x % 2 else 9) for x in range(5)]]


def test_a_cross_in_loops_that_was_taken_for_a_blackout_is_asked():
    verdict = looped(CROSS_IN_LOOPS)
    assert verdict.reason == Doubt.LOOPED
    assert {"cross", "void"} == set(verdict.odds)


@pytest.mark.parametrize("draw", [TO_AND_FRO, LOOSE, []])
def test_a_scribble_without_large_loops_stays_certain(draw):
    assert looped(draw) == BLACK


def test_what_the_classifier_is_surest_of_stays_certain():
    surest = Verdict({"void": 0.9995, "cross": 0.0005})
    assert looped(CROSS_IN_LOOPS, verdict=surest) == surest


def test_a_marker_that_fills_what_it_goes_around_stays_certain():
    assert looped(CROSS_IN_LOOPS, width=2.4) == BLACK


@pytest.mark.parametrize(
    "other", [Verdict({"cross": 0.999, "void": 0.001}), Verdict({"void": 0.6, "cross": 0.4}, "why")]
)
def test_other_marks_and_what_is_asked_already_stay(other):
    assert looped(CROSS_IN_LOOPS, verdict=other) == other
