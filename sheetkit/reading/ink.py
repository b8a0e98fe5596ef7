"""Ink: what is darker than the blank sheet would be, in any colour, beyond the noise."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.reading.arrays import Pixels
from sheetkit.reading.light import Blank
from sheetkit.reading.template import (
    HALF_SCALE,
    SCALE,
    Template,
    at_least,
    at_scale,
    darkest,
    pixel_slices,
)

NOISE_FACTOR = 2.5
"""Ink may begin at so many times the noise of blank paper: one pixel in 160 by chance, and a
stroke needs a dozen.
"""

FAINTEST_INK = 11.0
"""Of 255; the light hand with a hard pencil leaves 25 and more."""
FULL_STROKE = 128.0
"""Of 255: how dark most pens' strokes are at least, where a sheet's own marks don't show it."""
LEAST_AREA_MM2 = 0.35
"""The shortest stroke that can be meant, 1 mm of a ballpoint, covers so much."""
HALF_STROKE = 0.35
"""Of a full stroke's darkness: pixels that are darker count as its edge."""


@dataclass(frozen=True, eq=False)
class Ink:
    """How much darker than blank each point is: height × width, uint8, 255 is no light at all.

    ``noise`` is the spread of blank paper around 0, in the same units.
    """

    darkness: Pixels
    noise: float

    @property
    def least(self) -> float:
        """From where on a point's darkness is ink, not noise."""
        return max(NOISE_FACTOR * self.noise, FAINTEST_INK)

    def edge_of(self, stroke: float) -> float:
        """From where on a point is of a stroke that is so dark."""
        return max(self.least, HALF_STROKE * stroke)

    def strokes(self, usual: float) -> Pixels:
        """At ``HALF_SCALE``, 1 where a point is of a stroke that is so dark, else 0."""
        return np.asarray(self.halved > self.edge_of(usual), np.uint8)

    @cached_property
    def halved(self) -> Pixels:
        """The darkness at ``HALF_SCALE``."""
        return at_scale(self.darkness, HALF_SCALE)


def find_ink(flat: Pixels, blank: Blank, template: Template) -> Ink:
    """The ink on a sheet laid flat."""
    seen = soft(flat)
    darkness = darkness_of(seen, blank.darkest)
    shown = (template.calm[::3, ::3] > 0) & _in_the_photo(flat[::3, ::3])
    usual = _median(darkness[::3, ::3][shown])
    darkness = np.asarray(cv2.subtract(darkness, np.array([usual])), np.uint8)
    return Ink(darkness, _noise(seen, blank, template))


def soft(flat: Pixels) -> Pixels:
    """The sheet with less of the noise of single pixels."""
    return np.asarray(cv2.GaussianBlur(flat, (3, 3), 0.7), np.uint8)


def darkness_of(seen: Pixels, expected: Pixels) -> Pixels:
    """How much darker than expected each point is, in the channel where most."""
    share = cv2.divide(seen, at_least(expected, 6), scale=255)
    return np.asarray(cv2.bitwise_not(darkest(share)), np.uint8)


def _noise(seen: Pixels, blank: Blank, template: Template) -> float:
    """The spread of blank paper in its noisiest colour: by how much points of one tone differ."""
    some = (slice(None, None, 2 * APART), slice(None, None, APART))
    calm, tone = template.calm[some], template.tone[some]
    shown = _in_the_photo(seen[some])
    alike = (calm[:, 1:] > 0) & (tone[:, 1:] == tone[:, :-1]) & shown[:, 1:] & shown[:, :-1]
    shares = seen[some] / np.maximum(blank.light[some], 1).astype(np.float32)
    apart = np.abs(np.diff(shares, axis=1))[alike]
    middle = np.median(apart, axis=0) if len(apart) else np.zeros(3)
    return max(float(255 * 1.48 / np.sqrt(2) * middle.max()), 1.0)


def _in_the_photo(flat: Pixels) -> NDArray[np.bool_]:
    """What isn't outside of the photo, where all is black."""
    return np.asarray(flat.any(axis=2), np.bool_)


APART = 5
"""Pixels from one point to the next that are compared: noise of cameras is alike up to there."""


def _median(values: Pixels) -> int:
    """The value below which half of all lie."""
    shares = np.cumsum(np.bincount(values, minlength=256)) / max(len(values), 1)
    return int(np.searchsorted(shares, 0.5))


def ink_area(darkness: Pixels, box: Box, threshold: float) -> float:
    """mm² of a cell that are darker than the threshold, its very edge left out."""
    inner = darkness[pixel_slices(box.grown(-0.3))]
    return float(np.count_nonzero(inner > threshold)) / SCALE**2
