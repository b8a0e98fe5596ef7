"""Blackouts that may be a cross in its own smear, or under a stain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from sheetkit.reading.arrays import Floats32, quantile
from sheetkit.reading.classifier import CLASSES
from sheetkit.reading.ladder import odds_on
from sheetkit.reading.patches import CELL, Patches
from sheetkit.scoresheet import Mark

PALE = 0.4
"""Of the level of a stroke: smears and stains are paler; scribbles still fill a cell without it."""
LIKELY_CROSS = 0.9
"""Probability, without what is pale; one of 215 blackouts on 500 simulated photos had as much."""
FEWEST_CROSSES = 3
"""Of a sheet, that show how much of a cell its writer's crosses cover."""
AS_STROKES = 0.7
"""Of the usual darkness of these crosses: so dark are their strokes, and no smear of them."""
MORE_THAN_MOST = 1.5
"""Times as much of a cell as nine in ten of the crosses cover so darkly: a cross in a smear is one
of them, while six blackouts that looked like it on blurred photos came to 2.5 times and more.
"""


def crossed_in_smears(
    patches: Patches, blackouts: Sequence[int], crosses: Sequence[int]
) -> list[int]:
    """The blackouts whose darker ink alone looks like a cross, and is no more than the sheet's
    ``crosses`` have; both are places among the patches.
    """
    if not blackouts:
        return []
    solid = np.array(blackouts, np.intp)
    little = _have_little_ink(patches, solid, np.array(crosses, np.intp))
    if not little.any():
        return []
    cells = patches.only(solid)
    layers = cells.layers.copy()
    darker = (layers[:, 0] - PALE * cells.levels[:, None, None]) / (1 - PALE)
    layers[:, 0] = np.clip(darker, 0, 255).astype(np.uint8)
    odds = odds_on(replace(cells, layers=layers))
    likely = odds[:, CLASSES.index(Mark.CROSS)] > LIKELY_CROSS
    return [int(place) for place in solid[likely & little]]


def _have_little_ink(
    patches: Patches, blackouts: NDArray[np.intp], crosses: NDArray[np.intp]
) -> NDArray[np.bool_]:
    """Which blackouts have hardly more ink as dark as strokes than the crosses have; all of them
    where there are few crosses.
    """
    if len(crosses) < FEWEST_CROSSES:
        return np.ones(len(blackouts), np.bool_)
    least = AS_STROKES * float(np.median(patches.levels[crosses]))
    most = MORE_THAN_MOST * quantile(_covered(patches, crosses, least), 0.9)
    return np.asarray(_covered(patches, blackouts, least) <= most, np.bool_)


def _covered(patches: Patches, places: NDArray[np.intp], least: float) -> Floats32:
    """Which part of these cells ink covers that is as dark as that."""
    return np.asarray((patches.layers[places, 0, CELL, CELL] > least).mean(axis=(1, 2)), np.float32)
