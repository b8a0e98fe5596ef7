"""A cross in its own smear isn't certain to be a blackout."""

import cv2
import numpy as np
import pytest

from sheetkit.pad import find_pad
from sheetkit.reading import marks
from sheetkit.reading.classifier import CLASSES
from sheetkit.reading.hidden import Sight
from sheetkit.reading.ink import find_ink
from sheetkit.reading.light import estimate_blank
from sheetkit.reading.patches import cut_patches
from sheetkit.reading.smeared import crossed_in_smears
from sheetkit.reading.template import SCALE, template_of
from sheetkit.reading.verdict import Doubt

SMEARED, SCRIBBLED = "red.5", "yellow.5"
CROSSED = ["green.12", "green.10", "green.8"]


def drawn(template, crossed=(), thick=4):
    """A cross on a pale smear, with strokes so ``thick``; a scribble; and plain crosses."""
    picture = template.pixels.copy()
    left, top, right, bottom = _inside(template.boxes[SMEARED])
    area = picture[top:bottom, left:right]
    area[:] = (area * 0.75).astype(np.uint8)
    _cross(picture, template.boxes[SMEARED], thick)
    for cell in crossed:
        _cross(picture, template.boxes[cell], 4)
    left, top, right, bottom = _inside(template.boxes[SCRIBBLED])
    scribble = np.full_like(picture, 255)
    for across in range(left, right, 5):
        cv2.line(scribble, (across, top), (across + 4, bottom), (40, 40, 40), 4, cv2.LINE_AA)
        cv2.line(scribble, (across + 4, bottom), (across + 5, top), (40, 40, 40), 4, cv2.LINE_AA)
    return cv2.multiply(picture, scribble, scale=1 / 255)  # print shows through ink


def _cross(picture, box, thick):
    left, top, right, bottom = _inside(box)
    for start, end in (((left, top), (right, bottom)), ((left, bottom), (right, top))):
        cv2.line(picture, start, end, (40, 40, 40), thick, cv2.LINE_AA)


def patches_of(picture, cells, template):
    blank = estimate_blank(picture, template)
    ink = find_ink(picture, blank, template)
    return cut_patches(picture, ink, blank, [template.boxes[name] for name in cells])


def _inside(box):
    inner = box.grown(-1.2)
    return [round(at * SCALE) for at in (inner.left, inner.top, inner.right, inner.bottom)]


@pytest.fixture(scope="module")
def template():
    return template_of(find_pad("classic"))


def test_a_cross_in_a_smear_is_told_from_a_scribble(template):
    patches = patches_of(drawn(template), (SMEARED, SCRIBBLED), template)
    assert crossed_in_smears(patches, [0, 1], []) == [0]
    assert crossed_in_smears(patches, [1], []) == []
    assert crossed_in_smears(patches, [], []) == []


def test_a_cross_in_a_smear_has_the_ink_of_the_other_crosses(template):
    patches = patches_of(drawn(template, CROSSED), (SMEARED, *CROSSED), template)
    assert crossed_in_smears(patches, [0], [1, 2, 3]) == [0]


def test_a_blackout_with_far_more_ink_is_no_cross_in_a_smear(template):
    patches = patches_of(drawn(template, CROSSED, thick=12), (SMEARED, *CROSSED), template)
    assert crossed_in_smears(patches, [0], [1, 2, 3]) == []
    assert crossed_in_smears(patches, [0], [1, 2]) == [0], "two crosses tell too little"


def test_a_cross_in_a_smear_that_looks_like_a_blackout_is_asked(template, monkeypatch):
    picture = drawn(template)
    blank = estimate_blank(picture, template)
    blackout = np.array([[float(name == "void") for name in CLASSES]], np.float32)
    monkeypatch.setattr(
        marks, "odds_on", lambda patches, *_: blackout.repeat(len(patches.levels), 0)
    )
    ink = find_ink(picture, blank, template)
    verdicts = marks.classify_cells(picture, ink, blank, template, Sight())
    assert verdicts[SMEARED].reason == Doubt.SMEARED
    assert {"cross", "void"} <= set(verdicts[SMEARED].odds)
    assert verdicts[SCRIBBLED].sure
