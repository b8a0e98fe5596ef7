"""Print paler than elsewhere, as under a lamp's glare: less of it is to be expected there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.reading.hidden import OUTLINE_MM
from sheetkit.reading.ink import Ink, darkness_of, soft
from sheetkit.reading.light import LEAST_CONTRAST, Blank
from sheetkit.reading.template import PRINT_BELOW, Template, pixel_slices, spread_over

Pixels: TypeAlias = NDArray[np.uint8]

FADED = 0.8
"""Of the usual contrast, below which less print is expected in a cell."""
ROOM = 0.05
"""Of that contrast, by which print may be darker in places than the cell's middle."""


def with_faded_print(ink: Ink, flat: Pixels, blank: Blank, template: Template) -> Ink:
    """The ink in cells whose print is paler than elsewhere, as under a lamp's glare.

    There print as dark as elsewhere isn't to be expected, and would hide a stroke.
    """
    contrast = contrasts(flat, blank, template)
    faded = {cell: part for cell, part in contrast.items() if part < FADED}
    if not faded:
        return ink
    darkness = ink.darkness.copy()
    for cell, part in faded.items():
        area = pixel_slices(template.boxes[cell])
        share = max(part, 0.0) + ROOM
        usual, light, seen = blank.darkest[area], blank.light[area], soft(flat[area])
        paler = np.asarray(cv2.addWeighted(usual, share, light, 1 - share, 0), np.uint8)
        # what folds and cups left isn't there any more, and doesn't come back
        hidden = cv2.subtract(darkness_of(seen, paler), darkness_of(seen, usual))
        darkness[area] = cv2.add(darkness[area], hidden)
    return replace(ink, darkness=darkness)


def contrasts(flat: Pixels, blank: Blank, template: Template) -> Mapping[str, float]:
    """What the numbers and signs of each cell have of the contrast they have on most of the sheet.

    The median over them, of which a stroke covers less than half. Cells with neither are left out.
    """
    cells, places = _signs(template)
    if not cells:
        return {}
    seen, light, printed = (
        picture.ravel()[places].astype(np.float32) for picture in (flat, blank.light, blank.printed)
    )
    usual = light * (1 - printed / 255)
    parts = np.median((light - seen) / np.maximum(usual, LEAST_CONTRAST), axis=1)
    return dict(zip(cells, parts.tolist(), strict=True))


@lru_cache(maxsize=24)
def _signs(template: Template) -> tuple[tuple[str, ...], NDArray[np.intp]]:
    """The cells that hold numbers or signs, and some places of them in each, in the flattened
    picture (cells × ``SAMPLES``), in the channel in which they are darkest.
    """
    contrast = 255 - template.pixels.min(axis=2).astype(np.intp)
    channel = template.pixels.argmin(axis=2)
    cells, places = [], []
    for cell in template.design.pad.markable:
        area = pixel_slices(template.boxes[cell].grown(-OUTLINE_MM))
        signs = contrast[area]
        if not signs.size or signs.max() < 255 - PRINT_BELOW:
            continue
        inside = np.zeros(contrast.shape, bool)
        inside[area] = signs >= MIDDLE * signs.max()
        some = spread_over(np.flatnonzero(inside), SAMPLES)
        cells.append(cell)
        places.append(3 * some + channel.ravel()[some])
    return tuple(cells), np.array(places, np.intp)


SAMPLES = 60
"""Pixels of a cell that tell of its print, spread over it."""
MIDDLE = 0.9
"""Of the darkest print's contrast; what has less is a soft edge."""
