"""A QR code drawn anew from a view too blurred for readers of codes: its modules, settled together.

What one module shows is also its neighbours'. How much of it is theirs, the finder patterns
tell, which are the same in every code; then each module is as black or white as explains best
what it and those around it show. On a curled sheet they don't lie in straight rows: the code is
bent until least is left that its modules don't explain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.design.measures import QR_MODULES, QR_QUIET
from sheetkit.design.qr import FINDER, is_finder_black, qr_box
from sheetkit.geometry import Box
from sheetkit.reading.arrays import Floats, Pixels
from sheetkit.reading.template import at_least

Bits: TypeAlias = NDArray[np.bool_]

REACH_MM = 3.0
"""How far from its place a finder pattern is looked for."""
SOFTNESS = 0.6
"""Of a module: a Gaussian's sigma with which finder patterns are looked for."""
LEAST_ALIKE = 0.5
"""Correlation of the three finder patterns with what is seen there, in the mean."""
MIDDLE = 0.3
"""Of a module to each side of its centre, what is looked at."""
SPREAD = 2
"""Modules to each side that may show in one."""
HELD = 0.5
"""How many modules' worth of proof it takes to move a share by its whole."""
ROUNDS, FIRST_SIGHT, FLIPS = 4, 1, 12
"""How often the mixing is told anew while modules are turned over, and how often at first sight;
and how often all are looked through each time."""
DRAWN_PX = 8
"""A module's side in what is drawn."""


def redrawn(view: Pixels, scale: float, area: Box) -> Iterator[Pixels]:
    """The codes that a grey view of that area at ``scale`` px/mm may show, likeliest size first;
    after those that lie flat the likeliest one bent.
    """
    for lit in (view, _evenly_lit(view, scale)):
        places = [(*_placed(lit, scale, area, side), side) for side in QR_MODULES]
        likely = sorted((place for place in places if place[0] >= LEAST_ALIKE), key=itemgetter(0))
        for _, middles, side in reversed(likely):
            yield _drawn(_settled(_sampled(lit, middles, side, FLAT)))
        for _, middles, side in likely[-1:]:
            yield from map(_drawn, _unbent(lit, middles, side))


def _evenly_lit(view: Pixels, scale: float) -> Pixels:
    """The view against the brightest paper near each point, for shadows that fall across.

    It costs whites that blur has dimmed.
    """
    reach = round(PAPER_MM * scale) | 1
    calm = cv2.blur(view, (reach // 4 | 1, reach // 4 | 1))
    paper = cv2.blur(cv2.dilate(calm, np.ones((reach, reach), np.uint8)), (reach, reach))
    paper = at_least(np.asarray(paper, np.uint8), 1)
    return np.asarray(cv2.divide(view, paper, scale=WHITE), np.uint8)


PAPER_MM = 3.5
"""White is seen within so much: a finder pattern's black middle is 2 mm wide."""
WHITE = 220.0


def _placed(view: Pixels, scale: float, area: Box, side: int) -> tuple[float, Floats]:
    """How alike the three finder patterns are of a code with so many modules a side, and where
    their middles lie: 3 × 2, in pixels, top left, top right, bottom left.
    """
    box, module = qr_box(side), QR_MODULES[side]
    pattern = _finder_look(module * scale)
    half, reach = pattern.shape[0] // 2, round(REACH_MM * scale)
    middles, scores = [], []
    for across, down in ((0, 0), (1, 0), (0, 1)):
        first = FINDER / 2 * module
        x = (box.left + first + across * (side - FINDER) * module - area.left) * scale - 0.5
        y = (box.top + first + down * (side - FINDER) * module - area.top) * scale - 0.5
        left, top = round(x) - half - reach, round(y) - half - reach
        wide = 2 * (half + reach) + 1
        seen = view[max(top, 0) : top + wide, max(left, 0) : left + wide]
        if min(seen.shape) < pattern.shape[0]:
            return 0.0, np.zeros((3, 2))
        alike = cv2.matchTemplate(seen, pattern, cv2.TM_CCOEFF_NORMED)
        best, at = _peak(alike)
        scores.append(best)
        middles.append(at + half + np.maximum([left, top], 0))
    return float(np.mean(scores)), np.array(middles, np.float64)


def _peak(alike: Any) -> tuple[float, Floats]:
    """The largest value and where it is (x, y), to a fraction of a pixel."""
    _, best, _, (x, y) = cv2.minMaxLoc(alike)
    at = np.array([x, y], np.float64)
    around = np.pad(alike, 1, mode="edge")[y : y + 3, x : x + 3]
    for axis, (before, here, after) in enumerate((around[1], around[:, 1])):
        bow = before - 2 * here + after
        at[axis] += 0.5 * (before - after) / bow if bow < 0 else 0.0
    return best, at


@lru_cache(maxsize=24)
def _finder_look(module_px: float) -> Pixels:
    """A finder pattern with the white around it, soft."""
    side = FINDER + 2
    large = cv2.resize(
        np.where(_finder(), 0, 255).astype(np.uint8), (side * 16, side * 16), interpolation=0
    )
    wide = round(side * module_px) | 1
    small = cv2.resize(large, (wide, wide), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), SOFTNESS * module_px), np.uint8)


@lru_cache(maxsize=1)
def _finder() -> Bits:
    """A finder pattern with a module of white around it: true where it is black."""
    middle = (FINDER + 1) / 2
    y, x = np.abs(np.mgrid[0 : FINDER + 2, 0 : FINDER + 2] - middle)
    return is_finder_black(np.maximum(x, y))


@lru_cache(maxsize=4)
def _known(side: int) -> tuple[Bits, Bits]:
    """Which modules are the same in every code of that size, its quiet zone included; and those
    of them that are black. Both have ``QR_QUIET`` modules more on each side.
    """
    whole = side + 2 * QR_QUIET
    known, black = np.ones((whole, whole), bool), np.zeros((whole, whole), bool)
    inner = slice(QR_QUIET, QR_QUIET + side)
    known[inner, inner] = False
    far = QR_QUIET + side - FINDER - 1
    for top, left in ((QR_QUIET - 1,) * 2, (QR_QUIET - 1, far), (far, QR_QUIET - 1)):
        square = slice(top, top + FINDER + 2), slice(left, left + FINDER + 2)
        known[square], black[square] = True, _finder()
    timing, between = QR_QUIET + FINDER - 1, np.arange(FINDER + 1, side - FINDER - 1)
    for line in (known[timing], known[:, timing]):
        line[QR_QUIET + between] = True
    for line in (black[timing], black[:, timing]):
        line[QR_QUIET + between] = between % 2 == 0
    return known, black


def _unbent(view: Pixels, middles: Floats, side: int) -> Iterator[Bits]:
    """What is settled with the code bent, one way after another, while that explains more."""
    bend = FLAT + _corner(view, middles, side)
    sampled = _sampled(view, middles, side, bend)
    yield _settled(sampled)
    least = _unexplained(sampled)
    for step in BENDS:
        before = least
        for place in np.ndindex(FLAT.shape):
            for way in (-step, step):
                tried = bend.copy()
                tried[place] += way
                left = _unexplained(_sampled(view, middles, side, tried))
                if left < least:
                    least, bend = left, tried
        if least < before:
            yield _settled(_sampled(view, middles, side, bend))


FLAT = np.zeros((3, 2))
"""How a code is bent, x and y in modules: how far the middle of its sides lies off, at the top and
at the left, and the corner that has no finder pattern.
"""
BENDS = (0.4, 0.2, 0.2, 0.1, 0.1)
"""By how much it is bent each time, one way or the other."""


def _corner(view: Pixels, middles: Floats, side: int) -> Floats:
    """How far the corner lies off that has no finder pattern, by the small pattern near it, as in
    ``FLAT``.
    """
    if side < FIRST_ALIGNED:
        return FLAT
    middle, reach = side - FINDER - ALIGNED_OFF, ALIGNED / 2 + ALIGNED_REACH
    steps = middle + (np.arange(0, 2 * reach, 1 / FINELY) + 0.5 / FINELY - reach)
    seen = _seen(view, middles, side, steps, FLAT)
    alike = cv2.matchTemplate(seen, _aligned_look(), cv2.TM_CCOEFF_NORMED)
    off = _peak(alike)[1] / FINELY - ALIGNED_REACH
    bend = FLAT.copy()
    bend[2] = off / (middle / (side - FINDER)) ** 2
    return bend


@lru_cache(maxsize=1)
def _aligned_look() -> Pixels:
    """An alignment pattern: black around white around black."""
    y, x = np.abs(np.mgrid[0:ALIGNED, 0:ALIGNED] - ALIGNED // 2)
    white = np.maximum(x, y) == 1
    large = np.kron(np.where(white, 255, 0), np.ones((FINELY, FINELY))).astype(np.uint8)
    return np.asarray(cv2.GaussianBlur(large, (0, 0), SOFTNESS * FINELY), np.uint8)


FIRST_ALIGNED, ALIGNED, ALIGNED_OFF = 25, 5, 3
"""The smallest code with an alignment pattern, its modules a side, and by how many modules its
middle lies nearer to the code's than those of the finder patterns.
"""
ALIGNED_REACH = 2.5
"""Modules off its place within which it is looked for."""
FINELY = 4
"""Pixels a module, for that."""


def _sampled(view: Pixels, middles: Floats, side: int, bend: Floats) -> Floats:
    """How bright each module looks, those of the quiet zone included."""
    steps = np.arange(-QR_QUIET, side + QR_QUIET) + 0.5 - FINDER / 2
    parts = (steps[:, None] + np.array([-MIDDLE, 0, MIDDLE])).ravel()
    seen = _seen(view, middles, side, parts, bend)
    modules = seen.reshape(len(steps), 3, len(steps), 3).mean(axis=(1, 3))
    return np.asarray(modules, np.float64)


def _seen(view: Pixels, middles: Floats, side: int, steps: Floats, bend: Floats) -> Pixels:
    """The view at so many modules across and down from the first finder pattern's middle."""
    corner, *others = middles
    right, down = ((other - corner) / (side - FINDER) for other in others)
    along = steps / (side - FINDER)
    bow = 4 * along * (1 - along)  # all of a side's bend is in its middle
    top, left = np.meshgrid(bow, bow)
    off = np.stack([top, left, np.outer(along, along)], axis=-1) @ bend
    across, below = steps[None, :, None] + off[..., :1], steps[:, None, None] + off[..., 1:]
    at = corner + across * right + below * down
    x, y = (at[..., axis].astype(np.float32) for axis in (0, 1))
    seen = cv2.remap(view, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8)


def _settled(seen: Floats) -> Bits:
    """Which modules are black, by how bright all look (both with the quiet zone)."""
    return min(_tried(seen, NOISES, ROUNDS), key=itemgetter(0))[1]


def _unexplained(seen: Floats) -> float:
    """How much is left that the modules don't explain, at first sight."""
    ((left, _),) = _tried(seen, NOISES[1:2], FIRST_SIGHT)
    return left


def _tried(seen: Floats, noises: Sequence[float], rounds: int) -> list[tuple[float, Bits]]:
    """What each noise leads to: how much is left unexplained, and which modules are black."""
    known, black = _known(len(seen) - 2 * QR_QUIET)
    shares, light = _explained(seen, black, known)
    starts = (_unmixed(seen - light, shares, noise) > 1 / 2 for noise in noises)
    return [_flipped(seen, np.where(known, black, start), ~known, rounds) for start in starts]


NOISES = (0.0005, 0.003, 0.02)
"""Of what a view shows, before its modules are settled: one after another is tried."""


def _flipped(seen: Floats, bits: Bits, free: Bits, rounds: int) -> tuple[float, Bits]:
    """The bits with those of the free ones turned over that then explain more of what is seen;
    and how much is left that they don't explain.
    """
    every = np.ones_like(bits)
    for _ in range(rounds):
        shares, light = _explained(seen, bits, every)
        for _ in range(FLIPS):
            flips = _worth_flipping(seen - light - _spread(bits, shares), bits, shares) & free
            if not flips.any():
                break
            bits = bits ^ flips
    left = seen - light - _spread(bits, shares)
    return float((left[free] ** 2).sum()), bits


def _unmixed(left: Floats, shares: Floats, noise: float) -> Floats:
    """How black each module is by itself, from 0 to 1, by Wiener's filter."""
    kernel = np.zeros_like(left)
    reach = 2 * SPREAD + 1
    kernel[:reach, :reach] = shares
    mixed = np.fft.rfft2(np.roll(kernel, (-SPREAD, -SPREAD), (0, 1)))
    power = np.abs(mixed) ** 2
    own = np.fft.rfft2(left) * np.conj(mixed) / (power + noise * power.max())
    return np.asarray(np.fft.irfft2(own, s=left.shape))


def _explained(seen: Floats, bits: Bits, sure: Bits) -> tuple[Floats, Floats]:
    """What a black module takes from itself and from those around it, and how bright white is.

    By least squares over the modules whose neighbours are all ``sure``.
    """
    reach = 2 * SPREAD + 1
    usable = cv2.erode(sure.astype(np.uint8), np.ones((reach, reach), np.uint8)) > 0
    usable[[0, -1]] = usable[:, [0, -1]] = False
    steps = range(-SPREAD, SPREAD + 1)
    around = [np.roll(bits, (y, x), (0, 1))[usable] for y in steps for x in steps]
    rows, columns = np.nonzero(usable)
    middle = len(seen) / 2
    plane = [np.ones(len(rows)), rows / middle - 1, columns / middle - 1]
    system = np.stack([*around, *plane], axis=1).astype(np.float64)
    held = np.diag([HELD] * len(around) + [1e-3] * 3)
    terms = np.linalg.solve(system.T @ system + held, system.T @ seen[usable])
    shares = terms[: len(around)].reshape(reach, reach)
    y, x = np.mgrid[0 : len(seen), 0 : len(seen)] / middle - 1
    light = terms[-3] + terms[-2] * y + terms[-1] * x
    return np.asarray(shares, np.float64), np.asarray(light, np.float64)


def _spread(bits: Bits, shares: Floats) -> Floats:
    """What black modules take from every module's light."""
    return np.asarray(
        cv2.filter2D(
            bits.astype(np.float64), -1, shares[::-1, ::-1], borderType=cv2.BORDER_CONSTANT
        )
    )


def _worth_flipping(left: Floats, bits: Bits, shares: Floats) -> Bits:
    """Modules that explain more of what is left if they are the other colour.

    Of those close by only the best, for they explain the same.
    """
    way = np.where(bits, -1.0, 1.0)
    shared = cv2.filter2D(left, -1, shares, borderType=cv2.BORDER_CONSTANT)
    gain = 2 * way * shared - (shares**2).sum()
    near = 4 * SPREAD + 1
    best = cv2.dilate(gain, np.ones((near, near), np.uint8))
    return np.asarray((gain > 0) & (gain >= best), np.bool_)


def _drawn(bits: Bits) -> Pixels:
    """The code in black and white."""
    return np.kron(np.where(bits, 0, 255), np.ones((DRAWN_PX, DRAWN_PX))).astype(np.uint8)
