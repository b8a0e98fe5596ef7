"""Trains the judge of marks and writes its weights: python -m training.train [THOUSANDS].

Needs PyTorch, which reading doesn't, and a quarter of an hour on one core;
the same count gives the same weights on one machine.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.reading.judge import CLASSES
from sheetkit.reading.patches import levelled, stroke_levels
from training.cells import patch_set
from training.network import Network, trained, votes

WEIGHTS = Path(__file__).resolve().parent.parent / "sheetkit" / "reading" / "judge.npz"
MEMBERS = 2
THOUSANDS = 40
HELD_OUT = 4
SEED = 2026


def drawn(first: int, last: int) -> list[NDArray[np.float32]]:
    """Patches, full strokes' levels, cells' sizes and classes of some thousands of cells."""
    sets = [patch_set(1000, np.random.default_rng([SEED, number])) for number in range(first, last)]
    patches, levels, sizes, kinds = (np.concatenate(part) for part in zip(*sets, strict=True))
    usual = levels * np.random.default_rng([SEED, first]).uniform(0.7, 1.3, len(levels))
    own = stroke_levels(patches, usual.astype(np.float32))
    return [patches, own, sizes.astype(np.float32), kinds]


def kept_weights(networks: list[Network]) -> dict[str, NDArray[np.float16]]:
    """Weights as reading wants them: kernels as (rows · columns · inputs) × outputs."""
    kept = {}
    for member, network in enumerate(networks):
        for name, value in network.state_dict().items():
            weight = value.numpy()
            if weight.ndim == 4:
                weight = weight.transpose(2, 3, 1, 0).reshape(-1, weight.shape[0])
            elif weight.ndim == 2:
                weight = weight.T
            kept[f"member{member}.{name}"] = np.ascontiguousarray(weight, np.float16)
    return kept


def main() -> None:
    cv2.setNumThreads(1)
    thousands = int(sys.argv[1]) if len(sys.argv) > 1 else THOUSANDS
    lessons = drawn(0, thousands)
    networks = [trained(*lessons, seed=seed) for seed in range(MEMBERS)]
    np.savez_compressed(WEIGHTS, **kept_weights(networks))
    patches, levels, sizes, kinds = drawn(thousands, thousands + HELD_OUT)
    even = levelled(patches, levels)
    report(sum(votes(network, even, sizes) for network in networks) / MEMBERS, kinds)


def report(total: NDArray[np.float32], kinds: NDArray[np.int_]) -> None:
    guess = total.argmax(axis=1)
    print(f"together: {(guess == kinds).mean():.4f}")
    for sure in (0.5, 0.85, 0.9, 0.95, 0.97, 0.98):
        certain = total.max(axis=1) >= sure
        wrong = certain & (guess != kinds)
        print(f"at {sure}: {1 - certain.mean():.4f} unsure, {wrong.sum()} certain and wrong")
    table = np.zeros((len(CLASSES), len(CLASSES)), int)
    np.add.at(table, (kinds, guess), 1)
    print("rows true, columns read:", *CLASSES)
    print(table)


if __name__ == "__main__":
    main()
