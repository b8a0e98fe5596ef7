"""Trains the judge of marks and writes its weights: python -m training.train [COUNT].

Takes a few minutes on one core; the same count and seed give the same weights.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sheetkit.reading.patches import features, levelled, stroke_levels
from training.cells import CLASSES, patch_set

WEIGHTS = Path(__file__).resolve().parent.parent / "sheetkit" / "reading" / "judge.npz"
MEMBERS = 3
HIDDEN = (112, 48)
ROUNDS = 20
BATCH = 256
CHUNK = 2000
"""Patches whose features are worked out at once: 100 MB."""
SOFT = 0.005
"""How much of each label is spread over the others, so that no answer is ever quite certain."""


def training_set(
    count: int, rng: np.random.Generator
) -> tuple[NDArray[np.float32], NDArray[np.int_]]:
    patches, levels, sizes, kinds = patch_set(count, rng)
    usual = (levels * rng.uniform(0.7, 1.3, count)).astype(np.float32)
    parts = []
    for start in range(0, count, CHUNK):
        some = slice(start, start + CHUNK)
        even = levelled(patches[some], stroke_levels(patches[some], usual[some]))
        parts.append(features(even, sizes[some]))
    return np.concatenate(parts), kinds


@dataclass
class Member:
    """One network, its weights and biases layer by layer, and Adam's memory."""

    weights: list[NDArray[np.float32]]
    moments: list[NDArray[np.float32]]
    squares: list[NDArray[np.float32]]
    step: int = 0


def new_member(inputs: int, rng: np.random.Generator) -> Member:
    sizes = (inputs, *HIDDEN, len(CLASSES))
    weights = []
    for before, after in pairwise(sizes):
        weights.append(rng.normal(0, np.sqrt(2 / before), (before, after)).astype(np.float32))
        weights.append(np.zeros(after, np.float32))
    zeros = [np.zeros_like(weight) for weight in weights]
    return Member(weights, zeros, [zero.copy() for zero in zeros])


def layers_of(member: Member, seen: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    values = [seen]
    last = len(member.weights) // 2 - 1
    for layer in range(last + 1):
        value = values[-1] @ member.weights[2 * layer] + member.weights[2 * layer + 1]
        values.append(np.maximum(value, 0) if layer < last else value)
    return values


def probabilities(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


def learn(
    member: Member, seen: NDArray[np.float32], wanted: NDArray[np.float32], rate: float
) -> None:
    values = layers_of(member, seen)
    error = (probabilities(values[-1]) - wanted) / len(seen)
    member.step += 1
    for layer in reversed(range(len(member.weights) // 2)):
        slopes = (values[layer].T @ error, error.sum(axis=0))
        if layer:
            error = (error @ member.weights[2 * layer].T) * (values[layer] > 0)
        for part, slope in enumerate(slopes):
            _step(member, 2 * layer + part, slope, rate, decay=2e-4 if part == 0 else 0.0)


def _step(
    member: Member, at: int, slope: NDArray[np.float32], rate: float, *, decay: float
) -> None:
    member.moments[at] += 0.1 * (slope - member.moments[at])
    member.squares[at] += 0.001 * (slope**2 - member.squares[at])
    mean = member.moments[at] / (1 - 0.9**member.step)
    spread = np.sqrt(member.squares[at] / (1 - 0.999**member.step)) + 1e-8
    member.weights[at] -= (rate * (mean / spread + decay * member.weights[at] * 50)).astype(
        np.float32
    )


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 60_000
    rng = np.random.default_rng(20_26)
    seen, kinds = training_set(count, rng)
    held, held_kinds = training_set(count // 10, rng)
    mean, spread = seen.mean(axis=0), seen.std(axis=0) + 0.02
    seen, held = (seen - mean) / spread, (held - mean) / spread
    wanted = np.full((count, len(CLASSES)), SOFT / (len(CLASSES) - 1), np.float32)
    wanted[np.arange(count), kinds] = 1 - SOFT
    kept: dict[str, NDArray[np.float16]] = {
        "mean": mean.astype(np.float16),
        "spread": spread.astype(np.float16),
    }
    total = np.zeros((len(held), len(CLASSES)), np.float32)
    for number in range(MEMBERS):
        member = new_member(seen.shape[1], rng)
        for round_ in range(ROUNDS):
            rate = 1.5e-3 * 0.5 * (1 + np.cos(np.pi * round_ / ROUNDS))
            order = rng.permutation(count)
            for start in range(0, count, BATCH):
                some = order[start : start + BATCH]
                noisy = seen[some] + rng.normal(0, 0.1, (len(some), seen.shape[1])).astype(
                    np.float32
                )
                learn(member, noisy, wanted[some], rate)
        scores = probabilities(layers_of(member, held)[-1])
        total += scores / MEMBERS
        right = (scores.argmax(axis=1) == held_kinds).mean()
        print(f"member {number}: {right:.4f} of {len(held)} held-out cells")
        for layer, weight in enumerate(member.weights):
            kept[f"member{number}_{layer}"] = weight.astype(np.float16)
    _report(total, held_kinds)
    np.savez_compressed(WEIGHTS, **kept)


def _report(total: NDArray[np.float32], kinds: NDArray[np.int_]) -> None:
    guess = total.argmax(axis=1)
    print(f"together: {(guess == kinds).mean():.4f}")
    for sure in (0.5, 0.9, 0.95, 0.98, 0.99):
        certain = total.max(axis=1) >= sure
        wrong = certain & (guess != kinds)
        print(f"at {sure}: {1 - certain.mean():.4f} unsure, {wrong.sum()} certain and wrong")
    table = np.zeros((len(CLASSES), len(CLASSES)), int)
    np.add.at(table, (kinds, guess), 1)
    print("rows true, columns read:", *CLASSES)
    print(table)


if __name__ == "__main__":
    main()
