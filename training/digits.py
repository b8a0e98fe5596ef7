"""Digits in the forms that people learn in different countries: strokes in a unit box, y down."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sheetkit.camera.curves import smooth

Line: TypeAlias = NDArray[np.float64]
Rng: TypeAlias = np.random.Generator
Form: TypeAlias = Callable[[Rng], list[Line]]

JITTER = 0.035
"""How far each aim of a stroke misses its place, of the digit's height, one sigma."""


def arc(centre: tuple[float, float], radii: tuple[float, float], start: float, end: float) -> Line:
    """Points on an ellipse, angles in turns from the right, clockwise as seen."""
    angle = 2 * np.pi * np.linspace(start, end, max(int(abs(end - start) * 14), 3))
    return np.stack([np.cos(angle), np.sin(angle)], axis=1) * radii + centre


def path(*points: tuple[float, float]) -> Line:
    return np.array(points, np.float64)


def cornered(*lines: Line) -> Line:
    """Lines one after the other with sharp turns between them, without lifting the pen."""
    return np.concatenate([part for line in lines for part in (line, line[-1:])])


def _zero(rng: Rng) -> list[Line]:
    start = rng.uniform(-0.5, 0.05)
    turn = rng.choice([-1, -1, 1]) * rng.uniform(0.93, 1.15)
    ring = arc((0.5, 0.5), (rng.uniform(0.33, 0.52), 0.5), start, start + turn)
    kind = rng.random()
    if kind < 0.07:
        return [ring, path((0.9, 0.05), (0.1, 0.95))]
    if kind < 0.16:
        return [np.concatenate([ring, path((rng.uniform(0.5, 1.1), rng.uniform(-0.1, 0.1)))])]
    return [ring]


def _one(rng: Rng) -> list[Line]:
    lean = rng.normal(0, 0.06)
    stem = path((0.55 + lean, 0.0), (0.55, 0.5), (0.55 - lean, 1.0))
    kind = rng.random()
    if kind < 0.35:
        return [stem]
    flag = path((0.55 - rng.uniform(0.12, 0.55), rng.uniform(0.12, 0.5)))
    flagged = cornered(np.concatenate([flag, stem[:1]]), stem[1:])
    if kind < 0.85:
        return [flagged]
    foot = path((0.2, 1.0), (0.9, 1.0 + rng.normal(0, 0.03)))
    return [flagged if rng.random() < 0.7 else stem, foot]


def _two(rng: Rng) -> list[Line]:
    top = arc((0.48, 0.28), (rng.uniform(0.36, 0.46), 0.28), -rng.uniform(0.42, 0.52), 0.05)
    kind = rng.random()
    if kind < 0.2:  # like a Z
        head = path((0.05, rng.uniform(0.0, 0.15)), (0.6, 0.0), (0.92, rng.uniform(0.05, 0.25)))
        return [cornered(np.concatenate([head, path((0.05, 0.97))]), path((1.0, 0.98)))]
    down = path((0.7, 0.52), (0.35, 0.78), (0.05, 0.97))
    if kind < 0.7:
        foot = path((0.5, 0.97 + rng.normal(0, 0.03)), (1.0, 0.97 + rng.normal(0, 0.04)))
        return [cornered(np.concatenate([top, down]), foot)]
    loop = path((0.1, 0.98), (0.02, 0.88), (0.22, 0.8), (0.5, 0.93), (0.8, 1.0), (1.02, 0.9))
    return [np.concatenate([top, down[:-1], loop])]


def _three(rng: Rng) -> list[Line]:
    waist = rng.uniform(0.42, 0.5)
    inner = rng.uniform(0.2, 0.55)
    low = arc(
        (0.45, (1 + waist) / 2),
        (rng.uniform(0.38, 0.5), (1 - waist) / 2),
        -0.25,
        rng.uniform(0.36, 0.47),
    )
    if rng.random() < 0.25:  # flat top
        head = path((0.1, 0.02), (0.85, 0.0))
        return [cornered(head, np.concatenate([path((inner, waist)), low[1:]]))]
    high = arc(
        (0.45, waist / 2), (rng.uniform(0.3, 0.42), waist / 2), -rng.uniform(0.36, 0.47), 0.25
    )
    joint = path((inner, waist))
    if rng.random() < 0.5:
        return [cornered(np.concatenate([high[:-1], joint]), low[1:])]
    return [np.concatenate([high[:-1], joint, low[1:]])]


def _four(rng: Rng) -> list[Line]:
    bar = rng.uniform(0.5, 0.72)
    right = rng.uniform(0.85, 1.15)
    stem = rng.uniform(0.55, 0.8)
    kind = rng.random()
    if kind < 0.4:  # open: an L and an upright
        left = path((rng.uniform(0.05, 0.4), rng.uniform(0.0, 0.1)), (0.0, bar))
        upright = path((stem, rng.uniform(-0.05, 0.45)), (stem - rng.uniform(-0.05, 0.15), 1.0))
        ell = cornered(left, path((right, bar + rng.normal(0, 0.04))))
        if rng.random() < 0.3:
            ell = np.concatenate([left, path((0.15, bar + 0.02), (right, bar))])
        return [ell, upright]
    if kind < 0.75:  # closed: up to a point
        slope = cornered(path((stem, 0.0), (0.0, bar)), path((right, bar + rng.normal(0, 0.03))))
        return [slope, path((stem, 0.0), (stem - rng.uniform(-0.04, 0.06), 1.0))]
    if kind < 0.9:  # in one go
        first = path((stem, 1.0), (stem, 0.0), (stem, 0.0), (0.0, bar), (0.0, bar), (right, bar))
        return [first]
    bowl = path(
        (0.1, 0.0), (0.05, 0.4), (0.3, bar), (0.75, 0.45), (0.9, 0.0), (0.85, 0.5), (0.8, 1)
    )
    return [bowl]


def _five(rng: Rng) -> list[Line]:
    neck = path((rng.uniform(0.12, 0.3), 0.0), (rng.uniform(0.08, 0.2), rng.uniform(0.36, 0.48)))
    belly = arc(
        (0.42, 0.69),
        (rng.uniform(0.4, 0.52), rng.uniform(0.27, 0.33)),
        -0.36,
        rng.uniform(0.32, 0.45),
    )
    hat = path((0.2, rng.uniform(-0.03, 0.05)), (rng.uniform(0.65, 1.1), rng.uniform(-0.1, 0.08)))
    kind = rng.random()
    if kind < 0.4:  # the hat comes last, sometimes a little off
        off = np.array([rng.uniform(0, 0.12), rng.normal(0, 0.05)])
        return [cornered(neck, belly), hat + off]
    if kind < 0.8:
        return [cornered(hat[::-1], neck[1:], belly)]
    return [np.concatenate([hat[::-1], path((0.22, 0.12)), neck[1:], belly])]  # like an S


def _six(rng: Rng) -> list[Line]:
    top = rng.uniform(0.38, 0.6)
    wide, tall = rng.uniform(0.34, 0.48), (1 - top) / 2
    head = path((rng.uniform(0.45, 0.95), rng.uniform(0, 0.08)), (0.28, 0.3), (0.08, 0.62))
    if rng.random() < 0.3:
        head = np.concatenate([path((0.92, 0.12), (0.7, 0.0)), head[1:]])
    loop = arc((0.08 + wide, 1 - tall), (wide, tall), 0.45, -rng.uniform(0.4, 0.62))
    return [np.concatenate([head, loop])]


def _seven(rng: Rng) -> list[Line]:
    head = path((rng.uniform(0.0, 0.12), rng.uniform(-0.02, 0.1)), (0.95, rng.uniform(-0.04, 0.06)))
    bow = rng.uniform(-0.05, 0.15)
    stem = path((0.68 - bow, 0.45), (rng.uniform(0.2, 0.55), 1.0))
    line = cornered(head, stem) if rng.random() < 0.8 else np.concatenate([head, stem])
    if rng.random() < 0.25:  # a serif where the pen begins
        line = cornered(path((head[0, 0] - 0.02, rng.uniform(0.12, 0.25))), line)
    if rng.random() < 0.5:
        height = rng.uniform(0.42, 0.6)
        return [
            line,
            path((0.22, height + rng.normal(0, 0.05)), (0.88, height + rng.normal(0, 0.05))),
        ]
    return [line]


def _eight(rng: Rng) -> list[Line]:
    waist = rng.uniform(0.4, 0.52)
    small, large = rng.uniform(0.27, 0.42), rng.uniform(0.36, 0.5)
    kind = rng.random()
    if kind < 0.25:  # two rings
        first = arc((0.5, waist / 2), (small, waist / 2), -0.25, rng.uniform(0.72, 0.85))
        second = arc(
            (0.5, (1 + waist) / 2), (large, (1 - waist) / 2), -0.25, rng.uniform(0.72, 0.85)
        )
        return [first, second]
    s_down = arc((0.5, waist / 2), (small, waist / 2), -rng.uniform(0.02, 0.15), -0.72)
    low = arc((0.5, (1 + waist) / 2), (large, (1 - waist) / 2), -0.2, 0.68)
    up = path((0.5 + 0.75 * small, 0.6 * waist))
    end = path((0.5 + small * rng.uniform(0.6, 1.1), rng.uniform(0.05, 0.2)))
    line = np.concatenate([s_down, low, up, end])
    return [line if rng.random() < 0.75 else line * (-1, 1) + (1, 0)]


def _nine(rng: Rng) -> list[Line]:
    low = rng.uniform(0.4, 0.58)
    wide = rng.uniform(0.34, 0.46)
    start = rng.uniform(-0.15, 0.0)
    ring = arc((0.5, low / 2), (wide, low / 2), start, start - rng.uniform(0.85, 1.02))
    right = 0.5 + wide
    kind = rng.random()
    if kind < 0.45:
        tail = path(
            (right, 0.3 * low),
            (right - rng.uniform(0, 0.08), 0.6),
            (right - rng.uniform(0, 0.3), 1),
        )
    elif kind < 0.8:
        tail = path(
            (right, 0.4 * low), (right - 0.02, 0.75), (0.55, 1.0), (0.08, rng.uniform(0.8, 0.97))
        )
    else:
        return [
            ring,
            path(
                (right, rng.uniform(-0.05, 0.1)),
                (right - 0.02, 0.5),
                (right - rng.uniform(0, 0.2), 1),
            ),
        ]
    return [np.concatenate([ring, tail])]


FORMS: tuple[Form, ...] = (_zero, _one, _two, _three, _four, _five, _six, _seven, _eight, _nine)


def digit_strokes(digit: int, rng: Rng, *, tidy: float = 1.0) -> list[Line]:
    """One digit as somebody may write it; ``tidy`` scales how far the hand misses its aims."""
    turn = rng.normal(0, 0.07)
    matrix = np.array(
        [
            [np.cos(turn) * rng.uniform(0.85, 1.15), np.sin(turn) + rng.normal(0, 0.06)],
            [-np.sin(turn), np.cos(turn) * rng.uniform(0.88, 1.12)],
        ]
    )
    lines = []
    for aims in FORMS[digit](rng):
        missed = aims + rng.normal(0, JITTER * tidy, aims.shape) * _free(aims)
        lines.append(smooth((missed - 0.5) @ matrix + 0.5, step=0.06))
    return lines


def _free(aims: Line) -> Line:
    """Many aims a stroke make a round form: they move less, or it would be a scribble."""
    return np.full((len(aims), 1), min(1.0, (5 / len(aims)) ** 0.5))
