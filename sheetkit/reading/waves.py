"""How often a line turns up or down on its way through a cell: scribbles do, most lines don't."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.reading.arrays import Floats32
from sheetkit.reading.ink import Ink
from sheetkit.reading.template import pixel_slices

STEPS = 28
"""On the way through a cell, and of its height."""
MOST_OF_STROKE = 0.5
"""Of its darkness: the stroke's edges don't count, nor what noise and print leave beside it."""
LEAST_WAVE = 1.3
"""Of these steps of the height, between a wave's crest and its trough."""
LEAST_SEEN = 8
"""Steps that show ink, without which nothing can be told."""


def turns(ink: Ink, boxes: Sequence[Box]) -> list[int]:
    """How often the ink in each cell turns up or down, apart from its slant."""
    if not boxes:
        return []
    cells = np.array([_small(ink, box) for box in boxes], np.float32)
    strokes = np.percentile(cells.reshape(len(cells), -1), 97, axis=1)
    full = np.maximum(strokes, 0.5 * np.median(strokes))[:, None, None]
    cells[cells <= MOST_OF_STROKE * full] = 0
    cells **= 2  # what is left of print beside the line is paler
    total = cells.sum(axis=1)
    heights = np.arange(STEPS, dtype=np.float32) @ cells / np.maximum(total, 1)
    return [_turns(_without_slant(*line)) for line in zip(heights, total > 0, strict=True)]


def _small(ink: Ink, box: Box) -> NDArray[np.uint8]:
    cell = ink.darkness[pixel_slices(box)]
    return np.asarray(cv2.resize(cell, (STEPS, STEPS), interpolation=cv2.INTER_AREA), np.uint8)


def _without_slant(heights: Floats32, seen: NDArray[np.bool_]) -> list[float]:
    """How far the line is from a straight one at each step that shows ink."""
    places = np.flatnonzero(seen)
    if len(places) < LEAST_SEEN:
        return []
    across, up = places - places.mean(), heights[places] - heights[places].mean()
    return list((up - across * (across @ up) / (across @ across)).tolist())


def _turns(heights: Iterable[float]) -> int:
    """How often they change direction, by ``LEAST_WAVE`` at least."""
    count, direction = 0, 0
    lowest, highest = np.inf, -np.inf
    for height in heights:
        lowest, highest = min(lowest, height), max(highest, height)
        if direction >= 0 and height < highest - LEAST_WAVE:
            count, direction, lowest = count + (direction != 0), -1, height
        elif direction <= 0 and height > lowest + LEAST_WAVE:
            count, direction, highest = count + (direction != 0), 1, height
    return count
