"""Cells with hardly any ink: which ones need a closer look, and whether the others are blank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from sheetkit.geometry import Box
from sheetkit.reading.arrays import Pixels
from sheetkit.reading.edges import sharpness_of_print
from sheetkit.reading.hidden import Sight
from sheetkit.reading.ink import LEAST_AREA_MM2, NOISE_FACTOR, Ink, ink_area
from sheetkit.reading.light import WHITE_PAPER, Blank
from sheetkit.reading.strength import FEWEST_FOR_USUAL, MOST_SPILLED
from sheetkit.reading.template import SCALE, Template, brightest, pixel_slices
from sheetkit.reading.verdict import Doubt, Verdict
from sheetkit.scoresheet import EMPTY, Mark


def cells_to_classify(ink: Ink, template: Template, sight: Sight) -> list[str]:
    """The cells that need a closer look, in the pad's order.

    Those that hold enough ink for a mark, and those to be made out; not
    those that can't be seen.
    """
    threshold = ink.least

    def needs_a_look(cell: str) -> bool:
        if cell in sight.hidden:
            return False
        if sight.unclear.get(cell, Doubt.BESIDE_LOST) != Doubt.BESIDE_LOST:
            return True
        return ink_area(ink.darkness, template.boxes[cell], threshold) >= LEAST_AREA_MM2

    return [cell for cell in template.design.pad.markable if needs_a_look(cell)]


def bare_cells(
    cells: Sequence[str], usual: float, ink: Ink, blank: Blank, template: Template, sight: Sight
) -> dict[str, Verdict]:
    """The verdicts on cells that needed no closer look.

    They are blank, unless something like the sheet's ``usual`` stroke, of 255, may be overlooked.
    """
    spot = max(AS_DARK * usual, FAINTEST_SEEN * ink.least)
    bleached = usual < PALEST_BLEACHED and blank.paper_is_white
    verdicts = dict.fromkeys(cells, Verdict({EMPTY: 1.0}))
    for cell in cells:
        box = template.boxes[cell]
        if sight.contrast.get(cell, 1.0) < HALF_CONTRAST and not (
            would_show(usual, cell, ink, sight)
            or _has_no_trace(usual, cell, ink, blank, box, sight)
        ):
            verdicts[cell] = _perhaps(Doubt.DIM)
        elif bleached and ink_area(ink.darkness, box, ink.least) >= LEAST_TRACE_MM2:
            verdicts[cell] = _perhaps(Doubt.BLEACHED)
        elif _has_spot(ink, template, box, spot):
            verdicts[cell] = _perhaps(Doubt.SPOT)
    return verdicts


def is_too_noisy(verdicts: Mapping[str, Verdict], usual: float, ink: Ink) -> bool:
    """Whether a pale stroke may pass for noise: one far paler than the sheet's ``usual`` one, of
    255, or than pencils', where few marks tell how dark its strokes are.
    """
    shown = _tells_how_dark(verdicts) and usual / FAINTEST_SEEN >= ink.least
    return ink.noise > LOUDEST_NOISE and not shown


def _tells_how_dark(verdicts: Mapping[str, Verdict]) -> bool:
    """Whether there are marks enough to show how dark the sheet's strokes are."""
    return sum(verdict.marked for verdict in verdicts.values()) >= FEWEST_FOR_USUAL


def may_be_lost(verdicts: Mapping[str, Verdict], usual: float, ink: Ink) -> bool:
    """Whether marks may not even count as ink: the sheet's ``usual`` stroke, of 255, is so pale,
    and several cells bear a mark or none.
    """
    stray = sum(verdict.may_be_stray for verdict in verdicts.values())
    return stray >= MANY_STRAY and usual / FAINTEST_SEEN < ink.least


def traces_in(
    cells: Sequence[str], usual: float, ink: Ink, template: Template
) -> dict[str, Verdict]:
    """The verdicts on those of the cells that needed no closer look in which there is something as
    dark as a stroke far paler than the ``usual`` one, though too faint to count as ink.
    """
    faintest = max(usual / FAINTEST_SEEN, NOISE_FACTOR * ink.noise)
    traced = [
        cell
        for cell in cells
        if ink_area(ink.darkness, template.boxes[cell], faintest) >= LEAST_TRACE_MM2
    ]
    return dict.fromkeys(traced, _perhaps(Doubt.FAINT))


def noisy_cells(cells: Sequence[str]) -> dict[str, Verdict]:
    """The verdicts on cells that needed no closer look, where noise may hide a mark."""
    odds = {EMPTY: 0.8, Mark.CROSS: 0.15, Mark.SKIP: 0.05}
    return dict.fromkeys(cells, Verdict(odds, Doubt.NOISY))


def perhaps_blurred(
    verdicts: Mapping[str, Verdict], flat: Pixels, blank: Blank, template: Template
) -> dict[str, Verdict]:
    """Doubts about all blank cells where few marks tell how dark the sheet's strokes are, print is
    blurred, and its outlines, as thin as strokes, have paled so much that pale ones may be gone.
    """
    if _tells_how_dark(verdicts) or blank.outlines >= OUTLINES_PALED:
        return {}
    if sharpness_of_print(flat, blank, template) >= LEAST_SHARPNESS:
        return {}
    return {cell: _perhaps(Doubt.DIM) for cell, one in verdicts.items() if one.blank}


def perhaps_bleached(
    verdicts: Mapping[str, Verdict], usual: float, blank: Blank
) -> dict[str, Verdict]:
    """Doubts about all blank cells where white paper shows no outlines any more and the sheet's
    ``usual`` stroke, of 255, is as pale as a pencil's: others may have gone with the outlines.
    """
    if blank.outlines >= OUTLINES_GONE or usual >= PALEST_WITHOUT or not blank.paper_is_white:
        return {}
    return {cell: _perhaps(Doubt.BLEACHED) for cell, one in verdicts.items() if one.blank}


def would_show(usual: float, cell: str, ink: Ink, sight: Sight) -> bool:
    """Whether a stroke as dark as that, of 255, would show in the cell, as far as glare leaves of
    it what it leaves of print.
    """
    return _faintest(usual, cell, sight) >= ink.least


def _faintest(usual: float, cell: str, sight: Sight) -> float:
    """How dark, of 255, a stroke far paler than the ``usual`` one is in a cell, for what glare
    leaves of it.
    """
    return sight.contrast.get(cell, 0.0) * usual / FAINTEST_SEEN


def _has_no_trace(usual: float, cell: str, ink: Ink, blank: Blank, box: Box, sight: Sight) -> bool:
    """Whether even ink that is fainter than elsewhere would show in the cell, and none does.

    It may be as faint as noise allows, where paper isn't as bright as the photo can be.
    """
    faintest = _faintest(usual, cell, sight)
    light = float(np.median(brightest(blank.light[pixel_slices(box)])))
    if light >= WHITE_PAPER or faintest * light / 255 < FAINTEST_TRACE:
        return False
    seen = faintest >= NOISE_FACTOR * ink.noise
    return seen and ink_area(ink.darkness, box, faintest) < LEAST_TRACE_MM2


def _has_spot(ink: Ink, template: Template, box: Box, least: float) -> bool:
    """Whether there is a spot of ink in a cell that is darker than that and more than a pixel wide:
    the edge of print that lies a little off is one. The end of a neighbour's stroke is none.
    """
    inner, outer = pixel_slices(box.grown(-0.3)), pixel_slices(box.grown(BESIDE_MM))
    inside = _wide_ink(ink, inner, least)
    if not inside.any():
        return False
    _, strokes = cv2.connectedComponents(_wide_ink(ink, outer, least))
    (top, left), (rows, columns) = ((each[0].start, each[1].start) for each in (outer, inner))
    own = strokes[rows - top :, columns - left :][: inside.shape[0], : inside.shape[1]]
    every, here = np.bincount(strokes.ravel()), np.bincount(own[inside > 0])
    spots = np.flatnonzero(here >= MOST_SPILLED * every[: len(here)])
    spot = np.isin(own, spots) & (inside > 0)
    on_print = not (spot & (template.beside_print[inner] > 0)).any()
    least_mm2 = LEAST_ON_PRINT_MM2 if on_print else LEAST_SPOT_MM2
    return bool(np.count_nonzero(spot) >= least_mm2 * SCALE**2)


def _wide_ink(ink: Ink, area: tuple[slice, slice], least: float) -> Pixels:
    """Where ink is darker than that and more than a pixel wide, as 1."""
    dark = (ink.darkness[area] > least).astype(np.uint8)
    square = np.ones((2, 2), np.uint8)
    wide = cv2.morphologyEx(
        dark, cv2.MORPH_OPEN, square, borderType=cv2.BORDER_CONSTANT, borderValue=(0,)
    )
    return np.asarray(wide, np.uint8)


BESIDE_MM = 3.0
"""Around a cell: most of a neighbour's stroke that ends in it."""


def _perhaps(reason: str) -> Verdict:
    return Verdict({EMPTY: 0.6, Mark.CROSS: 0.4}, reason)


MANY_STRAY = 4
"""Doubtful cells, as in ``context``."""
LOUDEST_NOISE = 12.0
"""Of 255. From here on a faint pencil stroke could pass for noise."""
LEAST_SHARPNESS = 0.5
"""Of the contrast of print, within a third of a millimetre: plain photos have 0.67 and more, hard
ones 0.55, and one on which hardly anybody finds the pencil marks had 0.41.
"""
OUTLINES_PALED = 0.5
"""Of the darkness that outlines should have: on plain photos they have 0.56 and more, on that one
0.41, and on blurred ones that show pencil 0.65.
"""
PALEST_BLEACHED = 45.0
"""Of 255, a usual stroke on bleached paper: lighter ones on that sheet may be all but gone."""
OUTLINES_GONE = 0.05
"""Of the darkness that outlines should have: on white paper plain photos show more."""
PALEST_WITHOUT = 90.0
"""Of 255, a usual stroke where outlines are gone: on scans that had lost marks it had 82 at most,
and pens' had more.
"""
LEAST_TRACE_MM2 = 0.2
"""Of any ink, where pale strokes may be all but gone."""
HALF_CONTRAST = 0.5
"""Of the print's usual contrast: glare takes as much of strokes."""
FAINTEST_SEEN = 2.5
"""Times the faintest ink: print that lies a little off is no darker, and glare has to leave as
much of a usual stroke.
"""
FAINTEST_TRACE = 5.0
"""Tones of the photo's 256: what is fainter may be lost when it is stored."""
AS_DARK = 0.5
"""Of the usual stroke."""
LEAST_SPOT_MM2 = 0.15
"""Of ink so dark: a pen's dot, half a millimetre wide. On 16,000 blank cells 16 had as much."""
LEAST_ON_PRINT_MM2 = 0.2
"""The same of a spot on print alone, which may be toner: on 850 photos three such had 0.17."""
