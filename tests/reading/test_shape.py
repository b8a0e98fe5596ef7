"""Flat marks among tall crosses are skip lines; flat crosses may be, but for small ticks."""

import numpy as np
import pytest

from sheetkit.reading.classifier import CLASSES
from sheetkit.reading.patches import LAYERS, SIDE, Patches, neighbours
from sheetkit.reading.shape import FLATTEST, heights_of, lines_among_crosses


def crossed(*sizes):
    """Cells twice as wide as high with inked boxes of that width and height, and their odds: all
    are crosses. The sizes are parts of the cell's height.
    """
    layers = np.zeros((len(sizes), LAYERS, SIDE, SIDE), np.uint8)
    for layer, (width, height) in zip(layers[:, 0], sizes, strict=True):
        layer[20 : 20 + round(28 * height), 14 : 14 + round(14 * width)] = 200
    facts = np.zeros((len(sizes), 6), np.float32)
    facts[:, :2] = 1.2, 0.6
    odds = np.zeros((len(sizes), len(CLASSES)), np.float32)
    odds[:, CLASSES.index("cross")] = 1
    levels = np.full(len(sizes), 200, np.float32)
    return Patches(layers, levels, facts, neighbours([])), odds


def heights(*sizes):
    return heights_of(*crossed(*sizes))


TICK, DASH, CROSS = (0.2, 0.18), (0.9, 0.18), (1.0, 0.6)


def test_ink_is_as_tall_as_it_is():
    assert heights(CROSS, DASH, TICK) == pytest.approx([0.6, 0.18, 0.18], abs=0.03)


@pytest.mark.parametrize(
    ("others", "counts"),
    [
        ([TICK] * 4, True),
        ([TICK] * 3, False),
        ([TICK] * 4 + [CROSS] * 5, True),
        ([TICK] * 4 + [CROSS] * 6, False),
        ([DASH] * 6, False),
    ],
)
def test_small_ticks_count_where_their_writer_makes_them_so(others, counts):
    assert (heights(TICK, *others)[0] >= FLATTEST) == counts


def test_short_dashes_stay_flat_beside_ticks():
    assert heights(DASH, *[TICK] * 8)[0] < FLATTEST


def test_a_flat_and_long_cross_among_tall_ones_is_never_sure():
    patches, odds = crossed(BENT_LINE, *[CROSS] * 12)
    read, _ = lines_among_crosses(patches, odds, heights_of(patches, odds))
    assert read[0, CLASSES.index("cross")] == pytest.approx(0.83, abs=0.01)
    assert (read[1:] == odds[1:]).all()


BENT_LINE, SLASH = (1.6, 0.28), (1.6, 0.4)


@pytest.mark.parametrize(
    ("mark", "others", "line"),
    [
        (BENT_LINE, [CROSS] * 4, True),
        (BENT_LINE, [CROSS] * 3, True),
        ((0.8, 0.28), [CROSS] * 4, True),
        ((0.8, 0.28), [CROSS] * 3, False),
        (BENT_LINE, [CROSS] * 8 + [SLASH] * 3, False),
        (SLASH, [CROSS] * 8, False),
        ((1.2, 0.28), [CROSS] * 8, True),
        ((0.5, 0.28), [CROSS] * 8, False),
    ],
)
def test_a_flat_and_long_mark_among_tall_crosses_is_a_line(mark, others, line):
    patches, odds = crossed(mark, *others)
    cross, skip = CLASSES.index("cross"), CLASSES.index("skip")
    odds[0, [cross, skip]] = 0.4, 0.6
    read, _ = lines_among_crosses(patches, odds, heights_of(patches, odds))
    assert (read[0, skip] > 0.95) == line
    assert read.sum(axis=1) == pytest.approx(1)
    assert (read[1:] == odds[1:]).all()


@pytest.mark.parametrize(("across", "line"), [(0.8, True), (0.65, True), (0.55, False)])
def test_in_a_narrow_cell_a_flat_mark_through_most_of_it_is_long(across, line):
    """It is less than twice as wide as tall."""
    patches, odds = crossed((2 * across, 0.3), *[CROSS] * 8)
    patches.facts[:, :2] = 0.6, 0.9
    cross, skip = CLASSES.index("cross"), CLASSES.index("skip")
    odds[0, [cross, skip]] = 0.4, 0.6
    read, _ = lines_among_crosses(patches, odds, heights_of(patches, odds))
    assert (read[0, skip] > 0.95) == line


@pytest.mark.parametrize(("wide", "line"), [(3, True), (18, False)])
def test_a_speck_makes_no_line_taller(wide, line):
    patches, odds = crossed(BENT_LINE, *[CROSS] * 12)
    patches.layers[0, 0, 34:38, 20 : 20 + wide] = 200
    read, _ = lines_among_crosses(patches, odds, heights_of(patches, odds))
    assert (read[0, CLASSES.index("cross")] < 0.9) == line


def test_a_cross_that_runs_into_its_neighbours_is_not_taken_for_what_is_left_of_it():
    patches, odds = crossed((0, 0), *[CROSS] * 12)
    ink = patches.layers[0, 0]
    ink[20:23, 12:36] = 200
    ink[24:48, 22:28], ink[40:48] = 200, 200  # a stroke that hangs on another cell's
    read, _ = lines_among_crosses(patches, odds, heights_of(patches, odds))
    assert (read == odds).all()
    ink[24:48] = 0
    read, _ = lines_among_crosses(patches, odds, heights_of(patches, odds))
    assert (read[0] != odds[0]).any()
