"""A nought in a penalty box or a lock may mean that there is none."""

import cv2
import numpy as np
import pytest

from sheetkit.pad import find_pad
from sheetkit.reading.ink import FULL_STROKE, Ink
from sheetkit.reading.noughts import perhaps_noughts
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
    told = perhaps_noughts(read, FULL_STROKE, Ink(darkness, 1.0), TEMPLATE)
    assert {told[cell].reason for cell in told} <= {"", Doubt.NOUGHT}
    return {cell: set(told[cell].odds) for cell in told if not told[cell].sure}


@pytest.mark.parametrize("draw", [ring, nought])
@pytest.mark.parametrize("cell", ["penalty.2", "penalty.3", "green.lock"])
def test_a_nought_is_asked_where_one_writes_none(draw, cell):
    assert asked({cell: draw}) == {cell: {"cross", "empty"}}


@pytest.mark.parametrize("draw", [ring, nought])
def test_a_number_is_crossed_by_any_sign(draw):
    assert asked({"green.4": draw, "blue.9": draw}) == {}


def test_who_crosses_with_rings_is_not_asked():
    assert asked({"penalty.2": ring, "red.7": ring}) == {}
    assert asked({"penalty.2": ring}, CROSSED[:2]) == {}
    assert asked({"penalty.2": lambda darkness, cell: ring(darkness, cell, turn=200)}) == {}
