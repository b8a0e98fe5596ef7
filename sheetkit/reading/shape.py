"""How tall the ink in each cell is: crosses are hardly flat, and skip lines hardly tall."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sheetkit.reading.arrays import Floats32
from sheetkit.reading.ink import HALF_STROKE
from sheetkit.reading.judge import CLASSES
from sheetkit.reading.patches import CELL, Patches
from sheetkit.reading.strength import own_ink
from sheetkit.reading.verdict import SURE

FLATTEST = 0.25
"""Of the cell's height: hardly a cross is flatter; on 600 photos none was under 0.28."""
SMALL = 0.35
"""Of the cell's height: a small tick, or a dot."""
WIDE = 2.0
"""Times its height: on 280 photos short dashes were 2.8 times as wide and more, ticks less."""
FEWEST_SMALL = 5
"""Crosses that show that small ones are their writer's way."""


def heights_of(patches: Patches, odds: Floats32) -> Floats32:
    """How tall the ink in each cell is, as a part of the cell's height, a neighbour's included.

    Who crosses with ticks and dots too small to be told from stray ones by themselves makes them
    all so: then they aren't counted as flat.
    """
    inked = patches.layers[:, 0, CELL, CELL] > HALF_STROKE * patches.levels[:, None, None]
    heights = _extents(np.asarray(inked.any(axis=2)))
    widths = _extents(np.asarray(inked.any(axis=1))) * patches.facts[:, 0] / patches.facts[:, 1]
    crosses = np.isin(odds.argmax(axis=1), [CLASSES.index("cross"), CLASSES.index("both")])
    small = crosses & (heights < SMALL) & (widths < WIDE * heights)
    if np.count_nonzero(small) < max(FEWEST_SMALL, np.count_nonzero(crosses) / 2):
        return heights
    return np.where(small, np.maximum(heights, FLATTEST), heights)


def lines_among_crosses(patches: Patches, odds: Floats32, heights: Floats32) -> Floats32:
    """The odds where marks that may be crosses or lines are flat and wide, and the sheet's crosses
    are tall: then they are lines, however bent.

    ``heights`` are those of the ink in each cell.
    """
    cross, skip = CLASSES.index("cross"), CLASSES.index("skip")
    tall = heights[odds[:, cross] > SURE]
    either = np.isin(odds.argmax(axis=1), [cross, skip])
    doubtful = np.flatnonzero(either & (odds[:, cross] > HARDLY) & (odds[:, skip] > HARDLY))
    if len(tall) < FEWEST_TALL or not len(doubtful):
        return odds
    least = FLAT_AMONG * np.quantile(tall, 0.1)
    weighed = odds.copy()
    for place in doubtful:
        own = own_ink(patches.layers[place, 0])[CELL, CELL] > HALF_STROKE * patches.levels[place]
        height, width = (float(_extents(own.any(axis=axis)[None])[0]) for axis in (1, 0))
        if 0 < height < least and width > LONG:
            weighed[place, cross] *= RATHER_LINE
    return np.asarray(weighed / weighed.sum(axis=1, keepdims=True), np.float32)


HARDLY = 0.004
"""Probability, up to which nobody need ask for it."""
FEWEST_TALL = 4
"""Crosses that show how tall their writer's are."""
FLAT_AMONG = 0.5
"""Of the height of nearly all crosses of the sheet."""
LONG = 0.7
"""Of the cell's width."""
RATHER_LINE = 0.05
"""How much less likely a cross is then: of 126 marks on 870 photos that might have been either and
were so flat and long, none was one.
"""


def _extents(inked: NDArray[np.bool_]) -> Floats32:
    """From the first to the last of each row's points that is inked, as a part of the row."""
    length = inked.shape[1]
    first, last = inked.argmax(axis=1), length - inked[:, ::-1].argmax(axis=1)
    return np.asarray(np.where(inked.any(axis=1), last - first, 0) / length, np.float32)
