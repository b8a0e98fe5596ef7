"""What a hand does in a cell: strokes in a box from −½ to ½, y down.

A gesture is a list of strokes, each n × 2 points that a smooth line will pass.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from sheetkit.camera.arrays import Points
from sheetkit.camera.chances import chance, uniform

Gesture: TypeAlias = list[Points]


class CrossStyle(enum.StrEnum):
    """Ways to cross a number out, all of which mean the same."""

    X = "x"
    ONE_STROKE_X = "one-stroke-x"
    TICK = "tick"
    SLASH = "slash"
    BACKSLASH = "backslash"
    CIRCLE = "circle"
    PLUS = "plus"
    TRACED_X = "traced-x"
    LOOPED_X = "looped-x"
    SMALL_X = "small-x"
    BIG_X = "big-x"


class SkipStyle(enum.StrEnum):
    """Ways to strike a passed number."""

    PER_CELL = "per-cell"
    LONG = "long"


class VoidStyle(enum.StrEnum):
    """Ways to take a cross back."""

    FILLED = "filled"
    ZIGZAG = "zigzag"
    SPIRAL = "spiral"
    HATCHED = "hatched"


def _line(x0: float, y0: float, x1: float, y1: float, rng: np.random.Generator) -> Points:
    """A nearly straight line: its ends are missed a little, and it bows."""
    ends = np.array([[x0, y0], [x1, y1]]) + rng.normal(0, 0.06, (2, 2))
    along = ends[1] - ends[0]
    across = np.array([-along[1], along[0]])
    bow = rng.normal(0, 0.07)
    middle = ends.mean(axis=0) + bow * across + along * rng.normal(0, 0.05)
    return np.array([ends[0], middle, ends[1]])


def _x(rng: np.random.Generator) -> Gesture:
    first = _line(-0.5, -0.5, 0.5, 0.5, rng)
    second = _line(0.5, -0.5, -0.5, 0.5, rng)
    if chance(rng, 0.15):
        second = second[::-1].copy()
    return [first, second] if chance(rng, 0.8) else [second, first]


def _one_stroke_x(rng: np.random.Generator) -> Gesture:
    """An X without lifting the pen: like a fish, or an alpha."""
    aims = np.array(
        [[0.5, -0.5], [0.0, 0.02], [-0.42, 0.42], [-0.5, 0.05], [-0.4, -0.38], [0.05, 0.05]]
    )
    aims = np.vstack([aims, [[0.5, 0.5]]]) + rng.normal(0, 0.05, (7, 2))
    if chance(rng, 0.5):
        aims[:, 0] = -aims[:, 0]
    return [aims]


def _tick(rng: np.random.Generator) -> Gesture:
    low = uniform(rng, -0.3, 0.0)
    start = [low - uniform(rng, 0.12, 0.35), uniform(rng, -0.25, 0.2)]
    end = [uniform(rng, 0.3, 0.65), uniform(rng, -0.65, -0.3)]
    foot = [low, uniform(rng, 0.3, 0.5)]
    rising = _line(foot[0], foot[1], end[0], end[1], rng)
    rising[0] = foot
    return [np.vstack([[start], [np.mean([start, foot], axis=0)], [foot], rising[1:]])]


def _slash(rng: np.random.Generator) -> Gesture:
    lean = uniform(rng, 0.15, 0.5)
    return [_line(lean, -0.5, -lean, 0.5, rng)]


def _backslash(rng: np.random.Generator) -> Gesture:
    lean = uniform(rng, 0.15, 0.5)
    return [_line(-lean, -0.5, lean, 0.5, rng)]


def _circle(rng: np.random.Generator) -> Gesture:
    start = uniform(rng, -2.4, -0.6)
    turn = uniform(rng, 5.4, 7.2) * (-1 if chance(rng, 0.7) else 1)
    angle = start + np.linspace(0, turn, 14)
    radius = 0.5 * (1 + rng.normal(0, 0.07, 14)) * np.linspace(1, 1 + rng.normal(0, 0.08), 14)
    return [np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)]


def _plus(rng: np.random.Generator) -> Gesture:
    return [_line(0, -0.5, 0, 0.5, rng), _line(-0.5, 0, 0.5, 0, rng)]


def _traced_x(rng: np.random.Generator) -> Gesture:
    """Both strokes drawn twice or thrice, to and fro, to be quite sure."""
    strokes = []
    for x in (-0.5, 0.5):
        turns = int(rng.integers(2, 4))
        ends = [(x, -0.5) if turn % 2 == 0 else (-x, 0.5) for turn in range(turns + 1)]
        strokes.append(np.array(ends) + rng.normal(0, 0.07, (turns + 1, 2)))
    return strokes


def _looped_x(rng: np.random.Generator) -> Gesture:
    """Both strokes gone round in long narrow loops, once or twice."""
    strokes = []
    for side in (-1, 1):
        along = np.array([0.5 * side, -0.5]) + rng.normal(0, 0.06, 2)
        across = np.array([-along[1], along[0]]) * uniform(rng, 0.06, 0.3)
        turn = uniform(rng, 5.8, 12.5) * (1 if chance(rng, 0.5) else -1)
        angle = np.linspace(0, turn, max(8, int(abs(turn) * 2.2)))[:, None]
        strokes.append(np.cos(angle) * along + np.sin(angle) * across)
        strokes[-1] += rng.normal(0, 0.025, strokes[-1].shape)
    return strokes


_CROSSES: dict[CrossStyle, Callable[[np.random.Generator], Gesture]] = {
    CrossStyle.X: _x,
    CrossStyle.ONE_STROKE_X: _one_stroke_x,
    CrossStyle.TICK: _tick,
    CrossStyle.SLASH: _slash,
    CrossStyle.BACKSLASH: _backslash,
    CrossStyle.CIRCLE: _circle,
    CrossStyle.PLUS: _plus,
    CrossStyle.TRACED_X: _traced_x,
    CrossStyle.LOOPED_X: _looped_x,
    CrossStyle.SMALL_X: _x,
    CrossStyle.BIG_X: _x,
}


def cross(style: CrossStyle, rng: np.random.Generator) -> Gesture:
    """A cross of that style."""
    return _CROSSES[style](rng)


def skip(slant: float, waves: float, rng: np.random.Generator) -> Gesture:
    """A line across the box; ``slant`` is its rise over its width, ``waves`` their height."""
    count = int(rng.integers(6, 11)) if waves > 0 else 4
    x = np.linspace(-0.5, 0.5, count)
    y = -slant * x + rng.normal(0, 0.015, count)
    if waves > 0:
        y += waves * np.sin(x * uniform(rng, 12, 22) + uniform(rng, 0, 6))
    return [np.stack([x, y], axis=1)]


def _swept(lanes: int, upright: float, rng: np.random.Generator) -> Points:
    """A zigzag over the whole box in that many lanes, turned by ``upright`` radians."""
    at = np.repeat(np.linspace(-0.5, 0.5, lanes), 2)
    far = np.tile([-0.5, 0.5, 0.5, -0.5], lanes)[: 2 * lanes]
    points = np.stack([at, far], axis=1) + rng.normal(0, 0.035, (2 * lanes, 2))
    turn = np.array([[np.cos(upright), -np.sin(upright)], [np.sin(upright), np.cos(upright)]])
    return np.asarray(np.clip(points @ turn.T, -0.62, 0.62))


def _filled(lanes: int, rng: np.random.Generator) -> Gesture:
    frame = 0.47 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]], dtype=float)
    edge = np.repeat(frame, 2, axis=0) + rng.normal(0, 0.02, (10, 2))
    return [edge, _swept(lanes, uniform(rng, -0.3, 0.3), rng)]


def _zigzag(lanes: int, rng: np.random.Generator) -> Gesture:
    angle = uniform(rng, 0.3, 1.1) * (1 if chance(rng, 0.7) else -1)
    return [_swept(lanes, angle, rng)]


def _spiral(lanes: int, rng: np.random.Generator) -> Gesture:
    """Loop over loop, wandering across the box."""
    turns = max(5, lanes // 2 + 2)
    angle = np.linspace(0, 2 * np.pi * turns, turns * 9)
    radius = uniform(rng, 0.3, 0.42) * (1 + rng.normal(0, 0.12, angle.size))
    drift = np.linspace(-0.25, 0.25, angle.size) * (1 if chance(rng, 0.5) else -1)
    x = drift + radius * np.cos(angle)
    y = radius * 1.2 * np.sin(angle) + 0.1 * np.sin(angle / 5)
    return [np.clip(np.stack([x, y], axis=1), -0.6, 0.6)]


def _hatched(lanes: int, rng: np.random.Generator) -> Gesture:
    return [_swept(lanes, 0.7, rng), _swept(lanes, -0.8, rng)]


_VOIDS: dict[VoidStyle, Callable[[int, np.random.Generator], Gesture]] = {
    VoidStyle.FILLED: _filled,
    VoidStyle.ZIGZAG: _zigzag,
    VoidStyle.SPIRAL: _spiral,
    VoidStyle.HATCHED: _hatched,
}


def void(style: VoidStyle, lanes: int, rng: np.random.Generator) -> Gesture:
    """A box scribbled over in that style, in about that many lanes."""
    return _VOIDS[style](lanes, rng)
