"""Marks without a gap and without a corner: they may be things on the sheet, or holes in it."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.reading.arrays import Pixels
from sheetkit.reading.blots import largest_piece
from sheetkit.reading.edges import disc
from sheetkit.reading.ink import Ink
from sheetkit.reading.template import SCALE, Template, pixel_slices
from sheetkit.reading.verdict import Doubt, Verdict, doubtful
from sheetkit.scoresheet import EMPTY, Mark

AROUND_MM = 2.5
"""As far as a counter lies over its cell."""
ROUNDEST = 0.915
"""Of the length of a mark's outline that is left where a string is drawn around it: counters, cubes
and holes had 0.919 and more; strokes come out of blackouts, of 205 fifteen of which had as much.
"""
WIDEST_MM = 4.5
"""The widest disc that goes into a blackout: smaller than a counter or a cube. Of 205 four were as
wide and as round, and print showed through all.
"""
WIDEST_CROSS_MM, TIMES_WIDER = 2.4, 1.5
"""The same of a cross, and times that of half of the sheet's crosses: of 9,500 two were as wide and
as round; punched holes had 2.6 and more.
"""
FILLED = 0.9
"""Of what a hole's outline is around, that is as dark: thick rings had 0.75 and less."""

EDGE_MM = 0.4
"""Beside the outline, where a thing has its shine and its shadow."""
DARK_PRINT = 180
"""Of 255: numbers and outlines are darker, tints lighter."""
FEWEST_PIXELS = 10
"""Of print and of paper, which a median takes."""
DARKEST = 3.0
"""Of 255, where a difference of a tone means nothing."""
SHOWN = 0.95
"""Of the light beside it: under 18 things print had 0.98 and more, under ink 0.89 and less."""


def perhaps_things(
    verdicts: Mapping[str, Verdict], usual: float, flat: Pixels, ink: Ink, template: Template
) -> dict[str, Verdict]:
    """The blackouts as solid as a counter on the sheet, and the crosses as a hole in it, doubtful:
    under the one may be anything, and in the other there was.

    ``usual`` is how dark the sheet's strokes are, of 255.
    """
    least = ink.edge_of(usual)
    marks = {
        cell: each.likeliest
        for cell, each in verdicts.items()
        if each.marked and each.likeliest in (Mark.CROSS, Mark.VOID)
    }
    around = {cell: template.boxes[cell].grown(AROUND_MM) for cell in marks}
    pieces = {cell: largest_piece(ink, around[cell], least) for cell in marks}
    wide = {cell: _widest_disc(piece, marks[cell]) for cell, piece in pieces.items()}
    crosses = [wide[cell] for cell, mark in marks.items() if mark == Mark.CROSS]
    usual_mm = float(np.median(crosses)) if crosses else 0.0
    widest: dict[str, float] = {
        Mark.VOID: WIDEST_MM,
        Mark.CROSS: max(WIDEST_CROSS_MM, TIMES_WIDER * usual_mm),
    }
    things = [
        cell
        for cell, mark in marks.items()
        if wide[cell] >= widest[mark] and _roundness(pieces[cell]) >= ROUNDEST
        if mark == Mark.VOID or _is_filled(pieces[cell])
        if mark == Mark.CROSS or not _shows_print(flat, template, around[cell], pieces[cell])
    ]
    return {cell: _perhaps_anything(verdicts[cell].odds) for cell in things}


def _perhaps_anything(odds: Mapping[str, float]) -> Verdict:
    """What a thing may lie on: nothing or a cross, or else it is the mark that it looks like."""
    under = dict.fromkeys((EMPTY, Mark.CROSS), 0.25)
    mixed = {mark: odds.get(mark, 0.0) + under.get(mark, 0.0) for mark in {**odds, **under}}
    return Verdict(doubtful(mixed), Doubt.THING)


def _widest_disc(piece: Pixels, mark: str) -> float:
    """How wide a disc, in mm, goes into a piece of ink around a cell: at a cross with its middle in
    the cell, for beside it may be a blackout.
    """
    inside = cv2.distanceTransform(np.pad(piece, 1), cv2.DIST_L2, 5)
    beside = 1 + round(AROUND_MM * SCALE) if mark == Mark.CROSS else 1
    return 2 * float(inside[beside:-beside, beside:-beside].max()) / SCALE


def _is_filled(piece: Pixels) -> bool:
    """Whether a piece of ink is no ring."""
    outlines, _ = cv2.findContours(piece, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = cv2.drawContours(np.zeros_like(piece), outlines, -1, 1, cv2.FILLED)
    return bool(np.count_nonzero(piece) > FILLED * np.count_nonzero(filled))


def _roundness(piece: Pixels) -> float:
    """How much of a piece's outline is left where a string is drawn around it."""
    outlines, _ = cv2.findContours(piece, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(outlines, key=cv2.contourArea)
    string = cv2.arcLength(cv2.convexHull(outline), closed=True)
    return float(string / max(cv2.arcLength(outline, closed=True), 1.0))


def _shows_print(flat: Pixels, template: Template, around: Box, piece: Pixels) -> bool:
    """Whether print shows through a piece of ink, as it does through strokes: in one of the colours
    it is darker than what is beside it.
    """
    area = pixel_slices(around)
    well_inside = cv2.erode(piece, disc(2 * EDGE_MM)) > 0
    printed = well_inside & (template.beside_print[area] == 0) & _is_dark(template.pixels[area])
    beside = well_inside & (template.beside_print[area] > 0)
    if min(np.count_nonzero(printed), np.count_nonzero(beside)) < FEWEST_PIXELS:
        return False
    on_print, on_paper = (np.median(flat[area][where], axis=0) for where in (printed, beside))
    return bool((on_print + DARKEST < SHOWN * (on_paper + DARKEST)).any())


def _is_dark(pixels: Pixels) -> NDArray[np.bool_]:
    """Where print is darker than a cell's tint and the soft edges of its numbers."""
    return np.asarray(pixels.min(axis=2) < DARK_PRINT, np.bool_)
