"""Skip lines drawn twice: two flat strokes, one above the other, with paper between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.reading.arrays import Floats32
from sheetkit.reading.ink import Ink
from sheetkit.reading.judge import CLASSES
from sheetkit.reading.waves import COLUMNS, ROWS, STROKE, dark_parts
from sheetkit.scoresheet import EMPTY

MIDDLE = slice(COLUMNS // 9, COLUMNS - COLUMNS // 9)
"""Of a cell's columns: a neighbour's strokes reach in at the sides."""
FEWEST = 10
"""Columns of those in which both strokes show; a number may hide one of them."""
MOSTLY = 0.65
"""The same, as a part of the columns that have ink."""
MOST_OTHERS = 3
"""Columns in which there are more than two strokes."""
LEAST_APART, MOST_APART = 1.5, 0.38 * ROWS
"""Rows of paper between the strokes, and rows from one's outer side to the other's: of 110 double
lines none was wider apart.
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


def double_lines(ink: Ink, boxes: Sequence[Box]) -> NDArray[np.bool_]:
    """In which cells the ink is two flat strokes, about as far apart all along."""
    if not boxes:
        return np.zeros(0, np.bool_)
    inked = dark_parts(ink, boxes)[:, :, MIDDLE] > STROKE
    strokes = inked[:, 0] + (inked[:, 1:] & ~inked[:, :-1]).sum(axis=1)
    two = strokes == 2
    seen = two.sum(axis=1)
    enough = (seen >= FEWEST) & (seen >= MOSTLY * (strokes > 0).sum(axis=1))
    alone = (strokes > 2).sum(axis=1) <= MOST_OTHERS
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
    close = (far < MOST_APART) & (seen > wide)
    clear = _mean(apart - inked.sum(axis=1), two) > LEAST_APART
    inside = WELL_INSIDE * far[:, None]
    meet = (strokes == 1) & (top > upper + inside) & (bottom < lower - inside)
    clear &= meet.sum(axis=1) < MEETING
    told = enough & alone & parallel & straight & close & clear
    return np.asarray(told, np.bool_)


def as_lines(odds: Floats32, double: NDArray[np.bool_]) -> Floats32:
    """The odds where marks are double lines: those of a skip line, which isn't a blackout for being
    thick, nor a cross for being tall, nor nothing for looking like no mark the judge knows.
    """
    marks = np.array([name not in (EMPTY, "hidden") for name in CLASSES])
    told = odds.copy()
    marked = odds[:, marks].sum(axis=1)
    lines = double & (marked > LEAST_MARKED)
    told[np.ix_(lines, marks)] *= HARDLY
    told[lines, CLASSES.index("skip")] = marked[lines] * (1 - HARDLY)
    told[lines, CLASSES.index(EMPTY)] *= HARDLY_NONE
    return np.asarray(told / told.sum(axis=1, keepdims=True), np.float32)


LEAST_MARKED = 0.5
"""Probability that there is a mark at all: nothing is said of prints and dirt."""
HARDLY = 1e-4
"""How likely another mark is as against the networks' odds: of 600 blackouts and 17,700 crosses by
many hands none looks like two lines.
"""
HARDLY_NONE = 0.02
"""The same of no mark at all: of 3,000 cells with ink and no mark none looks like two lines."""


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
