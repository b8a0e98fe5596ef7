"""How dark each cell's ink is, as a part of what is usual of the sheet's marks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.reading.arrays import Floats, Floats32, Pixels, quantile
from sheetkit.reading.classifier import CLASSES, HIDDEN
from sheetkit.reading.ink import FULL_STROKE, Ink
from sheetkit.reading.patches import CELL, FAINTEST_LEVEL, Patches
from sheetkit.reading.template import Template, pixel_slices
from sheetkit.reading.verdict import SURE, UNSEEN, Verdict
from sheetkit.scoresheet import EMPTY, Mark

FEWEST_FOR_USUAL = 3
"""Where fewer marks show what is usual, a stroke is taken to be as dark as most are."""


def strengths_of(patches: Patches, odds: Floats32, clearness: Floats32) -> Floats32:
    """The darkest ink of each cell as a part of what is usual of the sheet's marks.

    A thin line covers a fiftieth of its cell, so the darkest hundredth counts. ``clearness`` is
    what glare and blur leave of a stroke's darkness in each cell. Where there are enough lines,
    they are compared with lines.
    """
    darkest, within = darkest_ink(patches, CELL), darkest_ink(patches, WITHIN)
    for place in np.flatnonzero(within < AT_EDGE * darkest):
        own = quantile(own_ink(patches.layers[place, 0])[CELL, CELL], 0.99)
        darkest[place] = own if own > FAINTEST_LEVEL else darkest[place]
    marked = are_marks(odds) & (darkest > FAINTEST_LEVEL)
    clear = darkest / clearness
    usual = np.full(len(clear), _usual(clear[marked]), np.float32)
    for kind in lines_and_others(odds):
        if np.count_nonzero(marked & kind) >= FEWEST_FOR_USUAL:
            usual[kind] = _usual(clear[marked & kind])
    return np.asarray(clear / usual, np.float32)


def darkest_ink(patches: Patches, part: slice) -> Floats:
    """The darkest hundredth of the ink in that part of each patch, along each side."""
    cells = patches.layers[:, 0, part, part]
    return np.asarray(np.percentile(cells.reshape(len(cells), -1), 99, axis=1), np.float64)


def own_ink(ink: Pixels) -> Pixels:
    """A patch's ink without the strokes that lie for the most part in its neighbours."""
    return np.where(spilled(ink, FAINTEST_LEVEL), np.uint8(0), ink)


def has_own_stroke(patches: Patches, place: int) -> bool:
    """Whether a cell has ink as dark as strokes that lies for the most part in the cell."""
    own = own_ink(patches.layers[place, 0])[CELL, CELL]
    return bool((own > HALF_LEVEL * patches.levels[place]).mean() > LEAST_OWN)


HALF_LEVEL = 0.5
"""Of the level of a stroke."""
LEAST_OWN = 0.02
"""Of a cell: half of what a short stroke covers."""


def spilled(ink: Pixels, least: float) -> NDArray[np.bool_]:
    """Where a patch has strokes, at least as dark as that, that lie for the most part in its
    neighbours.
    """
    count, strokes = cv2.connectedComponents((ink > least).astype(np.uint8))
    every = np.bincount(strokes.ravel(), minlength=count)
    inside = np.bincount(strokes[CELL, CELL].ravel(), minlength=count)
    theirs = inside < MOST_SPILLED * every
    theirs[0] = False
    return np.asarray(theirs[strokes], np.bool_)


MOST_SPILLED = 1 / 3
"""Of a neighbour's stroke as far as it is seen, what ends in a cell; of a cell's own stroke, its
neighbours have less than the rest."""
WITHIN = slice(CELL.start + 3, CELL.stop - 3)
"""A cell without its edge, a ninth of it on each side: there a neighbour's strokes end."""
AT_EDGE = 0.8
"""Where the middle has less of the darkest ink, that may be a neighbour's."""


def are_marks(odds: Floats32) -> NDArray[np.bool_]:
    """Which cells surely bear some mark."""
    some = odds[:, CLASSES.index(Mark.CROSS) : CLASSES.index(HIDDEN)]
    return np.asarray(some.sum(axis=1) > SURE)


def lines_and_others(odds: Floats32) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which cells have skip lines, which may be drawn with a pen of their own, and which not."""
    lines = np.asarray(odds.argmax(axis=1) == CLASSES.index(Mark.SKIP), np.bool_)
    return lines, ~lines


def _usual(darkest: Any) -> float:
    """The darkness of a usual stroke, from that of some."""
    usual = float(np.median(darkest)) if len(darkest) else FAINTEST_LEVEL
    return max(usual, FULL_STROKE) if len(darkest) < FEWEST_FOR_USUAL else usual


def usual_level(patches: Patches, odds: Floats32) -> float:
    """How dark the sheet's strokes are at most cells that surely bear marks; 0 where few do."""
    marked = patches.levels[are_marks(odds)]
    return float(np.median(marked)) if len(marked) >= FEWEST_FOR_USUAL else 0.0


def stroke_in(ink: Ink, box: Box) -> float:
    """How dark a stroke in a cell is, of 255."""
    return quantile(ink.darkness[pixel_slices(box)], 0.98)


def usual_stroke(verdicts: Mapping[str, Verdict], ink: Ink, template: Template) -> float:
    """How dark the pen's stroke is, by some certain marks; where there are none, by likely ones,
    and by what most are without any.
    """
    marked = [cell for cell, v in verdicts.items() if v.marked] or _likely(verdicts)
    darkest = [stroke_in(ink, template.boxes[cell]) for cell in marked[:SOME_MARKS]]
    return float(np.median(darkest)) if darkest else FULL_STROKE


def _likely(verdicts: Mapping[str, Verdict]) -> list[str]:
    """The cells that rather bear a mark than none, as far as they are seen; none of a few."""
    likely = [c for c, v in verdicts.items() if v.likeliest != EMPTY and v.reason not in UNSEEN]
    return likely if len(likely) >= FEWEST_FOR_USUAL else []


SOME_MARKS = 9
"""They show what is usual as well as all of a sheet's do."""
