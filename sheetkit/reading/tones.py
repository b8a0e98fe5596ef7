"""The tones of the print's colours as this printer and this camera made them."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sheetkit.reading.arrays import Floats32, Pixels
from sheetkit.reading.reference import sheet_size_px
from sheetkit.reading.template import COARSE, MOST_KEPT, SCALE, Template, spread_over


def measured_tones(flat: Pixels, rough: Floats32, template: Template) -> tuple[Floats32, float]:
    """The tones that this printer and this camera gave the print's flat colours: their medians.

    And how many times its usual darkness print has in places where toner is thick.
    """
    light = rough.reshape(-1, 3)[_coarse_samples(template)]
    seen = flat.reshape(-1, 3)[template.samples].astype(np.float32)
    shares = _in_sight(np.asarray(seen / np.maximum(light, 1) * 255, np.float32), template)
    middle, quarter, bright = (round(shares.shape[1] * part) for part in (0.5, 0.25, BRIGHT))
    ordered = np.partition(shares, (quarter, middle, bright), axis=1)
    measured, low, free = (
        np.asarray(ordered[:, at], np.float32) for at in (middle, quarter, bright)
    )
    measured = _beside_ink(measured, free, shares, template)
    dark = measured.mean(axis=1) < DARK_TONE
    darker = (255 - low[dark].mean(axis=1)) / (255 - measured[dark].mean(axis=1))
    thick = float(np.clip(np.median(darker), 1.0, THICKEST)) if dark.any() else 1.0
    return measured, thick


def _in_sight(shares: Floats32, template: Template) -> Floats32:
    """What is seen of each tone (n × points × 3), for numbers and signs without the points at which
    nothing but paper is seen: another sheet lies over the one end of the row where most of a
    colour is.
    """
    bare = shares.mean(axis=2) > WHITE
    bare[template.tones.mean(axis=1) >= DARK_TONE] = False
    share = bare.mean(axis=1)
    for tone in np.flatnonzero((share > MUCH_BARE) & (share < NEARLY_BARE)):
        shown = np.flatnonzero(~bare[tone])
        shares[tone] = shares[tone, spread_over(shown, shares.shape[1])]
    return shares


MUCH_BARE, NEARLY_BARE = 0.25, 0.9
"""Of a tone's points: with less the median holds, with more glare may have taken the print."""


def _beside_ink(
    measured: Floats32, free: Floats32, shares: Floats32, template: Template
) -> Floats32:
    """The tones as measured, but tints that lie under thick strokes as they look beside these.

    ``free`` is how bright each tone (n × 3) is where it surely bears no ink, ``shares`` all that
    is seen of it (n × points × 3).
    """
    covered = (free - measured).mean(axis=1) > COVERED
    covered &= template.tones.mean(axis=1) >= DARK_TONE
    for tone in np.flatnonzero(covered):
        seen = shares[tone].mean(axis=1)
        brightest = min(free[tone].mean(), seen.max())  # no point has each channel at its brightest
        measured[tone] = np.median(shares[tone, seen > brightest - COVERED / 2], axis=0)
    return measured


def has_two_tones(measured: Floats32, template: Template) -> bool:
    """Whether the colours of all numbers and signs have become black or white."""
    signs = measured[template.tones.mean(axis=1) < DARK_TONE]
    return bool(((signs < BLACK) | (signs > WHITE)).all())


def lost_up_to(measured: Floats32, template: Template) -> float:
    """Up to which darkness, of 255, all has become white, if black has stayed what it is: numbers
    and signs that are paler than they should be tell it.
    """
    grey = template.tones.mean(axis=1)
    black = np.argmin(grey)
    signs = (grey < DARK_TONE) & (grey > grey[black])
    printed = 255 - grey[signs]
    seen = (255 - measured[signs].mean(axis=1)) * 255 / max(255 - measured[black].mean(), 1)
    told = seen < 255 - BLACK
    gone = 255 * (printed - seen)[told] / (255 - seen[told])
    return max(float(np.median(gone)), 0.0) if told.any() else 0.0


BLACK, WHITE = 25, 245
"""Of 255; a camera gives numbers and signs some colour or grey between."""


@lru_cache(maxsize=MOST_KEPT)
def _coarse_samples(template: Template) -> NDArray[np.intp]:
    """The template's samples as places in a flattened picture at ``COARSE``."""
    rows, columns = np.divmod(template.samples, template.pixels.shape[1])
    coarse = (rows * (COARSE / SCALE)).astype(int), (columns * (COARSE / SCALE)).astype(int)
    return np.asarray(coarse[0] * sheet_size_px(COARSE)[0] + coarse[1], np.intp)


BRIGHT = 0.9
"""Of a tone's points, as many are darker than those that surely bear no ink."""
COVERED = 40.0
"""Of 255: a tint so much darker for the most part than where it is bright lies under thick strokes.
"""
DARK_TONE = 200
"""Of 255: tones of numbers and signs are darker, tints are lighter."""
THICKEST = 1.5
