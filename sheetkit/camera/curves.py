"""Lines as a hand draws them: smooth through a few aims, and never quite straight."""

from __future__ import annotations

import numpy as np

from sheetkit.camera.arrays import Points

STEP_MM = 0.2
"""How finely a stroke is sampled: well under the thinnest pen's width."""


def length(points: Points) -> float:
    """The length of the line, in the points' unit."""
    return float(np.hypot(*np.diff(points, axis=0).T).sum())


def smooth(aims: Points, step: float = STEP_MM) -> Points:
    """A Catmull-Rom curve through the aims, sampled about every ``step``."""
    padded = np.vstack([2 * aims[0] - aims[1], aims, 2 * aims[-1] - aims[-2]])
    pieces = []
    for before, start, end, after in zip(
        padded[:-3], padded[1:-2], padded[2:-1], padded[3:], strict=True
    ):
        count = max(2, int(np.hypot(*(end - start)) / step))
        t = np.linspace(0, 1, count, endpoint=False)[:, None]
        pieces.append(
            start
            + 0.5 * t * (end - before)
            + t**2 * (before - 2.5 * start + 2 * end - 0.5 * after)
            + t**3 * (1.5 * (start - end) + 0.5 * (after - before))
        )
    return np.vstack([*pieces, aims[-1:]])


def resampled(points: Points, step: float = STEP_MM) -> Points:
    """The same line with points about every ``step`` along it."""
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    count = max(2, int(along[-1] / step) + 1)
    at = np.linspace(0, along[-1], count)
    return np.stack([np.interp(at, along, points[:, axis]) for axis in (0, 1)], axis=1)


def trembling(points: Points, amplitude: float, rng: np.random.Generator) -> Points:
    """The line as an unsteady hand draws it: off by ``amplitude`` (mm, one sigma).

    A hand sways in long waves and trembles in short ones; the long ones are larger.
    """
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    moved = points.copy()
    for wavelength, share in ((9.0, 0.8), (4.0, 0.5), (1.7, 0.25)):
        wave = wavelength * rng.uniform(0.7, 1.4)
        for axis in (0, 1):
            phase = rng.uniform(0, 2 * np.pi)
            height = amplitude * share * rng.normal() * np.sqrt(2)
            moved[:, axis] += height * np.sin(2 * np.pi * along / wave + phase)
    return moved
