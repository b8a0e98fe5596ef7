"""Crosses of which a stroke goes on far beyond their cell: a slip of the pen may, or a hair."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.reading.arrays import Pixels, quantile
from sheetkit.reading.ink import Ink
from sheetkit.reading.template import HALF_SCALE, Template, pixel_slices
from sheetkit.reading.verdict import Doubt, Verdict, perhaps_also
from sheetkit.scoresheet import EMPTY, Mark

FAR_MM = 6.5
"""Beyond its cell, where no other mark is. Of the crosses on 932 sheets by many hands ten went
farther, most of them on sheets where all crosses are large.
"""
FARTHER = 2.0
"""Times as far as nine tenths of the sheet's other crosses go."""
WINDOW_MM = 14.0
"""Around a cell, in which its strokes are followed."""
OWN = 0.3
"""Of the ink in a cell, from which on a stroke is the cell's own."""
LEAST_MM = 0.7
"""As far as every writer's marks go beyond their cells."""
PASSING_MM = 1.0
"""Farther than nine tenths of the sheet's other crosses go a stroke that passes a cell does, above
and below. Of the crosses on 932 sheets none did so that was one stroke, where those nine tenths
went less than ``MODEST_MM``; where they went farther, four.
"""
MODEST_MM = 2.5
"""Where crosses go less far beyond their cells, one that passes its cell stands out."""
ALONE = 1.3
"""Strokes in each line of pixels of a cell, at most, where one passes it; a cross has two."""


def perhaps_overshot(
    verdicts: Mapping[str, Verdict], usual: float, ink: Ink, template: Template
) -> dict[str, Verdict]:
    """The verdicts, where crosses that go on far where no other mark is are doubtful. A cross that
    has become doubtful is no other mark any more, so those beside it are weighed once more.

    ``usual`` is how dark the sheet's strokes are, of 255.
    """
    drawn = ink.strokes(usual)
    marks = {
        cell: template.boxes[cell]
        for cell in template.design.pad.markable
        if verdicts[cell].likeliest != EMPTY and verdicts[cell].reason != Doubt.OVERSHOT
    }
    crosses = [c for c in marks if verdicts[c].marked and verdicts[c].likeliest == Mark.CROSS]
    apart = _without(marks, drawn, LEAST_MM)
    reaches = {cell: _reach(drawn, apart, marks[cell], LEAST_MM) for cell in crosses}
    doubts = {}
    for cell in crosses:
        others = [reaches[other] for other in crosses if other != cell]
        usually = max(quantile(np.array(others), 0.9), 0.0) if others else 0.0
        least = max(FAR_MM, FARTHER * usually)
        far = reaches[cell] > least
        if far:
            beyond = usually + LEAST_MM
            far = _reach(drawn, _without(marks, drawn, beyond), marks[cell], beyond) > least
        if far or (usually < MODEST_MM and _passes(drawn, marks[cell], usually + PASSING_MM)):
            doubts[cell] = perhaps_also(verdicts[cell].odds, EMPTY, Doubt.OVERSHOT)
    told = {**verdicts, **doubts}
    return perhaps_overshot(told, usual, ink, template) if doubts else told


def _without(marks: Mapping[str, Box], drawn: Pixels, beyond: float) -> Pixels:
    """The strokes (1 where ink is) that are in no mark's cell nor so far (mm) beyond one."""
    apart = drawn.copy()
    for box in marks.values():
        apart[pixel_slices(box.grown(beyond), HALF_SCALE)] = 0
    return apart


def _reach(drawn: Pixels, apart: Pixels, box: Box, beyond: float) -> float:
    """How far (mm) the strokes in a cell go on where no other mark is: by what is ``drawn`` in the
    cell and so far beyond it, and by what is ``apart`` from all marks.
    """
    window = pixel_slices(box.grown(WINDOW_MM), HALF_SCALE)
    own, near = _within(window, box), _within(window, box.grown(beyond))
    around = apart[window].copy()
    around[near] = drawn[window][near]
    its = _strokes_of(around, own)
    places = [np.flatnonzero(its.any(axis=1)), np.flatnonzero(its.any(axis=0))]
    beyond_px = [
        max(side.start - at[0], at[-1] + 1 - side.stop)
        for side, at in zip(own, places, strict=True)
        if len(at)
    ]
    return max(beyond_px, default=0) / HALF_SCALE


def _passes(drawn: Pixels, box: Box, beyond: float) -> bool:
    """Whether one stroke alone goes through a cell, so far (mm) beyond it above and below."""
    window = pixel_slices(box.grown(beyond), HALF_SCALE)
    own = _within(window, box)
    around = drawn[window]
    if not (around[0].any() and around[-1].any()):
        return False
    its = _strokes_of(around, own)
    if not (its[0].any() and its[-1].any()):
        return False
    begins = np.diff(around[own].astype(np.int8), axis=1, prepend=0) > 0
    strokes = begins.sum(axis=1)
    return float(strokes[strokes > 0].mean()) < ALONE


def _strokes_of(around: Pixels, own: tuple[slice, slice]) -> NDArray[np.bool_]:
    """Where the strokes are that have the ink in a cell, the pixels of which are ``own``."""
    count, strokes = cv2.connectedComponents(around)
    inside = np.bincount(strokes[own].ravel(), minlength=count)
    inside[0] = 0
    its = inside > OWN * max(inside.sum(), 1)
    return np.asarray(its[strokes])


def _within(window: tuple[slice, slice], box: Box) -> tuple[slice, slice]:
    """The pixels of a box, of those of a window; none of a box that is outside."""
    rows, columns = (
        slice(max(side.start - start.start, 0), max(side.stop - start.start, 0))
        for side, start in zip(pixel_slices(box, HALF_SCALE), window, strict=True)
    )
    return rows, columns
