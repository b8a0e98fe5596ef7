"""Crosses far thicker than the sheet's others may be blots."""

import cv2
import numpy as np
import pytest

from sheetkit.pad import find_pad
from sheetkit.reading.blots import perhaps_blots
from sheetkit.reading.ink import FULL_STROKE, Ink
from sheetkit.reading.template import SCALE, template_of
from sheetkit.reading.verdict import Doubt, Verdict

TEMPLATE = template_of(find_pad("classic"))
CROSSED = ("red.3", "red.5", "yellow.4", "green.9", "blue.6")


def asked(crossed=CROSSED, thick=3, odds=0.985, gap=0):
    """The cells that are asked where what was read as a cross in red.11 is so thick (pixels)."""
    darkness = np.zeros(TEMPLATE.pixels.shape[:2], np.uint8)
    for cell in (*crossed, "red.11"):
        corners = np.rint(np.array(TEMPLATE.boxes[cell].grown(-1).corners) * SCALE).astype(int)
        for one, other in ((0, 2), (1, 3)):
            line = tuple(corners[one]), tuple(corners[other])
            cv2.line(darkness, *line, 200, thick if cell == "red.11" else 3)
    if gap:
        darkness[:, ::gap] = 0
    read = dict.fromkeys(TEMPLATE.design.pad.markable, Verdict({"empty": 1.0}))
    read |= dict.fromkeys(crossed, Verdict({"cross": 0.9995, "empty": 0.0005}))
    read["red.11"] = Verdict({"cross": odds, "empty": 1 - odds})
    told = perhaps_blots(read, FULL_STROKE, Ink(darkness, 1.0), TEMPLATE)
    assert all(told[cell].reason == Doubt.BLOT for cell in told if not told[cell].sure)
    return {cell for cell, verdict in told.items() if not verdict.sure}


def test_a_blot_among_crosses_is_asked():
    assert asked(thick=11) == {"red.11"}
    assert asked(thick=11, gap=8) == {"red.11"}  # as toner and crayons leave gaps


@pytest.mark.parametrize(
    "case", [{"thick": 3}, {"thick": 11, "odds": 0.999}, {"thick": 11, "crossed": CROSSED[:2]}]
)
def test_a_cross_like_others_a_sure_one_and_one_of_few_are_not(case):
    assert asked(**case) == set()
