"""A straight stroke among crosses of two is no cross for certain."""

import cv2
import numpy as np
import pytest

from sheetkit.pad import find_pad
from sheetkit.reading.ink import FULL_STROKE, Ink
from sheetkit.reading.slashes import perhaps_slashes
from sheetkit.reading.template import SCALE, template_of
from sheetkit.reading.verdict import Doubt, Verdict

LIKE_A_CROSS = Verdict({"cross": 0.9999, "skip": 0.0001})
PERHAPS_A_LINE = Verdict({"cross": 0.997, "skip": 0.003})
TEMPLATE = template_of(find_pad("classic"))
CROSSED = [f"red.{number}" for number in range(2, 10)]
SLANTED = [f"blue.{number}" for number in range(12, 6, -1)]


def slanting(cell, degrees, length=9.0):
    middle = np.array(TEMPLATE.boxes[cell].centre)
    turn = np.radians(degrees)
    way = length / 2 * np.array([np.cos(turn), -np.sin(turn)])
    return [(middle - way, middle + way)]


def cross(cell):
    return slanting(cell, 50) + slanting(cell, -50)


def asked(strokes, read):
    """The cells that are asked, of those read so on a sheet with these strokes (mm)."""
    darkness = np.zeros(TEMPLATE.pixels.shape[:2], np.uint8)
    for line in strokes:
        at = np.rint(np.array(line) * SCALE).astype(np.int32)
        cv2.polylines(darkness, [at], False, 200, 4)
    verdicts = dict.fromkeys(TEMPLATE.design.pad.markable, Verdict({"empty": 1.0})) | read
    told = perhaps_slashes(verdicts, FULL_STROKE, Ink(darkness, 1.0), TEMPLATE)
    assert all(told[cell].reason == Doubt.SLASH for cell in told if not told[cell].sure)
    return {cell for cell, verdict in told.items() if not verdict.sure}


def sheet(crosses, slanted, degrees, verdict=LIKE_A_CROSS):
    strokes = [line for cell in crosses for line in cross(cell)]
    strokes += [line for cell in slanted for line in slanting(cell, degrees)]
    return asked(strokes, dict.fromkeys(crosses, LIKE_A_CROSS) | dict.fromkeys(slanted, verdict))


@pytest.mark.parametrize("degrees", [20, 35, 40, -35])
def test_several_single_strokes_among_crosses_may_be_skip_lines(degrees):
    assert sheet(CROSSED, SLANTED, degrees) == set(SLANTED)


@pytest.mark.parametrize("degrees", [50, 70, 90, -80])
def test_a_steep_one_is_no_skip_line(degrees):
    assert sheet(CROSSED, SLANTED, degrees) == set()
    assert sheet(CROSSED, SLANTED[:1], degrees, PERHAPS_A_LINE) == set()


def test_a_lock_among_them_is_asked_too():
    struck = ["blue.4", "blue.3", "blue.2", "blue.lock"]
    assert sheet(CROSSED, struck, 40) == set(struck)


def test_no_line_is_where_no_number_is_skipped():
    fields = ["penalty.1", "penalty.2", "penalty.3"]
    assert sheet(CROSSED, [*fields, *SLANTED[:3]], 35) == set(SLANTED[:3])
    assert sheet(CROSSED, fields, 35) == set()


def test_a_writer_of_slashes_alone_is_not_asked():
    assert sheet(CROSSED[:3], SLANTED, 35) == set()


def test_two_of_them_are_asked_only_where_they_may_be_lines():
    assert sheet(CROSSED, SLANTED[:2], 35) == set()
    assert sheet(CROSSED, SLANTED[:2], 35, PERHAPS_A_LINE) == set(SLANTED[:2])
    assert sheet(CROSSED, SLANTED[:3], 35) == set(SLANTED[:3])


def test_nor_are_three_among_many_crosses():
    many = [*CROSSED, *(f"yellow.{number}" for number in range(2, 10))]
    assert sheet(many, SLANTED[:3], 35) == set()
    assert sheet(many, SLANTED[:4], 35) == set(SLANTED[:4])
