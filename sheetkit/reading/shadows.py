"""Shadows on cells, as of leaves and blinds: their edges are soft, those of strokes are sharp."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.reading.arrays import Floats32, Pixels
from sheetkit.reading.ink import LEAST_AREA_MM2, Ink, ink_area
from sheetkit.reading.light import Blank
from sheetkit.reading.template import SCALE, Template, pixel_slices
from sheetkit.reading.verdict import Doubt, Verdict, perhaps_also
from sheetkit.scoresheet import EMPTY

SHARP = 0.5
"""Of the contrast in a cell, that its sharpest edges have within a third of a millimetre: of 3,400
marks on ordinary and hard photos one in a thousand had less, of 355 shadows of leaves and blinds
that looked like marks nine in ten.
"""
STEEP = 0.17
"""The same of the light, as a logarithm: within a shadow strokes are as steep as elsewhere."""
MOST_EDGES, MOST_EDGES_OF_VOID = 98, 95
"""Per cent of a cell; edges of a stroke are in more of it than the rest."""
LEAST_CONTRAST = 0.08
"""Of the light in a cell, below which nothing is in it that could be a shadow."""
FEWEST_PIXELS = 60
"""Of a cell, that lie beside its print, without which its edges can't be told."""
THINNER_MM = 1.6
"""Strokes are, but those of felt pens, whose edges are sharp."""
NUMBERS_MM = 1.2
"""Thicker than the strokes of numbers, on which shadows don't show."""
AROUND_MM = 2.0
"""Around a cell, where a shadow must show as well."""
AS_DEEP = 0.5
"""Of a shadow's depth in the cell, how deep it is around it at least."""


def without_shadows(ink: Ink, flat: Pixels, blank: Blank, template: Template) -> Ink:
    """The ink without what shadows leave in cells: what is wider than strokes, where no edge is
    sharp, and where it is as dark around the cell. Thinner strokes in a shadow stay.
    """
    darkness = ink.darkness
    for cell in template.design.pad.markable:
        box = template.boxes[cell]
        if ink_area(darkness, box, ink.least) < LEAST_AREA_MM2:
            continue
        if not _is_soft(flat, blank, template, box) or not _goes_on(flat, blank, template, box):
            continue
        if darkness is ink.darkness:
            darkness = darkness.copy()
        area = pixel_slices(box)
        filled = cv2.morphologyEx(darkness[area], cv2.MORPH_CLOSE, _disc(NUMBERS_MM))
        shadow = cv2.morphologyEx(filled, cv2.MORPH_OPEN, _disc(THINNER_MM))
        darkness[area] = cv2.subtract(darkness[area], shadow)
    return ink if darkness is ink.darkness else replace(ink, darkness=darkness)


def perhaps_shadows(
    verdicts: Mapping[str, Verdict], flat: Pixels, blank: Blank, template: Template
) -> dict[str, Verdict]:
    """The certain marks without a sharp edge, which are doubtful: they may be shadows."""
    return {
        cell: perhaps_also(verdict.odds, EMPTY, Doubt.SHADOW)
        for cell, verdict in verdicts.items()
        if verdict.marked
        if _is_soft(flat, blank, template, template.boxes[cell], _most_edges(verdict))
    }


def _most_edges(verdict: Verdict) -> float:
    """Blackouts have edges all over a cell, where a stroke of a mark beside it has few."""
    return MOST_EDGES_OF_VOID if verdict.likeliest == "void" else MOST_EDGES


def _is_soft(
    flat: Pixels, blank: Blank, template: Template, box: Box, most: float = MOST_EDGES
) -> bool:
    """Whether a cell is darker in places, and ``most`` per cent of it are without a sharp edge."""
    light, beside = _light_on(flat, blank, template, box)
    shown = light[beside]
    if len(shown) < FEWEST_PIXELS:
        return False
    dark, bright = np.percentile(shown, (2, 95))
    if bright - dark < LEAST_CONTRAST * bright:
        return False
    window = np.ones((3, 3), np.uint8)
    edges = cv2.morphologyEx(light, cv2.MORPH_GRADIENT, window)[beside]
    steep = cv2.morphologyEx(np.log(light), cv2.MORPH_GRADIENT, window)[beside]
    sharp = np.percentile(edges, most) > SHARP * (bright - dark)
    return not (sharp or np.percentile(steep, most) > STEEP)


def _goes_on(flat: Pixels, blank: Blank, template: Template, box: Box) -> bool:
    """Whether what darkens a cell is around it, too."""
    depths = []
    for area in (box, box.grown(AROUND_MM)):
        light, beside = _light_on(flat, blank, template, area)
        if area is not box:
            inner = pixel_slices(box)
            outer = pixel_slices(area)
            rows, columns = (
                slice(of.start - at.start, of.stop - at.start)
                for of, at in zip(inner, outer, strict=True)
            )
            beside[rows, columns] = False
        if np.count_nonzero(beside) < FEWEST_PIXELS:
            return False
        dark, bright = np.percentile(light[beside], (10, 95))
        depths.append(1 - dark / bright)
    inside, around = depths
    return bool(around >= AS_DEEP * inside)


def _light_on(
    flat: Pixels, blank: Blank, template: Template, box: Box
) -> tuple[Floats32, NDArray[np.bool_]]:
    """What a box has of the paper's light, in the channel where least, and where that can be told,
    well beside print.
    """
    area = pixel_slices(box)
    seen = cv2.GaussianBlur(flat[area], (3, 3), 0.7).astype(np.float32)
    shares = seen / np.maximum(blank.printed[area], 1)
    light = np.clip(shares.min(axis=2), DARKEST, BRIGHTEST)
    beside = cv2.erode(template.beside_print[area], np.ones((3, 3), np.uint8)) > 0
    return np.asarray(light, np.float32), beside


DARKEST, BRIGHTEST = 4 / 255, 1.2


def _disc(width_mm: float) -> Pixels:
    side = 2 * round(width_mm * SCALE / 2) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)
