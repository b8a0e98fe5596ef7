"""The magnifier: one more network sees the ink of marks that may be blackouts finer than others do.

A blackout may be no more than one wave along a cross, and a skip line under a cross is straight:
in the patches that the others see such a wave is a pixel high.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from sheetkit.geometry import Box
from sheetkit.reading.arrays import Floats32, Pixels
from sheetkit.reading.certainty import MOST_VOID, SURE_OF_VOID
from sheetkit.reading.classifier import CLASSES, FOLDER, HIDDEN
from sheetkit.reading.ink import Ink
from sheetkit.reading.network import Network
from sheetkit.reading.template import Template, pixel_slices
from sheetkit.reading.threads import once
from sheetkit.scoresheet import Mark

SIDE = 72
"""Pixels a side of a cell with what is close around it; the cell itself is the middle 48."""
CELL = slice(12, 60)
AROUND = 0.25
"""Of a cell's size, on each side."""
LAYERS = 2
"""How dark the ink is, and where there is no print."""
SEEN = [CLASSES.index(name) for name in CLASSES if name != HIDDEN]
"""The classes that it tells apart."""
FAINTEST = 20.0
"""Of 255: ink that is fainter isn't looked at as if it were dark."""
LEAST_ODDS = 1e-6
"""So unlikely things are as unlikely."""
WEIGHTS: Mapping[str, tuple[float, float]] = {Mark.BOTH: (1.0, 1.5), Mark.CROSS: (0.8, 0.2)}
"""How much the logarithms of both odds on a blackout count, by what the mark looks like else, for
the two looks are alike; and how much commoner blackouts are among such marks than both take for
granted. Of 567 crosses over lines on 2,100 sheets by many hands, a third of the sheets by other
cameras, 22 then come to 1 %, by the others alone 113; of 286 blackouts that look like such one
comes to less. Of 440 that rather look like crosses 19 come to less than 95 %, alone 37; no cross
comes to more than 90 %.
"""


def with_magnifier(odds: Floats32, ink: Ink, template: Template, boxes: Sequence[Box]) -> Floats32:
    """The odds (cells × classes), where a mark is a cross over a line but for a blackout, or a
    cross that may be one, by a look through the magnifier, too; it leaves sure blackouts as sure.
    The cells are at those ``boxes``.
    """
    void = CLASSES.index(Mark.VOID)
    others = odds.copy()
    others[:, void] = 0
    likeliest = others.argmax(axis=1)
    looked_at = likeliest == CLASSES.index(Mark.BOTH)
    looked_at |= (likeliest == CLASSES.index(Mark.CROSS)) & (odds[:, void] > MOST_VOID[Mark.CROSS])
    some = np.flatnonzero(looked_at)
    if not len(some):
        return odds
    seen = _looks(magnified(ink, template, [boxes[place] for place in some.tolist()]))
    weight, common = np.array([WEIGHTS[CLASSES[kind]] for kind in likeliest[some].tolist()]).T
    together = _logit(odds[some, void]) + _logit(seen[:, SEEN.index(void)])
    blackout = 1 / (1 + np.exp(-weight * together - common))
    sure = np.where(odds[some, void] < SURE_OF_VOID, 0, odds[some, void])
    blackout = np.maximum(blackout, sure)
    told = others[some]
    told *= ((1 - blackout) / told.sum(axis=1))[:, None]
    told[:, void] = blackout
    result = odds.copy()
    result[some] = told
    return result


def magnified(ink: Ink, template: Template, boxes: Sequence[Box]) -> Pixels:
    """The cells at those boxes: cells × ``LAYERS`` × ``SIDE`` × ``SIDE``, uint8."""
    pictures = ink.darkness, template.beside_print
    cut = [[_with_room(picture, box) for picture in pictures] for box in boxes]
    return np.array(cut, np.uint8).reshape(-1, LAYERS, SIDE, SIDE)


def levelled(layers: Pixels) -> Floats32:
    """The layers from 0 to 1, ink at 1 where it is as dark as the cell's own strokes."""
    even = np.asarray(layers, np.float32) / np.float32(255)
    own = np.percentile(layers[:, 0, CELL, CELL], 97, axis=(1, 2))
    level = np.maximum(own, FAINTEST).astype(np.float32)
    even[:, 0] = np.minimum(layers[:, 0] / level[:, None, None], DARKEST)
    return even


DARKEST = 1.25
"""Of a cell's own strokes."""


def _with_room(picture: Pixels, box: Box) -> Pixels:
    """A cell with what is close around it, as far as the sheet goes."""
    across, down = AROUND * box.width, AROUND * box.height
    around = Box(box.left - across, box.top - down, box.right + across, box.bottom + down)
    part = np.ascontiguousarray(picture[pixel_slices(around)])
    return np.asarray(cv2.resize(part, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)


def _looks(layers: Pixels) -> Floats32:
    """The odds on the classes ``SEEN``: the geometric mean of looks at the cells as they are,
    upside down, mirrored, and both.
    """
    even = levelled(layers)
    views = (np.ascontiguousarray(np.flip(even, axes)) for axes in ((), (2,), (3,), (2, 3)))
    logs = np.mean([np.log(np.maximum(_network()(layers=view), LEAST_ODDS)) for view in views], 0)
    odds = np.exp(logs)
    return np.asarray(odds / odds.sum(axis=1, keepdims=True), np.float32)


def _logit(chance: Floats32) -> Floats32:
    within = np.clip(chance, LEAST_ODDS, 1 - LEAST_ODDS)
    return np.asarray(np.log(within / (1 - within)), np.float32)


@once
def _network() -> Network:
    return Network(FOLDER / "magnifier.onnx")
