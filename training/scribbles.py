"""Scribbles as people make them, and whole hands of marks, for the classifier to learn from."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sheetkit.camera.curves import smooth
from sheetkit.geometry import Box
from training.strokes import (
    BUSY_CROSSES,
    BUSY_ODDS,
    CROSS_ODDS,
    CROSSES,
    Line,
    Rng,
    any_cross,
    circle,
    frame,
    kinked_line,
    sagging_line,
    skip_line,
    tick,
    wavy_line,
    wobbly,
)

ODD_MARKS = ("zigzag", "three strokes", "curl", "squiggle", "scrawl")
ODD_MARK_ODDS = (0.17, 0.2, 0.05, 0.28, 0.3)


def odd_mark(box: Box, rng: Rng, kind: str = "") -> tuple[Line, float]:
    """Strokes to and fro, or a curl: none that is a cross. Also how many strokes, of a curl none.

    Up to three, such as an N or a Z, are too few for a blackout where nothing else tells it.
    """
    centre, half = frame(box, rng, rng.uniform(0.7, 1.1), 0.1)
    kind = kind or str(rng.choice(ODD_MARKS, p=ODD_MARK_ODDS))
    if kind == "zigzag":
        line = _zigzag(half, 2 * half.min() / rng.uniform(3.1, 6.5), rng)
        count = len(line) - 1.0
    elif kind == "three strokes":
        line, count = _three_strokes(half, rng), 3.0
    elif kind == "curl":
        line, count = _curl(half, rng), 0.0
    elif kind == "scrawl":
        line = _scrawl(half, rng)
        count = len(line) - 1.0
    else:
        turns = rng.uniform(1.4, 4.0)
        line, count = _squiggle(half, rng, turns=turns), 2 * turns
    return wobbly(centre + line, rng, 0.1), count


def _three_strokes(half: Line, rng: Rng) -> Line:
    """Like an N or a Z, any way round, sharp or rounded, its strokes alike or not."""
    across = np.linspace(-1, 1, 4) * rng.uniform(0.6, 1.0) + rng.normal(0, 0.1, 4)
    least = rng.choice([0.7, 0.45])
    line = np.stack([across, np.array([1, -1, 1, -1]) * rng.uniform(least, 1.05, 4)], axis=1)
    if rng.random() < 0.5:
        line[1, 0], line[2, 0] = line[0, 0] + rng.normal(0, 0.15), line[3, 0] + rng.normal(0, 0.15)
    line = line * rng.choice([-1, 1], 2)
    line = line[:, ::-1] if rng.random() < 0.4 else line
    angle = rng.normal(0, 0.5) if rng.random() < 0.5 else 0.0
    line = np.clip(_turned(line, angle), -1.05, 1.05)
    return (smooth(line, step=0.1) if rng.random() < 0.4 else line) * half


def _turned(line: Line, angle: float) -> Line:
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(line @ turn)


def _curl(half: Line, rng: Rng) -> Line:
    """A loop or two at one end of a bow, straight or bent round it."""
    turn = np.linspace(0, rng.uniform(6, 13), 30)
    size = rng.uniform(0.25, 0.5) * np.linspace(1, rng.uniform(0.5, 1.2), 30)
    loop = np.stack([np.cos(turn), np.sin(turn)], axis=1) * size[:, None]
    tail = loop[-1] + np.linspace(0, 1, 8)[:, None] * rng.uniform(0.5, 1.6, 2)
    tail[:, 0] += rng.uniform(-1.3, 1.3) * np.sin(np.linspace(0, np.pi, 8))
    line = np.concatenate([loop, tail[1:]])
    line = (line - line.min(axis=0)) / np.ptp(line, axis=0) * 2 - 1
    return np.asarray(line * rng.choice([-1, 1], 2) * half)


def blackout(box: Box, rng: Rng, pen: float) -> list[Line]:
    """The box filled or scribbled over, often over a cross."""
    if rng.random() < 0.4:
        return scribble(box, rng)
    box = box.grown(min(box.width, box.height) * rng.uniform(-0.13, 0.06))
    maker = rng.random()
    centre, half = np.array(box.centre), np.array([box.width, box.height]) / 2
    gap = max(pen * rng.uniform(0.7, 1.9), 0.3)
    gap = min(gap, min(box.width, box.height) / 6)
    if maker < 0.6:
        lines = [_zigzag(half, gap, rng)]
        if rng.random() < 0.3:
            lines.append(_zigzag(half, gap * 1.3, rng))
    elif maker < 0.8:
        lines = [_tangle(half, gap, rng)]
    else:
        lines = [_spiral(half, gap, rng)]
    lines = [line + centre for line in lines]
    return lines + (any_cross(box, rng) if rng.random() < 0.6 else [])


def scribble(box: Box, rng: Rng) -> list[Line]:
    """A few loose strokes to and fro that cover most of the box, once or twice, over a cross."""
    lines = any_cross(box, rng) if rng.random() < 0.6 else []
    half = np.array([box.width, box.height]) / 2 * rng.uniform(0.72, 1.02, 2)
    centre = np.array(box.centre) + rng.normal(0, 0.06, 2) * half
    for _ in range(1 if rng.random() < 0.45 else 2):
        lines.append(wobbly(_all_over(half, rng, most=9.0) + centre, rng, 0.15))
    return lines


def _all_over(half: Line, rng: Rng, *, most: float) -> Line:
    """One of the ways to scribble over a box, in up to so many lanes."""
    gap = 2 * half.min() / rng.uniform(4.5, most)
    maker = (_zigzag, _zigzag, _tangle, _spiral, _coil)[rng.integers(5)]
    return maker(half, gap, rng)


def _coil(half: Line, gap: float, rng: Rng) -> Line:
    """Loops that wander across the box."""
    turns = max(2 * half.max() / gap, 4)
    angle = np.linspace(0, turns * 6.28, int(turns * 14))
    drift = np.linspace(-1, 1, len(angle))
    radius = rng.uniform(0.25, 0.6)
    tall = rng.uniform(0.75, 1.0)
    line = np.stack([drift * (1 - radius) + radius * np.cos(angle), tall * np.sin(angle)], axis=1)
    return (line[:, ::-1] if rng.random() < 0.5 else line) * half


def _zigzag(half: Line, gap: float, rng: Rng) -> Line:
    angle = rng.choice([0, np.pi / 2, np.pi / 4, -np.pi / 4]) + rng.normal(0, 0.2)
    along = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-along[1], along[0]])
    width = np.abs(across) @ half
    points = []
    for turn, place in enumerate(np.arange(-width, width, gap)):
        centre = across * (place + rng.normal(0, gap * 0.15))
        with np.errstate(divide="ignore"):
            room = (half - np.abs(centre)) / np.maximum(np.abs(along), 1e-3)
        reach = max(min(room.min(), 2 * half.max()), 0.3) * rng.uniform(0.85, 1.08)
        points.append(centre + along * reach * (1 if turn % 2 else -1))
    return np.array(points)


def _tangle(half: Line, gap: float, rng: Rng) -> Line:
    length = 4 * half[0] * half[1] / gap * rng.uniform(1.2, 2.0)
    count = int(length / half.mean() / 1.1)
    radius = rng.uniform(0.5, 1.05, count) ** 0.5
    angle = np.cumsum(rng.uniform(1.6, 3.4, count))
    points = np.stack([np.cos(angle), np.sin(angle)], axis=1) * radius[:, None]
    return np.clip(points * 1.25, -1, 1) * half


def _spiral(half: Line, gap: float, rng: Rng) -> Line:
    turns = half.mean() / gap
    angle = np.linspace(0, turns * 6.28, int(turns * 16) + 8)
    line = np.stack([np.cos(angle), np.sin(angle)], axis=1) * (angle / angle[-1])[:, None]
    return np.asarray(np.clip(line * rng.uniform(1.05, 1.3), -1, 1) * half)


def stroke_library(rng: Rng, marks: int = 12) -> dict[str, list[list[list[tuple[float, float]]]]]:
    """One person's marks for the camera's writers to borrow: each kind a few times, in unit boxes.

    A person's marks are alike, so each library holds one or two ways to cross, and its lines wave
    all or none: most people's don't.
    """
    box = Box(0, 0, 10, 10)
    makers = [_way_to_cross(rng) for _ in range(1 + (rng.random() < 0.3))]
    crosses = [makers[rng.integers(len(makers))](box, rng) for _ in range(marks)]
    lines = _lines(box, rng, marks)
    scribbles = [_covering(box, rng) for _ in range(marks)]
    return {
        "cross": [_in_unit_box(mark) for mark in crosses],
        "check": [_in_unit_box(tick(box, rng)) for _ in range(marks)],
        "circle": [_in_unit_box(circle(box, rng)) for _ in range(marks)],
        "line": [_in_unit_box(mark) for mark in lines],
        "scribble": [_in_unit_box(mark) for mark in scribbles],
    }


def _way_to_cross(rng: Rng) -> Callable[[Box, Rng], list[Line]]:
    if rng.random() < BUSY:
        return BUSY_CROSSES[rng.choice(len(BUSY_CROSSES), p=BUSY_ODDS)]
    return CROSSES[rng.choice(len(CROSSES), p=CROSS_ODDS)]


BUSY = 0.25
"""Part of the people whose crosses have more to them than they need, such as bows and hooks."""


def _lines(box: Box, rng: Rng, marks: int) -> list[list[Line]]:
    """A person's skip lines."""
    kind = rng.random()
    if kind < WAVING:
        height, turns = rng.uniform(0.08, 0.22), rng.uniform(2, 8)
        return [wavy_line(box, rng, height, turns) for _ in range(marks)]
    if kind < WAVING + SAGGING:
        depth = rng.uniform(0.08, 0.3) * rng.choice([-1, 1])
        return [sagging_line(box, rng, depth) for _ in range(marks)]
    if kind < WAVING + SAGGING + KINKED:
        return [kinked_line(box, rng) for _ in range(marks)]
    return [skip_line(box, rng, waving=0)[:1] for _ in range(marks)]


WAVING, SAGGING, KINKED = 0.1, 0.12, 0.06
"""Parts of the people whose skip lines wave, hang through, and have a bend or a hook."""


def _in_unit_box(mark: list[Line]) -> list[list[tuple[float, float]]]:
    points = np.concatenate(mark)
    low, extent = points.min(axis=0), float(np.ptp(points, axis=0).max())
    return [[(float(x), float(y)) for x, y in (line - low) / extent] for line in mark]


def _covering(box: Box, rng: Rng) -> list[Line]:
    """A scribble that covers the box, dense or loose, or hardly does, as those of people in a
    hurry.
    """
    kind = rng.random()
    if kind < 0.35:
        return _thorough(box, rng)
    half = np.array([box.width, box.height]) / 2
    if kind < 0.7:
        line = _uneven_wave(rng)
    elif kind < 0.8:
        line = _three_strokes(np.ones(2), rng)
        line = smooth(line, step=0.12) if rng.random() < 0.4 else line
    elif kind < 0.87:
        line = _curl(np.ones(2), rng)
    elif kind < 0.94:
        line = _word(rng)
    else:
        line = rng.uniform(-1, 1, (rng.integers(5, 12), 2)) * [1, rng.uniform(0.3, 1)]
        line = smooth(line, step=0.12) if rng.random() < 0.6 else line
    angle = rng.choice([0, np.pi / 2, 0.7, -0.7], p=[0.66, 0.16, 0.1, 0.08]) + rng.normal(0, 0.15)
    line = np.clip(_turned(line, angle), -1.15, 1.15) * half
    lines = [wobbly(line + half, rng, 0.12)]
    if rng.random() < 0.12:
        again = line * rng.uniform(0.7, 1.1) + half + rng.normal(0, 0.15, 2) * half
        lines.append(wobbly(again, rng, 0.12))
    return lines


def _uneven_wave(rng: Rng) -> Line:
    """Up to nine half waves, round, pointed or flattened, in loops or not, each as tall as it
    comes, in the square from -1 to 1.
    """
    halves = rng.uniform(2.8, 9.5)
    along = np.linspace(0, 1, int(halves * 10) + 6)
    pace = along + rng.normal(0, 0.06) * np.sin(2 * np.pi * along)
    pace += rng.normal(0, 0.04) * np.sin(4 * np.pi * along)
    phase = np.pi * halves * pace + rng.uniform(0, 6.3)
    shape, wave = rng.random(), np.sin(phase)
    if shape >= 0.85:
        wave = np.sign(wave) * np.abs(wave) ** 0.5
    elif shape >= 0.5:
        wave = np.arcsin(wave) / 1.57
    growing = rng.normal(0, 0.35) * (2 * along - 1)
    growing += rng.normal(0, 0.25) * np.sin(rng.uniform(1, 6) * along + rng.uniform(0, 6))
    loops = rng.choice([0, 0, 0, 0.5, 1.2]) * rng.uniform(0.5, 1.5)
    tall = np.exp(rng.uniform(*np.log([0.1, 0.95])) + growing)
    bow = rng.normal(0, 0.12) * (2 * along - 1) ** 2
    return np.stack([2 * along - 1 + loops * np.cos(phase) / halves, wave * tall + bow], axis=1)


def _word(rng: Rng) -> Line:
    """Letters joined, more or less, in the square from -1 to 1."""
    letters = rng.integers(3, 7)
    points = []
    for letter in range(letters):
        left, width, tall = 2 * letter / letters - 1, 2 / letters, rng.uniform(0.15, 0.5)
        points += [
            [left, rng.normal(0, 0.05)],
            [left + width * 0.4, -tall],
            [left + width * 0.2, -tall * 0.2],
            [left + width * 0.5, tall * rng.uniform(0, 1)],
            [left + width * 0.8, -tall * rng.uniform(0, 0.6)],
        ]
    return smooth(np.array(points) + rng.normal(0, 0.04, (len(points), 2)), step=0.12)


def _thorough(box: Box, rng: Rng) -> list[Line]:
    """A scribble that means to cover the box."""
    half = np.array([box.width, box.height]) / 2
    kind = rng.random()
    if kind < 0.45:
        scrawl = _scrawl(half, rng)
        scrawl = smooth(scrawl, step=0.3) if rng.random() < 0.5 else scrawl
        return [wobbly(scrawl + half, rng, 0.12)]
    if kind < 0.75:
        count = 1 if rng.random() < 0.6 else rng.integers(2, 5)
        return [
            wobbly(_squiggle(half, rng, turns=rng.uniform(1.2, 9)) + half, rng, 0.15)
            for _ in range(count)
        ]
    flat = half * [1, rng.uniform(0.2, 0.7)] if rng.random() < 0.35 else half
    return [
        wobbly(_all_over(flat, rng, most=14.0) + half, rng, 0.15)
        for _ in range(1 if rng.random() < 0.6 else 2)
    ]


def _scrawl(half: Line, rng: Rng) -> Line:
    """Many strokes to and fro in one go through the middle, each as tall as it comes: most flat."""
    count = int(rng.integers(5, 20))
    steps = rng.uniform(0.4, 1.6, count - 1)
    steps[rng.random(count - 1) < rng.choice([0.0, 0.15])] *= -0.5
    along = np.concatenate([[0.0], np.cumsum(steps)])
    along = 2 * (along - along.min()) / np.ptp(along) - 1
    tall = np.exp(rng.uniform(*np.log([0.15, 0.75]))) * rng.uniform(0.35, 1.2, count)
    tall *= np.clip(1 + rng.normal(0, 0.4) * along, 0.3, 2)
    sides = np.where(np.arange(count) % 2 == 0, 1, -1)
    line = np.stack([along, sides * tall + rng.normal(0, 0.15) * along**2], axis=1)
    if rng.random() < 0.2:  # it ends in a straight stroke
        line = np.vstack([line, line[-1] + [rng.uniform(0.3, 0.8), rng.normal(0, 0.1)]])
        line[:, 0] = 2 * (line[:, 0] - line[:, 0].min()) / np.ptp(line[:, 0]) - 1
    angle = rng.choice([0, np.pi / 2, 0.7, -0.7], p=[0.7, 0.08, 0.12, 0.1]) + rng.normal(0, 0.12)
    return np.asarray(np.clip(_turned(line, angle), -1.1, 1.1) * half)


def _squiggle(half: Line, rng: Rng, *, turns: float) -> Line:
    """A wave of a few turns through the box, flat or tall, round or pointed, any way up."""
    along = np.linspace(-1, 1, int(turns * 12))
    pace = along + rng.normal(0, 0.12) * (along**2 - 1)
    phase = pace * np.pi * turns + rng.uniform(0, 6.3)
    wave = np.sin(phase) if rng.random() < 0.6 else np.arcsin(np.sin(phase)) / 1.57
    loops = rng.uniform(0, 0.45) if rng.random() < 0.4 else 0.0
    tall = rng.uniform(0.15, 0.95) * (1 + rng.normal(0, 0.35) * along)
    tall *= 1 + 0.3 * np.sin(along * rng.uniform(0, 4))
    line = np.stack([along + loops * np.cos(phase), wave * tall], axis=1)
    angle = rng.choice([0, np.pi / 2, 0.6, -0.6], p=[0.5, 0.15, 0.2, 0.15]) + rng.normal(0, 0.1)
    return np.asarray(np.clip(_turned(line, angle), -1.1, 1.1) * half)
