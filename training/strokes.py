"""Marks as people make them, for the classifier of marks to learn from: polylines in mm."""

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


def frame(box: Box, rng: Rng, size: float, off: float) -> tuple[Line, Line]:
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
        return np.asarray(half * (1.0, rng.uniform(0.34, 0.8)))
    if kind < 0.48:
        return np.asarray(half * (rng.uniform(0.35, 0.8), 1.0))
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
    centre, half = frame(box, rng, rng.uniform(0.5, 1.05), 0.14)
    half = _squeezed(half, rng)
    lines = []
    for side in (1, -1):
        start, end = centre + half * _diagonal(side, rng, 0.15)
        lines.append(wobbly(bowed(start, end, rng, 0.35), rng, 0.12))
    return lines


def _diagonal(side: int, rng: Rng, lean: float) -> Line:
    """The ends of a stroke from one corner of the unit square to the other, leaning somewhat."""
    return np.array([[-side, -1.0], [side, 1.0]]) + rng.normal(0, lean, 4).reshape(2, 2)


def curly_cross(box: Box, rng: Rng) -> list[Line]:
    """An X as handwriting has it: each stroke a bow or an S, often with a hook, seldom as long."""
    centre, half = frame(box, rng, rng.uniform(0.5, 1.05), 0.14)
    half = _squeezed(half, rng)
    lines = []
    for side in (1, -1):
        start, end = half * _diagonal(side, rng, 0.2)
        end *= rng.uniform(0.6, 1.0)
        along = np.linspace(0, 1, 16)[:, None]
        normal = np.array([start[1] - end[1], end[0] - start[0]])
        bend = rng.normal(0, 0.08) * np.sin(2 * np.pi * along)
        bend += rng.normal(0, 0.1) * np.sin(np.pi * along)
        line = start + (end - start) * along + normal * bend
        for at in (0, -1):
            if rng.random() < 0.2:
                hook = line[at] + half * [side * (1 if at else -1) * rng.uniform(0.15, 0.6), 0]
                line = np.vstack([line, hook]) if at else np.vstack([hook, line])
        lines.append(wobbly(centre + line, rng, rng.uniform(0.05, 0.2)))
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


BUSY_CROSSES = (in_one_go, traced, bent_cross, curly_cross, circle_and_more, hooked_tick)
BUSY_ODDS = (0.3, 0.15, 0.1, 0.2, 0.12, 0.13)


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
    centre, half = frame(box, rng, rng.uniform(0.45, 1.15), 0.16)
    half = _squeezed(half, rng)
    strokes = []
    loose = rng.uniform(0.08, 0.3)
    bow = rng.uniform(0.02, 0.17)
    flat = rng.uniform(0.3, 0.8, 2) if rng.random() < 0.3 else np.ones(2)
    flat[rng.integers(2)] = 1.0
    for side, tall in zip((1, -1), flat, strict=True):
        start, end = centre + half * [1, tall] * _diagonal(side, rng, loose)
        strokes.append(_hooked(wobbly(bowed(start, end, rng, bow), rng, 0.12), rng))
    return strokes


def _hooked(line: Line, rng: Rng) -> Line:
    """The stroke, sometimes with the small hook that a pen leaves at its end."""
    if rng.random() > 0.2:
        return line
    turn = line[-1] + rng.normal(0, 0.6, 2)
    return np.concatenate([line, turn[None]])


def slash(box: Box, rng: Rng) -> list[Line]:
    centre, half = frame(box, rng, rng.uniform(0.55, 1.1), 0.16)
    angle = np.radians(rng.uniform(36, 100))
    if rng.random() < 0.5:
        angle = np.pi - angle
    step = np.array([np.cos(angle), -np.sin(angle)]) * half.mean()
    return [wobbly(bowed(centre - step, centre + step, rng, 0.07), rng, 0.15)]


def tick(box: Box, rng: Rng) -> list[Line]:
    centre, half = frame(box, rng, rng.uniform(0.55, 1.15), 0.16)
    half = _squeezed(half, rng)
    knee = rng.uniform(-0.85, 0.2)
    points = np.array([[-1, rng.uniform(-0.8, 0.6)], [knee, 1], [1, rng.uniform(-1.2, -0.4)]])
    if rng.random() < 0.15:
        points[:, 0] *= -1
    first = bowed(points[0], points[1], rng, 0.1)
    second = bowed(points[1], points[2], rng, 0.17)
    return [wobbly(centre + half * np.concatenate([first, second[1:]]), rng, 0.1)]


def circle(box: Box, rng: Rng) -> list[Line]:
    centre, half = frame(box, rng, rng.uniform(0.5, 1.05), 0.14)
    around = rng.uniform(5.3, 8.5)
    angle = np.linspace(0, around, 40) * rng.choice([-1, 1]) + rng.uniform(0, 6.3)
    grow = 1 + rng.normal(0, 0.12) * np.linspace(-1, 1, 40) + 0.05 * np.sin(3 * angle)
    line = np.stack([np.cos(angle), np.sin(angle)], axis=1) * grow[:, None]
    line += rng.normal(0, rng.uniform(0, 0.05), line.shape)
    lean = np.array([[1.0, rng.normal(0, 0.25)], [rng.normal(0, 0.25), 1.0]])
    return [wobbly(centre + half * (line @ lean), rng, 0.15)]


def plus(box: Box, rng: Rng) -> list[Line]:
    centre, half = frame(box, rng, rng.uniform(0.5, 0.9), 0.12)
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
    centre, half = frame(box, rng, rng.uniform(0.5, 0.9), 0.12)
    count = rng.integers(3, 6)
    points = rng.uniform(-1, 1, (count, 2))
    points[0], points[-1] = (-rng.random(), -1), (rng.random(), 1)
    return [wobbly(centre + half * points, rng, 0.2)]


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


def wavy_line(box: Box, rng: Rng, height: float, turns: float) -> list[Line]:
    """A skip line in so many half waves, round or pointed, as tall as that part of the box."""
    turns *= rng.uniform(0.8, 1.25)
    along = np.linspace(-1, 1, max(int(turns * 8), 12))
    phase = along * np.pi / 2 * turns + rng.uniform(0, 6.3)
    wave = np.sin(phase) if rng.random() < 0.6 else np.arcsin(np.sin(phase)) / (np.pi / 2)
    across = along * box.width / 2 * rng.uniform(0.7, 1.1)
    down = wave * box.height * height / 2 * rng.uniform(0.7, 1.2) + across * rng.normal(0, 0.06)
    return [wobbly(np.array(box.centre) + np.stack([across, down], axis=1), rng, 0.1)]


def sagging_line(box: Box, rng: Rng, depth: float) -> list[Line]:
    """A skip line that hangs through, or bulges, by that part of the box's height."""
    reach, sag = box.width / 2 * rng.uniform(0.65, 1.1), depth * box.height * rng.uniform(0.6, 1.4)
    ends = rng.normal(0, 0.04, 2) * box.height
    points = np.array([[-reach, ends[0]], [rng.normal(0, 0.15) * reach, sag], [reach, ends[1]]])
    return [wobbly(np.array(box.centre) + smooth(points, step=0.3), rng, 0.1)]


CROSSES = (x_cross, slash, tick, circle, plus, star, letter)
CROSS_ODDS = (0.53, 0.12, 0.18, 0.11, 0.04, 0.01, 0.01)


def any_cross(box: Box, rng: Rng) -> list[Line]:
    return CROSSES[rng.choice(len(CROSSES), p=CROSS_ODDS)](box, rng)


def skip_line(box: Box, rng: Rng, waving: float = 0.25) -> list[Line]:
    """A line through the cell, perhaps on through its neighbours, more or less straight; that part
    of them wave.
    """
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
    if waving and rng.random() < waving:
        period = rng.uniform(2.0, 6.0)
        line[:, 1] += rng.uniform(0.2, 0.75) * np.sin(line[:, 0] * 6.28 / period)
    lines = [line]
    if rng.random() < 0.08:
        lines.append(line + np.array([rng.normal(0, 0.5), rng.uniform(-0.9, 0.9)]))
    return lines
