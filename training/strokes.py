"""Marks as people make them, for the judge of marks to learn from: polylines in mm."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sheetkit.camera.curves import smooth
from sheetkit.geometry import Box

Line: TypeAlias = NDArray[np.float64]
Rng: TypeAlias = np.random.Generator


def wobbly(points: Line, rng: Rng, amount: float) -> Line:
    """The line with more points and a hand's slow tremor, ``amount`` mm."""
    count = max(int(np.linalg.norm(np.diff(points, axis=0), axis=1).sum() / 0.5), 4)
    along = np.linspace(0, 1, count)
    at = np.linspace(0, 1, len(points))
    line = np.stack([np.interp(along, at, points[:, axis]) for axis in (0, 1)], axis=1)
    for wave in range(1, 5):
        sway = rng.normal(0, amount / wave, 2)
        line += np.sin(along * np.pi * wave + rng.uniform(0, 6.3))[:, None] * sway
    return line


def bowed(start: Line, end: Line, rng: Rng, bow: float) -> Line:
    """A stroke from start to end that bulges to one side by a part of its length."""
    middle = (start + end) / 2
    normal = np.array([start[1] - end[1], end[0] - start[0]])
    t = np.linspace(0, 1, 12)[:, None]
    bulge = middle + normal * rng.normal(0, bow)
    return (1 - t) ** 2 * start + 2 * t * (1 - t) * bulge + t**2 * end


def _frame(box: Box, rng: Rng, size: float, off: float) -> tuple[Line, Line]:
    """Centre and half extents of a mark that fills about ``size`` of the box."""
    extent = np.array([box.width, box.height]) / 2
    if rng.random() < 0.5:
        extent[:] = min(extent)
    centre = np.array(box.centre) + rng.normal(0, off, 2) * extent
    return centre, extent * size * rng.uniform(0.8, 1.2, 2)


def _squeezed(half: Line, rng: Rng) -> Line:
    """Half extents of a mark that may be flat or narrow."""
    kind = rng.random()
    if kind < 0.34:
        return half * np.array([1.0, rng.uniform(0.34, 0.8)])
    if kind < 0.48:
        return half * np.array([rng.uniform(0.35, 0.8), 1.0])
    return half


def x_cross(box: Box, rng: Rng) -> list[Line]:
    """Two strokes, sometimes in one go or traced."""
    strokes = _two_strokes(box, rng)
    kind = rng.random()
    return _linked(strokes, rng) if kind < 0.12 else _traced(strokes, kind, rng)


def in_one_go(box: Box, rng: Rng) -> list[Line]:
    """An X without lifting the pen: no blackout, though it has three strokes."""
    return _linked(_two_strokes(box, rng), rng)


def traced(box: Box, rng: Rng) -> list[Line]:
    """An X with strokes made twice."""
    return _traced(_two_strokes(box, rng), rng.uniform(0, 0.3), rng)


def bent_cross(box: Box, rng: Rng) -> list[Line]:
    """An X of two bows, back to back or one way."""
    centre, half = _frame(box, rng, rng.uniform(0.5, 1.05), 0.14)
    half = _squeezed(half, rng)
    lines = []
    for side in (1, -1):
        lean = rng.normal(0, 0.15, 4)
        start = centre + half * np.array([-side + lean[0], -1 + lean[1]])
        end = centre + half * np.array([side + lean[2], 1 + lean[3]])
        lines.append(wobbly(bowed(start, end, rng, 0.35), rng, 0.12))
    return lines


def circle_and_more(box: Box, rng: Rng) -> list[Line]:
    """A circle gone round again, or with a line under it, or a tail."""
    kind = rng.random()
    first = circle(box, rng)
    if kind < 0.35:
        return first + circle(box, rng)
    centre, half = first[0].mean(axis=0), np.ptp(first[0], axis=0) / 2
    if kind < 0.75:
        below = centre + half * np.array([[-0.8, 1.0], [0.8, 1.0]]) * rng.uniform(0.8, 1.25)
        return [*first, wobbly(bowed(below[0], below[1], rng, 0.2), rng, 0.1)]
    tail = first[0][-1] + half * rng.uniform(-1, 1, 2)
    return [np.concatenate([first[0], tail[None]])]


def hooked_tick(box: Box, rng: Rng) -> list[Line]:
    """A tick that begins or ends with a small hook."""
    (line,) = tick(box, rng)
    size = np.ptp(line, axis=0)
    before = line[0] + size * [rng.uniform(-0.3, 0.0), rng.uniform(-0.05, 0.15)]
    after = line[-1] + size * [rng.uniform(0.0, 0.3), rng.uniform(-0.05, 0.15)]
    begins = rng.random() < 0.7
    line = np.vstack([before, line]) if begins else line
    return [np.vstack([line, after]) if not begins or rng.random() < 0.2 else line]


BUSY_CROSSES = (in_one_go, traced, bent_cross, circle_and_more, hooked_tick)


def _linked(strokes: list[Line], rng: Rng) -> list[Line]:
    """Both without lifting the pen: up the side, seldom along the foot."""
    second = strokes[1] if rng.random() < 0.75 else strokes[1][::-1]
    return [np.concatenate([strokes[0], second])]


def _traced(strokes: list[Line], kind: float, rng: Rng) -> list[Line]:
    """Both twice, or one of them, or none, as ``kind`` (0 to 1) says."""
    if kind < 0.24:
        return strokes + [line + rng.normal(0, 0.3, 2) for line in strokes]
    if kind < 0.3:
        return [strokes[0] + rng.normal(0, 0.4, 2), *strokes]
    return strokes


def _two_strokes(box: Box, rng: Rng) -> list[Line]:
    centre, half = _frame(box, rng, rng.uniform(0.45, 1.15), 0.16)
    half = _squeezed(half, rng)
    strokes = []
    loose = rng.uniform(0.08, 0.3)
    bow = rng.uniform(0.02, 0.17)
    flat = rng.uniform(0.3, 0.8, 2) if rng.random() < 0.3 else np.ones(2)
    flat[rng.integers(2)] = 1.0
    for side, tall in zip((1, -1), flat, strict=True):
        lean = rng.normal(0, loose, 4)
        start = centre + half * np.array([-side + lean[0], (-1 + lean[1]) * tall])
        end = centre + half * np.array([side + lean[2], (1 + lean[3]) * tall])
        strokes.append(_hooked(wobbly(bowed(start, end, rng, bow), rng, 0.12), rng))
    return strokes


def _hooked(line: Line, rng: Rng) -> Line:
    """The stroke, sometimes with the small hook that a pen leaves at its end."""
    if rng.random() > 0.2:
        return line
    turn = line[-1] + rng.normal(0, 0.6, 2)
    return np.concatenate([line, turn[None]])


def slash(box: Box, rng: Rng) -> list[Line]:
    centre, half = _frame(box, rng, rng.uniform(0.55, 1.1), 0.16)
    angle = np.radians(rng.uniform(36, 100))
    if rng.random() < 0.5:
        angle = np.pi - angle
    step = np.array([np.cos(angle), -np.sin(angle)]) * half.mean()
    return [wobbly(bowed(centre - step, centre + step, rng, 0.07), rng, 0.15)]


def tick(box: Box, rng: Rng) -> list[Line]:
    centre, half = _frame(box, rng, rng.uniform(0.55, 1.15), 0.16)
    half = _squeezed(half, rng)
    knee = rng.uniform(-0.85, 0.2)
    points = np.array([[-1, rng.uniform(-0.8, 0.6)], [knee, 1], [1, rng.uniform(-1.2, -0.4)]])
    if rng.random() < 0.15:
        points[:, 0] *= -1
    first = bowed(points[0], points[1], rng, 0.1)
    second = bowed(points[1], points[2], rng, 0.17)
    return [wobbly(centre + half * np.concatenate([first, second[1:]]), rng, 0.1)]


def circle(box: Box, rng: Rng) -> list[Line]:
    centre, half = _frame(box, rng, rng.uniform(0.5, 1.05), 0.14)
    around = rng.uniform(5.3, 8.5)
    angle = np.linspace(0, around, 40) * rng.choice([-1, 1]) + rng.uniform(0, 6.3)
    grow = 1 + rng.normal(0, 0.12) * np.linspace(-1, 1, 40) + 0.05 * np.sin(3 * angle)
    line = np.stack([np.cos(angle), np.sin(angle)], axis=1) * grow[:, None]
    line += rng.normal(0, rng.uniform(0, 0.05), line.shape)
    lean = np.array([[1.0, rng.normal(0, 0.25)], [rng.normal(0, 0.25), 1.0]])
    return [wobbly(centre + half * (line @ lean), rng, 0.15)]


def plus(box: Box, rng: Rng) -> list[Line]:
    centre, half = _frame(box, rng, rng.uniform(0.5, 0.9), 0.12)
    strokes = []
    tilt = rng.normal(0, 0.12)
    for base in (0.0, np.pi / 2):
        angle = base + tilt + rng.normal(0, 0.06)
        step = np.array([np.cos(angle), np.sin(angle)]) * half.min() * rng.uniform(0.85, 1.15)
        off = rng.normal(0, 0.12, 2) * half
        strokes.append(wobbly(bowed(centre - step + off, centre + step + off, rng, 0.04), rng, 0.1))
    return strokes


def star(box: Box, rng: Rng) -> list[Line]:
    """An X and an upright through it."""
    centre = np.array(box.centre) + rng.normal(0, 0.3, 2)
    reach = np.array([0.0, box.height * rng.uniform(0.3, 0.45)])
    return [*x_cross(box, rng), wobbly(np.array([centre - reach, centre + reach]), rng, 0.15)]


def letter(box: Box, rng: Rng) -> list[Line]:
    """Any other deliberate mark: a few strokes that aren't flat."""
    centre, half = _frame(box, rng, rng.uniform(0.5, 0.9), 0.12)
    count = rng.integers(3, 6)
    points = rng.uniform(-1, 1, (count, 2))
    points[0], points[-1] = (-rng.random(), -1), (rng.random(), 1)
    return [wobbly(centre + half * points, rng, 0.2)]


ODD_MARKS = ("zigzag", "three strokes", "curl", "squiggle")
ODD_MARK_ODDS = (0.2, 0.25, 0.1, 0.45)


def odd_mark(box: Box, rng: Rng, kind: str = "") -> tuple[Line, float]:
    """Strokes to and fro, or a curl: none that is a cross. Also how many strokes, of a curl none.

    Up to three, such as an N or a Z, are too few for a blackout where nothing else tells it.
    """
    centre, half = _frame(box, rng, rng.uniform(0.7, 1.1), 0.1)
    kind = kind or str(rng.choice(ODD_MARKS, p=ODD_MARK_ODDS))
    if kind == "zigzag":
        line = _zigzag(half, 2 * half.min() / rng.uniform(3.1, 6.5), rng)
        count = len(line) - 1.0
    elif kind == "three strokes":
        line, count = _three_strokes(half, rng), 3.0
    elif kind == "curl":
        line, count = _curl(half, rng), 0.0
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
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    line = np.clip(line @ turn, -1.05, 1.05)
    return (smooth(line, step=0.1) if rng.random() < 0.4 else line) * half


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


def kinked_line(box: Box, rng: Rng) -> list[Line]:
    """A skip line with a bend or a hook: a tick it would be where ticks are flat."""
    centre = np.array(box.centre) + rng.normal(0, 0.08, 2) * [box.width, box.height]
    reach = box.width / 2 * rng.uniform(0.65, 1.1)
    rise = box.height * rng.uniform(0.08, 0.2)
    kink = rng.uniform(-0.75, 0.75)
    start, end = rng.uniform(-1, 0.2, 2) * rise
    points = np.array([[-reach, start], [kink * reach, rise], [reach, end]])
    if rng.random() < 0.3:
        points = np.vstack([points, [reach * rng.uniform(0.85, 1.05), end + rise * 1.2]])
    points[:, 1] *= rng.choice([-1, 1])
    line = smooth(points, step=0.3) if rng.random() < 0.5 else points
    return [wobbly(centre + line, rng, 0.1)]


CROSSES = (x_cross, slash, tick, circle, plus, star, letter)
CROSS_ODDS = (0.53, 0.12, 0.18, 0.11, 0.04, 0.01, 0.01)


def any_cross(box: Box, rng: Rng) -> list[Line]:
    return CROSSES[rng.choice(len(CROSSES), p=CROSS_ODDS)](box, rng)


def skip_line(box: Box, rng: Rng) -> list[Line]:
    """A line through the cell, perhaps on through its neighbours, wavy or slanting."""
    reach = box.width / 2 * rng.uniform(0.62, 1.1, 2)
    for side in (0, 1):
        if rng.random() < 0.42:
            reach[side] = box.width * rng.uniform(1.0, 4.0)
    slope = np.tan(np.radians(np.clip(rng.normal(0, 6.5), -20, 20)))
    x, y = box.centre
    y += rng.normal(0, 0.13) * box.height
    left = np.array([x - reach[0], y - slope * min(reach[0], box.width)])
    right = np.array([x + reach[1], y + slope * min(reach[1], box.width)])
    line = wobbly(bowed(left, right, rng, 0.02), rng, rng.uniform(0.05, 0.3))
    if rng.random() < 0.25:
        period = rng.uniform(2.0, 6.0)
        line[:, 1] += rng.uniform(0.2, 0.75) * np.sin(line[:, 0] * 6.28 / period)
    lines = [line]
    if rng.random() < 0.08:
        lines.append(line + np.array([rng.normal(0, 0.5), rng.uniform(-0.9, 0.9)]))
    return lines


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
        gap = 2 * half.min() / rng.uniform(4.5, 9.0)
        maker = (_zigzag, _zigzag, _tangle, _spiral, _coil)[rng.integers(5)]
        line = wobbly(maker(half, gap, rng) + centre, rng, 0.15)
        lines.append(line)
    return lines


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
    return np.clip(line * rng.uniform(1.05, 1.3), -1, 1) * half


def stroke_library(rng: Rng, marks: int = 12) -> dict[str, list[list[list[tuple[float, float]]]]]:
    """One person's marks for the camera's writers to borrow: each kind a few times, in unit boxes.

    A person's crosses are alike, so each library holds one or two ways to cross.
    """
    box = Box(0, 0, 10, 10)
    makers = [
        CROSSES[rng.choice(len(CROSSES), p=CROSS_ODDS)] for _ in range(1 + (rng.random() < 0.3))
    ]
    crosses = [makers[rng.integers(len(makers))](box, rng) for _ in range(marks)]
    lines = [skip_line(box, rng)[:1] for _ in range(marks)]
    scribbles = [_covering(box, rng) for _ in range(marks)]
    return {
        "cross": [_in_unit_box(mark) for mark in crosses],
        "check": [_in_unit_box(tick(box, rng)) for _ in range(marks)],
        "circle": [_in_unit_box(circle(box, rng)) for _ in range(marks)],
        "line": [_in_unit_box(mark) for mark in lines],
        "scribble": [_in_unit_box(mark) for mark in scribbles],
    }


def _in_unit_box(mark: list[Line]) -> list[list[tuple[float, float]]]:
    points = np.concatenate(mark)
    low, extent = points.min(axis=0), float(np.ptp(points, axis=0).max())
    return [[(float(x), float(y)) for x, y in (line - low) / extent] for line in mark]


def _covering(box: Box, rng: Rng) -> list[Line]:
    """A scribble that covers the box, dense or loose."""
    half = np.array([box.width, box.height]) / 2
    if rng.random() < 0.6:
        count = 1 if rng.random() < 0.6 else rng.integers(2, 5)
        return [
            wobbly(_squiggle(half, rng, turns=rng.uniform(1.2, 9)) + half, rng, 0.15)
            for _ in range(count)
        ]
    lines = []
    for _ in range(1 if rng.random() < 0.6 else 2):
        gap = 2 * half.min() / rng.uniform(4.5, 14.0)
        maker = (_zigzag, _zigzag, _tangle, _spiral, _coil)[rng.integers(5)]
        lines.append(wobbly(maker(half, gap, rng) + half, rng, 0.15))
    return lines


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
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.clip(line @ turn, -1.1, 1.1) * half
