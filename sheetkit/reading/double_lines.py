"""Skip lines drawn twice: two flat strokes, one above the other, with paper between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.reading.arrays import Floats32
from sheetkit.reading.classifier import CLASSES, HIDDEN
from sheetkit.reading.columns import COLUMNS, MIDDLE, ROWS, STROKE, strokes_met
from sheetkit.scoresheet import EMPTY, Mark

FEWEST = 10
"""Columns of those in which both strokes show; a number may hide one of them."""
MOSTLY = 0.65
"""The same, as a part of the columns that have ink."""
MOST_BEYOND, MOST_BETWEEN = 1, 2
"""Columns in which ink lies beyond the two strokes, and in which it lies on both and between: an
upright stroke through them does, and so do those of a flat X or Z.
"""
OFF = 0.3
"""Of how far they are apart, by which ink is beyond a stroke's outer side; less is on it."""
LEAST_APART, MOST_APART = 1.5, 0.3 * ROWS
"""Rows of paper between the strokes, and rows from one's middle to the other's: of 110 double lines
none was wider apart.
"""
MOST_UNEVEN = 0.2
"""Of how far they are apart: the arms of a cross part, and the sides of a ring; of 37 double lines
none came to more than 0.18.
"""
MOST_BENT = 1.5
"""Rows by which a stroke's side is off a straight line on average."""
WELL_INSIDE, MEETING = 0.2, 2
"""Of how far they are apart, from the outer side of each; columns in which one stroke alone, so far
inside, shows that they meet: the arms of a cross do.
"""
MOST_SPREAD = 0.25
"""Of how far they are apart, by which that may change from end to end: open rings come to 0.28."""
MOST_BULGE = 0.06
"""Of how far they are apart on average, by which they are farther apart in the middle: of 94 double
lines one was more, rings are from 0.07 on.
"""
WIDER = 1.4
"""Times as long as far apart at least: crosses are hardly wider than tall."""


def double_lines(dark: Floats32, boxes: Sequence[Box]) -> NDArray[np.bool_]:
    """In which cells at those boxes the ink is two flat strokes, about as far apart all along;
    ``dark`` are the cells' dark parts, see ``columns``.
    """
    inked = dark[:, :, MIDDLE] > STROKE
    strokes = strokes_met(inked)
    two = strokes == 2
    seen = two.sum(axis=1)
    enough = (seen >= FEWEST) & (seen >= MOSTLY * (strokes > 0).sum(axis=1))
    top = inked.argmax(axis=1)
    bottom = ROWS - inked[:, ::-1].argmax(axis=1)
    apart = bottom - top
    far = _mean(apart, two)
    uneven = np.sqrt(_mean((apart - far[:, None]) ** 2, two))
    upper, lower = _straight(top, two), _straight(bottom, two)
    spread = np.ptp(np.where(two, lower - upper, far[:, None]), axis=1)
    parallel = (uneven < MOST_UNEVEN * far) & (spread < MOST_SPREAD * far)
    parallel &= _bulge(apart, two) < MOST_BULGE * far
    straight = _mean(np.abs(top - upper), two) < MOST_BENT
    straight &= _mean(np.abs(bottom - lower), two) < MOST_BENT
    wide = np.array([WIDER * box.height / box.width for box in boxes]) * far * COLUMNS / ROWS
    between = _mean(apart - inked.sum(axis=1), two)
    close = ((far + between) / 2 < MOST_APART) & (seen > wide)
    clear = between > LEAST_APART
    alone = _are_alone(strokes, top - upper, lower - bottom, OFF * far[:, None])
    inside = WELL_INSIDE * far[:, None]
    meet = (strokes == 1) & (top > upper + inside) & (bottom < lower - inside)
    clear &= meet.sum(axis=1) < MEETING
    told = enough & alone & parallel & straight & close & clear
    return np.asarray(told, np.bool_)


def _are_alone(
    strokes: NDArray[Any], above: NDArray[Any], below: NDArray[Any], off: NDArray[Any]
) -> NDArray[np.bool_]:
    """Whether nothing else is drawn there. ``above`` and ``below`` are how many rows within the two
    strokes' outer sides the first and the last ink of each column is.
    """
    inked = strokes > 0
    beyond = inked & ((above < -off) | (below < -off))
    between = inked & (strokes != 2) & (above < off) & (below < off)
    few = (beyond.sum(axis=1) <= MOST_BEYOND) & (between.sum(axis=1) <= MOST_BETWEEN)
    return np.asarray(few, np.bool_)


def as_lines(odds: Floats32, double: NDArray[np.bool_]) -> Floats32:
    """The odds where marks are double lines: rather a skip line's, which isn't a blackout for being
    thick, nor a cross for being tall, nor nothing for looking like no mark the classifier knows.
    """
    told = odds.copy()
    marked = 1 - odds[:, NO_MARKS].sum(axis=1)
    lines = double & (marked > LEAST_MARKED)
    of_cross = HARDLY_CROSS_BY_HABIT if lines.sum() >= FEWEST_FOR_HABIT else HARDLY_CROSS
    hardly = {Mark.CROSS: of_cross, Mark.BOTH: of_cross, Mark.VOID: HARDLY_VOID, EMPTY: HARDLY_NONE}
    for name, times in hardly.items():
        told[lines, CLASSES.index(name)] *= times
    skip = CLASSES.index(Mark.SKIP)
    told[lines, skip] = np.maximum(odds[lines, skip], PERHAPS_LINE * marked[lines])
    return np.asarray(told / told.sum(axis=1, keepdims=True), np.float32)


NO_MARKS = [CLASSES.index(EMPTY), CLASSES.index(HIDDEN)]
LEAST_MARKED = 0.5
"""Probability that there is a mark at all: nothing is said of prints and dirt."""
HARDLY_VOID, HARDLY_NONE = 1e-4, 0.02
"""How likely a blackout is as against the networks' odds, and no mark at all: of 10,000 blackouts
and 12,000 cells with ink and no mark, by many hands, none looks like two lines.
"""
HARDLY_CROSS, HARDLY_CROSS_BY_HABIT = 0.003, 1e-4
"""The same of a cross, over a line or not, and where the sheet has several double lines: of 57,000
crosses four look so, such as a flat Z, on no sheet more than two.
"""
FEWEST_FOR_HABIT = 3
"""Double lines, that show that they are their writer's way."""
PERHAPS_LINE = 0.02
"""Least odds that it is a line, so that it is asked where the networks are sure of a cross."""


def _mean(of: NDArray[Any], where: NDArray[np.bool_]) -> Floats32:
    """The mean of each cell's columns there."""
    seen = np.maximum(where.sum(axis=1), 1)
    return np.asarray((of * where).sum(axis=1) / seen, np.float32)


def _straight(side: NDArray[Any], where: NDArray[np.bool_]) -> Floats32:
    """The straight line that fits best the side of each cell's stroke there, as ``side`` a row for
    each column.
    """
    along = np.broadcast_to(np.arange(side.shape[1]), side.shape)
    beside = along - _mean(along, where)[:, None]
    middle = _mean(side, where)[:, None]
    slant = _mean(beside * (side - middle), where) / np.maximum(_mean(beside**2, where), 1e-3)
    return np.asarray(middle + slant[:, None] * beside, np.float32)


def _bulge(apart: NDArray[Any], where: NDArray[np.bool_]) -> Floats32:
    """How much farther apart the strokes of each cell are in their middle half than at the ends."""
    done = where.cumsum(axis=1) / np.maximum(where.sum(axis=1), 1)[:, None]
    middle = where & (done > 0.25) & (done <= 0.75)
    return _mean(apart, middle) - _mean(apart, where & ~middle)
