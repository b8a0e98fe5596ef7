"""The rings that cups leave: pale, round, and larger than any mark."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.reading.arrays import Floats, Pixels
from sheetkit.reading.ink import Ink
from sheetkit.reading.template import MOST_KEPT, SCALE, Template, at_scale, pixel_slices

RING_SCALE = SCALE / 3
"""px/mm at which rings are looked for: theirs are one to three mm wide."""
FAINTEST_RING = 5
"""Of 255: a ring is paler than any ink, and soft."""
PALER_THAN_INK = 0.6
"""Of a full stroke: a ring is no darker."""
DARK_TEA = 60.0
"""Of 255: as dark may a ring be in places where no marks show that strokes are darker."""
LEAST_STROKE = 80.0
"""Of 255: how dark a full stroke is taken to be at least, for the ring itself may look like one."""
FEWEST_MM2 = 35.0
"""Of pale ink in all: a third of a small cup's ring, soft as it is."""
SMALLEST_MM, LARGEST_MM = 9.0, 60.0
"""Radius of an egg cup and of a plate."""
TRIES = 400
CANDIDATES = 6
MOST_RINGS = 3
MOST_POINTS = 600
SECTORS = 90
LEAST_SECTORS = 14
"""On the sheet, clear of dark ink: 56° of the circle."""
LEAST_SEEN_MM = 14.0
"""Of the circle there at least: longer than any mark."""
LEAST_OF_RING = 0.75
"""Of these, that show pale ink on the circle and none beside it."""
MOST_OF_IT, LEAST_OF_MOST = 60, 0.55
"""Where 240° of a circle can be seen, print and strokes may cut more of the ring to pieces."""
HALF_WIDTH_MM = 2.0
"""Of the band that a ring takes up."""


def without_rings(ink: Ink, template: Template) -> Ink:
    """The ink without that of cups' rings; the same ink where there are none.

    In a ring's band nothing is taken away that reaches out of it and is darker than the ring itself
    around there, and nothing that is much darker, or darker than any ring.
    """
    darkness = ink.darkness
    step = round(SCALE / RING_SCALE)
    soft = cv2.blur(ink.darkness, (step, step))
    small = np.asarray(soft[step // 2 :: step, step // 2 :: step], np.uint8)
    darkest = PALER_THAN_INK * _full_stroke(ink, template)
    strong = small > darkest
    beside = np.asarray(cv2.dilate(strong.astype(np.uint8), np.ones((3, 3))), np.uint8)
    known = _printed_black(template, small.shape) | beside
    pale = ((small >= max(FAINTEST_RING, 1.5 * ink.noise)) & (known == 0)).astype(np.uint8)
    rng = np.random.default_rng(0)
    for _ in range(MOST_RINGS):
        ring = _clearest_ring(pale, known, rng)
        if ring is None:
            break
        hidden = known | _print(template)
        levels = _levels_along(small, hidden, ring)
        darkness = _cleared(darkness, ring, levels, ink.least, max(darkest, DARK_TEA))
        pale[_band(pale.shape, ring, 1.0) > 0] = 0
    return ink if darkness is ink.darkness else replace(ink, darkness=darkness)


def _clearest_ring(pale: Pixels, known: Pixels, rng: np.random.Generator) -> Floats | None:
    """A circle that is a ring's."""
    if cv2.countNonZero(pale) < FEWEST_MM2 * RING_SCALE**2:
        return None
    places = np.asarray(cv2.findNonZero(pale), np.float64).reshape(-1, 2)
    if len(places) > MOST_POINTS:
        places = places[rng.choice(len(places), MOST_POINTS, replace=False)]
    circles = _likely_circles(places, rng)
    rings = circles[_are_rings(pale, known, circles)] if len(circles) else circles
    return rings[0] if len(rings) else None


def _full_stroke(ink: Ink, template: Template) -> float:
    """How dark the pen's full stroke is on this sheet."""
    cells = (ink.darkness[pixel_slices(template.boxes[c])] for c in template.design.pad.markable)
    darkest = np.array([cell[::2, ::2].max() for cell in cells], np.float64)
    inked = darkest[darkest > LEAST_STROKE / 2]
    return max(float(np.percentile(inked, 75)), LEAST_STROKE) if len(inked) else LEAST_STROKE


def _printed_black(template: Template, shape: tuple[int, ...]) -> Pixels:
    """Where black print leaves traces that look like pale ink."""
    mask = np.zeros(shape, np.uint8)
    for box in template.black_print:
        mask[pixel_slices(box, RING_SCALE)] = 1
    return mask


@lru_cache(maxsize=MOST_KEPT)
def _print(template: Template) -> Pixels:
    """Where numbers, signs and outlines hide what lies on them."""
    around = at_scale(template.beside_print, RING_SCALE)
    return (around < 255).astype(np.uint8)


def _likely_circles(places: Floats, rng: np.random.Generator) -> Floats:
    """Circles (n × x, y, radius in pixels) that most places lie on, by three places each."""
    three = places[rng.integers(0, len(places), (TRIES, 3))]
    circles = _circles_through(three)
    radius = circles[:, 2] / RING_SCALE
    circles = circles[(radius > SMALLEST_MM) & (radius < LARGEST_MM)]
    # a long circle passes more places by chance
    votes = _near(places, circles, 0.8 * RING_SCALE).sum(axis=0) / np.sqrt(circles[:, 2])
    circles = circles[np.argsort(-votes)[:CANDIDATES]]
    for reach in (1.2, 0.8):
        circles = _fitted(circles, places, reach * RING_SCALE)
    return circles[circles[:, 2] > SMALLEST_MM * RING_SCALE]


def _near(places: Floats, circles: Floats, reach: float) -> NDArray[np.bool_]:
    """Which places lie so near to the line of which circles: places × circles."""
    x, y, radius = circles.T
    squares = (places**2).sum(axis=1)[:, None] - 2 * places @ circles[:, :2].T + x * x + y * y
    low, high = np.maximum(radius - reach, 0), radius + reach
    return np.asarray((squares > low * low) & (squares < high * high), np.bool_)


def _circles_through(three: Floats) -> Floats:
    """The circles through triples of points (n × 3 × 2): n × 3, those that lie in line left out."""
    first, (one, other) = three[:, 0], (three[:, 1:] - three[:, :1]).transpose(1, 0, 2)
    double = 2 * (one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0])
    round_enough = np.abs(double) > 1
    first, one, other, double = (each[round_enough] for each in (first, one, other, double))
    a, b = (one**2).sum(axis=1), (other**2).sum(axis=1)
    x = (other[:, 1] * a - one[:, 1] * b) / double
    y = (one[:, 0] * b - other[:, 0] * a) / double
    return np.stack([first[:, 0] + x, first[:, 1] + y, np.hypot(x, y)], axis=1)


def _fitted(circles: Floats, places: Floats, reach: float) -> Floats:
    """The circles through all places near them, by least squares."""
    near = _near(places, circles, reach).T.astype(np.float64)
    terms = np.column_stack([2 * places, np.ones(len(places))])
    products = terms[:, :, None] * terms[:, None]
    system = np.tensordot(near, products, 1) + 1e-6 * np.eye(3)
    wanted = near @ (terms * (places**2).sum(axis=1, keepdims=True))
    x, y, rest = np.linalg.solve(system, wanted[..., None])[..., 0].T
    return np.stack([x, y, np.sqrt(np.maximum(rest + x * x + y * y, 1.0))], axis=1)


def _are_rings(pale: Pixels, known: Pixels, circles: Floats) -> NDArray[np.bool_]:
    """Of each circle whether a ring lies on it.

    Around a ring each sector shows pale ink on the circle, and none a little in or out.
    """
    offsets = np.arange(-4.0, 4.01, 0.5) * RING_SCALE
    there, hidden = (
        _around(picture, circles, offsets, outside).reshape(-1, len(offsets), SECTORS, 4)
        for picture, outside in ((pale, 0), (known, 1))
    )
    far = np.abs(offsets) / RING_SCALE
    on, beside = far <= ON_RING_MM, far >= OFF_RING_MM
    seen = hidden[:, on].mean(axis=(1, 3)) < MOST_HIDDEN
    ring = there[:, on].max(axis=1).mean(axis=2)
    around = there[:, beside].mean(axis=(1, 3))
    shown = ((ring > ON_IT) & (around < BESIDE_IT) & seen).sum(axis=1)
    sectors = seen.sum(axis=1)
    least = np.where(sectors < MOST_OF_IT, LEAST_OF_RING, LEAST_OF_MOST)
    seen_mm = sectors / SECTORS * 2 * np.pi * circles[:, 2] / RING_SCALE
    enough = (sectors >= LEAST_SECTORS) & (seen_mm >= LEAST_SEEN_MM)
    return np.asarray(enough & (shown >= least * sectors), np.bool_)


ON_RING_MM, OFF_RING_MM = 0.8, 2.4
"""From a circle: so near its ring may lie, by half of its width and for it isn't quite round, and
so far nothing of it.
"""
MOST_HIDDEN = 0.3
"""Of a sector: with more under print or strokes it tells nothing."""
ON_IT, BESIDE_IT = 0.6, 0.3
"""Of a sector: so much of it has pale ink on a ring at least, and beside it at most."""


def _around(picture: Pixels, circles: Floats, offsets: Floats, outside: int) -> Pixels:
    """What is seen on circles and so far beside them: circles × offsets × four points a sector."""
    angles = (np.arange(SECTORS * 4) + 0.5) * 2 * np.pi / (SECTORS * 4)
    x, y, radius = circles.T[..., None, None]
    radius = radius + offsets[:, None]
    shape = (-1, len(angles))
    across = (x + radius * np.cos(angles)).astype(np.float32).reshape(shape)
    down = (y + radius * np.sin(angles)).astype(np.float32).reshape(shape)
    seen = cv2.remap(picture, across, down, cv2.INTER_NEAREST, borderValue=outside)
    return np.asarray(seen.reshape(len(circles), len(offsets), -1), np.uint8)


def _levels_along(small: Pixels, hidden: Pixels, circle: Floats) -> Floats:
    """How dark the ring is at each of the points around it: medians of what isn't hidden within
    ``STRETCH_MM``.

    So a stroke that lies along the ring, as long as a cell, is no part of it.
    """
    offsets = np.array([-ON_RING_MM, 0.0, ON_RING_MM]) * RING_SCALE
    dark = _around(small, circle[None], offsets, 0)[0].max(axis=0).astype(np.float64)
    dark[_around(hidden, circle[None], offsets, 1)[0].max(axis=0) > 0] = np.nan
    half = max(round(STRETCH_MM * RING_SCALE / (2 * np.pi * circle[2]) * len(dark) / 2), 1)
    windows = np.stack([np.roll(dark, turn) for turn in range(-half, half + 1)])
    windows[half, np.isnan(windows).all(axis=0)] = np.nan_to_num(np.nanmedian(dark))
    return np.asarray(np.nanmedian(windows, axis=0))


STRETCH_MM = 26.0
"""Three times as long as a stroke in a cell."""


def _cleared(
    darkness: Pixels, circle: Floats, levels: Floats, least: float, darkest: float
) -> Pixels:
    """The darkness without what in the ring's band is as pale as the ring around there, or not much
    darker and nowhere reaches out of it; less than ``least`` is no ink, more than ``darkest`` no
    ring.
    """
    fine = SCALE / RING_SCALE
    rows, columns = np.nonzero(_band(darkness.shape, circle, fine))
    half = (fine - 1) / 2
    turn = np.arctan2((rows - half) / fine - circle[1], (columns - half) / fine - circle[0])
    local = levels[(turn / (2 * np.pi) * len(levels)).astype(int) % len(levels)]
    cleared = darkness.copy()
    inside = darkness[rows, columns]
    cleared[rows, columns] = np.where(inside <= np.minimum(AS_DARK * local, darkest), 0, inside)
    count, piece = cv2.connectedComponents((cleared > least).astype(np.uint8))
    here = piece[rows, columns].copy()
    piece[rows, columns] = np.where(inside > np.minimum(MUCH_DARKER * local, darkest), here, 0)
    stays = np.zeros(count, bool)
    stays[piece.ravel()] = True
    cleared[rows, columns] = np.where(stays[here], cleared[rows, columns], 0)
    return cleared


AS_DARK, MUCH_DARKER = 1.4, 2.2
"""Of what the ring's darkness is around there: tea dries unevenly."""


def _band(shape: tuple[int, ...], circle: Floats, by: float) -> Pixels:
    """The band that the ring takes up, in a picture ``by`` times as fine."""
    half = np.array([0.5, 0.5, 0])
    x, y, radius = ((circle + half) * by - half).round().astype(int).tolist()
    band = np.zeros(shape, np.uint8)
    cv2.circle(band, (x, y), radius, 1, round(2 * HALF_WIDTH_MM * RING_SCALE * by))
    return band
