"""Shadows on cells, as of leaves and blinds: their edges are soft, those of strokes are sharp."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import nan

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.reading.arrays import Floats32, Pixels, quantile
from sheetkit.reading.edges import (
    FEWEST_PIXELS,
    dark_and_bright,
    disc,
    edges,
    has_sharp_stroke,
    light_on,
    sharpness_of_print,
)
from sheetkit.reading.ink import LEAST_AREA_MM2, Ink, ink_area
from sheetkit.reading.light import Blank
from sheetkit.reading.template import Template, pixel_slices, slices_within
from sheetkit.reading.verdict import Doubt, Verdict, perhaps_also
from sheetkit.scoresheet import EMPTY, Mark

SHARP = 0.5
"""Of the contrast in a cell, that its sharpest edges have within a third of a millimetre: of 3,400
marks on ordinary and hard photos one in a thousand had less, of 355 shadows of leaves and blinds
that looked like marks nine in ten.
"""
AS_SHARP = 0.8
"""The same as a part of what printed edges have. Where a phone had smoothed all of them, to half of
the contrast, twelve of 3,000 marks had less than ``SHARP``, and four less than this; elsewhere four
and two of 3,700.
"""
STEEP = 0.17
"""The same of the light, as a logarithm: within a shadow strokes are as steep as elsewhere."""
MOST_EDGES, MOST_EDGES_OF_VOID = 0.98, 0.95
"""Of a cell; edges of a stroke are in more of it than the rest."""
LEAST_CONTRAST = 0.08
"""Of the light in a cell, below which nothing is in it that could be a shadow."""
THINNER_MM = 1.6
"""Strokes are, but those of felt pens, whose edges are sharp."""
NUMBERS_MM = 1.2
"""Thicker than the strokes of numbers, on which shadows don't show."""
AROUND_MM = 2.0
"""Around a cell, where a shadow must show as well."""
AS_DEEP = 0.5
"""Of a shadow's depth in the cell, how deep it is around it at least."""


def soft_cells(ink: Ink, flat: Pixels, blank: Blank, template: Template) -> tuple[str, ...]:
    """The cells with ink in which nothing has a sharp edge."""
    sharp = _sharp(sharpness_of_print(flat, blank, template))
    return tuple(
        cell
        for cell in template.design.pad.markable
        if ink_area(ink.darkness, template.boxes[cell], ink.least) >= LEAST_AREA_MM2
        if _is_soft(flat, blank, template, template.boxes[cell], MOST_EDGES, sharp)
    )


def without_shadows(
    ink: Ink, cells: Sequence[str], flat: Pixels, blank: Blank, template: Template
) -> Ink:
    """The ink without what shadows leave in those soft cells: what is wider than strokes, where it
    is as dark around the cell. Thinner strokes in a shadow stay.
    """
    boxes = [template.boxes[cell] for cell in cells]
    shaded = [pixel_slices(box) for box in boxes if _goes_on(flat, blank, template, box)]
    if not shaded:
        return ink
    darkness = ink.darkness.copy()
    for area in shaded:
        filled = cv2.morphologyEx(darkness[area], cv2.MORPH_CLOSE, disc(NUMBERS_MM))
        shadow = cv2.morphologyEx(filled, cv2.MORPH_OPEN, disc(THINNER_MM))
        darkness[area] = cv2.subtract(darkness[area], shadow)
    return replace(ink, darkness=darkness)


def perhaps_shadows(
    verdicts: Mapping[str, Verdict],
    cells: Sequence[str],
    flat: Pixels,
    blank: Blank,
    template: Template,
) -> dict[str, Verdict]:
    """The certain marks in those soft cells, which may be shadows, are doubtful, unless they are as
    sharp as print where they are narrow. So are blackouts with few sharp edges: they have many of
    their own, and a mark beside them may have left some.
    """
    of_print = sharpness_of_print(flat, blank, template)
    sharp = _sharp(of_print)

    def is_soft(cell: str, mark: str) -> bool:
        box = template.boxes[cell]
        if mark != Mark.VOID:
            return cell in cells and not has_sharp_stroke(flat, blank, template, box, of_print)
        return _is_soft(flat, blank, template, box, MOST_EDGES_OF_VOID, sharp)

    return {
        cell: perhaps_also(verdict.odds, EMPTY, Doubt.SHADOW)
        for cell, verdict in verdicts.items()
        if verdict.marked and is_soft(cell, verdict.likeliest)
    }


def _sharp(of_print: float) -> float:
    """What the sharpest edges of a cell must have of its contrast, where print is so sharp."""
    return min(SHARP, AS_SHARP * of_print)


def _is_soft(
    flat: Pixels, blank: Blank, template: Template, box: Box, most: float, sharp: float
) -> bool:
    """Whether a cell is darker in places, and so much of it is without a ``sharp`` edge."""
    light, beside = light_on(flat, blank, template, box)
    if np.count_nonzero(beside) < FEWEST_PIXELS:
        return False
    if quantile(edges(np.log(light))[beside], most) > STEEP:
        return False
    dark, bright = dark_and_bright(light[beside])
    if bright - dark < LEAST_CONTRAST * bright:
        return False
    return quantile(edges(light)[beside], most) <= sharp * (bright - dark)


def _goes_on(flat: Pixels, blank: Blank, template: Template, box: Box) -> bool:
    """Whether what darkens a cell is around it, too."""
    around = box.grown(AROUND_MM)
    light, beside = light_on(flat, blank, template, around)
    beside[slices_within(around, box)] = False
    inside = _depth(*light_on(flat, blank, template, box))
    return _depth(light, beside) >= AS_DEEP * inside


def _depth(light: Floats32, beside: NDArray[np.bool_]) -> float:
    """The part of the light that the dark parts lack; not a number where that can't be told."""
    shown = light[beside]
    if len(shown) < FEWEST_PIXELS:
        return nan
    return 1 - quantile(shown, 0.1) / quantile(shown, 0.95)
