"""Crumbs and dirt in blank cells: small spots of a colour that no pen on the sheet has."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.reading.arrays import Floats32
from sheetkit.reading.classifier import CLASSES
from sheetkit.reading.patches import CELL, Patches
from sheetkit.reading.strength import are_marks, own_ink
from sheetkit.reading.tint import Tints, of_no_pen
from sheetkit.scoresheet import EMPTY


def specks(
    tints: Tints, boxes: Sequence[Box], patches: Patches, odds: Floats32
) -> NDArray[np.bool_]:
    """Which of the cells that look blank hold nothing but specks, by their size and colour.

    Where too few marks show the pens' colours, none does.
    """
    blank = odds[:, CLASSES.index(EMPTY)] > LEAST_BLANK
    small = [n for n in np.flatnonzero(blank).tolist() if _is_small(patches, n)]
    marked = [boxes[n] for n in np.flatnonzero(are_marks(odds)).tolist()]
    found = np.zeros(len(boxes), bool)
    found[small] = of_no_pen(tints, [boxes[n] for n in small], marked)
    return found


LEAST_BLANK = 0.9
"""Probability that a cell is blank, as the classifier sees it."""


def _is_small(patches: Patches, place: int) -> bool:
    """Whether each spot of a cell's own ink is far shorter than any stroke."""
    ink = own_ink(patches.layers[place, 0])
    dark = (ink > HALF * np.percentile(ink[CELL, CELL], 99)).astype(np.uint8)
    count, spots, extents, _ = cv2.connectedComponentsWithStats(dark)
    inside = np.setdiff1d(spots[CELL, CELL], [0])
    mm = patches.facts[place, :2] * 10 / (CELL.stop - CELL.start)
    sides = extents[inside][:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]] * mm
    return bool(count > 1 and (sides < LONGEST_MM).all())


HALF = 0.5
"""Of the darkest ink."""
LONGEST_MM = 2.0
"""A small hand's ticks are 3 mm long."""
