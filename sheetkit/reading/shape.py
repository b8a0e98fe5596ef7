"""How tall the ink in each cell is: crosses are hardly flat, and skip lines hardly tall."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.reading.arrays import Floats32
from sheetkit.reading.classifier import CLASSES
from sheetkit.reading.ink import HALF_STROKE
from sheetkit.reading.patches import CELL, Patches
from sheetkit.reading.strength import WITHIN, own_ink
from sheetkit.reading.verdict import SURE
from sheetkit.scoresheet import Mark

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
    heights, widths = _sizes(patches)
    crosses = np.isin(odds.argmax(axis=1), [CLASSES.index(Mark.CROSS), CLASSES.index(Mark.BOTH)])
    small = crosses & (heights < SMALL) & (widths < WIDE * heights)
    if np.count_nonzero(small) < max(FEWEST_SMALL, np.count_nonzero(crosses) / 2):
        return heights
    return np.where(small, np.maximum(heights, FLATTEST), heights)


def lines_among_crosses(
    patches: Patches, odds: Floats32, heights: Floats32
) -> tuple[Floats32, Floats32]:
    """The odds where marks that may be crosses or lines are flat and wide, and the sheet's crosses
    are tall, or none as flat: then they are lines, however bent, thick or double, and what looks
    like a cross isn't sure to be one.

    ``heights`` are those of the ink in each cell; they are returned too, of these lines alone.
    """
    skip, crossed = CLASSES.index(Mark.SKIP), [CLASSES.index(Mark.CROSS), CLASSES.index(Mark.BOTH)]
    all_heights, widths = _sizes(patches)
    crosses = odds[:, CLASSES.index(Mark.CROSS)] > SURE
    tall = heights[crosses & ((all_heights >= SMALL) | (widths < WIDE * all_heights))]
    steep = not (crosses & (widths >= FAR_WIDER * all_heights)).any()
    least = FLAT_AMONG * float(np.quantile(tall, 0.1)) if len(tall) >= FEWEST_TALL else 0.0
    as_crossed, as_line = odds[:, crossed].sum(axis=1), odds[:, skip]
    either = (as_crossed > HARDLY) & (as_line > HARDLY)
    low = (as_crossed > as_line) & (heights < OTHER_INK_TOO * least)
    lines_or_crosses = np.isin(odds.argmax(axis=1), [skip, *crossed])
    weighed, heights = odds.copy(), heights.copy()
    for place in np.flatnonzero(lines_or_crosses & (either | low)).tolist():
        height, width, times = _size_without_others(patches, place)
        among_tall = 0 < height < least and (width > LONG or times >= WIDE)
        if among_tall or (steep and either[place] and height < SMALL and times >= FAR_WIDER):
            weighed[place, crossed] *= RATHER_LINE
            least_odds = PERHAPS_LINE * weighed[place, crossed].sum()
            weighed[place, skip] = max(weighed[place, skip], least_odds)
            heights[place] = height
    return np.asarray(weighed / weighed.sum(axis=1, keepdims=True), np.float32), heights


HARDLY = 0.004
"""Probability, up to which nobody need ask for it."""
FEWEST_TALL = 4
"""Crosses that show how tall their writer's are."""
FLAT_AMONG = 0.55
"""Of the height of nearly all crosses of the sheet."""
LONG = 0.6
"""Of the cell's width."""
FAR_WIDER = 3.0
"""Times its height: of crosses on 520 photos none was, and of those over a line only such as were
sure.
"""
RATHER_LINE = 0.01
"""How much less likely a cross is then: of 130 marks on 190 photos that might have been either and
were so flat and wide, two were none, blackouts both, and asked all the same.
"""
PERHAPS_LINE = 0.2
"""Least odds that it is a line where it looks like a cross, so that it is asked: of 3,800 crosses
one was so flat and wide.
"""
OTHER_INK_TOO = 2.0
"""Times as tall at most a flat mark looks with its neighbours' strokes, or specks beside it."""


def _sizes(patches: Patches) -> tuple[Floats32, Floats32]:
    """How tall and how wide the ink in each cell is, as parts of the cell's height."""
    inked = patches.layers[:, 0, CELL, CELL] > HALF_STROKE * patches.levels[:, None, None]
    heights, widths = (_extents(np.asarray(inked.any(axis=along))) for along in (2, 1))
    return heights, np.asarray(widths * patches.facts[:, 0] / patches.facts[:, 1], np.float32)


def _size_without_others(patches: Patches, place: int) -> tuple[float, float, float]:
    """How tall and how wide a cell's own strokes are, the neighbours' and specks left out, as parts
    of the cell; how many times as wide as tall. All are 0 where strokes lie in the cell's middle
    that seem the neighbours': a cross runs into theirs, and how tall it is can't be told.
    """
    every, least = patches.layers[place, 0], HALF_STROKE * patches.levels[place]
    ink = own_ink(every)
    own_within, within = (np.count_nonzero(of[WITHIN, WITHIN] > least) for of in (ink, every))
    if own_within < MOSTLY_OWN * within:
        return 0.0, 0.0, 0.0
    own = _without_specks(np.asarray(ink[CELL, CELL] > least, np.bool_))
    sides = np.asarray(own.any(axis=1)), np.asarray(own.any(axis=0))
    height, width = (float(_extents(side[None])[0]) for side in sides)
    across, down = patches.facts[place, :2].tolist()
    return height, width, width * across / max(height * down, LEAST_SIZE)


LEAST_SIZE = 1e-6
"""In place of no ink at all."""
MOSTLY_OWN = 0.6
"""Of the ink in a cell's middle, that is its own at least where a neighbour's strokes but reach in.
"""


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
