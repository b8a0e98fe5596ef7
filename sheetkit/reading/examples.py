"""A sheet's surest marks of each kind: a writer's marks are alike, so others are seen beside them.

A wave through a cross is a line where the sheet's lines wave, and a scribble where they are
straight.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sheetkit.reading.arrays import Floats32
from sheetkit.reading.classifier import CLASSES
from sheetkit.reading.patches import Places
from sheetkit.scoresheet import Mark

KINDS = [CLASSES.index(kind) for kind in (Mark.CROSS, Mark.SKIP, Mark.VOID, Mark.BOTH)]
SURE_ENOUGH = 0.8
"""Least probability of an example; of its kind the surest ones are taken."""
MOST = 3
"""Of each kind: they show it about as well as all do."""


@dataclass(frozen=True, eq=False)
class Examples:
    """The cells that show how a writer marks, by their ``places`` on the sheet; ``kinds`` are
    places in ``KINDS``.
    """

    places: Places
    kinds: Places

    def shares(self, places: Places) -> Floats32:
        """What each example counts for in its kind (cells × kinds × examples), for those cells:
        all alike, and a cell is no example for itself. Nothing where a kind has none.
        """
        others = self.places[None] != places[:, None]
        counts = (np.arange(len(KINDS))[:, None] == self.kinds) & others[:, None]
        every = np.maximum(counts.sum(axis=2, keepdims=True), 1)
        return np.asarray(counts / every, np.float32)


def surest(odds: Floats32) -> Examples:
    """The examples on a sheet with those odds, cells × classes."""
    places, kinds = [], []
    for number, kind in enumerate(KINDS):
        by_odds = np.argsort(-odds[:, kind], kind="stable")[:MOST]
        some = by_odds[odds[by_odds, kind] > SURE_ENOUGH]
        places.append(some)
        kinds.append(np.full(len(some), number))
    return Examples(np.concatenate(places), np.concatenate(kinds))
