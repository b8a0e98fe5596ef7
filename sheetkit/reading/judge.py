"""The judge of marks: small convolutional networks, trained on simulated photos, vote on cells."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sheetkit.reading.network import Network
from sheetkit.reading.patches import LAYERS, SIDE, Patches
from sheetkit.reading.threads import once

Pixels: TypeAlias = NDArray[np.uint8]
Floats32: TypeAlias = NDArray[np.float32]

CLASSES = ("empty", "cross", "skip", "void", "both", "hidden")
"""What a cell can be, in the order of the judge's probabilities; hidden by something over it."""

FOLDER = Path(__file__).with_name("judges")
"""Two files a member: ``0-alone.onnx``, ``0-among.onnx``, and so on."""


@dataclass(frozen=True, eq=False)
class Look:
    """A member's look at all cells of a sheet that bear ink.

    ``votes`` is cells × classes. ``habits`` is the mean of what was seen in the cells: a
    writer's marks are alike, so each one is judged beside the others.
    """

    votes: Floats32
    habits: Floats32


@dataclass(frozen=True, eq=False)
class Member:
    """One network in two stages: ``alone`` sees each cell, ``among`` judges it by the habits."""

    alone: Network
    among: Network

    def look(self, patches: Patches) -> Look:
        """The votes on all cells of a sheet, and its habits for another look at some of them."""
        seen = self._seen(patches)
        habits = seen.mean(axis=0)
        return Look(self._votes(seen, habits), habits)

    def look_again(self, patches: Patches, habits: Floats32) -> Floats32:
        """The votes on some cells of a sheet whose habits are known: cells × classes."""
        return self._votes(self._seen(patches), habits)

    def _seen(self, patches: Patches) -> Floats32:
        """What is made of each cell alone, then the odds on it: cells × (features + classes)."""
        return self.alone(layers=_folded(patches.levelled()), facts=patches.facts)

    def _votes(self, seen: Floats32, habits: Floats32) -> Floats32:
        features = seen[:, : -len(CLASSES)]
        beside = np.broadcast_to(habits, (len(seen), len(habits)))
        return self.among(seen=np.concatenate([features, beside], axis=1))


@once
def members() -> tuple[Member, ...]:
    """All members, in the order in which they are asked."""
    alone, among = (sorted(FOLDER.glob(f"*-{stage}.onnx")) for stage in ("alone", "among"))
    return tuple(
        Member(Network(one), Network(other)) for one, other in zip(alone, among, strict=True)
    )


def _folded(layers: Floats32) -> Floats32:
    """Two by two pixels as one of four times the layers, since the first convolution steps by two.

    So it is a plain one of half the size, which runs nearly twice as fast.
    """
    half = SIDE // 2
    quarters = layers.reshape(-1, LAYERS, half, 2, half, 2).transpose(0, 1, 3, 5, 2, 4)
    return np.ascontiguousarray(quarters).reshape(-1, 4 * LAYERS, half, half)
