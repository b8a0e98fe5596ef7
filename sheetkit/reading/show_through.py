"""Show-through: marks on the other side of the paper, pale and with soft edges on this one."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from sheetkit.reading.arrays import Pixels, quantile
from sheetkit.reading.edges import has_sharp_stroke, sharpness_of_ink, sharpness_of_print
from sheetkit.reading.ink import Ink
from sheetkit.reading.light import Blank
from sheetkit.reading.strength import stroke_in
from sheetkit.reading.template import Template
from sheetkit.reading.verdict import Doubt, Verdict, perhaps_also
from sheetkit.scoresheet import EMPTY


def perhaps_shown_through(
    verdicts: Mapping[str, Verdict], flat: Pixels, ink: Ink, blank: Blank, template: Template
) -> dict[str, Verdict]:
    """The certain marks that may be on the other side of the paper: all, where most are pale and
    soft; pale ones and soft ones, where another cell may bear a mark or none.

    Some that show through are pale enough to be doubtful anyhow.
    """
    marked = [cell for cell, verdict in verdicts.items() if verdict.marked]
    sharpness = _sharpness(marked, flat, blank, template)
    of_print = sharpness_of_print(flat, blank, template) if sharpness else 0.0
    darkness = {
        cell: stroke_in(ink, template.boxes[cell])
        for cell, verdict in verdicts.items()
        if verdict.likeliest != EMPTY
    }
    if _are_soft(sharpness, darkness, of_print):
        return {
            cell: perhaps_also(verdicts[cell].odds, EMPTY, Doubt.SHOWN_THROUGH) for cell in marked
        }
    if not any(verdict.may_be_stray for verdict in verdicts.values()):
        return {}
    soft = [
        cell
        for cell, sharp in sharpness.items()
        if sharp < SOFTER * of_print
        if not has_sharp_stroke(flat, blank, template, template.boxes[cell], of_print)
    ]
    faint = set(marked).intersection(_pale(darkness))
    return {
        **{cell: perhaps_also(verdicts[cell].odds, EMPTY, Doubt.FAINT) for cell in faint},
        **{cell: perhaps_also(verdicts[cell].odds, EMPTY, Doubt.SHOWN_THROUGH) for cell in soft},
    }


def _are_soft(
    sharpness: Mapping[str, float], darkness: Mapping[str, float], of_print: float
) -> bool:
    """Whether most marks are as pale and as soft as what shows through, the palest ones sooner."""
    if not sharpness:
        return False
    dark = float(np.median([darkness[cell] for cell in sharpness]))
    times = HARDLY_SHARPER if dark < PALEST_INK else NO_SHARPER if dark < PALE_INK else 0.0
    return quantile(np.array(list(sharpness.values())), MOSTLY) < min(times * of_print, SOFT_EDGES)


MOSTLY = 0.75
"""Of a sheet's marks."""
PALEST_INK, PALE_INK = 50.0, 90.0
"""Of 255, by which the usual mark is darker than paper: on 667 photos, of many pencils, too, one
sheet's was paler than the first; what showed through with a third to a half of its darkness had 20
to 85.
"""
HARDLY_SHARPER, NO_SHARPER = 1.2, 0.95
"""Of the sharpness of printed markers, where the usual mark is so pale: of 42 sheets on which all
marks showed through by up to 30 % of the light, all had less, and of 40 by 45 % 25; of those 667
none, and the softest pale ones had 1.11 and more.
"""
SOFT_EDGES = 0.78
"""Of the contrast: on a picture without any blur edges of print have 0.785, and of a smooth pen's
strokes 0.8.
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
"""Of the darkness of those: of 209 marks that showed through with a third to a half of their
darkness 178 had less or were soft, and of 15,000 marks on sheets without such three in a hundred
had.
"""
