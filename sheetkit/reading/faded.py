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
from sheetkit.reading.empty_boxes import OUTLINE_TAKES_MM
from sheetkit.reading.ink import Ink, darkness_of, soft
from sheetkit.reading.light import LEAST_CONTRAST, Blank
from sheetkit.reading.template import MOST_KEPT, PRINT_BELOW, Template, pixel_slices, spread_over

FADED = 0.8
"""Of the usual contrast, below which less print is expected in a cell."""
ROOM = 0.05
"""Of that contrast, by which print may be darker in places than the cell's middle."""
STRANGE = 3.5
"""How many times more than on other cells' print the colours on a cell's have to differ: on 700
photos those of two in 2,300 such cells did on which nothing was.
"""
STRANGE_UNDER_GLARE = 2.5
"""The same for what is neither the print's colour nor the white of a lamp that ends on it."""
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
    taken, of_print = light - seen, np.asarray(light * (1 - printed / 255), np.float32)
    colours = _directions(of_print.mean(axis=1))
    strange = _times_the_usual(taken, colours[:, :1]) > STRANGE
    strange &= _times_the_usual(taken, colours) > STRANGE_UNDER_GLARE
    faded = (cell for cell, is_strange in zip(cells, strange, strict=True) if is_strange)
    return tuple(cell for cell in faded if contrast[cell] < FADED)


def _directions(print_takes: Floats32) -> Floats32:
    """The colour that each cell's print takes from the light, and what white has beside it, both of
    length 1 (cells × 2 × 3); white is left at 0 where print is grey.
    """
    print_ = print_takes / np.maximum(np.linalg.norm(print_takes, axis=1, keepdims=True), 1)
    white = 1 - (print_ @ np.ones(3))[:, None] * print_
    length = np.linalg.norm(white, axis=1, keepdims=True)
    white = np.where(length > LEAST_COLOUR, white / np.maximum(length, LEAST_COLOUR), 0)
    return np.asarray(np.stack([print_, white], axis=1), np.float32)


LEAST_COLOUR = 0.26
"""Of white, at right angles to the print's colour: grey print has none."""


def _times_the_usual(taken: Floats32, colours: Floats32) -> Floats32:
    """How far the light taken at a cell's places (cells × places × 3) varies but in these colours
    (cells × some × 3), against what is usual on the sheet.
    """
    off = taken - (taken @ colours.transpose(0, 2, 1)) @ colours
    away = np.linalg.norm(off - np.median(off, axis=1, keepdims=True), axis=2)
    most = np.percentile(away, 90, axis=1)
    return np.asarray(most / max(float(np.percentile(most, CALM_CELLS)), LEAST_STRANGE), np.float32)


@lru_cache(maxsize=MOST_KEPT)
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
