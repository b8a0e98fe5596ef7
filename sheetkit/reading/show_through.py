"""Show-through: marks on the other side of the paper, pale and with soft edges on this one."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from sheetkit.reading.arrays import Pixels, quantile
from sheetkit.reading.edges import sharpness_of_ink, sharpness_of_print
from sheetkit.reading.ink import Ink
from sheetkit.reading.light import Blank
from sheetkit.reading.template import Template, pixel_slices
from sheetkit.reading.verdict import Doubt, Verdict, by_odds, perhaps_also
from sheetkit.scoresheet import EMPTY


def perhaps_shown_through(
    verdicts: Mapping[str, Verdict], flat: Pixels, ink: Ink, blank: Blank, template: Template
) -> dict[str, Verdict]:
    """The certain marks that may be on the other side of the paper: all, where most are hardly
    sharper than print; pale and soft ones, where another cell may bear a mark or none.

    Some that show through are pale enough to be doubtful anyhow.
    """
    marked = [cell for cell, verdict in verdicts.items() if verdict.marked]
    sharpness = _sharpness(marked, flat, blank, template)
    of_print = sharpness_of_print(flat, blank, template) if sharpness else 0.0
    darkness = {
        cell: quantile(ink.darkness[pixel_slices(template.boxes[cell])], 0.98)
        for cell, verdict in verdicts.items()
        if verdict.likeliest != EMPTY
    }
    if sharpness:
        pale = float(np.median([darkness[cell] for cell in marked])) < PALE_INK
        times, most = (HARDLY_SHARPER, SOFT_IF_PALE) if pale else (NO_SHARPER, SOFT_EDGES)
        if quantile(np.array(list(sharpness.values())), MOSTLY) < min(times * of_print, most):
            return {cell: _perhaps_none(verdicts[cell], Doubt.SHOWN_THROUGH) for cell in marked}
    if not any(may_be_stray(verdict) for verdict in verdicts.values()):
        return {}
    soft = [cell for cell, sharp in sharpness.items() if sharp < SOFTER * of_print]
    faint = set(marked).intersection(_pale(darkness))
    return {
        **{cell: _perhaps_none(verdicts[cell], Doubt.FAINT) for cell in faint},
        **{cell: _perhaps_none(verdicts[cell], Doubt.SHOWN_THROUGH) for cell in soft},
    }


MOSTLY = 0.75
"""Of a sheet's marks."""
NO_SHARPER, HARDLY_SHARPER = 1.05, 1.25
"""Of the sharpness of printed markers: on each of 520 sheets with marks of their own a quarter of
them had 1.12 and more, and so they had on one in eight where all marks showed through. The second
holds where the usual mark is darker than paper by no more than ``PALE_INK``.
"""
SOFT_EDGES, SOFT_IF_PALE = 0.74, 0.78
"""Of the contrast: on a picture without any blur edges of print have 0.785, and of a smooth pen's
strokes 0.8.
"""
PALE_INK = 70.0
"""Of 255: on 378 photos, of many pencils, too, eleven sheets' usual marks were paler, and none of
them was so soft; what showed through with a third to a half of its darkness had 20 to 85.
"""
SOFTER = 0.8
"""Of the sharpness of print: of 10,000 marks on ordinary and hard photos three had less."""


def _sharpness(
    cells: list[str], flat: Pixels, blank: Blank, template: Template
) -> dict[str, float]:
    """How sharp the edges of the marks in these cells are, where that can be told."""
    found = {cell: sharpness_of_ink(flat, blank, template, template.boxes[cell]) for cell in cells}
    return {cell: sharp for cell, sharp in found.items() if not np.isnan(sharp)}


def _pale(darkness: Mapping[str, float]) -> list[str]:
    """The cells whose ink is far paler than that of the sheet's dark marks."""
    least = PALE * quantile(np.array(list(darkness.values())), DARK_ONES) if darkness else 0.0
    return [cell for cell, dark in darkness.items() if dark < least]


DARK_ONES = 0.85
"""Of a sheet's marks: so many are paler than the dark ones at least."""
PALE = 0.6
"""Of the darkness of those: of 200 marks that showed through with a third to a half of their
darkness nine in ten had less or were soft, and of 15,000 marks on sheets without such three in a
hundred had.
"""


def may_be_stray(verdict: Verdict) -> bool:
    """Whether a cell that can be seen may bear a mark or none."""
    stray = not verdict.sure and EMPTY in by_odds(verdict.odds)[:2]
    return stray and verdict.reason not in UNSEEN


UNSEEN = (Doubt.OUTSIDE, Doubt.COVERED, Doubt.WASHED_OUT)
"""Why nothing of a cell is seen, no stray mark either."""


def _perhaps_none(verdict: Verdict, reason: str) -> Verdict:
    return perhaps_also(verdict.odds, EMPTY, reason)
