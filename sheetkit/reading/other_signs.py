"""Rings, noughts and bars on a sheet of crosses that cross: they may mean something else."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.pad import CellKind, Pad
from sheetkit.reading.arrays import Pixels
from sheetkit.reading.blots import largest_in, pieces_in
from sheetkit.reading.ink import Ink
from sheetkit.reading.slashes import LEAST_ACROSS, is_of_two_strokes, only_stroke
from sheetkit.reading.tails import numbered_strokes
from sheetkit.reading.template import HALF_SCALE, SCALE, Template, pixel_slices
from sheetkit.reading.verdict import Doubt, Verdict, doubtful
from sheetkit.scoresheet import EMPTY, Mark

FEWEST_CROSSES, LEAST_OF_OTHERS = 4, 0.34
"""Crosses of two strokes that cross each other, and as a part of all that are neither ring nor bar:
many crosses are too hasty to be told to be such.
"""
MOST_RINGS = 3
"""Times as many as those crosses: who crosses with rings leaves some of them open."""
LEAST_OF_RING = 0.5
"""Of what a mark goes around, that its largest loop takes up: rings had 0.57 and more, and of the
other crosses on 525 sheets whose writers cross with two strokes one had as much.
"""
LEAST_OF_NOUGHT, LEAST_NOUGHT_MM2 = 0.2, 0.8
"""The same of a nought in a penalty box or in a lock, and the loop's size: crosses there have
hardly ever a loop.
"""
BESIDE_MIDDLE = 0.12
"""Of a number's cell, as far from whose middle a bar stands: of 55 bars that stood beside a number
53 were farther, of 193 steep strokes that crossed one out 16.
"""
AROUND_MM = 1.0
"""As far as strokes reach over their cell."""
ENDS, WAIST = ((0.1, 0.3), (0.7, 0.9)), (0.4, 0.6)
"""Of a mark's height: where strokes that cross are apart, and where they are together."""
NARROWER = 0.75
"""Of the width of each end, that the waist has at most."""


def perhaps_other_signs(
    verdicts: Mapping[str, Verdict], usual: float, ink: Ink, template: Template
) -> dict[str, Verdict]:
    """The verdicts, where rings, noughts and bars are doubtful among crosses of two strokes;
    and where there are more rings, those crosses as well: one of both is how the writer crosses.

    ``usual`` is how dark the sheet's strokes are, of 255.
    """
    pad = template.design.pad
    marks = [cell for cell in pad.markable if verdicts[cell].likeliest == Mark.CROSS]
    strokes, least = numbered_strokes(ink, usual), ink.edge_of(usual)
    crosses = [cell for cell in marks if _cross_each_other(strokes, template.boxes[cell])]
    if len(crosses) < FEWEST_CROSSES:
        return dict(verdicts)
    others = [cell for cell in marks if cell not in crosses]
    rings = [cell for cell in others if _is_ring(strokes, ink, least, cell, template)]
    bars = [cell for cell in others if _is_bar(strokes, cell, template)]
    alike = len(marks) - len({*rings, *bars})
    if len(crosses) < max(LEAST_OF_OTHERS * alike, len(rings) / MOST_RINGS):
        return dict(verdicts)
    asked = [*rings, *bars, *(crosses if len(rings) > len(crosses) else ())]
    doubts = {
        cell: Verdict(_perhaps_no_cross(verdicts[cell].odds, cell, pad), Doubt.OTHER_SIGN)
        for cell in asked
        if verdicts[cell].marked
    }
    return {**verdicts, **doubts}


def _perhaps_no_cross(odds: Mapping[str, float], cell: str, pad: Pad) -> dict[str, float]:
    """What a sign may mean: a cross or nothing, and on a number that it is skipped."""
    others = (EMPTY, Mark.SKIP) if pad.cells[cell].number else (EMPTY,)
    return doubtful({**odds, **{other: odds.get(other, 0.0) + 0.25 for other in others}})


def _is_bar(strokes: NDArray[np.int32], cell: str, template: Template) -> bool:
    """Whether a cell's mark is one straight, steep stroke: on a number, beside its middle."""
    box = template.boxes[cell]
    stroke = only_stroke(strokes, box)
    if stroke is None or abs(stroke.along[0]) >= LEAST_ACROSS:
        return False
    across = (float(stroke.points[:, 0].mean()) + 0.5) / HALF_SCALE
    beside = abs(across - box.centre[0]) > BESIDE_MIDDLE * box.width
    return beside or not template.design.pad.cells[cell].number


def _is_ring(
    strokes: NDArray[np.int32], ink: Ink, least: float, cell: str, template: Template
) -> bool:
    """Whether a cell's mark goes around much of what it takes up; in a penalty box or a lock,
    around as much as a nought does.
    """
    box = template.boxes[cell]
    around, own = box.grown(AROUND_MM), box.moved(AROUND_MM - box.left, AROUND_MM - box.top)
    loop, of_mark = _loop_of(largest_in(pixel_slices(own), pieces_in(ink, around, least)))
    # bridged at half of the size, a ring that isn't quite closed is
    bridged = strokes[pixel_slices(around, HALF_SCALE)]
    half_loop, of_half = _loop_of(largest_in(pixel_slices(own, HALF_SCALE), bridged))
    if max(loop / of_mark, half_loop / of_half) > LEAST_OF_RING:
        return True
    may_be_nought = template.design.pad.cells[cell].kind in (CellKind.PENALTY, CellKind.LOCK)
    large = loop > LEAST_NOUGHT_MM2 * SCALE**2
    return may_be_nought and large and loop > LEAST_OF_NOUGHT * of_mark


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
