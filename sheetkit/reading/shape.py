"""How tall the ink in each cell is: crosses are hardly flat, and skip lines hardly tall."""

from __future__ import annotations

import cv2
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
    """The odds where marks that may be crosses or lines are flat and long, and the sheet's crosses
    are tall: then they are lines, however bent, and what looks like a cross isn't sure to be one.

    ``heights`` are those of the ink in each cell.
    """
    cross, skip = CLASSES.index("cross"), CLASSES.index("skip")
    tall = heights[odds[:, cross] > SURE]
    if len(tall) < FEWEST_TALL:
        return odds
    least = FLAT_AMONG * np.quantile(tall, 0.1)
    likeliest = odds.argmax(axis=1)
    either = np.isin(likeliest, [cross, skip]) & (odds[:, [cross, skip]] > HARDLY).all(axis=1)
    flat = (likeliest == cross) & (heights < OTHER_INK_TOO * least)
    weighed = odds.copy()
    for place in np.flatnonzero(either | flat):
        ink = own_ink(patches.layers[place, 0])[CELL, CELL]
        own = _without_specks(np.asarray(ink > HALF_STROKE * patches.levels[place], np.bool_))
        sides = np.asarray(own.any(axis=1))[None], np.asarray(own.any(axis=0))[None]
        height, width = (float(_extents(side)[0]) for side in sides)
        if 0 < height < least and width > LONG:
            weighed[place, cross] *= RATHER_LINE
            weighed[place, skip] = max(weighed[place, skip], PERHAPS_LINE * weighed[place, cross])
    return np.asarray(weighed / weighed.sum(axis=1, keepdims=True), np.float32)


HARDLY = 0.004
"""Probability, up to which nobody need ask for it."""
FEWEST_TALL = 4
"""Crosses that show how tall their writer's are."""
FLAT_AMONG = 0.55
"""Of the height of nearly all crosses of the sheet."""
LONG = 0.7
"""Of the cell's width."""
RATHER_LINE = 0.05
"""How much less likely a cross is then: of 132 marks on 870 photos that might have been either and
were so flat and long, one was one, and asked all the same.
"""


PERHAPS_LINE = 0.2
"""Least odds that it is a line where it looks like a cross, so that it is asked: of 14,200 crosses
four were so flat and long.
"""
OTHER_INK_TOO = 2.0
"""Times as tall at most a flat mark looks with its neighbours' strokes, or specks beside it."""


def _without_specks(inked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The largest stroke of a cell, where the rest of its ink is little beside it."""
    _, strokes = cv2.connectedComponents(inked.astype(np.uint8))
    sizes = np.bincount(strokes.ravel())[1:]
    if not len(sizes) or sizes.sum() - sizes.max() > SPECKS * sizes.max():
        return inked
    return np.asarray(strokes == 1 + sizes.argmax(), np.bool_)


SPECKS = 0.3
"""Of the largest stroke: a crumb, or a dot of ink where the pen was put down."""


def _extents(inked: NDArray[np.bool_]) -> Floats32:
    """From the first to the last of each row's points that is inked, as a part of the row."""
    length = inked.shape[1]
    first, last = inked.argmax(axis=1), length - inked[:, ::-1].argmax(axis=1)
    return np.asarray(np.where(inked.any(axis=1), last - first, 0) / length, np.float32)
