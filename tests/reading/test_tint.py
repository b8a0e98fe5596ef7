"""A stain isn't of the pen's colour, and that testifies against pale marks."""

import cv2
import numpy as np
import pytest

from sheetkit.pad import find_pad
from sheetkit.reading import marks
from sheetkit.reading.hidden import Sight
from sheetkit.reading.ink import Ink, find_ink
from sheetkit.reading.light import estimate_blank
from sheetkit.reading.marks import classify_cells
from sheetkit.reading.template import SCALE, pixel_slices, template_of
from sheetkit.reading.tint import Tints, alone_in_colour
from sheetkit.reading.verdict import Doubt

BLUE_PEN, BROWN = (0.8, 0.45, 0.3), (0.7, 0.82, 0.93)
"""What ink and what a stain leave of blue, green and red."""


@pytest.fixture(scope="module")
def template():
    return template_of(find_pad("classic"))


def stroked(picture, box, colour, share=1.0):
    """The picture with a slash through the box, in ink that leaves so much light."""
    (left, _), (right, _), *_ = box.corners
    start, end = (
        (round(left * SCALE) + 12, round(box.bottom * SCALE) - 8),
        (
            round(right * SCALE) - 12,
            round(box.top * SCALE) + 8,
        ),
    )
    drawn = np.zeros(picture.shape[:2], np.uint8)
    cv2.line(drawn, start, end, 255, 4, cv2.LINE_AA)
    covered = cv2.GaussianBlur(drawn, (0, 0), 0.8)[..., None] / 255 * share
    return (picture * (1 - covered * (1 - np.array(colour)))).astype(np.uint8)


def lined(picture, box, colour, share):
    """The picture with a line across the box."""
    middle = round((box.top + box.bottom) / 2 * SCALE)
    drawn = np.zeros(picture.shape[:2], np.uint8)
    start, end = (round(box.left * SCALE) + 3, middle - 2), (round(box.right * SCALE) - 3, middle)
    cv2.line(drawn, start, end, 255, 3, cv2.LINE_AA)
    covered = cv2.GaussianBlur(drawn, (0, 0), 0.8)[..., None] / 255 * share
    return (picture * (1 - covered * (1 - np.array(colour)))).astype(np.uint8)


@pytest.mark.parametrize("colour", [BLUE_PEN, (0.5, 0.4, 0.75)])
@pytest.mark.parametrize("count", [2, 5])
def test_lines_of_a_paler_pen_are_compared_with_lines(template, colour, count):
    picture = template.pixels
    for cell in ("red.2", "red.4", "red.7", "yellow.3", "yellow.6", "blue.10", "blue.8"):
        picture = stroked(picture, template.boxes[cell], (0.1, 0.1, 0.1))
    lines = ["red.3", "red.5", "red.6", "yellow.4", "yellow.5"][:count]
    for cell in lines:
        picture = lined(picture, template.boxes[cell], colour, 0.55)
    blank = estimate_blank(picture, template)
    verdicts = classify_cells(picture, find_ink(picture, blank, template), blank, template, Sight())
    assert {verdicts[cell].likeliest for cell in lines} == {"skip"}
    sure = {verdicts[cell].sure for cell in lines}
    assert sure == {count == 5} or colour == BLUE_PEN


def classified(template, colour, share, strokes=("green.4",)):
    """What green.4 is taken for, with strokes of one colour there and seven of a blue pen."""
    picture = template.pixels
    for cell in ("red.2", "red.4", "red.7", "yellow.3", "yellow.6", "blue.10", "blue.8"):
        picture = stroked(picture, template.boxes[cell], BLUE_PEN)
    for cell in strokes:
        picture = stroked(picture, template.boxes[cell], colour, share)
    blank = estimate_blank(picture, template)
    return classify_cells(picture, find_ink(picture, blank, template), blank, template, Sight())[
        "green.4"
    ]


def test_a_pale_stroke_of_the_pen_itself_counts(template):
    verdict = classified(template, BLUE_PEN, 0.5)
    assert verdict.sure
    assert verdict.likeliest == "cross"


def test_a_pale_stroke_in_another_colour_is_never_certain_to_be_a_mark(template):
    assert classified(template, BROWN, 1.0).reason == Doubt.OTHER_COLOUR


@pytest.mark.parametrize(("empty", "blank"), [(0.985, False), (0.993, True)])
def test_pale_ink_in_another_colour_is_a_stain_only_where_that_is_sure(
    template, monkeypatch, empty, blank
):
    """The classifier's odds on green.4 are given, all else is a cross."""
    usual = marks.odds_on

    def odds_on(patches, *more):
        odds = usual(patches, *more)
        faintest = patches.layers[:, 0].max(axis=(1, 2)).argmin()
        odds[faintest] = [empty, 1 - empty, 0, 0, 0, 0]
        return odds

    monkeypatch.setattr(marks, "odds_on", odds_on)
    monkeypatch.setattr(marks, "faintly_marked", lambda *_, **__: {})
    verdict = classified(template, BROWN, 0.9)
    assert verdict.blank == blank
    assert verdict.reason == ("" if blank else Doubt.OTHER_COLOUR)


RED_PEN, CRUMB = (0.25, 0.2, 0.75), (0.2, 0.3, 0.45)


@pytest.mark.parametrize("colour", [RED_PEN, CRUMB])
@pytest.mark.parametrize(
    "strokes", [("green.4",), ("green.4", "green.7"), ("green.4", "green.7", "blue.4")]
)
def test_dark_strokes_of_a_second_pen_count_where_there_are_several(template, colour, strokes):
    verdict = classified(template, colour, 1.0, strokes)
    assert verdict.likeliest == "cross"
    assert verdict.reason == ("" if len(strokes) == 3 else Doubt.NO_PEN)


@pytest.mark.parametrize(("darkness", "alone"), [(6, False), (20, True)])
def test_where_hardly_any_ink_is_no_colour_is_told(template, darkness, alone):
    cells = ("red.2", "red.4", "red.7", "yellow.3", "yellow.6", "blue.10")
    boxes = [template.boxes[cell].grown(-1) for cell in (*cells, "blue.8")]
    *marked, pale = (pixel_slices(box) for box in boxes)
    picture, ink = template.pixels.copy(), np.zeros(template.pixels.shape[:2], np.uint8)
    for area in marked:
        picture[area], ink[area] = picture[area] // 5, 200
    picture[pale][..., 0] -= np.minimum(picture[pale][..., 0], darkness)  # blue alone
    ink[pale] = darkness
    blank = estimate_blank(template.pixels, template)
    found = alone_in_colour(
        Tints(picture, Ink(ink, 1.0), blank, template),
        boxes,
        np.zeros(len(boxes), bool),
        [""] * len(boxes),
    )
    assert found.tolist() == [False] * len(cells) + [alone]


PURE_BLUE, PURE_GREEN, PURER_BLUE = (0.95, 0.25, 0.1), (0.25, 0.95, 0.1), (0.9, 0.35, 0.5)


@pytest.mark.parametrize(
    ("colour", "solid", "alone"),
    [
        (PURE_BLUE, True, False),
        (PURE_BLUE, False, True),
        (PURE_GREEN, True, True),
        (PURER_BLUE, True, True),
    ],
)
def test_a_blackout_may_have_the_colour_of_the_strokes_purer(template, colour, solid, alone):
    cells = ("red.2", "red.4", "red.7", "yellow.3", "yellow.6", "blue.10", "blue.8")
    boxes = [template.boxes[cell].grown(-1) for cell in cells]
    picture, ink = template.pixels.copy(), np.zeros(template.pixels.shape[:2], np.uint8)
    for box, left in zip(boxes, [(0.6, 0.4, 0.35)] * (len(cells) - 1) + [colour], strict=True):
        area = pixel_slices(box)
        picture[area], ink[area] = np.array(left) * picture[area], 200
    tints = Tints(picture, Ink(ink, 1.0), estimate_blank(template.pixels, template), template)
    black = np.array([*[False] * (len(cells) - 1), solid])
    found = alone_in_colour(tints, boxes, black, [""] * len(boxes))
    assert found.tolist() == [False] * (len(cells) - 1) + [alone]


BOTH_PENS = (0.5, 0.3, 0.5)


@pytest.mark.parametrize(
    ("colour", "red", "alone"),
    [(BOTH_PENS, 4, False), (BOTH_PENS, 0, True), (CRUMB, 4, True), (PURE_GREEN, 4, True)],
)
def test_a_mark_of_two_pens_has_a_colour_between_theirs(template, colour, red, alone):
    cells = ("red.2", "red.4", "red.7", "red.9", "yellow.3", "yellow.6", "yellow.9", "blue.10")
    boxes = [template.boxes[cell].grown(-1) for cell in (*cells, "green.9", "blue.8")]
    picture, ink = template.pixels.copy(), np.zeros(template.pixels.shape[:2], np.uint8)
    pens = [RED_PEN] * red + [BLUE_PEN] * (len(boxes) - 1 - red)
    for box, left in zip(boxes, [*pens, colour], strict=True):
        area = pixel_slices(box)
        picture[area], ink[area] = np.array(left) * picture[area], 200
    tints = Tints(picture, Ink(ink, 1.0), estimate_blank(template.pixels, template), template)
    found = alone_in_colour(tints, boxes, np.zeros(len(boxes), bool), [""] * len(boxes))
    assert found.tolist() == [False] * (len(boxes) - 1) + [alone]


OF_ROWS = {"red": RED_PEN, "yellow": (0.1, 0.1, 0.1), "green": PURE_GREEN}


@pytest.mark.parametrize(
    ("other", "pens", "alone"),
    [
        ("blue.8", OF_ROWS, False),
        ("blue.8", dict.fromkeys(OF_ROWS, RED_PEN), True),
        ("red.10", OF_ROWS, True),
        ("penalty.1", OF_ROWS, True),
    ],
    ids=("a row of its own", "one pen", "another in its row", "outside the rows"),
)
def test_who_has_a_pen_for_each_row_may_use_one_of_them_once(template, other, pens, alone):
    cells = [f"{row}.{number}" for row in pens for number in (3, 5, 7, 8, 9)]
    boxes = [template.boxes[cell].grown(-1) for cell in (*cells, other)]
    picture, ink = template.pixels.copy(), np.zeros(template.pixels.shape[:2], np.uint8)
    of_cells = [pens[cell.split(".")[0]] for cell in cells]
    for box, left in zip(boxes, [*of_cells, BLUE_PEN], strict=True):
        area = pixel_slices(box)
        picture[area], ink[area] = np.array(left) * picture[area], 200
    tints = Tints(picture, Ink(ink, 1.0), estimate_blank(template.pixels, template), template)
    rows = [template.design.pad.cells[cell].row for cell in (*cells, other)]
    found = alone_in_colour(tints, boxes, np.zeros(len(boxes), bool), rows)
    assert found.tolist() == [False] * len(cells) + [alone]


@pytest.mark.parametrize(
    ("colour", "dark", "solid", "alone"),
    [
        ((0.05, 0.03, 0.02), 240, True, False),
        ((0.05, 0.03, 0.02), 240, False, True),
        ((0.05, 0.03, 0.02), 150, True, True),
        ((0.02, 0.05, 0.6), 240, True, True),
    ],
)
def test_ink_over_ink_is_nearer_to_black_than_its_pen(template, colour, dark, solid, alone):
    cells = ("red.2", "red.4", "red.7", "yellow.3", "yellow.6", "blue.10", "blue.8")
    boxes = [template.boxes[cell].grown(-1) for cell in cells]
    picture, ink = template.pixels.copy(), np.zeros(template.pixels.shape[:2], np.uint8)
    marks = [(BLUE_PEN, 200)] * (len(cells) - 1) + [(colour, dark)]
    for box, (left, darkness) in zip(boxes, marks, strict=True):
        area = pixel_slices(box)
        picture[area], ink[area] = np.array(left) * picture[area], darkness
    tints = Tints(picture, Ink(ink, 1.0), estimate_blank(template.pixels, template), template)
    black = np.array([*[False] * (len(cells) - 1), solid])
    found = alone_in_colour(tints, boxes, black, [""] * len(boxes))
    assert found.tolist() == [False] * (len(cells) - 1) + [alone]
