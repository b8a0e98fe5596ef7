"""Counters on a sheet and holes in it are solid, as strokes hardly are."""

import cv2
import numpy as np
import pytest

from sheetkit.pad import find_pad
from sheetkit.reading.ink import FULL_STROKE, Ink
from sheetkit.reading.solid import perhaps_things
from sheetkit.reading.template import SCALE, template_of
from sheetkit.reading.verdict import Doubt, Verdict

TEMPLATE = template_of(find_pad("classic"))
CROSSED = ("red.3", "red.5", "yellow.4", "green.9", "blue.6")
CELL = "yellow.8"


def counter(darkness, across_mm):
    centre = [round(at * SCALE) for at in TEMPLATE.boxes[CELL].centre]
    cv2.circle(darkness, centre, round(across_mm / 2 * SCALE), 200, -1)


def ring(darkness, across_mm):
    centre = [round(at * SCALE) for at in TEMPLATE.boxes[CELL].centre]
    cv2.circle(darkness, centre, round(across_mm / 2 * SCALE), 200, round(2.6 * SCALE))


def small_beside_blackout(darkness, across_mm):
    counter(darkness, across_mm)
    right = TEMPLATE.boxes[CELL].moved(TEMPLATE.boxes[CELL].width, 0)
    inner = np.rint(np.array(right.grown(0.8).corners) * SCALE).astype(int)
    cv2.rectangle(darkness, inner[0], inner[2], 200, -1)


def zigzag(darkness, times):
    box = TEMPLATE.boxes[CELL].grown(-1)
    across = np.linspace(box.left, box.right, 2 * times)
    down = np.where(np.arange(2 * times) % 2, box.top, box.bottom)
    points = np.rint(np.stack([across, down], 1) * SCALE).astype(np.int32)
    cv2.polylines(darkness, [points], False, 200, round(0.6 * SCALE))


def asked(mark, draw, size, pen_mm=0.5, *, through=False):
    """The cells asked where something in a cell was read as that mark among crosses of a pen;
    print may show through it.
    """
    darkness = np.zeros(TEMPLATE.pixels.shape[:2], np.uint8)
    for cell in CROSSED:
        corners = np.rint(np.array(TEMPLATE.boxes[cell].grown(-1).corners) * SCALE).astype(int)
        for one, other in ((0, 2), (1, 3)):
            cv2.line(darkness, corners[one], corners[other], 200, round(pen_mm * SCALE))
    draw(darkness, size)
    read = dict.fromkeys(TEMPLATE.design.pad.markable, Verdict({"empty": 1.0}))
    read |= dict.fromkeys(CROSSED, Verdict({"cross": 1.0}))
    read[CELL] = Verdict({mark: 0.9999, "empty": 0.0001})
    flat = np.where(darkness[:, :, None] > 0, np.uint8(40), TEMPLATE.pixels)
    if through:
        flat = np.where(darkness[:, :, None] > 0, TEMPLATE.pixels // 2, TEMPLATE.pixels)
    return perhaps_things(read, FULL_STROKE, flat, Ink(darkness, 1.0), TEMPLATE)


@pytest.mark.parametrize(("mark", "across_mm"), [("void", 6), ("void", 10), ("cross", 3)])
def test_what_is_solid_is_asked(mark, across_mm):
    found = asked(mark, counter, across_mm)
    assert {cell: each.reason for cell, each in found.items()} == {CELL: Doubt.THING}
    assert found[CELL].odds.keys() >= {mark, "empty", "cross"}


@pytest.mark.parametrize(
    "case",
    [
        ("void", counter, 4),  # as small as what one fills with a pen
        ("void", zigzag, 6),
        ("cross", counter, 2),
        ("cross", counter, 3, 2.0),  # as wide as the pen's other crosses
        ("cross", ring, 7),
        ("cross", small_beside_blackout, 2),
    ],
)
def test_what_a_pen_does_is_not(case):
    assert asked(*case) == {}


def test_what_print_shows_through_is_ink():
    assert asked("void", counter, 8, through=True) == {}
    assert asked("cross", counter, 3, through=True), "a hole over something grey may look so"
