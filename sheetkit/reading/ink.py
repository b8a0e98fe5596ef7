"""Ink: what is darker than the blank sheet would be, in any colour, beyond the noise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.reading.light import Blank
from sheetkit.reading.template import Template

Pixels: TypeAlias = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Ink:
    """How much darker than blank each point is: height × width, uint8, 255 is no light at all.

    ``noise`` is the spread of blank paper around 0, in the same units.
    """

    darkness: Pixels
    noise: float


def find_ink(flat: Pixels, blank: Blank, template: Template) -> Ink:
    """The ink on a sheet laid flat."""
    darkest = blank.darkest
    seen = cv2.GaussianBlur(flat, (0, 0), 0.7)
    share = cv2.divide(seen, np.maximum(darkest, 6), scale=255)
    least = cv2.min(cv2.min(share[:, :, 0], share[:, :, 1]), share[:, :, 2])
    darkness = np.asarray(cv2.bitwise_not(least), np.uint8)
    paper = darkness[::3, ::3][template.calm[::3, ::3] > 0]
    usual, low = (float(level) for level in np.percentile(paper, [50, 20]))
    noise = max((usual - low) * 1.19, 1.0)
    level = np.uint8(usual)
    return Ink(np.maximum(darkness, level) - level, noise)
