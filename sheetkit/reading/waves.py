"""How much the lines through cells wave: scribbles do, most skip lines run straight."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.reading.arrays import Floats32, Pixels
from sheetkit.reading.columns import COLUMNS, ROWS, STROKE, dark_parts, small_cell, strokes_met
from sheetkit.reading.ink import Ink

REACH = 9
"""Rows above and below a straight line to which its waves go."""
THICKER = 1.4
"""Of the line's usual thickness: where there is more, another stroke crosses it."""
CLEAR = 0.1
"""Of the ink in a column, that lies beside print at least: on print it is seen less well."""
LONGEST_STEP = 3.0
"""Rows from a column to the next; more is a gap, or another stroke."""
LEAST_SEEN = 6
"""Steps from column to column that show the line alone, without which nothing can be told. Of 40
scribbles that look like lines two showed fewer, and of 7,300 lines 200 did.
"""
STRAIGHTEST = 0.2
"""Of a cell's height, by which most lines move on their way through it."""


def _straight_lines() -> NDArray[np.intp]:
    """Where straight lines through a cell are, each a flat index for each column."""
    heights, slants = np.arange(10, ROWS - 9, 2), np.arange(-12, 13, 3)
    along = np.linspace(-1, 1, COLUMNS)
    rows = heights[:, None, None] + slants[None, :, None] * along
    at = np.clip(np.rint(rows), 0, ROWS - 1).astype(np.intp) * COLUMNS + np.arange(COLUMNS)
    return np.asarray(at.reshape(-1, COLUMNS), np.intp)


STRAIGHT_LINES = _straight_lines()


def waviness(ink: Ink, beside_print: Pixels, boxes: Sequence[Box]) -> Floats32:
    """How far the line through each cell moves up and down beside a straight one, as if it went
    through all of the cell: in heights of the cell. ``STRAIGHTEST`` where nothing can be told.

    What other strokes cross is left out, as far as it can be, and what lies on print.
    """
    if not boxes:
        return np.zeros(0, np.float32)
    dark = dark_parts(ink, boxes)
    along = dark.reshape(len(dark), -1)[:, STRAIGHT_LINES].sum(axis=2).argmax(axis=1)
    middles = STRAIGHT_LINES[along] // COLUMNS
    beside = np.arange(-REACH, REACH + 1)
    rows = np.clip(middles[:, None, :] + beside[:, None], 0, ROWS - 1)
    beside_it = np.array([small_cell(beside_print, box) for box in boxes], np.float32) / 255
    bands, clear = (np.take_along_axis(of, rows, axis=1) for of in (dark, beside_it))
    lines = zip(bands, clear, rows, strict=True)
    return np.array([_moves(*each) for each in lines], np.float32)


def _moves(band: Floats32, clear: Floats32, rows: NDArray[np.intp]) -> float:
    """How far the line in a band of a cell, 0 to 1, moves up and down beside its slant.

    ``clear`` is where no print is, ``rows`` are the cell's.
    """
    inked = band > STROKE
    height = inked.sum(axis=0)
    alone = (strokes_met(inked) == 1) & ~inked[0] & ~inked[-1]
    if np.count_nonzero(alone) < LEAST_SEEN:
        return STRAIGHTEST
    alone &= height <= THICKER * np.percentile(height[alone], 35) + 1
    stroke = np.where(inked, band, 0)
    alone &= (clear * stroke).sum(axis=0) > CLEAR * stroke.sum(axis=0)
    at = (rows * stroke).sum(axis=0) / np.maximum(stroke.sum(axis=0), STROKE)
    steps = np.diff(at)[alone[1:] & alone[:-1]]
    if len(steps) < LEAST_SEEN:
        return STRAIGHTEST
    beside = np.abs(steps - np.median(steps))
    return float(np.minimum(beside, LONGEST_STEP).mean()) * COLUMNS / ROWS
