"""Marks on the other side of the paper show through, pale and soft: none of them is certain."""

import cv2
import numpy as np
import pytest

from sheetkit.camera import Level
from sheetkit.pad import find_pad
from sheetkit.reading import read_photo
from sheetkit.reading.ink import find_ink
from sheetkit.reading.light import estimate_blank
from sheetkit.reading.show_through import perhaps_shown_through
from sheetkit.reading.template import SCALE, template_of
from sheetkit.reading.verdict import Doubt, Verdict
from tests.reading.photos import as_jpeg, photograph, pixels

CROSS = Verdict({"cross": 0.9995, "empty": 0.0005})
STRAY = Verdict({"cross": 0.5, "empty": 0.5}, "a cross or a stray mark")
SHARP_MM, SOFT_MM, BLURRED_MM = 0.05, 0.3, 0.45
CELLS = tuple(f"yellow.{number}" for number in range(2, 10))


@pytest.fixture(scope="module")
def template():
    return template_of(find_pad("classic"))


def marked(template, crosses):
    """The sheet with crosses, each a cell, how much of the light is left and how soft it is."""
    picture = template.pixels.astype(np.float32)
    for cell, left, soft_mm in crosses:
        mask = np.zeros(picture.shape[:2], np.uint8)
        a, b, c, d = (
            np.rint(np.array(p) * SCALE).astype(int).tolist()
            for p in template.boxes[cell].grown(-1.5).corners
        )
        for start, end in ((a, c), (b, d)):
            cv2.line(mask, start, end, 255, round(0.6 * SCALE), cv2.LINE_AA)
        soft = cv2.GaussianBlur(mask, (0, 0), soft_mm * SCALE) / 255.0
        soft /= soft.max()
        picture *= 1 - (1 - left) * soft[..., None]
    return picture.astype(np.uint8)


def doubts(template, crosses, *, stray=False):
    """Why each of the crosses is doubtful; ``stray`` adds a cell that may be marked or not."""
    picture = marked(template, crosses)
    blank = estimate_blank(picture, template)
    verdicts = {cell: CROSS for cell, *_ in crosses} | ({"red.2": STRAY} if stray else {})
    ink = find_ink(picture, blank, template)
    found = perhaps_shown_through(verdicts, picture, ink, blank, template)
    assert all("empty" in verdict.odds for verdict in found.values())
    return {cell: verdict.reason for cell, verdict in found.items()}


@pytest.mark.parametrize(
    ("left", "soft_mm", "asked"),
    [(0.85, SOFT_MM, True), (0.85, SHARP_MM, False), (0.7, BLURRED_MM, True),
     (0.7, SHARP_MM, False), (0.3, BLURRED_MM, False)],
)  # fmt: skip
def test_all_marks_are_asked_where_most_are_pale_and_soft(template, left, soft_mm, asked):
    crosses = [(cell, left, soft_mm) for cell in CELLS]
    expected = dict.fromkeys(CELLS, Doubt.SHOWN_THROUGH) if asked else {}
    assert doubts(template, crosses) == expected


@pytest.mark.parametrize("left", [0.3, 0.7])
@pytest.mark.parametrize("stray", [False, True])
def test_sharp_marks_are_certain(template, left, stray):
    assert doubts(template, [(cell, left, SHARP_MM) for cell in CELLS], stray=stray) == {}


@pytest.mark.parametrize(
    ("left", "soft_mm", "reason"),
    [(0.7, SHARP_MM, Doubt.FAINT), (0.7, BLURRED_MM, Doubt.SHOWN_THROUGH),
     (0.35, BLURRED_MM, Doubt.SHOWN_THROUGH), (0.35, SHARP_MM, "")],
)  # fmt: skip
def test_a_pale_or_soft_mark_is_asked_where_another_is_stray(template, left, soft_mm, reason):
    crosses = [(cell, 0.3, SHARP_MM) for cell in CELLS[1:]] + [(CELLS[0], left, soft_mm)]
    assert doubts(template, crosses) == {}
    assert doubts(template, crosses, stray=True) == ({CELLS[0]: reason} if reason else {})


def other_side(photo):
    """The ink on a photo's sheet, as it lies on the other side of the paper: 0 to 1."""
    stages = {}
    read_photo(photo.jpeg, sink=lambda name, picture: stages.update({name: picture}))
    return cv2.flip(255 - stages["ink"], 1) / np.float32(255)


def shown_through(photo, ink, depth):
    """The photo with that ink shining through its sheet, as a JPEG."""
    height, width = ink.shape
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    places = np.array(photo.sheets[0].corners, np.float32)
    picture = pixels(photo)
    there = cv2.warpPerspective(
        cv2.GaussianBlur(ink, (0, 0), SOFT_MM * SCALE),
        cv2.getPerspectiveTransform(corners, places),
        picture.shape[1::-1],
    )
    left = 1 - depth * np.minimum(1.5 * there, 1)[..., None] * np.array([0.7, 0.9, 1.0])
    return as_jpeg((picture * left).astype(np.uint8))


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("depth", [0.15, 0.3])
def test_nothing_is_certain_of_what_shows_through_on_a_blank_sheet(seed, depth):
    ink = other_side(photograph(seed=seed, level=Level.EASY))
    blank = photograph("longo", seed=seed + 10, marks={}, level=Level.EASY)
    (sheet,) = read_photo(shown_through(blank, ink, depth)).sheets
    assert sheet.marks == {}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nothing_is_certain_and_wrong_beside_what_shows_through(seed):
    ink = other_side(photograph(seed=seed, level=Level.EASY))
    photo = photograph("mixed-a", seed=seed + 10, level=Level.EASY)
    (sheet,) = read_photo(shown_through(photo, ink, 0.3)).sheets
    truth = photo.sheets[0].marks
    assert {cell: truth.get(cell) for cell in sheet.marks} == dict(sheet.marks)
