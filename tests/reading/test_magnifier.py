"""A blackout by one wave along a cross is told from a cross over a straight skip line."""

import cv2
import numpy as np
import pytest

from sheetkit.pad import find_pad
from sheetkit.reading.classifier import CLASSES
from sheetkit.reading.ink import Ink
from sheetkit.reading.magnifier import CELL, LAYERS, SIDE, levelled, magnified, with_magnifier
from sheetkit.reading.template import SCALE, template_of

BOTH, VOID = CLASSES.index("both"), CLASSES.index("void")
CELLS = ("red.4", "yellow.7", "green.9", "blue.4")


@pytest.fixture(scope="module")
def template():
    return template_of(find_pad("classic"))


def struck(template, cells, height, width=3, darkness=190):
    """Ink with an X in each cell, and a line through it that waves by that part of its height."""
    drawn = np.zeros(template.pixels.shape[:2], np.uint8)
    for cell in cells:
        box = template.boxes[cell].grown(-1.2)
        corners = [[round(mm * SCALE) for mm in corner] for corner in box.corners]
        cv2.line(drawn, corners[0], corners[2], darkness, width, cv2.LINE_AA)
        cv2.line(drawn, corners[1], corners[3], darkness, width, cv2.LINE_AA)
        steps = np.linspace(0, 1, 14)
        swings = np.resize([1.0, -1.0], len(steps)) * height * box.height
        along = np.stack([box.left + steps * box.width, box.centre[1] + swings], axis=1)
        points = np.rint(along * SCALE).astype(np.int32)
        cv2.polylines(drawn, [points], False, darkness, width, cv2.LINE_AA)
    return Ink(cv2.GaussianBlur(drawn, (0, 0), 0.7), 1.0)


def odds_of(void, kind="both"):
    odds = np.zeros(len(CLASSES), np.float32)
    odds[VOID], odds[CLASSES.index(kind)] = void, 1 - void
    return odds


def told(template, height, void=0.05, kind="both", **ink):
    """The odds on a blackout in each of the cells, when the others give it so much."""
    odds = np.array([odds_of(void, kind)] * len(CELLS))
    boxes = [template.boxes[cell] for cell in CELLS]
    seen = with_magnifier(odds, struck(template, CELLS, height, **ink), template, boxes)
    assert seen.sum(axis=1) == pytest.approx(np.ones(len(CELLS)), abs=1e-5)
    return seen[:, VOID]


@pytest.mark.parametrize("width", [3, 4, 5])
def test_a_straight_line_under_a_cross_is_none_of_a_blackout(template, width):
    assert told(template, 0.0, width=width).max() < 0.01


@pytest.mark.parametrize("width", [3, 4])
def test_a_wave_along_a_cross_may_be_a_blackout(template, width):
    assert told(template, 0.13, void=0.01, width=width).min() > 0.02


def test_pale_ink_is_seen_as_dark_ink_is(template):
    assert told(template, 0.0, darkness=60).max() < 0.01
    assert told(template, 0.13, void=0.01, darkness=60).min() > 0.02


@pytest.mark.parametrize("kind", ["skip", "empty"])
def test_other_marks_are_left_to_the_others(template, kind):
    assert told(template, 0.13, kind=kind) == pytest.approx([0.05] * len(CELLS))


@pytest.mark.parametrize(("void", "looked_at"), [(0.015, False), (0.03, True)])
def test_a_cross_that_may_be_a_blackout_is_looked_at(template, void, looked_at):
    seen = told(template, 0.13, void=void, kind="cross")
    assert (seen.min() > 1.5 * void) == looked_at


@pytest.mark.parametrize("kind", ["cross", "both"])
def test_a_sure_blackout_stays_one(template, kind):
    assert told(template, 0.0, void=0.96, kind=kind) == pytest.approx([0.96] * len(CELLS))
    assert told(template, 0.13, void=0.96, kind="both").min() > 0.99
    assert told(template, 0.0, void=0.94, kind=kind).max() < 0.94


def test_the_other_odds_keep_their_shares(template):
    odds = np.array([[0, 0.1, 0.05, 0.25, 0.6, 0]], np.float32)
    boxes = [template.boxes["red.4"]]
    (seen,) = with_magnifier(odds, struck(template, ("red.4",), 0.0), template, boxes)
    assert seen[VOID] < 0.25
    assert seen[1] / seen[BOTH] == pytest.approx(1 / 6, rel=1e-4)
    assert seen[2] / seen[BOTH] == pytest.approx(1 / 12, rel=1e-4)


def test_cells_are_cut_out_with_what_is_close_around_them(template):
    cell = template.boxes["green.9"]
    ink = struck(template, ("green.9",), 0.0)
    (dark, beside_print) = magnified(ink, template, [cell])[0]
    assert dark.shape == (SIDE, SIDE)
    assert dark[CELL, CELL].max() > 150
    assert not dark[: CELL.start - 2].any()
    assert beside_print[CELL, CELL].min() < 50
    assert magnified(ink, template, []).shape == (0, LAYERS, SIDE, SIDE)
    assert levelled(np.stack([dark, beside_print])[None])[0, 0].max() <= 1.25


def test_a_cell_at_the_sheet_s_edge_is_looked_at_as_far_as_the_sheet_goes(template):
    height, width = template.pixels.shape[:2]
    last = template.boxes["red.4"].moved(
        width / SCALE - template.boxes["red.4"].right,
        height / SCALE - template.boxes["red.4"].bottom,
    )
    first = template.boxes["red.4"].moved(
        -template.boxes["red.4"].left, -template.boxes["red.4"].top
    )
    ink = struck(template, (), 0.0)
    assert magnified(ink, template, [first, last]).shape == (2, LAYERS, SIDE, SIDE)
