"""Crumbs are no marks, and no questions."""

import cv2
import numpy as np
import pytest

from sheetkit.pad import find_pad
from sheetkit.reading.hidden import Sight
from sheetkit.reading.ink import find_ink
from sheetkit.reading.light import estimate_blank
from sheetkit.reading.marks import classify_cells
from sheetkit.reading.template import SCALE, template_of

BLUE_PEN, BROWN = (0.75, 0.5, 0.4), (0.25, 0.45, 0.6)
"""What ink and a crumb leave of blue, green and red."""
CROSSED = ("red.2", "red.4", "yellow.3", "yellow.6", "green.10", "blue.10", "blue.8")


@pytest.fixture(scope="module")
def template():
    return template_of(find_pad("classic"))


def drawn(picture, colour, draw):
    """The picture with what ``draw`` draws on a mask in ink that leaves so much light."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    draw(mask)
    covered = cv2.GaussianBlur(mask, (0, 0), 0.8)[..., None] / 255
    return (picture * (1 - covered * (1 - np.array(colour)))).astype(np.uint8)


def cross(picture, box, colour):
    left, top, right, bottom = (
        round(side * SCALE) for side in (box.left + 2, box.top + 2, box.right - 2, box.bottom - 2)
    )
    picture = drawn(picture, colour, lambda m: cv2.line(m, (left, top), (right, bottom), 255, 4))
    return drawn(picture, colour, lambda m: cv2.line(m, (left, bottom), (right, top), 255, 4))


def with_spot(template, cell, colour, long_mm, crossed=CROSSED):
    """The verdict on a cell with a spot in a corner of it, on a sheet with crosses."""
    picture = template.pixels
    for other in crossed:
        picture = cross(picture, template.boxes[other], BLUE_PEN)
    box = template.boxes[cell]
    middle = round((box.left + 2.2) * SCALE), round((box.top + 2.2) * SCALE)
    axes = round(long_mm / 2 * SCALE), round(0.5 * SCALE)
    picture = drawn(
        picture, colour, lambda m: cv2.ellipse(m, middle, axes, 40, 0, 360, 255, cv2.FILLED)
    )
    blank = estimate_blank(picture, template)
    return classify_cells(picture, find_ink(picture, blank, template), blank, template, Sight())[
        cell
    ]


@pytest.mark.parametrize("cell", ["yellow.9", "penalty.3"])
def test_a_crumb_is_no_mark(template, cell):
    assert with_spot(template, cell, BROWN, 1.4).blank


def test_a_stroke_is_no_crumb_whatever_its_colour(template):
    assert not with_spot(template, "penalty.3", BROWN, 3.4).blank


def test_without_other_marks_nobody_knows_the_pen_s_colour(template):
    assert not with_spot(template, "penalty.3", BROWN, 1.4, crossed=()).sure
