"""Blackouts that leave most of what they go around white: they may be crosses drawn in loops."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from sheetkit.geometry import Box
from sheetkit.reading.ink import Ink
from sheetkit.reading.template import SCALE, Template, pixel_slices
from sheetkit.reading.verdict import Doubt, Verdict, perhaps_also
from sheetkit.scoresheet import Mark

AROUND_MM = 1.0
"""As far as scribbles reach over their cell."""
LEAST_FILLED = 0.38
"""Of what a blackout goes around, that its ink covers at least."""
LARGEST_LOOP = 0.045
"""Of the square of the cell's height: a white part with ink all around. Of 419 blackouts by many
hands three had one as large and covered less; a large X with loops at its ends had both.
"""
SURE_IN_LOOPS = 0.999
"""Probability of a blackout, from which on loops raise no doubt: of 195 blackouts by many hands six
were drawn in loops, all with 0.9996 and more, and that X had 0.52.
"""


def perhaps_looped(
    verdicts: Mapping[str, Verdict], usual: float, ink: Ink, template: Template
) -> dict[str, Verdict]:
    """The verdicts, where boxes that are blacked out for certain, but in loops, are doubtful.

    ``usual`` is how dark the sheet's strokes are, of 255.
    """
    least = ink.edge_of(usual)
    doubts = {
        cell: perhaps_also(verdict.odds, Mark.CROSS, Doubt.LOOPED)
        for cell, verdict in verdicts.items()
        if verdict.marked and verdict.likeliest == Mark.VOID
        if verdict.odds[Mark.VOID] < SURE_IN_LOOPS
        if _is_looped(ink, template.boxes[cell], least)
    }
    return {**verdicts, **doubts}


def _is_looped(ink: Ink, box: Box, least: float) -> bool:
    """Whether ink of that darkness covers little of what it goes around, with a large loop."""
    drawn = (ink.darkness[pixel_slices(box.grown(AROUND_MM))] > least).astype(np.uint8)
    if not drawn.any():
        return False
    around = cv2.convexHull(cv2.findNonZero(drawn))
    hull = cv2.fillConvexPoly(np.zeros_like(drawn), around, 1)
    if np.count_nonzero(drawn) > LEAST_FILLED * np.count_nonzero(hull):
        return False
    count, places, shapes, _ = cv2.connectedComponentsWithStats(1 - drawn, connectivity=4)
    edge = np.concatenate([places[0], places[-1], places[:, 0], places[:, -1]])
    loops = np.setdiff1d(np.arange(1, count), edge)
    largest = shapes[loops, cv2.CC_STAT_AREA].max(initial=0)
    return bool(largest > LARGEST_LOOP * (box.height * SCALE) ** 2)
