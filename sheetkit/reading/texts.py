"""How much what is seen on a sheet looks like a text that may be printed there."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from sheetkit.design.shapes import Text
from sheetkit.geometry import Box
from sheetkit.reading.arrays import Pixels
from sheetkit.reading.reference import render_text
from sheetkit.reading.template import SCALE, pixel_slices

REACH_MM = 0.8
"""How far print may lie from where it should: what the alignment leaves."""
SOFT_MM = 0.12
"""A Gaussian's sigma: no photo is as sharp as what is drawn."""


def likeness(grey: Pixels, text: Text, area: Box, scale: float = SCALE) -> float:
    """The best correlation of that area, with the text printed in it, with what is seen there.

    ``grey`` is a sheet laid flat at that many px/mm; the print may lie ``REACH_MM`` off.
    """
    view, printed = grey[pixel_slices(area.grown(REACH_MM), scale)], _rendered(text, area, scale)
    if view.shape[0] < printed.shape[0] or view.shape[1] < printed.shape[1]:
        return 0.0
    return float(cv2.matchTemplate(view, printed, cv2.TM_CCOEFF_NORMED).max())


@lru_cache(maxsize=2048)
def _rendered(text: Text, area: Box, scale: float) -> Pixels:
    drawn = render_text(text, area, scale)
    return np.asarray(cv2.GaussianBlur(drawn, (0, 0), SOFT_MM * scale), np.uint8)
