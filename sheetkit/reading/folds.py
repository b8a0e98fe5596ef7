"""The lines that folded paper shows: straight, and from edge to edge of the sheet."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import isqrt

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.reading.arrays import Floats32, Pixels
from sheetkit.reading.ink import Ink
from sheetkit.reading.reference import sheet_size_px
from sheetkit.reading.template import HALF_SCALE, MOST_KEPT, SCALE, Template, pixel_slices

FAINTEST_FOLD = 5.0
"""Of 255: what a fold is darker by than the paper beside it."""
BESIDE_FOLD_MM = 2.0
"""From a fold's middle to the paper beside it."""
RIDGE_SCALE = SCALE / 4
"""px/mm at which straight rows of ridges are looked for."""
WOBBLE_MM = 0.8
"""How far a fold may lie from a straight line, on a sheet that was laid flat."""
LEAST_OF_FOLD = 0.75
"""Of what is seen of a line from edge to edge, that shows a fold."""
LEAST_AT_END = 0.5
"""The same near either edge, where nobody strikes a row of numbers any more."""
END_MM = 8.0
LEAST_SEEN_MM = 20.0
"""Of a line, clear of print: what is less proves no fold."""
SHORTEST_MM = 40.0
"""What is shorter only cuts off a corner of the sheet."""
MOST_FOLDS = 3
CANDIDATES = 16
BAND_MM = 2.5
"""Half of the band that a fold takes up, its shaded sides included."""
BLOCK_MM = 6.0
"""A fold is as dark as the median of so much of it and of as much before and after."""


def without_folds(ink: Ink, template: Template) -> Ink:
    """The ink without the lines of folds; the same ink where there are none.

    Strokes across a fold stay, for they are darker there than the fold is along its way.
    """
    for _ in range(MOST_FOLDS):
        line = _clearest_fold(ink, template)
        if line is None:
            break
        ink = replace(ink, darkness=_cleared(ink.darkness, template.beside_print, *line))
    return ink


def _clearest_fold(ink: Ink, template: Template) -> tuple[Floats32, Floats32] | None:
    """The ends of a fold's line (x, y in pixels of the sheet), if there is one."""
    seen = _beside_print(template)
    ridges = _ridges(ink.halved, max(FAINTEST_FOLD, 1.5 * ink.noise)) * seen
    found = cv2.HoughLines(_coarse(ridges), 1, np.pi / 180, round(SHORTEST_MM * RIDGE_SCALE / 2))
    if found is None:
        return None
    lines = _across(found[:CANDIDATES, 0].astype(np.float64), sheet_size_px(RIDGE_SCALE))
    lines = (lines + 0.5) * (HALF_SCALE / RIDGE_SCALE) - 0.5
    folds = lines[_are_folds(ridges, seen, lines)] if len(lines) else lines
    if not len(folds):
        return None
    first, last = (folds[0] + 0.5) * (SCALE / HALF_SCALE) - 0.5
    return first.astype(np.float32), last.astype(np.float32)


@lru_cache(maxsize=MOST_KEPT)
def _beside_print(template: Template) -> Pixels:
    """Where nothing is printed, at ``HALF_SCALE``: 1 there, else 0."""
    seen = np.asarray(cv2.resize(template.beside_print, sheet_size_px(HALF_SCALE)) > 250, np.uint8)
    for box in template.black_print:
        seen[pixel_slices(box, HALF_SCALE)] = 0
    return seen


def _coarse(ridges: Pixels) -> Pixels:
    """The ridges at ``RIDGE_SCALE``, each pixel of it set that holds one."""
    step = round(HALF_SCALE / RIDGE_SCALE)
    spread = cv2.dilate(ridges, np.ones((step, step), np.uint8))
    return np.ascontiguousarray(spread[step - 1 :: step, step - 1 :: step], np.uint8)


def _ridges(small: Pixels, least: float) -> Pixels:
    """Where a line runs that is darker than the paper on both of its sides, in any direction."""
    soft = cv2.blur(small, (3, 3))
    reach = round(BESIDE_FOLD_MM * HALF_SCALE)
    around = cv2.copyMakeBorder(soft, reach, reach, reach, reach, cv2.BORDER_REPLICATE)

    def beside(down: int, right: int) -> Pixels:
        height, width = soft.shape
        return np.asarray(around[reach + down :, reach + right :][:height, :width], np.uint8)

    ridges = np.zeros(small.shape, np.uint8)
    slant = round(reach * 0.7)
    for y, x in ((0, reach), (reach, 0), (slant, slant), (slant, -slant)):
        above = cv2.subtract(soft, cv2.max(beside(y, x), beside(-y, -x)))
        ridges |= (above >= least).view(np.uint8)
    return ridges


def _across(lines: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.float64]:
    """Where lines (n × their distance from the origin, their normal's angle) enter and leave a
    picture: n × 2 × 2. Those that only cut off a corner of it are left out.
    """
    radius, angle = lines.T
    normal = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    along = np.stack([-normal[:, 1], normal[:, 0]], axis=1)
    along[np.abs(along) < LEAST_STEP] = LEAST_STEP
    start = normal * radius[:, None]
    low, high = -start / along, (np.array(size) - 1 - start) / along
    first, last = np.minimum(low, high).max(axis=1), np.maximum(low, high).min(axis=1)
    long = last - first >= SHORTEST_MM * RIDGE_SCALE
    ends = start[:, None] + np.stack([first, last], axis=1)[..., None] * along[:, None]
    return np.asarray(ends[long])


LEAST_STEP = 1e-6
"""What a line goes on by at least, along x and along y."""


def _are_folds(ridges: Pixels, seen: Pixels, lines: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Of each line (n × 2 × 2) whether it shows a fold on nearly all of its way, near both of its
    ends too.
    """
    count, points = len(lines), ridges.shape[1]
    lengths = np.hypot(*(lines[:, 1] - lines[:, 0]).T)[:, None]
    along = (lines[:, 1] - lines[:, 0]) / lengths
    way = lines[:, :1] + np.linspace(0, 1, points)[:, None] * (lines[:, 1:] - lines[:, :1])
    beside = np.arange(-WOBBLE_MM, WOBBLE_MM + 0.01, 1 / HALF_SCALE)[:, None, None] * HALF_SCALE
    x, y = (
        (way[..., axis] + sign * beside * along[:, 1 - axis, None])
        .reshape(-1, points)
        .astype(np.float32)
        for axis, sign in ((0, -1), (1, 1))
    )
    there, clear = (
        cv2.remap(mask, x, y, cv2.INTER_NEAREST).reshape(-1, count, points)
        for mask in (ridges, seen)
    )
    shown, known = there.max(axis=0) > 0, clear.min(axis=0) > 0
    at = np.linspace(0, 1, points) * lengths
    every = np.full(known.shape, fill_value=True)
    enough = (known.sum(axis=1) * lengths[:, 0] >= LEAST_SEEN_MM * HALF_SCALE * points).astype(bool)
    for part, least in (
        (every, LEAST_OF_FOLD),
        (at < END_MM * HALF_SCALE, LEAST_AT_END),
        (at > lengths - END_MM * HALF_SCALE, LEAST_AT_END),
    ):
        of_it = known & part
        enough &= (shown & of_it).sum(axis=1) >= least * of_it.sum(axis=1)
    return np.asarray(enough, np.bool_)


def _strip(
    first: Floats32, last: Floats32, offsets: NDArray[np.floating]
) -> tuple[Floats32, Floats32]:
    """Where points along a line, one a pixel, and so far beside it lie: x, y, offsets × points."""
    along = _direction(first, last)
    steps = np.arange(int(np.hypot(*(last - first))) + 1)
    x = first[0] + steps * along[0] - offsets[:, None] * along[1]
    y = first[1] + steps * along[1] + offsets[:, None] * along[0]
    return x.astype(np.float32), y.astype(np.float32)


def _direction(first: Floats32, last: Floats32) -> Floats32:
    """One pixel's step along the line."""
    return np.asarray((last - first) / np.hypot(*(last - first)), np.float32)


def _cleared(darkness: Pixels, beside_print: Pixels, first: Floats32, last: Floats32) -> Pixels:
    """The darkness less what the fold has of it in its band; print hides it, so what it has there
    is told by what it has beside that.
    """
    reach = round(BAND_MM * SCALE)
    x, y = _strip(first, last, np.arange(-reach, reach + 1.0))
    strip, clear = (
        cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        for picture in (darkness, beside_print)
    )
    level = _running_median(np.where(clear > 250, strip, np.nan), round(BLOCK_MM * SCALE))
    rows, columns = np.nonzero(_band(darkness.shape, first, last, 2 * reach))
    along = _direction(first, last)
    from_first = np.stack([columns, rows], axis=1) - first
    at = (from_first @ along).astype(np.float32)
    beside = (from_first @ np.array([-along[1], along[0]])).astype(np.float32) + reach
    side = isqrt(len(at)) + 1  # a row of so many points would be too long for remap
    x, y = (np.resize(of, (side, side)) for of in (at, beside))
    fold = cv2.remap(level, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    own = fold.ravel()[: len(at)]
    cleared = darkness.copy()
    # the fold leaves that much of the light, and strokes swallow their part of it
    left = (255.0 - darkness[rows, columns]) * 255 / np.maximum(255.0 - own, 1)
    cleared[rows, columns] = np.maximum(255 - left, 0).astype(np.uint8)
    return cleared


def _running_median(strip: NDArray[np.floating], block: int) -> Pixels:
    """The median along each row of a strip, of a block and its neighbours, smooth in between.

    What isn't known (nan) doesn't count: where print hides the row, it is as before and after; it
    is 0 where nothing of it is known.
    """
    blocks = max(strip.shape[1] // block, 1)
    edges = np.linspace(0, strip.shape[1], blocks + 1).astype(int)
    level = np.full((len(strip), blocks), np.nan, np.float32)
    for n in range(blocks):
        near = strip[:, edges[max(n - 1, 0)] : edges[min(n + 2, blocks)]]
        known = ~np.isnan(near).all(axis=1)
        level[known, n] = np.nanmedian(near[known], axis=1)
    for row in level:
        row[:] = _filled(row, ~np.isnan(row))
    return np.asarray(cv2.resize(_undrawn(level), strip.shape[::-1]).round(), np.uint8)


def _filled(row: Floats32, known: NDArray[np.bool_]) -> Floats32:
    """The row with what isn't known as what is before and after; 0 if nothing is."""
    places = np.flatnonzero(known)
    if not len(places):
        return np.zeros_like(row)
    return np.interp(np.arange(len(row)), places, row[places]).astype(np.float32)


def _undrawn(level: Floats32) -> Floats32:
    """A fold's darkness (offsets × blocks along it) without what strokes along it add: where a fold
    is far darker than where it is palest, it is as dark as before and after.
    """
    darkest = level.max(axis=0)
    palest = float(np.quantile(darkest, PALEST_PART))
    drawn = darkest > max(DARKER * palest, palest + UNEVEN)
    beside = (
        np.convolve(drawn, np.ones(3), "same") > 0
    )  # a stroke counts in the next blocks as well
    bare = ~drawn if beside.all() else ~beside
    return np.array([_filled(row, bare) for row in level])


PALEST_PART = 0.25
"""Of a fold's way, on which no stroke lies along it: a row that is struck takes less than the rest.
"""
DARKER, UNEVEN = 1.5, 10.0
"""Times its palest part, or by so much, of 255: on 30 photos folds varied by less, and with strokes
along them they had three times as much and more.
"""


def _band(shape: tuple[int, ...], first: Floats32, last: Floats32, width: int) -> Pixels:
    band = np.zeros(shape, np.uint8)
    a, b = first.round().astype(int).tolist(), last.round().astype(int).tolist()
    cv2.line(band, a, b, 1, width)
    return band
