"""The line of a fold is no ink; lines that pens draw stay."""

import cv2
import numpy as np
import pytest

from sheetkit.design import SHEET_HEIGHT, SHEET_WIDTH
from sheetkit.pad import find_pad
from sheetkit.reading.folds import without_folds
from sheetkit.reading.ink import Ink, find_ink
from sheetkit.reading.light import estimate_blank
from sheetkit.reading.template import SCALE, pixel_slices, template_of

LEFT = 16
"""Of 255, what may be left of a fold: too little for a stroke."""
FINE = 16
"""Parts of a pixel."""


@pytest.fixture(scope="module")
def template():
    return template_of(find_pad("classic"))


def lined(picture, line, darkness, width_mm=0.6):
    """The picture with a line (n × 2, mm) that swallows so much of the light."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    at = np.rint(np.array(line) * SCALE * FINE).astype(np.int32)
    cv2.polylines(mask, [at], False, 255, round(width_mm * SCALE), cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), 0.2 * SCALE)[..., None] / 255
    return (picture * (1 - soft * darkness)).astype(np.uint8)


def inks(picture, template):
    """The ink on the picture with its folds and without."""
    ink = find_ink(picture, estimate_blank(picture, template), template)
    return ink, without_folds(ink, template)


def darkest_in(ink, template, cell):
    return np.percentile(ink.darkness[pixel_slices(template.boxes[cell].grown(-0.5))], 98)


def upright(template, cell, lean=0.0):
    x = template.boxes[cell].centre[0]
    return [(x - lean, 0.0), (x + lean, SHEET_HEIGHT)]


@pytest.mark.parametrize("lean", [0.0, 9.0, -25.0])
@pytest.mark.parametrize("darkness", [0.15, 0.4])
def test_an_upright_fold_is_left_out(template, lean, darkness):
    picture = lined(template.pixels, upright(template, "yellow.6", lean), darkness)
    with_folds, without = inks(picture, template)
    assert with_folds.darkness.max() > 100 * darkness
    assert max(darkest_in(without, template, cell) for cell in template.design.pad.markable) < LEFT


@pytest.mark.parametrize("lean", [0.8, 1.6, 2.5])
def test_a_fold_of_which_print_hides_the_most_is_left_out(template, lean):
    x = template.boxes["red.6"].left
    fold = lined(np.full_like(template.pixels, 255), [(x - lean, 0), (x + lean, SHEET_HEIGHT)], 0.4)
    seen = np.asarray((255 - fold.min(axis=2)) * (template.beside_print > 0), np.uint8)
    assert without_folds(Ink(seen, 1.5), template).darkness.max() < LEFT < seen.max()


@pytest.mark.parametrize("lean", [0.2, 0.5, 1.2])
def test_a_fold_along_the_outlines_of_a_row_is_left_out(template, lean):
    y = template.boxes["yellow.6"].bottom
    fold = lined(np.full_like(template.pixels, 255), [(0, y + lean), (SHEET_WIDTH, y - lean)], 0.4)
    seen = np.asarray((255 - fold.min(axis=2)) * (template.beside_print > 0), np.uint8)
    left = without_folds(Ink(seen, 1.5), template).darkness
    assert np.count_nonzero(left > LEFT) < 0.1 * np.count_nonzero(seen > LEFT)


def test_a_fold_along_a_row_is_left_out(template):
    y = template.boxes["green.6"].centre[1] + 2.5
    picture = lined(template.pixels, [(0.0, y), (SHEET_WIDTH, y + 0.5)], 0.3)
    with_folds, without = inks(picture, template)
    assert darkest_in(with_folds, template, "green.6") > 30
    assert max(darkest_in(without, template, f"green.{n}") for n in range(2, 13)) < LEFT


@pytest.mark.parametrize(("y", "lean"), [(28.0, -4.0), (40.0, 2.0), (44.0, -3.0), (53.5, 4.0)])
def test_a_fold_that_slants_over_a_row_is_left_out(template, y, lean):
    """Print hides a third of it; what isn't seen doesn't tell how dark the fold is."""
    ends = [(0, y + lean), (SHEET_WIDTH, y - lean)]
    fold = lined(np.full_like(template.pixels, 255), ends, 0.3)
    seen = np.asarray((255 - fold.min(axis=2)) * (template.beside_print > 0), np.uint8)
    assert without_folds(Ink(seen, 1.5), template).darkness.max() < LEFT < seen.max()


def test_a_line_along_a_fold_stays_as_dark_as_beside_it(template):
    """Long strokes take up what a fold's darkness is told by, near them."""
    y = template.boxes["green.6"].centre[1] + 2.5
    folded = lined(template.pixels, [(0.0, y), (SHEET_WIDTH, y + 0.5)], 0.3)
    struck = [template.boxes[cell] for cell in ("green.12", "green.7")]
    line = [(struck[0].left + 1, y), (struck[1].right - 1, y + 0.3)]
    _, without = inks(lined(folded, line, 0.7), template)
    _, alone = inks(lined(template.pixels, line, 0.7), template)
    for number in range(7, 13):
        cell = f"green.{number}"
        assert darkest_in(without, template, cell) > 0.95 * darkest_in(alone, template, cell)
    assert max(darkest_in(without, template, f"green.{n}") for n in range(2, 6)) < LEFT


def test_a_fold_from_corner_to_corner_is_left_out(template):
    picture = lined(template.pixels, [(0.0, 0.0), (SHEET_WIDTH, SHEET_HEIGHT)], 0.4)
    with_folds, without = inks(picture, template)
    assert max(darkest_in(with_folds, template, cell) for cell in template.boxes) > 60
    assert max(darkest_in(without, template, cell) for cell in template.design.pad.markable) < LEFT


def test_two_folds_are_left_out(template):
    picture = lined(template.pixels, upright(template, "red.4"), 0.3)
    picture = lined(picture, upright(template, "red.9", 4.0), 0.2)
    _, without = inks(picture, template)
    assert max(darkest_in(without, template, cell) for cell in template.design.pad.markable) < LEFT


def test_one_side_in_shade_is_no_harm(template):
    (x, _), _ = line = upright(template, "red.7")
    picture = lined(template.pixels, line, 0.3)
    picture[:, round(x * SCALE) :] = picture[:, round(x * SCALE) :] * 0.8
    _, without = inks(picture, template)
    assert darkest_in(without, template, "blue.7") < 20


@pytest.mark.parametrize("stroke", [0.3, 0.6])
def test_a_stroke_over_a_fold_stays(template, stroke):
    box = template.boxes["yellow.6"].grown(-1.5)
    a, b, c, d = box.corners
    picture = lined(template.pixels, [a, c], stroke, 0.5)
    picture = lined(lined(picture, [b, d], stroke, 0.5), upright(template, "yellow.6"), 0.2)
    _, without = inks(picture, template)
    assert darkest_in(without, template, "yellow.6") > 0.7 * 255 * stroke
    assert darkest_in(without, template, "green.7") < LEFT


def test_a_fold_is_found_among_many_long_lines(template):
    picture = lined(template.pixels, upright(template, "red.5", 3.0), 0.15)
    for row in template.design.pad.rows:
        first, last = template.boxes[row.cell(0)], template.boxes[row.cell(10)]
        for off in (-1.5, 0.0, 1.5):
            ends = [(first.left, first.centre[1] + off), (last.right, last.centre[1] - off)]
            picture = lined(picture, ends, 0.6)
    ink, without = inks(picture, template)
    assert without is not ink


@pytest.mark.parametrize("pad", ["classic", "longo", "on-board", "bonus-b"])
def test_lines_that_pens_draw_are_no_folds(pad):
    """Not even one through all of a row and its lock, nor crosses above each other."""
    template = template_of(find_pad(pad))
    picture = template.pixels
    for row in template.design.pad.rows:
        first, lock = template.boxes[row.cell(0)], template.boxes[f"{row.name}.lock"]
        y = first.centre[1]
        picture = lined(picture, [(first.left, y), (lock.right, y)], 0.6)
        across = template.boxes[row.cell(4)]
        x = across.centre[0]
        picture = lined(picture, [(x, across.top - 0.5), (x, across.bottom + 0.5)], 0.6)
    ink, without = inks(picture, template)
    assert without is ink


def test_a_blank_sheet_has_no_folds(template):
    for picture in (template.pixels, (template.pixels * 0.6).astype(np.uint8)):
        ink, without = inks(picture, template)
        assert without is ink


def test_a_fold_at_the_very_edge_is_none(template):
    picture = template.pixels.copy()
    picture[:, :3] = 90
    picture[:3] = 90
    ink, without = inks(picture, template)
    assert (
        without is ink or np.abs(without.darkness.astype(int) - ink.darkness)[20:, 20:].max() == 0
    )
