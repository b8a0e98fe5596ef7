"""How sharp edges on a sheet are: those of print and strokes are, those of little else."""

from __future__ import annotations

from math import nan

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.reading.arrays import Floats32, Pixels, quantile
from sheetkit.reading.ink import soft
from sheetkit.reading.light import Blank
from sheetkit.reading.template import SCALE, Template, darkest, pixel_slices, slices_within

FEWEST_PIXELS = 60
"""Of a cell, that lie beside its print, without which its edges can't be told."""
DARKEST, BRIGHTEST = 4 / 255, 1.2
"""Of the paper's light."""
LEAST_CONTRAST = 1e-3
"""In place of none at all."""
AROUND_MARKER_MM = 0.8
"""Of white paper, beside which its edge shows."""
NEXT_TO = np.ones((3, 3), np.uint8)
AROUND_STROKES_MM = 1.5
"""Of paper around a cell, beside which its strokes show."""
WIDER_MM = 2.4
"""Than the strokes that are looked for in a shadow; shadows are."""
SHOWN_STROKE = 0.12
"""Of the light beside it, that a stroke in a shadow takes at least."""
MOST_NOISE = 0.15
"""Of that, how much the light changes at the usual pixel: of 117 marks on hard photos that a shadow
or blur had made look soft 91 had less, edges as sharp as print's and ``SHOWN_STROKE``; of 702 soft
cells without a mark 25.
"""


def disc(width_mm: float) -> Pixels:
    """One of that width, in pixels of the sheet laid flat."""
    side = 2 * round(width_mm * SCALE / 2) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)


def edges(light: Floats32) -> Floats32:
    """By how much it changes from one side of each pixel to the other."""
    return np.asarray(cv2.morphologyEx(light, cv2.MORPH_GRADIENT, NEXT_TO), np.float32)


def light_on(
    flat: Pixels, blank: Blank, template: Template, box: Box
) -> tuple[Floats32, NDArray[np.bool_]]:
    """What a box has of the paper's light, in the channel where least, and where that can be told,
    well beside print.
    """
    area = pixel_slices(box)
    beside = cv2.erode(template.beside_print[area], NEXT_TO) > 0
    return _share(flat[area], blank.printed[area]), np.asarray(beside, np.bool_)


def dark_and_bright(light: Floats32) -> tuple[float, float]:
    """How bright strokes are in a part of a cell, and how bright its paper is."""
    return quantile(light, 0.02), quantile(light, 0.95)


def sharpness_of_ink(flat: Pixels, blank: Blank, template: Template, box: Box) -> float:
    """How much of the contrast in a box its sharpest edges beside print have within a third of a
    millimetre; not a number where that can't be told.
    """
    light, beside = light_on(flat, blank, template, box)
    if np.count_nonzero(beside) < FEWEST_PIXELS:
        return nan
    dark, bright = dark_and_bright(light[beside])
    return quantile(edges(light)[beside], 0.98) / max(bright - dark, LEAST_CONTRAST)


def has_sharp_stroke(
    flat: Pixels, blank: Blank, template: Template, box: Box, sharp: float
) -> bool:
    """Whether something narrow in a box has so sharp edges, measured by its own contrast: in the
    edge of a shadow a box has far more contrast than the stroke in it.
    """
    around = box.grown(AROUND_STROKES_MM)
    light, beside = light_on(flat, blank, template, around)
    without_it = cv2.morphologyEx(light, cv2.MORPH_CLOSE, disc(WIDER_MM))
    share = np.asarray(light / without_it, np.float32)
    inside = slices_within(around, box)
    within = beside[inside]
    if np.count_nonzero(within) < FEWEST_PIXELS:
        return False
    steps = edges(share)[inside][within]
    dark, bright = dark_and_bright(share[inside][within])
    return (
        bright - dark >= SHOWN_STROKE
        and quantile(steps, 0.98) >= sharp * (bright - dark)
        and quantile(steps, 0.5) <= MOST_NOISE * (bright - dark)
    )


def sharpness_of_print(flat: Pixels, blank: Blank, template: Template) -> float:
    """The same of the printed markers."""
    found = []
    for marker in template.design.markers:
        area = pixel_slices(marker.box.grown(AROUND_MARKER_MM))
        light = _share(flat[area], blank.light[area])
        dark, bright = quantile(light, 0.05), quantile(light, 0.95)
        found.append(quantile(edges(light), 0.9) / max(bright - dark, LEAST_CONTRAST))
    return float(np.median(found))


def _share(seen: Pixels, expected: Pixels) -> Floats32:
    """What is seen as a part of what is expected, in the channel where least."""
    shares = cv2.divide(soft(seen), expected, dtype=cv2.CV_32F)
    return np.asarray(np.clip(darkest(shares), DARKEST, BRIGHTEST), np.float32)
