"""Ink: what is darker than the blank sheet would be, in any colour, beyond the noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.reading.light import Blank
from sheetkit.reading.template import Template, at_least, darkest

Pixels: TypeAlias = NDArray[np.uint8]

NOISE_FACTOR = 3.5
"""Ink may begin at so many times the noise of blank paper: one pixel in 4,000 by chance."""


@dataclass(frozen=True, eq=False)
class Ink:
    """How much darker than blank each point is: height × width, uint8, 255 is no light at all.

    ``noise`` is the spread of blank paper around 0, in the same units.
    """

    darkness: Pixels
    noise: float


def find_ink(flat: Pixels, blank: Blank, template: Template) -> Ink:
    """The ink on a sheet laid flat."""
    seen = cv2.GaussianBlur(flat, (3, 3), 0.7)
    share = cv2.divide(seen, at_least(blank.darkest, 6), scale=255)
    darkness = np.asarray(cv2.bitwise_not(darkest(share)), np.uint8)
    usual, low = _levels(darkness[::3, ::3][template.calm[::3, ::3] > 0], (0.5, 0.2))
    noise = max((usual - low) * 1.19, 1.0)
    return Ink(np.asarray(cv2.subtract(darkness, np.array([usual])), np.uint8), noise)


def _levels(values: Pixels, parts: Sequence[float]) -> list[int]:
    """The values below which these parts of all lie."""
    shares = np.cumsum(np.bincount(values, minlength=256)) / max(len(values), 1)
    return [int(np.searchsorted(shares, part)) for part in parts]
