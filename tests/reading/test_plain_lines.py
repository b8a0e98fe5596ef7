"""One plain stroke is hardly a blackout, whatever the classifier makes of it."""

import numpy as np
import pytest

from sheetkit.reading.classifier import CLASSES
from sheetkit.reading.columns import dark_parts
from sheetkit.reading.ink import Ink
from sheetkit.reading.plain_lines import (
    as_skip_lines,
    hardly_blackouts,
    plain_lines,
    short_dashes,
    through_middles,
)
from tests.reading.strokes import BOX, dark_parts_of

VOID, SKIP = CLASSES.index("void"), CLASSES.index("skip")
CROSS, EMPTY = CLASSES.index("cross"), CLASSES.index("empty")
ALONG = np.linspace(0, 9, 60)


def is_plain(*strokes, width_mm=0.6):
    """Whether strokes look like one plain stroke."""
    return plain_lines(dark_parts_of(strokes, width_mm), [BOX]).tolist()[0]


def curve(heights):
    return list(zip(ALONG.tolist(), heights.tolist(), strict=True))


@pytest.mark.parametrize(
    ("strokes", "told"),
    [
        ([[(0.5, 5), (8.5, 5)]], True),
        ([[(3, 5), (6, 4.6)]], True),
        ([[(-9, 4), (18, 6)]], True),
        ([curve(5 + 1.2 * np.sin(ALONG / 9 * np.pi))], True),
        ([[(4, 5), (5.2, 5)]], False),
        ([curve(5 + 0.5 * np.sin(ALONG * 4))], False),
        ([curve(5 + 1.5 * np.sin(ALONG))], False),
        ([[(0.5, 5), (8.5, 5)], [(3, 5.9), (6, 5.9)]], False),
        ([[(1, 1), (8, 9)]], False),
        ([[(0.5, 4), (8.5, 4)], [(0.5, 6), (8.5, 6)]], False),
        ([], False),
    ],
    ids=(
        "a line",
        "a dash",
        "a line through several cells",
        "a bend",
        "a dot",
        "a fine wave",
        "a wave",
        "thicker in its middle",
        "steep",
        "two lines",
        "nothing",
    ),
)
def test_a_plain_stroke_is_told_from_all_else(strokes, told):
    assert is_plain(*strokes) == told


@pytest.mark.parametrize(("width_mm", "told"), [(1.3, True), (2.2, False)])
def test_a_thick_bar_may_be_a_scribble(width_mm, told):
    assert is_plain([(0.5, 4), (8.5, 4)], width_mm=width_mm) == told


def test_where_no_cell_is_looked_at_nothing_is_told():
    assert plain_lines(dark_parts(Ink(np.zeros((50, 50), np.uint8), 1.0), []), []).tolist() == []


def test_a_plain_stroke_is_less_likely_a_blackout_and_a_short_dash_still_less():
    odds = np.zeros((3, len(CLASSES)), np.float32)
    odds[:, VOID], odds[:, SKIP] = 0.05, 0.95
    told = hardly_blackouts(odds, np.array([True, True, False]), np.array([False, True, False]))
    assert told[0, VOID] == pytest.approx(0.005 / 0.955, rel=1e-4)
    assert told[1, VOID] == pytest.approx(0.0015 / 0.9515, rel=1e-4)
    assert told.sum(axis=1) == pytest.approx(1)
    assert (told[2] == odds[2]).all()


@pytest.mark.parametrize(
    ("strokes", "told"),
    [
        ([[(2, 5), (7, 5)]], True),
        ([[(2, 5.4), (4, 4.6), (5.5, 5.5), (7, 4.8)]], True),
        ([[(0.5, 5), (8.5, 5)]], False),
        ([[(2, 5), (10, 5)]], False),
        ([[(2, 7), (7, 3)]], False),
        ([[(2, 4), (7, 4)], [(2, 6), (7, 6)]], False),
        ([[(4, 5), (5, 5)]], False),
        ([], False),
    ],
    ids=(
        "a dash",
        "an uneven one",
        "a line",
        "into the next cell",
        "steep",
        "two",
        "a dot",
        "none",
    ),
)
def test_a_short_dash_is_low_and_ends_within_its_cell(strokes, told):
    assert short_dashes(dark_parts_of(strokes, 0.6)).tolist() == [told]


@pytest.mark.parametrize(
    ("stroke", "told"),
    [
        ([(0.5, 5), (8.5, 5)], True),
        ([(2, 5.4), (7, 4.7)], True),
        ([(-9, 4), (18, 6)], True),
        ([(0.5, 9), (8.5, 9)], False),
        ([(0.5, 0.5), (8.5, 0.5)], False),
        ([(0.5, 5), (4.5, 5)], False),
        ([(5, 5), (8.5, 5)], False),
        ([(2, 5.5), (7, 4)], False),
    ],
    ids=(
        "a line",
        "a slanting dash",
        "through several cells",
        "at the foot",
        "at the top",
        "from the left",
        "from the right",
        "steep",
    ),
)
def test_a_skip_line_passes_through_the_middle(stroke, told):
    dark = dark_parts_of([stroke], 0.6)
    plain = plain_lines(dark, [BOX])
    assert plain.all()
    assert through_middles(dark, plain, [BOX]).tolist() == [told]


def odds_of(**odds):
    return np.array([[odds.get(name, 0.0) for name in CLASSES]], np.float32)


def as_read(odds, *, level=True, dark=True):
    return as_skip_lines(odds, np.array([level]), np.array([dark]))[0]


def test_a_plain_level_stroke_is_hardly_anything_but_a_skip_line():
    odds = odds_of(cross=0.3, skip=0.5, empty=0.2)
    assert as_read(odds)[SKIP] == pytest.approx(0.5 / 0.505, rel=1e-4)
    assert (as_read(odds, level=False) == odds).all()


def test_a_pale_one_may_be_what_a_rubber_left():
    told = as_read(odds_of(cross=0.3, skip=0.5, empty=0.2), dark=False)
    assert told[EMPTY] / told[SKIP] == pytest.approx(0.4, rel=1e-4)
    assert told[CROSS] / told[SKIP] == pytest.approx(0.006, rel=1e-4)


def test_what_is_certainly_no_line_stays_so():
    odds = odds_of(cross=0.99, skip=0.01)
    assert (as_read(odds) == odds).all()
