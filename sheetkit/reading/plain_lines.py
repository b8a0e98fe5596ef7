"""Skip lines that are one plain stroke: flat, straight or evenly bent, as thick all along."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.reading.arrays import Floats32
from sheetkit.reading.classifier import CLASSES
from sheetkit.reading.columns import MIDDLE, ROWS, STROKE, strokes_met
from sheetkit.scoresheet import Mark

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
    pieces = strokes_met(inked)
    seen = (pieces > 0).sum(axis=1)
    rows = np.asarray(inked.any(axis=2))
    tall = ROWS - rows[:, ::-1].argmax(axis=1) - rows.argmax(axis=1)
    alone = (pieces == 1).sum(axis=1) >= ONE_STROKE * seen
    told = np.asarray((seen >= SHORTEST) & alone & (tall <= TALLEST), np.bool_)
    for place in np.flatnonzero(told).tolist():
        row_mm = boxes[place].height / ROWS
        told[place] = _is_even(np.where(inked[place], middle[place], 0), row_mm)
    return told


def _is_even(stroke: Floats32, row_mm: float) -> bool:
    """Whether a stroke, 0 where it isn't, runs in an even bend and is as thick all along."""
    weight = stroke.sum(axis=0)
    columns = np.flatnonzero(weight)
    at = (np.arange(ROWS) @ stroke)[columns] / weight[columns]
    bend = np.polynomial.Polynomial.fit(columns, at, 2)
    off = float(np.sqrt(np.mean((at - bend(columns)) ** 2)))
    usual, most = np.quantile((stroke > 0).sum(axis=0)[columns], [0.5, 0.9])
    return bool(off < MOST_OFF and most <= MOST_UNEVEN * usual and usual * row_mm <= THICKEST_MM)


def hardly_blackouts(odds: Floats32, plain: NDArray[np.bool_]) -> Floats32:
    """The odds where marks are plain strokes: hardly those of a blackout, which goes to and fro."""
    told = odds.copy()
    told[plain, CLASSES.index(Mark.VOID)] *= HARDLY
    return np.asarray(told / told.sum(axis=1, keepdims=True), np.float32)


HARDLY = 0.1
"""How likely a blackout is as against the networks' odds: of 10,000 by many hands three are plain,
of 17,300 skip lines 10,500; of the thirteen that the networks took for lines none is.
"""
