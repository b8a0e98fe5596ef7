"""The judge of marks: small networks, trained on drawn marks, that vote on each cell."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sheetkit.reading.patches import product

Floats32: TypeAlias = NDArray[np.float32]

CLASSES = ("empty", "cross", "skip", "void", "both")
"""What a cell can be, in the order of the judge's probabilities."""

_WEIGHTS = Path(__file__).with_name("judge.npz")


@dataclass(frozen=True, eq=False)
class Judge:
    """Networks that see the same features, each with a hidden layer or two.

    ``first`` are the first layers side by side, inputs × (members · units), for
    features as they come; ``later`` weights and biases by layer and member.
    """

    first: Floats32
    first_bias: Floats32
    later: tuple[tuple[Floats32, ...], ...]

    def votes(self, features: Floats32) -> Floats32:
        """Each member's probabilities: members × cells × classes."""
        hidden = np.maximum(product(features, self.first) + self.first_bias, 0)
        shares = np.split(hidden, len(self.later), axis=1)
        return np.stack(
            [
                _probabilities(member, share)
                for member, share in zip(self.later, shares, strict=True)
            ]
        )


def _probabilities(member: tuple[Floats32, ...], hidden: Floats32) -> Floats32:
    value = np.ascontiguousarray(hidden)
    last = len(member) - 2
    for layer in range(0, len(member), 2):
        value = product(value, member[layer]) + member[layer + 1]
        if layer < last:
            value = np.maximum(value, 0)
    powers = np.exp(value - value.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


@cache
def trained_judge() -> Judge:
    """The judge that comes with the program."""
    with np.load(_WEIGHTS) as kept:
        count = len({name.split("_")[0] for name in kept.files if name.startswith("member")})
        members = []
        for number in range(count):
            names = [name for name in kept.files if name.startswith(f"member{number}_")]
            names.sort(key=lambda name: int(name.split("_")[1]))
            members.append(tuple(kept[name].astype(np.float32) for name in names))
        mean, spread = kept["mean"].astype(np.float32), kept["spread"].astype(np.float32)
    first = [member[0] / spread[:, None] for member in members]
    biases = [member[1] - mean @ weights for member, weights in zip(members, first, strict=True)]
    later = tuple(member[2:] for member in members)
    return Judge(np.concatenate(first, axis=1), np.concatenate(biases), later)
