"""Boxes with nothing in them but a pale outline, such as penalties: whether one is covered."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.reading.arrays import Floats32, Pixels
from sheetkit.reading.light import Blank
from sheetkit.reading.print_seen import WITH_OUTLINE, areas_of, halves, sums
from sheetkit.reading.template import HALF_SCALE, MOST_KEPT, Template, at_scale, pixel_slices


@lru_cache(maxsize=MOST_KEPT)
def have_blank_insides(template: Template) -> NDArray[np.bool_]:
    """Which of the cells that take a mark have no print but an outline."""
    insides = (
        template.boxes[cell].grown(-OUTLINE_TAKES_MM) for cell in template.design.pad.markable
    )
    return np.array([template.beside_print[pixel_slices(box)].all() for box in insides])


OUTLINE_TAKES_MM = 1.2
"""What an outline and its soft edge take up."""


def far_less_than_others(
    outlines: NDArray[np.float64], alike: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Of which cells much less of the outline is seen than of most that look ``alike``: something
    may lie over a part of them, and a mark under it.
    """
    told = outlines[alike & np.isfinite(outlines)]
    if len(told) < FEWEST_ALIKE:
        return np.zeros(len(outlines), np.bool_)
    return np.asarray(outlines < PART_OF_OTHERS * np.median(told), np.bool_)


def shown_close_by(
    absent: NDArray[np.bool_], flat: Pixels, blank: Blank, template: Template
) -> NDArray[np.bool_]:
    """Of which of these cells with a blank inside the outline is seen after all, beside what is
    close to it: where half of one lies in a shadow, that is what hid it.
    """
    shown = np.zeros(len(absent), np.bool_)
    if not absent.any():
        return shown
    alike = np.flatnonzero(have_blank_insides(template))
    seen = _close_by(flat, blank, areas_of(template, WITH_OUTLINE)[alike])
    shown[alike] = seen >= max(LEAST_CLOSE_BY, PART_OF_OTHERS * float(np.median(seen)))
    return shown & absent


LEAST_CLOSE_BY = 0.3
"""Of an outline's contrast: with as much, and half of what is seen of most, two of 1,500 boxes of
which half and more was covered were taken to be seen.
"""
FEWEST_ALIKE = 3
"""Cells that show how much of an outline is seen on the sheet."""
PART_OF_OTHERS = 0.5
"""Of what is seen of most outlines: of 1,700 blank boxes on 660 photos five had less."""


def _close_by(flat: Pixels, blank: Blank, areas: NDArray[np.intp]) -> NDArray[np.float64]:
    """What is seen of the contrast of the outlines in these areas beside what is close to them, in
    the half of each where least is: the edges of shadows and of folds have no part in it.
    """
    light = at_scale(blank.light, HALF_SCALE)
    seen = _fine(cv2.divide(at_scale(flat, HALF_SCALE), light, scale=200)) * (255 / 200)
    model = _fine(at_scale(blank.printed, HALF_SCALE))
    shared, power = seen * model, model * model
    each = [sums(shared, half) / np.maximum(sums(power, half), 1) for half in halves(areas)]
    return np.asarray(np.min(each, axis=0), np.float64)


CLOSE_MM = 2.0
"""Around an outline, which is half a millimetre wide."""


def _fine(picture: Any) -> Floats32:
    """What differs from what is close to it."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    window = (round(CLOSE_MM * HALF_SCALE) | 1,) * 2
    return np.asarray(grey - cv2.blur(grey, window), np.float32)
