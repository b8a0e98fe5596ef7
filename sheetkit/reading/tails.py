"""Marks that may be the tail of another: a tick's long stroke runs on through cells above it."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.reading.arrays import Floats, quantile
from sheetkit.reading.ink import Ink
from sheetkit.reading.template import HALF_SCALE, Template, pixel_slices, slices_within
from sheetkit.reading.verdict import Doubt, Verdict, perhaps_also
from sheetkit.scoresheet import EMPTY, Mark

FEWEST_SLASHES, MOSTLY = 4, 0.5
"""Crosses of one straight stroke, and as a part of all, that show that slashes are their writer's
way.
"""
ALIKE = 1.3
"""Times as long as half of these are nine tenths at most: slashes are alike, long tails aren't."""
TWICE = 1.6
"""Times as long as half of these is what is made of two, an end of each on the other."""
BRIDGED = np.ones((3, 3), np.uint8)
"""1 mm: print is in the way of strokes."""
MOST_DOUBLE_MM = 1.0
"""Of a cell's height, where a stroke that comes from elsewhere lies beside another: a tick of the
cell's own, or a cross, has two strokes in more of it.
"""
STRAIGHT_MM = 0.6
"""From a line, within which nine tenths of a straight stroke lie."""
EDGE_MM = 1.2
"""Of a cell, into which strokes spill from the cells around it."""
BESIDE_MM = 1.0
"""From the line, beyond which ink is not the stroke's."""
MOST_CROSSING = 0.25
"""Of the stroke's ink, without the cell's edge: with more there, another stroke crosses it, which a
number may hide in the middle. Four crosses so hidden had 0.32 and more, tails next to nothing.
"""
FOLLOWED_MM = 14.0
"""Beyond where the stroke ends in the cell."""
MOST_GAP_MM = 1.0
"""Without ink in that line, where print is."""
INTO_MM = 2.5
"""As far it runs into another cross's cell. On nine sheets of ticks with tails of 8 to 26 mm this
found all 24 blank cells that had been read as crossed, and no cross; on 298 by many hands it found
one cross.
"""


def perhaps_tails(
    verdicts: Mapping[str, Verdict], usual: float, ink: Ink, template: Template
) -> dict[str, Verdict]:
    """The verdicts, where crosses of one straight stroke that comes out of another cross are
    doubtful; not where slashes are how their writer crosses, and a slash of its own or two in a row
    explain the stroke.

    ``usual`` is how dark the sheet's strokes are, of 255.
    """
    strokes = numbered_strokes(ink, usual)
    crosses = {
        cell: template.boxes[cell]
        for cell in template.design.pad.markable
        if verdicts[cell].likeliest != EMPTY and Mark(verdicts[cell].likeliest).counts
    }
    lines = {cell: line for cell in crosses if (line := _line_through(strokes, crosses[cell]))}
    tails = [
        cell
        for cell, line in lines.items()
        if any(
            _run_in(other, way) >= INTO_MM
            for name, other in crosses.items()
            if name != cell
            for way in line.ways
        )
    ]
    slash = _usual_slash([lines[c].length for c in lines if c not in tails], len(crosses))
    in_a_row = {line.number for line in lines.values() if line.length >= TWICE * slash}
    doubts = {
        cell: perhaps_also(verdicts[cell].odds, EMPTY, Doubt.TAIL)
        for cell in tails
        if verdicts[cell].marked
        and lines[cell].number not in in_a_row
        and not lines[cell].is_slash_of(crosses[cell], slash)
    }
    return {**verdicts, **doubts}


def numbered_strokes(ink: Ink, usual: float) -> NDArray[np.int32]:
    """A number for each stroke on the sheet, 0 beside them, at half the template's scale; ``usual``
    is how dark strokes are, of 255.
    """
    drawn = np.asarray(cv2.morphologyEx(ink.strokes(usual), cv2.MORPH_CLOSE, BRIDGED), np.uint8)
    return np.asarray(cv2.connectedComponents(drawn)[1], np.int32)


class _Line(NamedTuple):
    """A cross that is one straight line: the number of its stroke, how long it is in all, where its
    middle is, and the points beyond its cell that it goes on through, both ways (mm).
    """

    number: int
    length: float
    middle: Floats
    ways: tuple[Floats, Floats]

    def is_slash_of(self, box: Box, usual: float) -> bool:
        """Whether the line is as long as slashes usually are, and has its middle in that cell."""
        x, y = self.middle.tolist()
        within = box.left < x < box.right and box.top < y < box.bottom
        return bool(within and self.length <= ALIKE * usual < inf)


def _line_through(strokes: NDArray[np.int32], box: Box) -> _Line | None:
    """The main stroke in a cell with all of its line, if it is one there, crossed by none.

    ``strokes`` has a number for each stroke on the sheet, 0 beside them.
    """
    main = main_stroke(strokes, box)
    if main is None:
        return None
    middle = main.points.mean(axis=0)
    stroke = cv2.dilate((strokes == main.number).astype(np.uint8), BRIDGED)
    along = np.array([main.along, -main.along])
    ends = ((main.points - middle) @ along.T).max(axis=0)
    one, other = (_followed(stroke, middle, way, end) for way, end in zip(along, ends, strict=True))
    reach = ends + np.array([len(one), len(other)])
    centre = middle + main.along * (reach[0] - reach[1]) / 2
    return _Line(
        main.number, float(reach.sum()) / HALF_SCALE, (centre + 0.5) / HALF_SCALE, (one, other)
    )


def _usual_slash(alone: list[float], crosses: int) -> float:
    """How long slashes are, where strokes as long as ``alone`` are how most of the sheet's crosses
    are made; infinite where they aren't.
    """
    if len(alone) < max(FEWEST_SLASHES, MOSTLY * crosses):
        return inf
    usual, long = np.quantile(alone, [0.5, 0.9]).tolist()
    return float(usual) if long <= ALIKE * usual else inf


class MainStroke(NamedTuple):
    """The stroke that has most of a cell's ink: its number on the sheet, where it is in the cell (x
    and y in pixels), and its direction, of length 1.
    """

    number: int
    points: NDArray[np.intp]
    along: Floats


def main_stroke(strokes: NDArray[np.int32], box: Box) -> MainStroke | None:
    """The main stroke in a cell, if it is one straight line there, crossed by none.

    ``strokes`` has a number for each stroke on the sheet, 0 beside them.
    """
    rows, columns = pixel_slices(box, HALF_SCALE)
    inside = strokes[rows, columns]
    ink = np.bincount(inside.ravel(), minlength=2)
    ink[0] = 0
    own = (inside == ink.argmax()).astype(np.int8)
    begins = np.diff(own, axis=1, prepend=0) > 0
    if not ink.any() or (begins.sum(axis=1) > 1).sum() > MOST_DOUBLE_MM * HALF_SCALE:
        return None
    points = np.argwhere(own)[:, ::-1]
    middle = points.mean(axis=0)
    along = np.linalg.svd(points - middle, full_matrices=False)[2][0]
    off = np.abs((np.indices(own.shape)[::-1].T - middle) @ np.array([-along[1], along[0]])).T
    if quantile(off[own > 0], 0.9) > STRAIGHT_MM * HALF_SCALE:
        return None
    inner = slices_within(box, box.grown(-EDGE_MM), HALF_SCALE)
    crossing = (inside > 0) & (off > BESIDE_MM * HALF_SCALE)
    if crossing[inner].sum() > MOST_CROSSING * own[inner].sum():
        return None
    return MainStroke(int(ink.argmax()), points + np.array([columns.start, rows.start]), along)


def _followed(stroke: Any, middle: Floats, way: Floats, end: float) -> Floats:
    """The points (mm) on that way from its end in the cell, as far as the stroke goes on."""
    steps = end + 0.5 + np.arange(FOLLOWED_MM * HALF_SCALE)
    points = middle + steps[:, None] * way
    x, y = np.rint(points).astype(int).T
    height, width = stroke.shape
    within = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    there = within & (stroke[y.clip(0, height - 1), x.clip(0, width - 1)] > 0)
    last = np.maximum.accumulate(np.where(there, np.arange(len(there)), -1))
    gap = np.arange(len(there)) - last
    reached = np.logical_and.accumulate(gap <= MOST_GAP_MM * HALF_SCALE)
    return np.asarray((points[there & reached] + 0.5) / HALF_SCALE, np.float64)


def _run_in(box: Box, points: Floats) -> float:
    """How much (mm) of a line's points a pixel apart lie in a box."""
    x, y = points.T
    inside = (x >= box.left) & (x <= box.right) & (y >= box.top) & (y <= box.bottom)
    return float(np.count_nonzero(inside)) / HALF_SCALE
