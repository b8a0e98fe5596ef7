"""Crosses of one straight stroke on a sheet whose other crosses have two: perhaps skip lines."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.pad import CellKind
from sheetkit.reading.arrays import Floats, quantile
from sheetkit.reading.ink import Ink
from sheetkit.reading.tails import main_stroke, numbered_strokes
from sheetkit.reading.template import HALF_SCALE, Template, pixel_slices
from sheetkit.reading.verdict import Doubt, Verdict, perhaps_also
from sheetkit.scoresheet import Mark

FEWEST_OTHERS = 4
"""Crosses that show that their writer crosses with more than one stroke."""
SEVERAL, MANY = 3, 0.25
"""Slashes, and as a part of the other crosses, that show that their writer makes two kinds of
marks.
"""
HARDLY_LINE = 0.001
"""Probability of a skip line, from which on fewer of them are asked about."""
LEAST_ACROSS = 0.7
"""How far a stroke goes along the row, as a part of its length: a skip line is horizontal, and what
is steeper than 45° is no such line.
"""
EDGE_MM = 0.6
"""Of a cell, into which its neighbours' strokes spill."""
UNEVEN_MM = 0.25
"""From a straight stroke's edge, within which a hand keeps to it."""
SHORTEST_MM = 2.5
"""Stroke, below which nothing is told by it."""
NEARLY_ALL = 0.97
"""Of a cell's ink, in a stroke that is alone."""
MIDDLE_MM = 1.2
"""Of a cell's edge, without which its ink shows how many strokes there are."""
BESIDE_MM, MUCH = 0.8, 0.3
"""From its main line, beyond which so much of a cell's ink lies where there are two strokes."""


def perhaps_slashes(
    verdicts: Mapping[str, Verdict], usual: float, ink: Ink, template: Template
) -> dict[str, Verdict]:
    """The verdicts, where crosses of one straight stroke, not a steep one, are doubtful among those
    of two: several may be how the sheet's writer skips.

    ``usual`` is how dark the sheet's strokes are, of 255.
    """
    strokes = numbered_strokes(ink, usual)
    crosses = {
        cell: template.boxes[cell]
        for cell in template.design.pad.markable
        if verdicts[cell].likeliest in (Mark.CROSS, Mark.BOTH)
    }
    others = sum(is_of_two_strokes(strokes, box) for box in crosses.values())
    if others < FEWEST_OTHERS:
        return dict(verdicts)
    cells = template.design.pad.cells
    in_rows = (cell for cell in crosses if cells[cell].number or cells[cell].kind == CellKind.LOCK)
    slashes = [cell for cell in in_rows if _is_slash(strokes, crosses[cell])]
    if len(slashes) >= max(SEVERAL, MANY * others):
        least = 0.0
    else:
        slashes, least = [cell for cell in slashes if cells[cell].number], HARDLY_LINE
    doubts = {}
    for cell in slashes:
        odds = verdicts[cell].odds
        if verdicts[cell].marked and odds[Mark.CROSS] > odds[Mark.SKIP] >= least:
            doubts[cell] = perhaps_also(odds, Mark.SKIP, Doubt.SLASH)
    return {**verdicts, **doubts}


def _is_slash(strokes: NDArray[np.int32], box: Box) -> bool:
    """Whether all ink in a cell is one straight stroke, and not a steep one."""
    main = main_stroke(strokes, box)
    if main is None or abs(main.along[0]) < LEAST_ACROSS:
        return False
    middle = main.points.mean(axis=0)
    length = float(np.ptp((main.points - middle) @ main.along)) + 1
    if length < SHORTEST_MM * HALF_SCALE:
        return False
    ink = np.concatenate([main.points, _ink_in(strokes, box.grown(-EDGE_MM))])
    half_width = len(main.points) / length / 2
    farthest = quantile(_off(ink, middle, main.along), NEARLY_ALL)
    return farthest <= half_width + UNEVEN_MM * HALF_SCALE


def is_of_two_strokes(strokes: NDArray[np.int32], box: Box) -> bool:
    """Whether the ink in a cell's middle lies along more than one line."""
    points = _ink_in(strokes, box.grown(-MIDDLE_MM))
    if len(points) < SHORTEST_MM * HALF_SCALE:
        return False
    middle = points.mean(axis=0)
    along = np.linalg.svd(points - middle, full_matrices=False)[2][0]
    return bool((_off(points, middle, along) > BESIDE_MM * HALF_SCALE).mean() > MUCH)


def _ink_in(strokes: NDArray[np.int32], box: Box) -> NDArray[np.intp]:
    """Where ink is in the box, x and y in pixels of ``strokes``."""
    rows, columns = pixel_slices(box, HALF_SCALE)
    within = np.argwhere(strokes[rows, columns])[:, ::-1]
    return np.asarray(within + np.array([columns.start, rows.start]), np.intp)


def _off(points: NDArray[np.intp], middle: Floats, along: Floats) -> Floats:
    """How far each point lies from the line, in pixels."""
    return np.asarray(np.abs((points - middle) @ np.array([-along[1], along[0]])), np.float64)
