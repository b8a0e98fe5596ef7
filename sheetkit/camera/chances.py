"""What is drawn at random: numbers between two bounds, and things that happen or not."""

from __future__ import annotations

import numpy as np


def uniform(rng: np.random.Generator, low: float, high: float) -> float:
    """One number between the two, as a plain float."""
    return float(rng.uniform(low, high))


def chance(rng: np.random.Generator, probability: float) -> bool:
    """Whether something of that probability happens this time."""
    return bool(rng.random() < probability)
