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
    """The ink on a sheet laid flat.

    Print edges can lie a fraction of a pixel off, so each pixel is compared
    with the darkest print next to it.
    """
    darkest = cv2.erode(blank.expected, np.ones((3, 3), np.uint8))
    seen = cv2.GaussianBlur(flat, (0, 0), 0.7)
    share = cv2.divide(seen, cv2.max(darkest, 4), scale=255)
    least = cv2.min(cv2.min(share[:, :, 0], share[:, :, 1]), share[:, :, 2])
    darkness = cv2.subtract(255, least)
    paper = darkness[template.calm][::7]
    usual, low = np.percentile(paper, [50, 20])
    noise = max(float(usual - low) * 1.19, 1.0)
    return Ink(np.asarray(cv2.subtract(darkness, float(usual)), np.uint8), noise)
