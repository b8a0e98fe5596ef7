"""Print paler than elsewhere, as under a lamp's glare: less of it is to be expected there, and what
lies on it is told by its colour.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.reading.arrays import Floats32, Pixels
from sheetkit.reading.hidden import OUTLINE_TAKES_MM
from sheetkit.reading.ink import Ink, darkness_of, soft
from sheetkit.reading.light import LEAST_CONTRAST, Blank
from sheetkit.reading.template import PRINT_BELOW, Template, pixel_slices, spread_over

FADED = 0.8
"""Of the usual contrast, below which less print is expected in a cell."""
ROOM = 0.05
"""Of that contrast, by which print may be darker in places than the cell's middle."""
STRANGE = 3.5
"""How many times more than on other cells' print the colours on a cell's have to differ: on 700
photos those of two in 2,300 such cells did on which nothing was.
"""
CALM_CELLS = 25
"""Per cent of the cells whose print is surely all that is on their print."""
LEAST_STRANGE = 1.5
"""Of 255; no picture is so even that colours differ less."""


def with_faded_print(
    ink: Ink, flat: Pixels, blank: Blank, template: Template, contrast: Mapping[str, float]
) -> Ink:
    """The ink in cells whose print is paler than elsewhere, as under a lamp's glare.

    There print as dark as elsewhere isn't to be expected, and would hide a stroke. ``contrast``
    is what ``contrasts`` found.
    """
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
    cells, places, channels = _signs(template)
    if not cells:
        return {}
    at = 3 * places + channels
    seen, light, printed = (
        picture.ravel()[at].astype(np.float32) for picture in (flat, blank.light, blank.printed)
    )
    usual = light * (1 - printed / 255)
    parts = np.median((light - seen) / np.maximum(usual, LEAST_CONTRAST), axis=1)
    return dict(zip(cells, parts.tolist(), strict=True))


def with_strange_colours(
    flat: Pixels, blank: Blank, template: Template, contrast: Mapping[str, float]
) -> tuple[str, ...]:
    """The cells with faded print on part of which lies something of another colour.

    Faded print hides a faint stroke that lies wholly within a number, or shows it so pale that it
    may be print that faded less; but no fading changes which colours print takes from the light.
    """
    cells, places, _ = _signs(template)
    if not any(contrast[cell] < FADED for cell in cells):
        return ()
    even = cv2.blur(flat, (3, 3)).reshape(-1, 3)
    seen, light, printed = (
        picture.reshape(-1, 3)[places].astype(np.float32)
        for picture in (even, blank.light, blank.printed)
    )
    off = _off_the_print(light - seen, np.asarray(light * (1 - printed / 255), np.float32))
    strange = np.percentile(off, 90, axis=1)
    usual = max(float(np.percentile(strange, CALM_CELLS)), LEAST_STRANGE)
    return tuple(
        cell
        for cell, much in zip(cells, strange.tolist(), strict=True)
        if contrast[cell] < FADED and much > STRANGE * usual
    )


def _off_the_print(taken: Floats32, print_takes: Floats32) -> Floats32:
    """How far, at each place of a cell, the colour taken from the light lies off the line of the
    print's, against the cell's other places (cells × places, of cells × places × 3).
    """
    power = np.maximum((print_takes**2).sum(axis=2), 1)
    share = (taken * print_takes).sum(axis=2) / power
    off = taken - share[:, :, None] * print_takes
    return np.asarray(np.linalg.norm(off - np.median(off, axis=1, keepdims=True), axis=2))


@lru_cache(maxsize=24)
def _signs(
    template: Template,
) -> tuple[tuple[str, ...], NDArray[np.intp], NDArray[np.intp]]:
    """The cells that hold numbers or signs, some places of them in each, in the flattened picture
    (cells × ``SAMPLES``), and the channel in which each is darkest.
    """
    contrast = 255 - template.pixels.min(axis=2).astype(np.intp)
    channel = template.pixels.argmin(axis=2).ravel()
    cells, places = [], []
    for cell in template.design.pad.markable:
        area = pixel_slices(template.boxes[cell].grown(-OUTLINE_TAKES_MM))
        signs = contrast[area]
        if not signs.size or signs.max() < 255 - PRINT_BELOW:
            continue
        inside = np.zeros(contrast.shape, bool)
        inside[area] = signs >= MIDDLE * signs.max()
        cells.append(cell)
        places.append(spread_over(np.flatnonzero(inside), SAMPLES))
    at = np.array(places, np.intp).reshape(-1, SAMPLES)
    return tuple(cells), at, channel[at]


SAMPLES = 120
"""Pixels of a cell that tell of its print, spread over it."""
MIDDLE = 0.9
"""Of the darkest print's contrast; what has less is a soft edge."""
