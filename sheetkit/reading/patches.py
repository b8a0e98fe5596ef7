"""Each cell's ink as a small picture of one size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box

Pixels: TypeAlias = NDArray[np.uint8]
Patches: TypeAlias = NDArray[np.float32]

SIDE = 36
"""Pixels a side of a patch; the cell itself is the middle 24."""

CELL = slice(6, 30)
"""The cell within a patch, along each side; around it a quarter of a cell of its neighbours."""

AROUND = 0.25


def cut_patches(darkness: Pixels, boxes: Sequence[Box], scale: float) -> Patches:
    """The ink in and around each box: n × SIDE × SIDE, float32, 0 to 255."""
    patches = np.empty((len(boxes), SIDE, SIDE), np.float32)
    smooth = cv2.GaussianBlur(darkness, (0, 0), 0.5)
    for place, box in enumerate(boxes):
        step = np.array([box.width, box.height]) * (1 + 2 * AROUND) / SIDE * scale
        left = (box.left - AROUND * box.width) * scale
        top = (box.top - AROUND * box.height) * scale
        matrix = np.array(
            [
                [step[0], 0, left + step[0] / 2 - 0.5],
                [0, step[1], top + step[1] / 2 - 0.5],
            ]
        )
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        patches[place] = cv2.warpAffine(
            smooth, matrix, (SIDE, SIDE), flags=flags, borderMode=cv2.BORDER_CONSTANT
        )
    return patches


def levelled(patches: Patches, levels: NDArray[np.float32]) -> Patches:
    """Patches with ink at 1 whatever the pen: ``levels`` is a full stroke's darkness in each."""
    return np.asarray(np.clip(patches / levels[:, None, None], 0, 1), np.float32)


def stroke_levels(patches: Patches, usual: NDArray[np.float32]) -> NDArray[np.float32]:
    """A full stroke's darkness in each patch; ``usual`` is that of the sheet's pen.

    A pen may skip or be changed, so a cell's own ink counts from half the usual on.
    """
    cells = patches[:, CELL, CELL].reshape(len(patches), -1)
    own = np.percentile(cells, 97, axis=1) if len(patches) else np.zeros(0)
    return np.asarray(np.maximum(np.maximum(own, 0.5 * usual), FAINTEST), np.float32)


FAINTEST = 22.0
"""No stroke is fainter than this part of 255: a hard pencil under a light hand."""


def product(left: Any, right: Any) -> Patches:
    """The matrix product by OpenCV: NumPy's starts threads that wait for each other."""
    return np.asarray(cv2.gemm(left, right, 1, None, 0), np.float32)  # type: ignore[call-overload]
