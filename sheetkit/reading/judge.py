"""The judge of marks: small convolutional networks, trained on drawn marks, vote on each cell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from sheetkit.reading.patches import product

Floats32: TypeAlias = NDArray[np.float32]

CLASSES = ("empty", "cross", "skip", "void", "both")
"""What a cell can be, in the order of the judge's probabilities."""

_WEIGHTS = Path(__file__).with_name("judge.npz")


@dataclass(frozen=True, eq=False)
class Judge:
    """Networks of one build that see the same patches; ``members`` holds each one's weights.

    ``conv0`` to ``conv2`` are (rows · columns · inputs) × outputs, ``dense0`` and
    ``dense1`` inputs × outputs, each with a bias.
    """

    members: tuple[Mapping[str, Floats32], ...]

    def votes(self, patches: Floats32, sizes: Floats32) -> Floats32:
        """Each member's probabilities (members × cells × classes) for levelled patches.

        ``sizes`` are the cells' widths and heights in mm.
        """
        return np.stack([_probabilities(member, patches, sizes) for member in self.members])


def _probabilities(member: Mapping[str, Floats32], patches: Floats32, sizes: Floats32) -> Floats32:
    value = _convolved(patches[..., None], member, "conv0", side=5, step=2)
    value = _pooled(_convolved(value, member, "conv1", side=3, step=1))
    value = _pooled(_convolved(value, member, "conv2", side=3, step=1))
    flat = np.concatenate([value.reshape(len(value), -1), sizes / 10], axis=1)
    hidden = np.maximum(_dense(np.ascontiguousarray(flat, np.float32), member, "dense0"), 0)
    scores = _dense(hidden, member, "dense1")
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


def _dense(value: Floats32, member: Mapping[str, Floats32], name: str) -> Floats32:
    return product(value, member[f"{name}.weight"]) + member[f"{name}.bias"]


def _convolved(
    value: Floats32, member: Mapping[str, Floats32], name: str, *, side: int, step: int
) -> Floats32:
    """Kernels of ``side`` over cells × rows × columns × channels, what is negative cut to 0."""
    edge = side // 2
    padded = np.pad(value, ((0, 0), (edge, edge), (edge, edge), (0, 0)))
    windows = sliding_window_view(padded, (side, side), axis=(1, 2))[:, ::step, ::step]
    count, rows, columns = windows.shape[:3]
    laid = np.ascontiguousarray(windows.transpose(0, 1, 2, 4, 5, 3)).reshape(
        count * rows * columns, -1
    )
    seen = np.maximum(_dense(laid, member, name), 0)
    return np.asarray(seen.reshape(count, rows, columns, -1), np.float32)


def _pooled(value: Floats32) -> Floats32:
    """The largest of each 2 × 2 points; an odd last row or column is left out."""
    rows, columns = value.shape[1] // 2 * 2, value.shape[2] // 2 * 2
    even = value[:, :rows, :columns]
    across = np.maximum(even[:, :, 0::2], even[:, :, 1::2])
    return np.asarray(np.maximum(across[:, 0::2], across[:, 1::2]), np.float32)


@cache
def trained_judge() -> Judge:
    """The judge that comes with the program."""
    with np.load(_WEIGHTS) as kept:
        count = len({name.split(".")[0] for name in kept.files})
        return Judge(
            tuple(
                {
                    name.split(".", 1)[1]: kept[name].astype(np.float32)
                    for name in kept.files
                    if name.startswith(f"member{number}.")
                }
                for number in range(count)
            )
        )
