"""Digits that real people wrote, as scikit-learn brings them along: 8 × 8, of thirteen writers."""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_digits

Pixels: TypeAlias = NDArray[np.uint8]

SIDE = 32
FIRST_TEST = 900
"""The set is in the order of its writers: those of the second half are held out."""
GAP = 60
"""Digits between the halves that neither has, since one writer wrote some on both sides."""


def people_s_digits(*, held_out: bool) -> list[list[Pixels]]:
    """Each digit as the writers of one half wrote it: 32 × 32, uint8, ink 255, edge to edge."""
    bundle = load_digits()
    half = slice(FIRST_TEST, None) if held_out else slice(0, FIRST_TEST - GAP)
    digits: list[list[Pixels]] = [[] for _ in range(10)]
    for picture, digit in zip(bundle.images[half], bundle.target[half], strict=True):
        digits[int(digit)].append(enlarged(picture))
    return digits


def enlarged(picture: NDArray[np.float64]) -> Pixels:
    """A digit of 8 × 8 (0 to 16) as a smooth one that fills its square from top to bottom.

    A 1 keeps its slimness: the square is as wide as the digit is high, or wide.
    """
    padded = np.pad(picture.astype(np.float32) / 16, 2)
    large = cv2.resize(padded, None, fx=8, fy=8, interpolation=cv2.INTER_CUBIC)
    ink = 1 / (1 + np.exp(-14 * (cv2.GaussianBlur(large, (0, 0), 1.2) - 0.62)))
    rows, columns = np.flatnonzero(ink.max(axis=1) > 0.5), np.flatnonzero(ink.max(axis=0) > 0.5)
    top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    # the design of numbers wants digits about 0.65 as wide as high
    slim = max(0, round(0.65 * (bottom - top)) - (right - left)) // 2
    cut = np.pad(ink, ((0, 0), (slim, slim)))[top:bottom, left : right + 2 * slim]
    return np.asarray(255 * cv2.resize(cut, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)
