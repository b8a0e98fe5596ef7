"""Ink that reaches into a cell from a mark made for its neighbour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.reading.template import SCALE, pixel_slices

Pixels: TypeAlias = NDArray[np.uint8]

SMALL_SHARE = 0.4
"""Of what the same ink covers in its main cell: a spill has less, a stroke through both more."""

MIDDLE = 0.2
"""Part of the cell's width and height about its centre that a mark made for it enters."""


def only_spilled(darkness: Pixels, boxes: Sequence[Box], threshold: float) -> list[bool]:
    """For each cell whether all of its ink belongs to marks in other cells.

    True only where that ink keeps out of the cell's middle.
    """
    labels = np.asarray(
        cv2.connectedComponents((darkness > threshold).astype(np.uint8))[1], np.int32
    )
    areas = [np.bincount(labels[pixel_slices(box.grown(-0.2))].ravel()) for box in boxes]
    largest = np.zeros(max((len(area) for area in areas), default=1), int)
    for area in areas:
        largest[: len(area)] = np.maximum(largest[: len(area)], area)
    return [
        _is_spill(area, largest) and not _in_the_middle(labels, box)
        for area, box in zip(areas, boxes, strict=True)
    ]


def _is_spill(area: NDArray[np.intp], largest: NDArray[np.int_]) -> bool:
    """Whether what ink there is has its main part elsewhere; specks count for nothing."""
    foreign = area < SMALL_SHARE * largest[: len(area)]
    own = area[1:][~foreign[1:]].sum()
    return bool(foreign[1:].any()) and bool(own < SPECKS_MM2 * SCALE**2)


SPECKS_MM2 = 0.3
"""Less than the shortest stroke that can be meant covers."""


def _in_the_middle(labels: NDArray[np.int32], box: Box) -> bool:
    """Whether there is ink in the upright and in the level band through the centre.

    A circle around the number is in both, and so is any stroke across the cell.
    """
    x, y = box.centre
    across, down = MIDDLE / 2 * box.width, MIDDLE / 2 * box.height
    upright = Box(x - across, box.top, x + across, box.bottom)
    level = Box(box.left, y - down, box.right, y + down)
    return all(bool(labels[pixel_slices(band)].any()) for band in (upright, level))
