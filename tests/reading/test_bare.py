"""What a cell with hardly any ink is taken for beside the sheet's strokes."""

import cv2
import numpy as np
import pytest

from sheetkit.pad import find_pad
from sheetkit.reading.bare import (
    bare_cells,
    is_too_noisy,
    may_be_lost,
    noisy_cells,
    perhaps_bleached,
    perhaps_blurred,
    traces_in,
)
from sheetkit.reading.hidden import Sight
from sheetkit.reading.ink import Ink
from sheetkit.reading.light import Blank, estimate_blank
from sheetkit.reading.marks import classify_cells
from sheetkit.reading.strength import usual_stroke
from sheetkit.reading.template import SCALE, template_of
from sheetkit.reading.verdict import Doubt, Verdict

CELL = "yellow.7"


def reason(
    spot_mm=0.0,
    dark=0,
    usual=150.0,
    *,
    contrast=1.0,
    paper=230,
    noise=1.0,
    beyond_mm=None,
    high=1.0,
    off_mm=0.0,
):
    """Why a cell with a spot so wide and dark, so many times as high, is doubtful; empty if it
    isn't.

    The spot lies so far beside the middle of its number, or with ``beyond_mm`` at the cell's right
    edge and goes on as far beyond it.
    """
    template = template_of(find_pad("classic"))
    darkness = np.zeros(template.pixels.shape[:2], np.uint8)
    across, down = (round(at * SCALE) for at in template.boxes[CELL].centre)
    side = round(spot_mm * SCALE)
    across += round(off_mm * SCALE)
    if beyond_mm is not None:
        across = round((template.boxes[CELL].right - 0.3) * SCALE) - side
    wide = side + round((beyond_mm or 0) * SCALE)
    darkness[down : down + round(high * side), across : across + wide] = dark
    light = np.full(template.pixels.shape, paper, np.uint8)
    blank = Blank(template.pixels, template.pixels, light, 1.0)
    sight = Sight(contrast={CELL: contrast})
    told = bare_cells([CELL], usual, Ink(darkness, noise), blank, template, sight)[CELL]
    assert told.likeliest == "empty"
    return told.reason


def test_nothing_is_blank():
    assert not reason()


@pytest.mark.parametrize(
    ("spot_mm", "dark", "usual", "asked"),
    [
        (0.5, 100, 150, True),
        (0.5, 60, 150, False),  # too pale for that pen
        (0.3, 100, 150, False),  # smaller than any pen's dot
        (0.5, 20, 35, False),  # print that lies a little off
        (0.5, 30, 35, True),
    ],
)
def test_a_dot_as_dark_as_the_sheet_s_strokes_is_asked(spot_mm, dark, usual, asked):
    assert reason(spot_mm, dark, usual) == (Doubt.SPOT if asked else "")


@pytest.mark.parametrize(
    ("high", "off_mm", "asked"), [(1.5, 0, False), (1.5, 3, True), (1.0, 3, False), (2.5, 0, True)]
)
def test_a_spot_on_print_alone_has_to_be_larger(high, off_mm, asked):
    told = reason(1 / 3, 100, high=high, off_mm=off_mm)
    assert told == (Doubt.SPOT if asked else "")


@pytest.mark.parametrize(("beyond_mm", "asked"), [(0.0, True), (0.5, True), (2.0, False)])
def test_a_neighbour_s_stroke_that_ends_at_a_cell_s_edge_is_no_dot(beyond_mm, asked):
    assert reason(0.5, 100, beyond_mm=beyond_mm) == (Doubt.SPOT if asked else "")


@pytest.mark.parametrize(
    ("contrast", "usual", "asked"), [(0.4, 60, True), (0.4, 90, False), (0.6, 40, False)]
)
def test_where_glare_would_take_a_usual_stroke_nothing_is_blank(contrast, usual, asked):
    found = reason(contrast=contrast, usual=usual, paper=254)
    assert found == (Doubt.DIM if asked else "")


@pytest.mark.parametrize(
    ("dark", "usual", "noise", "paper", "asked"),
    [
        (0, 60, 1.0, 230, False),
        (12, 60, 1.0, 230, True),  # a pale trace: 0.5 of what is left of a usual stroke
        (8, 60, 1.0, 230, False),
        (0, 60, 4.5, 230, True),  # no paler than noise
        (0, 30, 1.0, 230, True),  # as pale as what storing a photo may take
        (0, 60, 1.0, 100, True),  # so it is in the dark
    ],
)
def test_in_pale_print_a_cell_is_blank_only_if_hardly_any_trace_would_be_overlooked(
    dark, usual, noise, paper, asked
):
    found = reason(0.5, dark, usual, contrast=0.4, noise=noise, paper=paper)
    assert found == (Doubt.DIM if asked else "")


@pytest.mark.parametrize(
    ("spot_mm", "usual", "paper", "asked"),
    [
        (0.5, 40, 254, True),
        (0.5, 40, 230, False),
        (0.5, 60, 254, False),
        (0.3, 40, 254, False),
    ],
)
def test_a_trace_on_bleached_paper_is_asked_where_strokes_are_pale(spot_mm, usual, paper, asked):
    found = reason(spot_mm, dark=14, usual=usual, paper=paper)
    assert found == (Doubt.BLEACHED if asked else "")


@pytest.mark.parametrize(
    ("outlines", "usual", "paper", "asked"),
    [
        (0.01, 80, 255, True),
        (0.1, 80, 255, False),
        (0.01, 110, 255, False),  # a pen's
        (0.01, 80, 230, False),  # no program has made that paper white
    ],
)
def test_where_outlines_are_gone_no_cell_is_blank_if_strokes_are_pale(
    outlines, usual, paper, asked
):
    pixels = np.full((32, 32, 3), paper, np.uint8)
    blank = Blank(pixels, pixels, pixels, 1.0, outlines=outlines)
    verdicts = {"red.2": Verdict({"cross": 1.0}), CELL: Verdict({"empty": 1.0})}
    doubts = perhaps_bleached(verdicts, usual, blank)
    reasons = {cell: verdict.reason for cell, verdict in doubts.items()}
    assert reasons == ({CELL: Doubt.BLEACHED} if asked else {})


@pytest.mark.parametrize(
    ("noise", "usual", "marks", "noisy"),
    [(11.9, 30, 5, False), (13, 200, 5, False), (13, 60, 5, True), (13, 200, 2, True)],
)
def test_noise_hides_pale_strokes_and_not_dark_ones(noise, usual, marks, noisy):
    verdicts = {f"red.{n}": Verdict({"cross": 1.0}) for n in range(marks)}
    ink = Ink(np.zeros((9, 9), np.uint8), noise)
    assert is_too_noisy(verdicts, usual, ink) == noisy


@pytest.mark.parametrize(
    ("blur_mm", "marks", "asked"), [(0.8, 2, True), (0.8, 3, False), (0.5, 0, False)]
)
def test_blur_hides_pale_strokes_where_no_marks_tell_how_dark_they_are(blur_mm, marks, asked):
    template = template_of(find_pad("classic"))
    blurred = cv2.GaussianBlur(template.pixels, (0, 0), blur_mm * SCALE)
    verdicts = {f"red.{n}": Verdict({"cross": 1.0}) for n in range(marks)}
    verdicts[CELL] = Verdict({"empty": 1.0})
    doubts = perhaps_blurred(verdicts, blurred, estimate_blank(blurred, template), template)
    reasons = {cell: verdict.reason for cell, verdict in doubts.items()}
    assert reasons == ({CELL: Doubt.DIM} if asked else {})


def test_no_cell_is_blank_where_blur_may_hide_a_mark():
    template = template_of(find_pad("classic"))
    blurred = cv2.GaussianBlur(template.pixels, (0, 0), 0.8 * SCALE)
    blank = estimate_blank(blurred, template)
    ink = Ink(np.zeros(blurred.shape[:2], np.uint8), 1.0)
    read = classify_cells(blurred, ink, blank, template, Sight())
    assert {verdict.reason for verdict in read.values()} == {Doubt.DIM}


DOUBTED = Verdict({"cross": 0.6, "empty": 0.4}, Doubt.FAINT)


@pytest.mark.parametrize(
    ("cells", "verdict", "usual"),
    [
        (3, DOUBTED, 16),
        (2, DOUBTED, 128),
        (3, Verdict({"empty": 0.6, "cross": 0.4}, Doubt.FAINT), 128),
        (3, Verdict({"cross": 0.6, "empty": 0.4}, Doubt.COVERED), 128),
    ],
)
def test_without_certain_marks_likely_ones_tell_how_dark_strokes_are(cells, verdict, usual):
    template = template_of(find_pad("classic"))
    darkness = np.full(template.pixels.shape[:2], 16, np.uint8)
    read = dict.fromkeys([f"red.{number}" for number in range(2, 2 + cells)], verdict)
    assert usual_stroke(read, Ink(darkness, 1.0), template) == usual


@pytest.mark.parametrize(
    ("doubted", "usual", "dark", "asked"),
    [(4, 16, 8, True), (3, 16, 8, False), (4, 60, 24, False), (4, 16, 5, False)],
)
def test_where_strokes_are_too_pale_to_count_as_ink_a_trace_is_asked(doubted, usual, dark, asked):
    template = template_of(find_pad("classic"))
    darkness = np.zeros(template.pixels.shape[:2], np.uint8)
    across, down = (round(at * SCALE) for at in template.boxes[CELL].centre)
    darkness[down : down + 12, across : across + 12] = dark
    read = dict.fromkeys([f"red.{number}" for number in range(2, 2 + doubted)], DOUBTED)
    ink = Ink(darkness, 1.0)
    told = traces_in([CELL, "blue.7"], usual, ink, template)
    assert (may_be_lost(read, usual, ink) and told.keys() == {CELL}) is asked


def test_cells_that_noise_may_hide_a_mark_in_are_no_stray_ones():
    (verdict,) = noisy_cells(["red.5"]).values()
    assert verdict.reason == Doubt.NOISY
    assert not verdict.sure
    assert not verdict.may_be_stray
