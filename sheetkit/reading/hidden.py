"""How well each cell is seen, by its own print: not at all, hardly, or well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.reading.arrays import Floats32, Pixels
from sheetkit.reading.empty_boxes import far_less_than_others, have_blank_insides, shown_close_by
from sheetkit.reading.ink import Ink, ink_area
from sheetkit.reading.light import Blank
from sheetkit.reading.print_seen import (
    WITHOUT_EDGE,
    areas_of,
    outlines_seen,
    print_seen,
    sums,
)
from sheetkit.reading.reference import sheet_size_px
from sheetkit.reading.straighten import Fit
from sheetkit.reading.template import HALF_SCALE, Template, brightest, pixel_slices
from sheetkit.reading.verdict import Doubt

THINNEST_THING_MM = 4.5
"""What no pen draws solidly: fingers, pens and shadows of things are wider."""
FARTHEST_SPILL_MM = 3.0
"""Solid dark further than this from every cell isn't a blackened cell."""
MOST_PRINT = 1.7
"""Of the contrast that print has on the rest of the sheet: print as dark as this may look like
ink."""
TALLEST_BLACKOUT_MM = 16.0
"""Solid dark that reaches over two rows and the white between them was not made for a cell."""
LEAST_PRINT = 0.22
"""Of the contrast that print has on the rest of the sheet: with less, no cell is surely blank."""
NO_PRINT = 0.1
"""Of the same contrast: with less, no mark is sure either, but for a cross that is seen well."""
LEAST_CLEAR = 0.3
"""Of the usual contrast: where glare leaves less, strokes count for as dark as with so much, except
in a cell that is hard to see.
"""


@dataclass(frozen=True, slots=True)
class Sight:
    """How well the cells are seen.

    ``hidden`` has the reason for each cell and field that can't be seen, ``unclear`` for those
    that have to be made out and be surer than others, ``contrast`` what each cell's print
    has of its usual contrast, where that can be told. On the print of the ``strange`` ones
    lies something of another colour. In the ``soft`` ones nothing has a sharp edge.
    """

    hidden: Mapping[str, str] = field(default_factory=dict)
    unclear: Mapping[str, str] = field(default_factory=dict)
    contrast: Mapping[str, float] = field(default_factory=dict)
    strange: tuple[str, ...] = ()
    soft: tuple[str, ...] = ()

    def without(self, cells: Sequence[str], reason: str) -> Sight:
        """The same, but for these cells, which can't be trusted."""
        return replace(self, hidden={**dict.fromkeys(cells, reason), **self.hidden})

    def clearness(self, cell: str) -> float:
        """What glare and blur leave of contrast there, and so of a stroke's darkness. Where no
        print is seen nothing tells, and strokes have to be as dark as elsewhere.
        """
        contrast, unclear = self.contrast.get(cell, 1.0), self.unclear.get(cell)
        unseen = unclear == Doubt.DIM and contrast < LEAST_CLEAR
        if unseen or unclear == Doubt.WASHED_OUT:
            return 1.0
        return min(max(contrast, LEAST_CLEAR), 1.0)


def see_cells(
    flat: Pixels, ink: Ink, blank: Blank, template: Template, fit: Fit, size_px: tuple[int, int]
) -> Sight:
    """Which cells and fields can't be seen, or hardly, and how clear the others are."""
    boxes = template.boxes
    in_view = _in_view(list(boxes.values()), fit, size_px)
    outside = [cell for cell, whole in zip(boxes, in_view, strict=True) if not whole]
    too_few_tones = _too_few_tones(blank)
    if too_few_tones:  # what is outside is black, and may have made two tones of all
        why = Doubt.BESIDE_LOST if outside and blank.two_tones else too_few_tones
        return Sight(dict.fromkeys(boxes, why) | dict.fromkeys(outside, Doubt.OUTSIDE))
    sight = _washed_out(flat, ink, blank, template)
    hidden, unclear = dict(sight.hidden), dict(sight.unclear)
    lost = [*hidden, *(cell for cell, reason in unclear.items() if reason == Doubt.DIM)]
    cells = template.design.pad.markable
    many_lost = len(lost) > MANY_LOST * len(cells)
    if many_lost:
        gone = _with_all_near(lost, template)
        few_left = len(gone) > MOST_LOST * len(cells)
        hidden |= dict.fromkeys(cells if few_left else gone, Doubt.WASHED_OUT)
    covered = _things(ink, template)
    for cell, box in boxes.items():
        if covered is not None and covered[pixel_slices(box)].mean() > LEAST_COVERED:
            hidden[cell] = Doubt.COVERED
        if any(_near(box, place) for place in fit.loose):
            unclear[cell] = Doubt.CURLED
    hidden |= dict.fromkeys(outside, Doubt.OUTSIDE)
    for cell in template.design.pad.markable:
        near = boxes[cell].grown(NEAR_CELL_MM)
        if any(near.overlaps(boxes[other]) for other in hidden):
            unclear.setdefault(cell, Doubt.BESIDE_LOST)
    if not many_lost:  # what is beside these stays doubtful all the same
        unclear |= dict.fromkeys(_with_strokes(hidden, ink, template), Doubt.WASHED_OUT)
        hidden = {cell: why for cell, why in hidden.items() if unclear.get(cell) != why}
    unclear = {cell: reason for cell, reason in unclear.items() if cell not in hidden}
    return Sight(hidden, unclear, sight.contrast)


def _too_few_tones(blank: Blank) -> Doubt | None:
    """Why the picture's tones tell too little of ink; None where they tell enough."""
    if blank.two_tones:
        return Doubt.TWO_TONES
    return Doubt.BLEACHED if blank.paper_is_white and blank.lost > MOST_LOST_TONES else None


MOST_LOST_TONES = 75.0
"""Of 255: with print so dark pale strokes are gone. No plain photo of white paper lost over 54."""
LEAST_COVERED = 0.04
"""Of a cell under a thing, from which on a mark in it may be lost."""
DARK_THING, LEAST_DARK_THING = 6.0, 26.0
"""Times the noise, and of 255: how dark a thing is at least."""
EDGE_OF_THING_MM = 1.3
"""Beyond what is solidly dark: a thing's edge and its shadow."""
NEAR_CELL_MM = 2.0
"""Between cells of which one can't be seen and the other is trusted less."""


def _with_strokes(hidden: Mapping[str, str], ink: Ink, template: Template) -> list[str]:
    """The cells without print to be seen that have a stroke: light which lets it through may have
    taken no more than pale print.
    """
    washed_out = [cell for cell, why in hidden.items() if why == Doubt.WASHED_OUT]
    strong = max(STRONG * ink.noise, FAINTEST_STRONG)
    return [
        cell
        for cell in washed_out
        if ink_area(ink.darkness, template.boxes[cell], strong) >= STROKE_MM2
    ]


STRONG = 6.0
"""Times the noise."""
FAINTEST_STRONG = 40.0
"""Of 255."""
STROKE_MM2 = 2.0
"""A stroke as long as half a cell is high, and 0.4 mm wide."""

MANY_LOST = 0.15
"""Part of the cells: where so much print isn't found, paper may lie off by a whole cell."""
MOST_LOST = 0.5
"""Part of them that are lost or near one that is: the few others don't show how print looks."""
FAR_MM = 9.0


def _with_all_near(lost: Sequence[str], template: Template) -> list[str]:
    """The lost cells and all about as near to one as a cell is wide."""
    around = [template.boxes[cell].grown(FAR_MM) for cell in lost]
    cells = template.design.pad.markable
    return [cell for cell in cells if any(b.overlaps(template.boxes[cell]) for b in around)]


def _near(box: Box, place: tuple[float, float]) -> bool:
    """Whether the place is in the cell or within a third of a block of it."""
    x, y = place
    near = box.grown(3.5)
    return near.left < x < near.right and near.top < y < near.bottom


def _in_view(boxes: Sequence[Box], fit: Fit, size_px: tuple[int, int]) -> NDArray[np.bool_]:
    """Of each box whether all of it is in the picture."""
    corners = fit.project(np.array([box.corners for box in boxes]).reshape(-1, 2))
    inside = (corners >= 0) & (corners <= np.array(size_px) - 1)
    return np.asarray(inside.reshape(len(boxes), -1).all(axis=1), np.bool_)


def _things(ink: Ink, template: Template) -> NDArray[np.bool_] | None:
    """Where solid dark areas lie that reach beyond the cells; None where there are none."""
    dark = (ink.halved > max(DARK_THING * ink.noise, LEAST_DARK_THING)).astype(np.uint8)
    _leave_out_print(dark, template)
    disc = round(THINNEST_THING_MM * HALF_SCALE) | 1
    within = np.ones((int(disc / np.sqrt(2)),) * 2, np.uint8)
    if not cv2.countNonZero(cv2.erode(dark, within)):
        return None  # no square fits in, so the disc around it doesn't either
    solid = cv2.morphologyEx(
        dark, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (disc, disc))
    )
    if not solid.any():
        return None
    count, labels, extents, _ = cv2.connectedComponentsWithStats(solid)
    beyond = np.ones(solid.shape, bool)
    for box in template.boxes.values():
        beyond[pixel_slices(box.grown(FARTHEST_SPILL_MM), HALF_SCALE)] = False
    strange = np.unique(labels[beyond & (solid > 0)])
    tall = np.flatnonzero(extents[:, cv2.CC_STAT_HEIGHT] > TALLEST_BLACKOUT_MM * HALF_SCALE)
    things = np.isin(labels, [label for label in (*strange, *tall) if label > 0])
    if count < 2 or not things.any():
        return None
    edge = 2 * round(EDGE_OF_THING_MM * HALF_SCALE) + 1
    wide = cv2.dilate(things.astype(np.uint8), np.ones((edge, edge), np.uint8))
    full = cv2.resize(wide, flat_size(ink.darkness), interpolation=cv2.INTER_NEAREST)
    return np.asarray(full > 0)


def flat_size(pixels: Pixels) -> tuple[int, int]:
    return pixels.shape[1], pixels.shape[0]


def _leave_out_print(dark: Pixels, template: Template) -> None:
    """What differs from sheet to sheet, or is black anyway, says nothing."""
    for box in template.black_print:
        dark[pixel_slices(box, HALF_SCALE)] = 0


def _washed_out(flat: Pixels, ink: Ink, blank: Blank, template: Template) -> Sight:
    """Cells of which a part shows neither its print nor ink that would hide it, or hardly, or
    shows print darker than anywhere else; the reason says which.
    """
    seen = print_seen(flat, ink, blank, template)
    contrast, there = seen.contrast, seen.there
    usual = _usual(contrast[::2, ::2], there[::2, ::2])
    lost = there & (contrast < LEAST_PRINT * usual)
    dark = there & (contrast > MOST_PRINT * usual)
    if (lost | dark).any():  # unless it is but the soft edge of thick strokes
        seen = print_seen(flat, ink, blank, template, beside_ink=False)
        contrast, there = seen.contrast, seen.there
        lost &= there & (contrast < LEAST_PRINT * usual)
        dark &= there & (contrast > MOST_PRINT * usual)
    none = lost & (contrast < NO_PRINT * usual)
    if usual < FAINTEST_PRINT:
        none = lost = there
    areas = areas_of(template, WITHOUT_EDGE)
    size = (areas[:, 1] - areas[:, 0]) * (areas[:, 3] - areas[:, 2])
    absent, dim, beside, darker = (
        _over_much(mask, areas, size)
        for mask in (none, lost, lost | _edges_of_large(lost), lost | dark)
    )
    printed = sums(there, areas)
    means = sums(contrast, areas) / np.maximum(printed, 1)
    bleached = sums(_blown_out(blank), areas) > 0.5 * size
    blank_inside = have_blank_insides(template)
    told = blank_inside | (printed == 0) & ~bleached
    outlines = np.where(told, outlines_seen(seen, template), np.inf)
    plain = blank_inside & ~bleached
    missed = plain & far_less_than_others(outlines, blank_inside) | (outlines < NO_PRINT * usual)
    shown = shown_close_by(missed & plain, flat, blank, template)
    absent |= missed & ~shown
    dim |= (outlines < LEAST_PRINT * usual) & ~shown
    white = blank_inside & bleached
    dim = np.where(white, absent, dim)
    absent, beside, darker = (each & ~white for each in (absent, beside, darker))
    reasons = _first_of(
        {
            Doubt.WASHED_OUT: absent,
            Doubt.DIM: dim,
            Doubt.BESIDE_LOST: beside,
            Doubt.DARK_PRINT: darker,
        },
        template,
    )
    clear = (means / max(usual, FAINTEST_PRINT)).tolist()
    cells = template.design.pad.markable
    contrasts = {cells[place]: clear[place] for place in np.flatnonzero(printed)}
    return _sight(reasons, contrasts, template)


def _usual(contrast: Floats32, there: NDArray[np.bool_]) -> float:
    """What is seen of the contrast of most print that is ``there``."""
    some = contrast[there]
    return float(np.median(some)) if len(some) else 1.0


def _over_much(
    mask: NDArray[np.bool_], areas: NDArray[np.intp], size: NDArray[np.intp]
) -> NDArray[np.bool_]:
    """Over which areas the mask reaches so far that a mark may be missed there."""
    if not mask.any():
        return np.zeros(len(areas), np.bool_)
    return np.asarray(sums(mask, areas) > LARGEST_WITHOUT_PRINT * size, np.bool_)


def _sight(reasons: Mapping[str, str], contrasts: dict[str, float], template: Template) -> Sight:
    """What is seen of cells with these reasons for not seeing all, and with such contrast."""
    gone = {cell: why for cell, why in reasons.items() if why == Doubt.WASHED_OUT}
    unclear = {cell: why for cell, why in reasons.items() if cell not in gone}
    in_glare = [cell for cell in unclear if cell not in contrasts]
    return Sight(gone, unclear, {**contrasts, **_least_nearby(in_glare, contrasts, template)})


def _first_of(holds: Mapping[str, NDArray[np.bool_]], template: Template) -> dict[str, str]:
    """For each cell the first reason that holds there, where one does."""
    cells = template.design.pad.markable
    reasons: dict[str, str] = {}
    for reason, where in holds.items():
        for place in np.flatnonzero(where):
            reasons.setdefault(cells[place], reason)
    return reasons


def _least_nearby(
    cells: Sequence[str], contrasts: Mapping[str, float], template: Template
) -> dict[str, float]:
    """The least contrast that print has near each of these cells, which have none to tell of it;
    left out where there is no other cell near.
    """
    others = {other: template.boxes[other].centre for other in contrasts}
    least = {}
    for cell in cells:
        x, y = template.boxes[cell].centre
        near = [
            contrasts[other]
            for other, (across, down) in others.items()
            if np.hypot(across - x, down - y) < GLARE_MM
        ]
        if near:
            least[cell] = min(near)
    return least


GLARE_MM = 25.0
"""Glare reaches farther: where a cell lies in it, print around so far is paler as well."""


def _blown_out(blank: Blank) -> NDArray[np.bool_]:
    """Where paper is as bright as the picture can be, at ``HALF_SCALE``.

    There a pale outline fades long before ink does: where any of it is seen, ink would be, and
    where none is, what looks like ink is. So it tells nothing of a cell whose number ink hides.
    """
    small = cv2.resize(blank.light, sheet_size_px(HALF_SCALE), interpolation=cv2.INTER_NEAREST)
    return np.asarray(brightest(small) >= BLOWN_OUT, np.bool_)


BLOWN_OUT = 250
"""Of 255."""


LARGE_MM2 = 30.0
"""No mark but a blackened box hides so much print; what does has edges that look like ink."""
EDGE_MM = 3.0


def _edges_of_large(lost: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Large areas without print and what lies around them."""
    if not lost.any():
        return lost
    _, labels, extents, _ = cv2.connectedComponentsWithStats(lost.astype(np.uint8))
    large = extents[:, cv2.CC_STAT_AREA] >= LARGE_MM2 * HALF_SCALE**2
    large[0] = False
    around = np.ones((2 * round(EDGE_MM * HALF_SCALE) + 1,) * 2, np.uint8)
    return np.asarray(cv2.dilate(large[labels].astype(np.uint8), around) > 0, np.bool_)


LARGEST_WITHOUT_PRINT = 0.25
"""Of a cell; ink over print leaves smaller parts in which no print is seen."""
FAINTEST_PRINT = 0.3
"""Of the contrast that the print should have: fainter is out of focus, or not this design."""
