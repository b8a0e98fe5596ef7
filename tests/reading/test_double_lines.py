"""Two flat strokes one above the other are rather a skip line, whatever networks make of them."""

import numpy as np
import pytest

from sheetkit.reading.classifier import CLASSES
from sheetkit.reading.columns import dark_parts
from sheetkit.reading.double_lines import as_lines, double_lines
from sheetkit.reading.ink import Ink
from tests.reading.strokes import BOX, dark_parts_of


def is_double(*strokes, width_mm=0.6):
    """Whether strokes look like two lines."""
    return double_lines(dark_parts_of(strokes, width_mm), [BOX]).tolist()[0]


def flat(at, left=0.5, right=8.5, slant=0.0):
    return [(left, at - slant / 2), (right, at + slant / 2)]


RING = [(4.5 + 4 * np.cos(a), 5 + 3 * np.sin(a)) for a in np.linspace(0, 6.3, 40)]
FLAT_RING = [(4.5 + 4 * np.cos(a), 5 + 1.2 * np.sin(a)) for a in np.linspace(0, 6.3, 40)]
WIDE_RING = [(4.5 + 4.6 * np.cos(a), 5 + 1.5 * np.sin(a)) for a in np.linspace(0, 6.3, 60)]
SIDE = [(8.6, 1), (9.5, 9)]


@pytest.mark.parametrize(
    ("strokes", "told"),
    [
        ((flat(4), flat(6)), True),
        ((flat(4.2, slant=1.5), flat(6, slant=1.2)), True),
        ((flat(4, -9, 18), flat(5.6, -9, 18)), True),
        ((flat(3.4), flat(6.4)), True),
        ((flat(4), flat(6), SIDE), True),
        ((flat(5),), False),
        ((flat(3), flat(5), flat(7)), False),
        ((flat(2.5), flat(7.5)), False),
        ((flat(4), flat(6, 6)), False),
        (([(1, 1), (8, 9)], [(1, 9), (8, 1)]), False),
        (([(1, 3.5), (8, 6.5)], [(1, 6.5), (8, 3.5)]), False),
        (([(-1, 3.8), (10, 7.2)], [(-1, 7.2), (10, 3.8)]), False),
        ((RING,), False),
        ((FLAT_RING,), False),
        ((WIDE_RING,), False),
        (([(0.5, 4), (8.5, 4), (0.5, 6), (8.5, 6)],), False),
        (([(0.5, 4), (2.5, 6), (4.5, 4), (6.5, 6), (8.5, 4)],), False),
        ((flat(4), flat(6), [(4.5, 1), (4.5, 9)]), False),
        ((flat(4), flat(6), [(2, 1), (2, 3)]), False),
        ((flat(4), flat(6), [(2, 7), (2, 9)]), False),
        ((), False),
    ],
    ids=(
        "two",
        "slanting",
        "long",
        "wide apart",
        "beside a cross",
        "one",
        "three",
        "far apart",
        "one of them short",
        "a cross",
        "a flat cross",
        "a flat cross wider than its cell",
        "a ring",
        "a flat ring",
        "a ring wider than its cell",
        "a Z",
        "a wave",
        "a stroke through both",
        "a stroke above",
        "a stroke below",
        "nothing",
    ),
)
def test_two_lines_are_told_from_all_else(strokes, told):
    assert is_double(*strokes) == told


def test_lines_of_a_broad_pen_may_be_as_far_apart_as_thin_ones():
    assert is_double(flat(3), flat(5.8), width_mm=1.5)


def test_two_strokes_that_meet_in_the_middle_are_no_lines():
    """A flat cross looks so, or the middle of a bow."""
    upper, lower = ([(0.5, at), (3.3, at), (4.5, 5), (5.7, at), (8.5, at)] for at in (4, 6))
    assert not is_double(upper, lower, width_mm=0.4)


def test_no_cells_have_no_lines():
    ink = Ink(np.zeros((50, 50), np.uint8), 1.0)
    assert not double_lines(dark_parts(ink, []), []).size


def odds(**named):
    return np.array([[named.get(name, 0.0) for name in CLASSES]], np.float32)


@pytest.mark.parametrize(
    "taken_for",
    [
        {"void": 0.96, "empty": 0.04},
        {"cross": 0.9, "skip": 0.06, "empty": 0.04},
        {"both": 0.5, "cross": 0.44, "skip": 0.06},
        {"skip": 0.9, "void": 0.1},
    ],
    ids=("a blackout", "a cross", "a cross over a line", "a line"),
)
def test_they_are_a_skip_line_where_there_is_doubt(taken_for):
    read = as_lines(odds(**taken_for), np.array([True]))
    assert read[0, CLASSES.index("skip")] > 0.92
    assert read[0, CLASSES.index("void")] < 0.01
    assert read.sum() == pytest.approx(1)


@pytest.mark.parametrize("sure_of", ["cross", "both"])
@pytest.mark.parametrize(("lines", "certain"), [(2, False), (3, True)])
def test_a_cross_that_the_classifier_is_sure_of_is_asked_where_lines_are_few(
    sure_of, lines, certain
):
    cells = odds(**{sure_of: 0.9999, "skip": 0.0001}).repeat(lines, axis=0)
    read = as_lines(cells, np.array([True] * lines))[:, CLASSES.index("skip")]
    assert ((read > 0.8) & ((read > 0.99) == certain)).all()


@pytest.mark.parametrize(
    ("told", "double"), [({"empty": 0.9, "void": 0.1}, True), ({"void": 1.0}, False)]
)
def test_nothing_else_is_changed(told, double):
    assert np.array_equal(as_lines(odds(**told), np.array([double])), odds(**told))
