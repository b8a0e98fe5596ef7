"""Skip lines that are one plain stroke: flat, straight or evenly bent, as thick all along."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.reading.arrays import Floats, Floats32
from sheetkit.reading.classifier import CLASSES
from sheetkit.reading.columns import COLUMNS, MIDDLE, ROWS, STROKE, strokes_met
from sheetkit.scoresheet import EMPTY, Mark

SHORTEST = 8
"""Columns with ink: a dash on a third of the cell."""
ONE_STROKE = 0.9
"""Of these columns, in which the ink is in one piece."""
TALLEST = 0.4 * ROWS
"""Rows from the highest to the lowest point."""
MOST_OFF = 0.5
"""Rows by which the stroke's middle is off an even bend, as the root of the mean square: of 926
blackouts by many hands those that look like a line came to 0.67 and more, of 9,800 skip lines two
thirds to less than this.
"""
MOST_UNEVEN = 1.5
"""Times its usual thickness, that a stroke has in nine tenths of its columns at most."""
THICKEST_MM = 1.6
"""A thicker bar may be a scribble."""


def plain_lines(dark: Floats32, boxes: Sequence[Box]) -> NDArray[np.bool_]:
    """In which cells at those boxes the ink is one plain stroke; ``dark`` are the cells' dark
    parts, see ``columns``.
    """
    middle = dark[:, :, MIDDLE]
    inked = middle > STROKE
    told = _low_and_alone(inked, TALLEST)
    for place in np.flatnonzero(told).tolist():
        row_mm = boxes[place].height / ROWS
        told[place] = _is_even(np.where(inked[place], middle[place], 0), row_mm)
    return told


def short_dashes(dark: Floats32) -> NDArray[np.bool_]:
    """In which cells the ink is one flat dash that ends well within the cell: a blackout covers a
    cross, and none is so low and so short.
    """
    inked = dark > STROKE
    columns = np.asarray(inked.any(axis=1))
    within = ~columns[:, : SHORT.start].any(axis=1) & ~columns[:, SHORT.stop :].any(axis=1)
    return np.asarray(within & _low_and_alone(inked, LOW), np.bool_)


SHORT = slice(COLUMNS // 7, COLUMNS - COLUMNS // 7)
"""The columns of a cell in which a short dash lies."""
LOW = 0.25 * ROWS
"""Rows from the highest to the lowest point of a short dash: of 1,088 blackouts by many hands 20
were as low, and all of them longer.
"""


def _low_and_alone(inked: NDArray[np.bool_], tallest: float) -> NDArray[np.bool_]:
    """In which cells the ink is long enough to tell, in one piece, and up to so many rows tall."""
    pieces = strokes_met(inked)
    seen = (pieces > 0).sum(axis=1)
    alone = (pieces == 1).sum(axis=1) >= ONE_STROKE * seen
    rows = np.asarray(inked.any(axis=2))
    tall = ROWS - rows[:, ::-1].argmax(axis=1) - rows.argmax(axis=1)
    return np.asarray((seen >= SHORTEST) & alone & (tall <= tallest), np.bool_)


def _is_even(stroke: Floats32, row_mm: float) -> bool:
    """Whether a stroke, 0 where it isn't, runs in an even bend and is as thick all along."""
    columns, at = _course(stroke)
    bend = np.polynomial.Polynomial.fit(columns, at, 2)
    off = float(np.sqrt(np.mean((at - bend(columns)) ** 2)))
    usual, most = np.quantile((stroke > 0).sum(axis=0)[columns], [0.5, 0.9])
    return bool(off < MOST_OFF and most <= MOST_UNEVEN * usual and usual * row_mm <= THICKEST_MM)


def _course(stroke: Floats32) -> tuple[NDArray[np.intp], Floats]:
    """The columns in which a stroke is, 0 where it isn't, and in which row its middle is there."""
    weight = stroke.sum(axis=0)
    columns = np.flatnonzero(weight)
    return columns, np.asarray((np.arange(ROWS) @ stroke)[columns] / weight[columns], np.float64)


def through_middles(
    dark: Floats32, plain: NDArray[np.bool_], boxes: Sequence[Box]
) -> NDArray[np.bool_]:
    """Which of the ``plain`` strokes pass level through the middle of their cells (``boxes``)."""
    told = plain.copy()
    for place in np.flatnonzero(plain).tolist():
        columns, at = _course(np.where(dark[place] > STROKE, dark[place], 0))
        rise = float(np.polynomial.Polynomial.fit(columns, at, 1).convert().coef[-1])
        rise *= boxes[place].height / ROWS / (boxes[place].width / COLUMNS)
        height = float(at.mean()) / ROWS
        across = columns[0] <= MIDMOST[0] and columns[-1] >= MIDMOST[1]
        low = MIDDLE_HEIGHTS[0] <= height <= MIDDLE_HEIGHTS[1]
        told[place] = across and low and abs(rise) <= STEEPEST
    return told


MIDMOST = COLUMNS // 3, COLUMNS - COLUMNS // 3
"""The columns of a cell's middle third, which a skip line crosses."""
MIDDLE_HEIGHTS = 0.25, 0.75
"""Of the cell's height, between which its middle lies."""
STEEPEST = 0.18
"""Rise by its length: 10°. Of a hundred skip lines three are steeper; a slash had 23°."""


def hardly_blackouts(
    odds: Floats32, plain: NDArray[np.bool_], dashes: NDArray[np.bool_]
) -> Floats32:
    """The odds where marks are plain strokes or short dashes: hardly those of a blackout."""
    told, void = odds.copy(), CLASSES.index(Mark.VOID)
    told[plain & ~dashes, void] *= HARDLY
    told[dashes, void] *= HARDLY_EVER
    return np.asarray(told / told.sum(axis=1, keepdims=True), np.float32)


HARDLY = 0.1
"""How likely a blackout is as against the networks' odds: of 10,000 by many hands three are plain,
of 17,300 skip lines 10,500; of the thirteen that the networks took for lines none is.
"""
HARDLY_EVER = 0.03
"""The same of a short dash: of 1,088 blackouts by many hands none is one."""


def as_skip_lines(odds: Floats32, level: NDArray[np.bool_], dark: NDArray[np.bool_]) -> Floats32:
    """The odds where marks are plain strokes and ``level``, and may be skip lines: hardly those of
    anything else; of nothing only where they are as ``dark`` as marks.
    """
    told, at = odds.copy(), level & (odds[:, CLASSES.index(Mark.SKIP)] > PERHAPS_LINE)
    for other in (Mark.CROSS, Mark.BOTH, Mark.VOID):
        told[at, CLASSES.index(other)] *= NOTHING_ELSE
    told[at & dark, CLASSES.index(EMPTY)] *= NOTHING_ELSE
    return np.asarray(told / told.sum(axis=1, keepdims=True), np.float32)


PERHAPS_LINE = 0.02
"""Probability of a skip line, from which on a plain level stroke is one."""
NOTHING_ELSE = 0.01
"""How likely anything else is then as against the networks' odds: on 920 sheets, those by other
cameras and with real people's strokes among them, all 3,800 such strokes were skip lines, and no
cross, blackout or stray mark was one.
"""
