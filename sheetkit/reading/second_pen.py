"""A second pen, far paler than the first: marks that look like nothing beside the first one's, or
like what was rubbed out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.reading.arrays import Floats32, Pixels
from sheetkit.reading.classifier import CLASSES
from sheetkit.reading.ladder import odds_on
from sheetkit.reading.patches import CELL, FAINTEST_LEVEL, Patches, Places
from sheetkit.reading.strength import are_marks, darkest_ink, own_ink, spilled
from sheetkit.reading.tint import Tints, share_a_colour
from sheetkit.reading.wide import Surroundings
from sheetkit.scoresheet import EMPTY, Mark

PALER = 0.8
"""Of the level at which a cell was classified: ink that is paler may have been taken for none."""
FAINTEST_LEFT = 16.0
"""Of 255: of 20 crosses rubbed out on 250 hard photos a rubber left one so dark, of most 12 and
less; a pencil out of focus came to 18.
"""
LEAST_BLANK = 0.5
"""Probability, at the level of a cell's own ink, from which on it stays blank: of 38 marks of a
pale pen 37 had less, and of 331 cells with traces on ordinary photos two.
"""


def of_second_pen(
    tints: Tints, boxes: list[Box], patches: Patches, odds: Floats32, pale: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Which of the ``pale`` cells surely bear marks of a second pen: several of one colour, and
    darker than what a rubber leaves; then others of that colour that are nearly as dark.
    """
    marks, darkest = pale & are_marks(odds), darkest_ink(patches, CELL)

    def sharing(some: NDArray[np.bool_]) -> Places:
        places = np.flatnonzero(some)
        return places[share_a_colour(tints, [boxes[place] for place in places])]

    second = np.zeros(len(boxes), bool)
    dark = sharing(marks & (darkest > DARKEST_LEFT))
    if len(dark):
        least = min(NEARLY_AS_DARK * float(np.median(darkest[dark])), DARKEST_LEFT)
        second[sharing(marks & (darkest > least))] = True
    return second


DARKEST_LEFT = 47.0
"""Of 255: what was rubbed out on 200 hard photos came to 44, and a rubber leaves 0.31 of a pencil's
darkness at most. Of a hard pencil's marks beside a black pen a third have more.
"""
NEARLY_AS_DARK = 0.65
"""Of such marks: a rubber leaves half of that at most (see ``MOST_LEFT``)."""


def rubbed_out(odds: Floats32, strengths: Floats32, areas: Floats32) -> NDArray[np.bool_]:
    """Which cells bear what a rubber left of a cross, on a sheet marked with a pencil.

    ``strengths`` are the cells' darkest ink as a part of the sheet's usual stroke, ``areas`` how
    much of it there is. A short stroke that a number hides looks paler than it is: it stays. So
    does what looks like a mark where a far paler pen may have made it.
    """
    marks = are_marks(odds) & (strengths >= MOST_LEFT)
    if np.count_nonzero(marks) < FEWEST_IN_PENCIL:
        return np.zeros(len(odds), bool)
    like_marks = odds[:, CLASSES.index(EMPTY)] < PERHAPS_NONE
    pale = like_marks & (strengths >= HARDLY_LEFT) & (strengths < MOST_LEFT)
    another_pen = np.count_nonzero(pale) >= SEVERAL or (marks & (strengths < PALER_PEN)).any()
    lines = odds[:, CLASSES.index(Mark.SKIP)] + odds[:, CLASSES.index(Mark.BOTH)]
    left = (strengths < (HARDLY_LEFT if another_pen else MOST_LEFT)) & (lines < HARDLY_LINE)
    short = areas < SHORT * np.median(areas[marks])
    return np.asarray(left & ~(like_marks & (short | (strengths >= LEFT_ALONE))), np.bool_)


MOST_LEFT = 0.25
"""Of the usual stroke: on 460 hard photos a rubber left up to 0.31 in 26 cells, and a pencil's
crosses had 0.36 and more.
"""
PERHAPS_NONE, SHORT = 0.5, 0.4
"""Probability that there is no mark, and how much ink there is as a part of what most marks have:
on 1,000 photos one cell had less of both, a slash that a number hid all but whole.
"""
HARDLY_LEFT, LEFT_ALONE = 0.12, 0.2
"""Of the usual stroke: no less is a pen's, where there seems to be a far paler one, and where
nothing else shows it. Hard pencils beside black gel have 0.19 to 0.31.
"""
PALER_PEN = 0.43
"""Of the usual stroke: marks that are paler show another pen, as a rubber leaves less."""
SEVERAL = 3
"""Such cells, of which a pen is likelier than a rubber: on 160 hard photos none was rubbed out that
looked like a mark.
"""
HARDLY_LINE = 0.01
"""Probability: skip lines are made with less care than crosses."""
FEWEST_IN_PENCIL = 5
"""Marks that show how dark the pencil's are."""


def faintly_marked(
    patches: Patches,
    blank: Sequence[int],
    around: Callable[[Places], Surroundings],
    *,
    erasable: bool,
) -> dict[int, Floats32]:
    """The cells that were read as blank and may bear a mark of a pale second pen.

    ``blank`` are those read so, as places among the patches, ``around`` gives what is around such
    places. Where the sheet's marks are ``erasable``, what is fainter than a stroke was rubbed out.
    Returns the odds on each class in each cell that is in doubt, classified closely as if all of
    the sheet's marks were as pale.
    """
    layers = patches.layers[blank]
    layers[:, 0] = [
        own_ink(_beside_spilled(ink, STRONG * level))
        for ink, level in zip(layers[:, 0], patches.levels[blank], strict=True)
    ]
    own = np.percentile(layers[:, 0, CELL, CELL], 97, axis=(1, 2))
    levels = np.maximum(own, FAINTEST_LEVEL).astype(np.float32)
    faintest = FAINTEST_LEFT if erasable else 0.0
    pale = np.flatnonzero((own >= faintest) & (levels < PALER * patches.levels[blank]))
    if not len(pale):
        return {}
    places = np.array(blank, np.intp)[pale]
    alone = patches.only(places)
    facts = alone.facts.copy()
    facts[:, 2] = levels[pale] / 255
    paler = replace(alone, layers=layers[pale], levels=levels[pale], facts=facts)
    doubted = _hardly_blank(odds_on(paler))
    if not doubted.any():
        return {}
    odds = odds_on(paler, doubted, lambda some, _: around(places[some]))
    return {int(places[n]): odds[n] for n in np.flatnonzero(doubted & _hardly_blank(odds))}


def _hardly_blank(odds: Floats32) -> NDArray[np.bool_]:
    """Which cells are rather marked."""
    return np.asarray(odds[:, CLASSES.index(EMPTY)] < LEAST_BLANK)


def _beside_spilled(ink: Pixels, strong: float) -> Pixels:
    """A patch's ink without its neighbours' strong strokes: a pale one may touch them."""
    theirs = spilled(ink, strong).astype(np.uint8)
    return np.where(cv2.dilate(theirs, np.ones((5, 5), np.uint8)) > 0, np.uint8(0), ink)


STRONG = 0.5
"""Of the level of a stroke; its soft edge is two pixels wide."""
