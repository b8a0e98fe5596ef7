"""Flat crosses may be skip lines, but for those whose writer crosses with small ticks."""

import numpy as np
import pytest

from sheetkit.reading.judge import CLASSES
from sheetkit.reading.patches import LAYERS, SIDE, Patches, neighbours
from sheetkit.reading.shape import FLATTEST, heights_of


def heights(*sizes):
    """Of cells twice as wide as high, with inked boxes of that width and height, all crossed.

    The sizes are parts of the cell's height.
    """
    layers = np.zeros((len(sizes), LAYERS, SIDE, SIDE), np.uint8)
    for layer, (width, height) in zip(layers[:, 0], sizes, strict=True):
        layer[20 : 20 + round(28 * height), 14 : 14 + round(14 * width)] = 200
    facts = np.zeros((len(sizes), 6), np.float32)
    facts[:, :2] = 1.2, 0.6
    odds = np.zeros((len(sizes), len(CLASSES)), np.float32)
    odds[:, CLASSES.index("cross")] = 1
    levels = np.full(len(sizes), 200, np.float32)
    return heights_of(Patches(layers, levels, facts, neighbours([])), odds)


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
