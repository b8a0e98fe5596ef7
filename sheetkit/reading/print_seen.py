"""How much of a sheet's print is seen, around each point and in each cell."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.reading.arrays import Floats32, Pixels
from sheetkit.reading.ink import Ink
from sheetkit.reading.light import Blank
from sheetkit.reading.reference import sheet_size_px
from sheetkit.reading.template import HALF_SCALE, MOST_KEPT, Template, at_scale, pixel_slices

WINDOW_MM = 4.5
"""Half a cell: what covers less hides no mark."""


@dataclass(frozen=True, eq=False)
class PrintSeen:
    """How much of the print's ``contrast`` is seen around each point, and where there is enough
    print to tell.

    ``shared`` is the print times what is seen there, ``power`` the print times itself, and
    ``usable`` (0 or 255) where neither ink nor other texts are.
    """

    contrast: Floats32
    there: NDArray[np.bool_]
    shared: Floats32
    power: Floats32
    usable: Pixels


def print_seen(
    flat: Pixels, ink: Ink, blank: Blank, template: Template, *, beside_ink: bool = True
) -> PrintSeen:
    """The print that is seen in the cells.

    Pixels with ink on them don't count, neither as print nor against it, those
    ``beside_ink`` only if wanted; nor does what stands outside of the cells, since
    it may be in another language.
    """
    free = (ink.halved < max(5 * ink.noise, 18)) * np.uint8(255)
    if not beside_ink:
        side = 2 * max(round(blank.blur), 1) + 1
        free = np.asarray(cv2.erode(free, np.ones((side, side), np.uint8)), np.uint8)
    usable = np.asarray(cv2.bitwise_and(free, _in_cells(template)), np.uint8)
    # glare is brighter than the light around it: a fifth of the range is left for it
    part = np.maximum(_around(usable) / 255, np.float32(0.001))
    seen = _pattern(
        cv2.divide(at_scale(flat, HALF_SCALE), at_scale(blank.light, HALF_SCALE), scale=200),
        usable,
        part,
    )
    model = _pattern(at_scale(blank.printed, HALF_SCALE), usable, part)
    window = (round(WINDOW_MM * HALF_SCALE) | 1, round(WINDOW_MM * HALF_SCALE) | 1)
    shared = np.asarray(cv2.multiply(seen, model, scale=255 / 200), np.float32)
    power = np.asarray(cv2.multiply(model, model), np.float32)
    around = cv2.blur(power, window)
    there = around > LEAST_PRINT_POWER
    contrast = cv2.copyTo(cv2.divide(cv2.blur(shared, window), around), there.astype(np.uint8))
    return PrintSeen(
        np.asarray(contrast, np.float32), np.asarray(there, np.bool_), shared, power, usable
    )


@lru_cache(maxsize=MOST_KEPT)
def _in_cells(template: Template) -> Pixels:
    """The cells that take a mark as a mask at ``HALF_SCALE``."""
    width, height = sheet_size_px(HALF_SCALE)
    inside = np.zeros((height, width), np.uint8)
    for cell in template.design.pad.markable:
        inside[pixel_slices(template.boxes[cell].grown(WITH_OUTLINE), HALF_SCALE)] = 255
    return inside


LEAST_PRINT_POWER = (0.035 * 255) ** 2
"""Mean square of the print's darkness, paper 255: a thin outline through the window has more."""
LEAST_PALE_POWER = (0.012 * 255) ** 2
"""The same over a whole cell that has no more than a pale outline."""
LEAST_FREE = 0.5
"""Of a cell or half of it, without which ink may be why a pale outline isn't seen."""


def _pattern(share: Any, usable: Pixels, part: Floats32) -> Floats32:
    """What differs from the print around it, in the share's own units; 0 where not usable.

    ``part`` is how much around each point is usable.
    """
    grey = cv2.copyTo(cv2.cvtColor(share, cv2.COLOR_BGR2GRAY), usable)
    mean = cv2.divide(_around(grey), part)
    return np.asarray(cv2.copyTo(grey - mean, usable), np.float32)


def _around(values: Any) -> Floats32:
    """The mean around each point."""
    window = (round(1.5 * WINDOW_MM * HALF_SCALE) | 1, round(1.5 * WINDOW_MM * HALF_SCALE) | 1)
    return np.asarray(cv2.boxFilter(values, cv2.CV_32F, window), np.float32)


def outlines_seen(seen: PrintSeen, template: Template) -> NDArray[np.float64]:
    """What is seen of the print's contrast in each cell, its outline included: in the half of it
    of which least is seen, for what covers no more may cover a mark. Infinite where ink may be why
    little is.
    """
    whole = areas_of(template, WITH_OUTLINE)
    parts = [_outlines_in(part, seen) for part in (whole, *halves(whole))]
    return np.asarray(np.min(parts, axis=0), np.float64)


def _outlines_in(areas: NDArray[np.intp], seen: PrintSeen) -> NDArray[np.float64]:
    """What is seen of the print's contrast in each of the areas; infinite as above."""
    top, bottom, left, right = areas.T
    size = (bottom - top) * (right - left)
    power = sums(seen.power, areas)
    told = power > LEAST_PALE_POWER * size
    told &= sums(seen.usable, areas) > 255 * LEAST_FREE * size
    return np.where(told, sums(seen.shared, areas) / np.maximum(power, 1), np.inf)


def halves(areas: NDArray[np.intp]) -> list[NDArray[np.intp]]:
    """The upper, lower, left and right halves of the areas."""
    top, bottom, left, right = areas.T
    middle, centre = (top + bottom) // 2, (left + right) // 2
    halves = (
        (top, middle, left, right),
        (middle, bottom, left, right),
        (top, bottom, left, centre),
        (top, bottom, centre, right),
    )
    return [np.stack(half, axis=1) for half in halves]


WITHOUT_EDGE, WITH_OUTLINE = -0.5, 0.4
"""By how much, in mm, cells are grown."""


@lru_cache(maxsize=2 * MOST_KEPT)
def areas_of(template: Template, grown_mm: float) -> NDArray[np.intp]:
    """The cells that take a mark, grown by so much, at ``HALF_SCALE``: top, bottom, left, right
    (cells × 4).
    """
    boxes = (template.boxes[cell].grown(grown_mm) for cell in template.design.pad.markable)
    areas = (pixel_slices(box, HALF_SCALE) for box in boxes)
    return np.array([(rows.start, rows.stop, cols.start, cols.stop) for rows, cols in areas])


def sums(values: Any, areas: NDArray[np.intp]) -> NDArray[np.float64]:
    """The sum of the values in each of these areas."""
    table = cv2.integral(values.view(np.uint8) if values.dtype == np.bool_ else values)
    top, bottom, left, right = areas.T
    return np.asarray(
        table[bottom, right] - table[top, right] - table[bottom, left] + table[top, left]
    )
