"""Marks beside which something is written: a sum that stands beside a row may reach its lock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.reading.arrays import Pixels
from sheetkit.reading.ink import Ink
from sheetkit.reading.template import HALF_SCALE, Template, pixel_slices
from sheetkit.reading.verdict import Doubt, Verdict, perhaps_also
from sheetkit.scoresheet import EMPTY, Mark

LEAST_MM2 = 1.5
"""Of ink on bare paper that touches no mark's cell, from which on something is written there: a
digit of 5 mm has more. Of 932 sheets by many hands that bear marks only, one had as much beside a
mark.
"""
NEAR_MM = 6.0
"""From a mark's cell, as near as the next digit of a number that reaches into it."""


def perhaps_jotted(
    verdicts: Mapping[str, Verdict], usual: float, ink: Ink, template: Template
) -> dict[str, Verdict]:
    """The verdicts, where marks beside which something is written are doubtful; skip lines are not,
    for no digit looks like one.

    ``usual`` is how dark the sheet's strokes are, of 255.
    """
    drawn = ink.strokes(usual)
    count, strokes = cv2.connectedComponents(_over_print(drawn, template))
    strokes[drawn == 0] = 0
    alone = _means(ink.halved, strokes, count) > PALEST * usual
    alone[0] = False
    alone[_no_writing(strokes)] = False
    markable = template.design.pad.markable
    for cell in markable:
        if verdicts[cell].likeliest != EMPTY:
            alone[strokes[pixel_slices(template.boxes[cell], HALF_SCALE)]] = False
    written = alone[strokes] & (template.paper > 0)
    doubts = {}
    for cell in markable:
        verdict = verdicts[cell]
        if verdict.marked and verdict.likeliest != Mark.SKIP:
            near = written[pixel_slices(template.boxes[cell].grown(NEAR_MM), HALF_SCALE)]
            if near.sum() > LEAST_MM2 * HALF_SCALE**2:
                doubts[cell] = perhaps_also(verdict.odds, EMPTY, Doubt.JOTTED)
    return {**verdicts, **doubts}


def _over_print(drawn: Pixels, template: Template) -> Pixels:
    """The strokes drawn on as they go over print, which hides parts of them."""
    closed = cv2.morphologyEx(drawn, cv2.MORPH_CLOSE, HIDDEN)
    return np.asarray(np.where(template.paper > 0, drawn, closed), np.uint8)


HIDDEN = np.ones((5, 5), np.uint8)
"""1.7 mm of a stroke, that outlines and letters hide."""


def _means(darkness: Pixels, strokes: NDArray[Any], count: int) -> NDArray[np.float64]:
    """How dark each stroke is on average."""
    labels = strokes.ravel()
    sums = np.bincount(labels, weights=darkness.ravel(), minlength=count)
    return np.asarray(sums / np.maximum(np.bincount(labels, minlength=count), 1), np.float64)


def _no_writing(strokes: NDArray[Any]) -> NDArray[np.int_]:
    """What is dark along the sheet's edges, as a table is beside one cut askew, or far wider than
    strokes, as something is that lies there.
    """
    ends = (strokes[0], strokes[-1], strokes[:, 0], strokes[:, -1])
    along = [np.flatnonzero(np.bincount(end) > ALONG_EDGE_MM * HALF_SCALE) for end in ends]
    width = round(WIDE_MM * HALF_SCALE)
    wide = cv2.erode((strokes > 0).astype(np.uint8), np.ones((width, width), np.uint8))
    return np.concatenate([*along, np.unique(strokes[wide > 0])]).astype(np.int_)


PALEST = 0.55
"""Of the darkness of the sheet's usual stroke, that writing has on average: sums and notes on 100
photos had 0.58 and more, tea stains and table tops up to 0.47.
"""
ALONG_EDGE_MM = 8.0
"""More than a digit's height."""
WIDE_MM = 2.5
"""The broadest felt pens leave strokes of less."""
