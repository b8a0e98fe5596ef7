"""Noughts in penalty boxes and locks, on a sheet whose crosses cross: they may mean none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.pad import CellKind
from sheetkit.reading.arrays import Pixels
from sheetkit.reading.blots import largest_in, pieces_in
from sheetkit.reading.ink import Ink
from sheetkit.reading.slashes import is_of_two_strokes
from sheetkit.reading.tails import numbered_strokes
from sheetkit.reading.template import HALF_SCALE, SCALE, Template, pixel_slices
from sheetkit.reading.verdict import Doubt, Verdict, perhaps_also
from sheetkit.scoresheet import EMPTY, Mark

Loops: TypeAlias = tuple[tuple[float, float], tuple[float, float]]
"""How many pixels a mark's largest loop has, and how many the mark goes around in all: as it is,
and at half of the size.
"""

WHERE_NONE = (CellKind.PENALTY, CellKind.LOCK)
"""Cells in which a nought may say that there is no penalty, and that no row was closed."""
FEWEST_CROSSES, LEAST_OF_OTHERS = 4, 0.34
"""Crosses of two strokes that cross each other, and as a part of all crosses of the rows: many are
too hasty to be told to be such.
"""
LEAST_OF_RING = 0.5
"""Of what a mark goes around, that its largest loop takes up: rings had 0.57 and more, and of the
other crosses on 525 sheets whose writers cross with two strokes one had as much.
"""
LEAST_OF_NOUGHT, LEAST_NOUGHT_MM2 = 0.2, 0.8
"""The same of a nought in a penalty box or in a lock, and the loop's size: crosses there have
hardly ever a loop.
"""
AROUND_MM = 1.0
"""As far as strokes reach over their cell."""
ENDS, WAIST = ((0.1, 0.3), (0.7, 0.9)), (0.4, 0.6)
"""Of a mark's height: where strokes that cross are apart, and where they are together."""
NARROWER = 0.75
"""Of the width of each end, that the waist has at most."""


def perhaps_noughts(
    verdicts: Mapping[str, Verdict], usual: float, ink: Ink, template: Template
) -> dict[str, Verdict]:
    """The verdicts, where noughts in penalty boxes and locks are doubtful on a sheet whose writer
    crosses with two strokes, and nowhere in the rows with a ring.

    ``usual`` is how dark the sheet's strokes are, of 255.
    """
    pad = template.design.pad
    marks = [cell for cell in pad.markable if verdicts[cell].likeliest == Mark.CROSS]
    perhaps = [c for c in marks if verdicts[c].marked and pad.cells[c].kind in WHERE_NONE]
    if not perhaps:
        return dict(verdicts)
    strokes, least = numbered_strokes(ink, usual), ink.edge_of(usual)
    in_rows = [cell for cell in marks if pad.cells[cell].number]
    crosses = [cell for cell in in_rows if _cross_each_other(strokes, template.boxes[cell])]
    if len(crosses) < max(FEWEST_CROSSES, LEAST_OF_OTHERS * len(in_rows)):
        return dict(verdicts)
    loops = {c: _loops_in(strokes, ink, least, template.boxes[c]) for c in (*in_rows, *perhaps)}
    if any(_is_ring(loops[cell]) for cell in in_rows):
        return dict(verdicts)
    doubts = {
        cell: perhaps_also(verdicts[cell].odds, EMPTY, Doubt.NOUGHT)
        for cell in perhaps
        if _is_nought(loops[cell])
    }
    return {**verdicts, **doubts}


def _is_nought(loops: Loops) -> bool:
    """Whether a mark goes around as much of what it takes up as a nought does."""
    loop, of_mark = loops[0]
    is_large = loop > LEAST_NOUGHT_MM2 * SCALE**2 and loop > LEAST_OF_NOUGHT * of_mark
    return is_large or _is_ring(loops)


def _is_ring(loops: Loops) -> bool:
    """Whether a mark goes around much of what it takes up."""
    return any(loop > LEAST_OF_RING * of_mark for loop, of_mark in loops)


def _loops_in(strokes: NDArray[np.int32], ink: Ink, least: float, box: Box) -> Loops:
    """The loop of a cell's mark as it is, and at half of the size, where a ring that isn't quite
    closed is bridged.
    """
    around = box.grown(AROUND_MM)
    bridged = strokes[pixel_slices(around, HALF_SCALE)]
    return (
        _loop_of(_mark_in(pieces_in(ink, around, least), box, SCALE)),
        _loop_of(_mark_in(bridged, box, HALF_SCALE)),
    )


def _mark_in(pieces: NDArray[np.int32], box: Box, scale: float) -> Pixels:
    """Of the numbered pieces in a cell and around it, that of which most lies in the cell."""
    own = box.moved(AROUND_MM - box.left, AROUND_MM - box.top)
    return largest_in(pixel_slices(own, scale), pieces)


def _loop_of(stroke: Pixels) -> tuple[float, float]:
    """How many pixels a stroke's largest loop has, and how many the stroke goes around in all, 1 at
    least.
    """
    outlines, tree = cv2.findContours(stroke, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    if not outlines:
        return 0.0, 1.0
    is_loop = tree[0][:, 3] >= 0
    loops = [cv2.contourArea(line) for line, inner in zip(outlines, is_loop, strict=True) if inner]
    outer = np.concatenate([o for o, inner in zip(outlines, is_loop, strict=True) if not inner])
    return max(loops, default=0.0), max(cv2.contourArea(cv2.convexHull(outer)), 1.0)


def _cross_each_other(strokes: NDArray[np.int32], box: Box) -> bool:
    """Whether a cell's ink is two strokes, apart above and below and together between."""
    if not is_of_two_strokes(strokes, box):
        return False
    inside = strokes[pixel_slices(box, HALF_SCALE)]
    own = largest_in((slice(None), slice(None)), inside)
    rows = np.flatnonzero(own.any(axis=1))
    mark = own[rows[0] : rows[-1] + 1]
    width = mark.shape[1] - mark[:, ::-1].argmax(axis=1) - mark.argmax(axis=1)
    begins = (np.diff(mark.astype(np.int8), axis=1, prepend=0) > 0).sum(axis=1)
    above, below = (width[_part(len(mark), end)].mean() for end in ENDS)
    waist = _part(len(mark), WAIST)
    together = (begins[waist] < 2).mean() > 0.5
    return bool(together and width[waist].mean() < NARROWER * min(above, below))


def _part(length: int, part: tuple[float, float]) -> slice:
    """Which of so many rows a part of a mark's height is; one at least."""
    first = int(part[0] * length)
    return slice(first, max(first + 1, int(part[1] * length)))
