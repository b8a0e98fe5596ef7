"""Crosses with far thicker strokes than the sheet's others: they may be blots, of ink or toner."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.reading.arrays import Pixels
from sheetkit.reading.ink import Ink
from sheetkit.reading.template import SCALE, Template, pixel_slices
from sheetkit.reading.verdict import Doubt, Verdict, perhaps_also
from sheetkit.scoresheet import EMPTY, Mark

FEWEST_CROSSES = 4
"""That show how thick a writer's strokes are."""
MOST_TIMES = 1.4
"""Times as thick as half of the sheet's crosses are: of 3,250 right ones 99 % came to 1.24, of
fifteen that dirt had made eleven to more than this.
"""
SURE_THOUGH_THICK = 0.998
"""Probability of a cross, from which on its thickness raises no doubt: of 16,000 right ones by many
hands seven were as thick with less, for traced ones have more; of those eleven seven had less.
"""
AROUND_MM = 1.0
"""As far as strokes reach over their cell."""
GRAIN_MM = 0.3
"""Gaps in a stroke of pencil or crayon."""


def perhaps_blots(
    verdicts: Mapping[str, Verdict], usual: float, ink: Ink, template: Template
) -> dict[str, Verdict]:
    """The verdicts, where crosses that are not quite sure, and far thicker than others, are
    doubtful.

    ``usual`` is how dark the sheet's strokes are, of 255.
    """
    crosses = [cell for cell, v in verdicts.items() if v.marked and v.likeliest == Mark.CROSS]
    perhaps = [cell for cell in crosses if verdicts[cell].odds[Mark.CROSS] < SURE_THOUGH_THICK]
    if not perhaps or len(crosses) < FEWEST_CROSSES:
        return dict(verdicts)
    least = ink.edge_of(usual)
    thick = {cell: _thickness(ink, template.boxes[cell], least) for cell in crosses}
    most = MOST_TIMES * float(np.median(list(thick.values())))
    doubts = {
        cell: perhaps_also(verdicts[cell].odds, EMPTY, Doubt.BLOT)
        for cell in perhaps
        if thick[cell] > most
    }
    return {**verdicts, **doubts}


def _thickness(ink: Ink, box: Box, least: float) -> float:
    """How thick the strokes of a cell are, in mm: twice what its largest piece of ink covers, over
    the length of its outline.
    """
    piece = largest_piece(ink, box.grown(AROUND_MM), least)
    outlines, _ = cv2.findContours(piece, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    length = sum(cv2.arcLength(outline, closed=True) for outline in outlines)
    return float(2 * np.count_nonzero(piece) / max(length, 1.0) / SCALE)


def pieces_in(ink: Ink, box: Box, least: float) -> NDArray[np.int32]:
    """A number for each piece of ink at least so dark in a box, 0 beside them."""
    drawn = (ink.darkness[pixel_slices(box)] > least).astype(np.uint8)
    grain = max(1, round(GRAIN_MM * SCALE))
    closed = cv2.morphologyEx(drawn, cv2.MORPH_CLOSE, np.ones((grain, grain), np.uint8))
    return np.asarray(cv2.connectedComponents(closed)[1], np.int32)


def largest_in(part: tuple[slice, slice], pieces: NDArray[np.int32]) -> Pixels:
    """Where the piece is that has most ink in a part of the picture, as 1; nowhere if there is no
    ink.
    """
    sizes = np.bincount(pieces[part].ravel(), minlength=2)
    sizes[0] = 0
    return np.asarray((pieces == sizes.argmax()) & (pieces > 0), np.uint8)


def largest_piece(ink: Ink, box: Box, least: float) -> Pixels:
    """Where a box has its largest piece of ink at least as dark, as 1; nowhere if it has none."""
    return largest_in((slice(None), slice(None)), pieces_in(ink, box, least))
