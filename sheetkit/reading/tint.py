"""The colour of ink: one pen has one, and a stain has another than the pen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.reading.arrays import Floats, Pixels, quantile
from sheetkit.reading.ink import NOISE_FACTOR, Ink
from sheetkit.reading.light import Blank
from sheetkit.reading.template import Template, pixel_slices

SAME_PEN = 12.0
"""Degrees between the colours of two marks of one pen at most; of 2,800 none had 10."""
FEWEST_FOR_COLOUR = 5
"""Marks that show what the pen's colour is."""
MOST_MARKS = 7
"""As many show it as well as all."""
FEWEST_PIXELS = 8
"""Of ink beside print, without which its colour can't be told."""


EDGE_MM = 0.3
"""Of a cell, where its frame is printed: there ink isn't looked at."""


class Tints:
    """How much blue, green and red the ink in each cell of a sheet takes away, against each other.

    ``flat`` is height × width × 3, uint8, BGR, at the template's scale. A cell is looked at once.
    """

    def __init__(self, flat: Pixels, ink: Ink, blank: Blank, template: Template) -> None:
        self._flat, self._ink, self._blank, self._template = flat, ink, blank, template
        self._known: dict[Box, Floats | None] = {}

    def of(self, box: Box) -> Floats | None:
        """The colour of the ink in a cell, of length 1; None where there is too little ink beside
        print, or hardly any at all.
        """
        if box not in self._known:
            self._known[box] = self._look(box)
        return self._known[box]

    def darkness(self, box: Box, share: float) -> float:
        """How dark the ink in a cell is, of 255, at that share of it, from pale to dark."""
        return quantile(self._ink.darkness[pixel_slices(box.grown(-EDGE_MM))], share)

    def of_pen(self, marked: Sequence[Box]) -> Floats | None:
        """The colour of these marks' ink; None where too few are marked, or too little of it is
        beside print.
        """
        step = max(len(marked) / MOST_MARKS, 1)
        some = [marked[int(n * step)] for n in range(min(len(marked), MOST_MARKS))]
        pens = [tint for box in some if (tint := self.of(box)) is not None]
        return np.asarray(np.median(pens, axis=0)) if len(pens) >= FEWEST_FOR_COLOUR else None

    def _look(self, box: Box) -> Floats | None:
        area = pixel_slices(box.grown(-EDGE_MM))
        darkness = self._ink.darkness[area]
        dark = quantile(darkness, 0.98)
        if dark < self._ink.least:
            return None
        full = max(0.5 * dark, NOISE_FACTOR * self._ink.noise)
        inked = np.nonzero((darkness > full) & (self._template.beside_print[area] > 0))
        if len(inked[0]) < FEWEST_PIXELS:
            return None
        seen, printed, light = (
            picture[area][inked].astype(np.float32)
            for picture in (self._flat, self._blank.printed, self._blank.light)
        )
        left = seen * np.float32(255) / np.maximum(printed * light, np.float32(255))
        taken = np.maximum(1 - left.mean(axis=0), 1e-3)
        return np.asarray(taken / np.linalg.norm(taken), np.float64)


def of_other_colour(tints: Tints, cells: Sequence[Box], marked: Sequence[Box]) -> NDArray[np.bool_]:
    """Whether the ink in each of the cells is of another colour than in the ``marked`` ones.

    Where too few are marked, or too little ink is beside print, nothing is of another colour.
    """
    pen = tints.of_pen(marked) if cells else None
    if pen is None:
        return np.zeros(len(cells), bool)
    of_cells = (tints.of(box) for box in cells)
    return np.array(
        [tint is not None and _degrees(tint, pen) > SAME_PEN for tint in of_cells], bool
    )


def alone_in_colour(
    tints: Tints, marked: Sequence[Box], solid: NDArray[np.bool_], rows: Sequence[str]
) -> NDArray[np.bool_]:
    """Which marks are of a colour that no pen used on the sheet has: dirt looks so, and crumbs.

    A colour that ``FEWEST_OF_PEN`` marks share is a pen's. Where fewer than ``FEWEST_FOR_COLOUR``
    share one, or too little of a mark is beside print, nothing is told. The ``solid`` ones, which
    have more than strokes, may have a pen's colour purer, or darker and so nearer to black; any may
    have that of two pens together. ``rows`` are theirs, empty for other cells: who has a pen for
    each row may use one of them once.
    """
    sharing = _sharing(tints, marked)
    told = sharing.max(initial=0) >= FEWEST_FOR_COLOUR
    alone = np.asarray((sharing > 0) & (sharing < FEWEST_OF_PEN) & told, np.bool_)
    of_pens = [marked[n] for n in np.flatnonzero(sharing >= FEWEST_OF_PEN).tolist()]
    pens = [tints.of(box) for box in of_pens]
    for place in np.flatnonzero(alone & solid).tolist():
        tint = tints.of(marked[place])
        alone[place] = not any(_is_purer(tint, pen) for pen in pens)
        if alone[place] and _is_darkest(tints, marked[place], of_pens):
            alone[place] = not any(_is_mixed(tint, pen, BLACK) for pen in pens)
    for place in np.flatnonzero(alone).tolist():
        tint = tints.of(marked[place])
        alone[place] = not any(_is_mixed(tint, *two) for two in combinations(pens, 2))
    if alone.any() and _pen_for_each_row(tints, marked, rows):
        alone &= np.array([not row for row in rows], np.bool_)
    return alone


def _pen_for_each_row(tints: Tints, marked: Sequence[Box], rows: Sequence[str]) -> bool:
    """Whether each row's marks have one colour, and two rows with enough marks not the same."""
    of_rows: dict[str, list[Floats]] = {}
    for box, row in zip(marked, rows, strict=True):
        if row and (tint := tints.of(box)) is not None:
            of_rows.setdefault(row, []).append(tint)
    if any(
        _degrees(one, other) > SAME_PEN
        for of in of_rows.values()
        for one, other in combinations(of, 2)
    ):
        return False
    usual = [np.mean(of, axis=0) for of in of_rows.values() if len(of) >= FEWEST_OF_PEN]
    return any(_degrees(one, other) > SAME_PEN for one, other in combinations(usual, 2))


def of_no_pen(tints: Tints, cells: Sequence[Box], marked: Sequence[Box]) -> NDArray[np.bool_]:
    """Whether the ink in each of the cells has a colour that none of the ``marked`` ones has.

    Where fewer than ``FEWEST_FOR_COLOUR`` are marked, or too little ink is beside print, nothing
    has.
    """
    pens = [tint for box in marked if (tint := tints.of(box)) is not None] if cells else []
    if len(pens) < FEWEST_FOR_COLOUR:
        return np.zeros(len(cells), bool)
    of_cells = (tints.of(box) for box in cells)
    return np.array(
        [
            tint is not None and min(_degrees(tint, pen) for pen in pens) > SAME_PEN
            for tint in of_cells
        ],
        bool,
    )


def _is_purer(tint: Floats | None, pen: Floats | None) -> bool:
    """Whether a colour is the pen's, but farther from grey: pictures keep colours coarser than
    light, so thin strokes lose of theirs what an area keeps.
    """
    if tint is None or pen is None or is_grey(pen):
        return False
    hue, of_pen = tint - tint.mean(), pen - pen.mean()
    purer = float(np.linalg.norm(hue)) >= float(np.linalg.norm(of_pen))
    return purer and _degrees(hue, of_pen) < SAME_HUE


def _is_mixed(tint: Floats | None, one: Floats | None, other: Floats | None) -> bool:
    """Whether a colour is between those of two pens, as it is where both left ink."""
    if tint is None or one is None or other is None or _degrees(one, other) <= SAME_PEN:
        return False
    mean = one + other
    across = np.cross(one, other)
    off = 90 - _degrees(tint, across)
    beside = max(_degrees(one, mean), _degrees(other, mean))
    return abs(off) < MOST_OFF_MIXED and _degrees(tint, mean) < beside


MOST_OFF_MIXED = 6.0
"""Degrees from a mixture to the nearest colour between two pens': half of what one pen's marks
differ by.
"""


def _is_darkest(tints: Tints, solid: Box, others: Sequence[Box]) -> bool:
    """Whether most of a mark is as dark as the strokes of half of the others are at their darkest:
    ink over ink takes away of each colour nearly all.
    """
    strokes = float(np.median([tints.darkness(box, 0.98) for box in others]))
    return tints.darkness(solid, MOSTLY) >= strokes


MOSTLY = 0.25
"""Of the cell at most is paler."""
BLACK: Floats = np.ones(3)
"""What takes as much of each colour."""
SAME_HUE = 15.0
"""Degrees between the hues of a blackout and of the strokes of its pen: eight whose colours
differed by 11 and more came to 5."""


def share_a_colour(tints: Tints, marked: Sequence[Box]) -> NDArray[np.bool_]:
    """Which marks are of a colour that ``FEWEST_OF_PEN`` of them share."""
    return np.asarray(_sharing(tints, marked) >= FEWEST_OF_PEN, np.bool_)


def _sharing(tints: Tints, marked: Sequence[Box]) -> NDArray[np.intp]:
    """How many marks have each one's colour, itself included; 0 where that can't be told."""
    of_marks = [tints.of(box) for box in marked]
    told = [place for place, tint in enumerate(of_marks) if tint is not None]
    some = np.array([of_marks[place] for place in told]).reshape(-1, 3)
    sharing = np.zeros(len(marked), np.intp)
    sharing[told] = np.count_nonzero(some @ some.T > np.cos(np.radians(SAME_PEN)), axis=1)
    return sharing


FEWEST_OF_PEN = 3
"""Marks of one colour; of 13,400 marks on simulated photos two had one with fewer."""


def is_grey(tint: Floats) -> bool:
    """Whether a pen's ink takes as much of each colour, as pencils do."""
    return _degrees(tint, BLACK) < GREY


GREY = 6.0
"""Degrees from a pen's colour to grey: pencils on 59 photos came to 4, coloured pens to 7 and more
on nearly all of 100.
"""


def _degrees(one: Floats, other: Floats) -> float:
    """The angle between two colours."""
    alike = float(one @ other) / float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(np.degrees(np.arccos(min(alike, 1.0))))
