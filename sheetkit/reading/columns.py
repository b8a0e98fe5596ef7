"""A cell's ink in few rows and columns, where strokes can be followed from column to column."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.reading.arrays import Floats32, Pixels
from sheetkit.reading.ink import Ink
from sheetkit.reading.template import pixel_slices

COLUMNS, ROWS = 28, 56
"""Into which a cell is divided: a line moves up and down by less than it goes on."""
MIDDLE = slice(COLUMNS // 9, COLUMNS - COLUMNS // 9)
"""Of a cell's columns: a neighbour's strokes reach in at the sides."""
STROKE = 0.45
"""Of a cell's darkest ink: less is the stroke's edge, or noise and print beside it."""


def dark_parts(ink: Ink, boxes: Sequence[Box]) -> Floats32:
    """How dark each cell's ink is (cells × ``ROWS`` × ``COLUMNS``), 1 where it is darkest."""
    if not boxes:
        return np.zeros((0, ROWS, COLUMNS), np.float32)
    cells = np.array([small_cell(ink.darkness, box) for box in boxes], np.float32)
    darkest = np.percentile(cells.reshape(len(cells), -1), 97, axis=1)
    return np.asarray(np.minimum(cells / np.maximum(darkest, 1)[:, None, None], 1), np.float32)


def small_cell(pixels: Pixels, box: Box) -> Pixels:
    """A cell in so many rows and columns, whatever its size."""
    cell = pixels[pixel_slices(box)]
    return np.asarray(cv2.resize(cell, (COLUMNS, ROWS), interpolation=cv2.INTER_AREA), np.uint8)


def strokes_met(inked: NDArray[np.bool_]) -> NDArray[np.intp]:
    """How many strokes each column meets (… × columns) in cells that are so ``inked``
    (… × rows × columns).
    """
    begin = inked[..., 1:, :] & ~inked[..., :-1, :]
    return np.asarray(inked[..., 0, :] + begin.sum(axis=-2), np.intp)
