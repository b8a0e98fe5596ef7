"""What a sheet's other cells say about a cell: lines beside it, habits, how much is in doubt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.pad import Pad
from sheetkit.reading.arrays import quantile
from sheetkit.reading.blots import perhaps_blots
from sheetkit.reading.ink import Ink
from sheetkit.reading.jotted import perhaps_jotted
from sheetkit.reading.looped import perhaps_looped
from sheetkit.reading.noughts import perhaps_noughts
from sheetkit.reading.overshot import perhaps_overshot
from sheetkit.reading.scribbled import among_scribbles, chances_of_scribble, perhaps_scribbled
from sheetkit.reading.slashes import perhaps_slashes
from sheetkit.reading.tails import perhaps_tails
from sheetkit.reading.template import HALF_SCALE, SCALE, Template, pixel_slices
from sheetkit.reading.verdict import Doubt, Verdict, doubtful, perhaps_also
from sheetkit.scoresheet import EMPTY, Mark

BY_STROKES = (
    perhaps_looped, perhaps_overshot, perhaps_tails, perhaps_slashes, perhaps_noughts,
    perhaps_blots, perhaps_jotted,
)  # fmt: skip
"""What is doubtful by its strokes and those of the sheet's other marks, one after another."""


def by_the_others(
    verdicts: dict[str, Verdict], usual: float, ink: Ink, template: Template
) -> dict[str, Verdict]:
    """The verdicts on a sheet's cells with the doubts that they cast on each other.

    ``usual`` is how dark the sheet's strokes are, of 255.
    """
    told = _in_rings(_beside_lines(verdicts, ink, template), usual, ink, template)
    for perhaps in BY_STROKES:
        told = perhaps(told, usual, ink, template)
    scribbled = chances_of_scribble(told, ink, template)
    lines = _only_in_rows(perhaps_scribbled(told, scribbled), template.design.pad)
    return among_scribbles(_by_habit(lines, scribbled), scribbled)


def _beside_lines(verdicts: dict[str, Verdict], ink: Ink, template: Template) -> dict[str, Verdict]:
    """Blank cells that a skip line passes, which may go through one beside them, are doubtful; so
    are those beside these, and beside any other that may bear a line, as far as the line goes on.
    """
    doubts = {}
    for row in template.design.pad.rows:
        cells = [row.cell(place) for place in range(len(row.spaces))]
        for way in (cells, cells[::-1]):
            line: _Line | None = None
            for cell in way:
                verdict, box = verdicts[cell], template.boxes[cell]
                if verdict.sure and verdict.likeliest in (Mark.SKIP, Mark.BOTH):
                    line = _Line.in_row(ink, box)
                elif line and verdict.blank and _is_passed(ink, box, line):
                    doubts[cell] = Verdict({EMPTY: 0.5, Mark.SKIP: 0.5}, Doubt.PASSED)
                    line = _Line.beside_row(ink, box, line.dark)
                elif verdict.reason == Doubt.NOISY:
                    line = None
                elif not verdict.sure and not {Mark.SKIP, Mark.BOTH}.isdisjoint(verdict.odds):
                    line = _Line.beside_row(ink, box)
                else:
                    line = None
    return {**verdicts, **doubts}


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that may run on: how dark it is, of 255; where it was last, in a cell or beside it;
    the least part of the next one's width along which it runs; how far above and below it may.
    """

    dark: float
    last: Box
    least: float
    reach: float

    @classmethod
    def in_row(cls, ink: Ink, box: Box) -> _Line:
        return cls(_darkest(ink, box), box, HALF_WIDTH, PASSED_MM)

    @classmethod
    def beside_row(cls, ink: Ink, box: Box, dark: float = 0.0) -> _Line:
        last = _and_near(box, OFF_ROW_MM)
        return cls(dark or _darkest(ink, last), last, BESIDE_ROW, OFF_ROW_MM)


def _darkest(ink: Ink, box: Box) -> float:
    return quantile(ink.darkness[pixel_slices(box)], 0.99)


def _and_near(box: Box, reach: float) -> Box:
    """A cell and what is close above and below it, where a line of its row may run."""
    return Box(box.left, box.top - reach, box.right, box.bottom + reach)


def _is_passed(ink: Ink, box: Box, line: _Line) -> bool:
    """Whether a line runs on along enough of a cell's width, in it or close by: the one in the cell
    beside it, or one that comes from no other row.
    """
    left, right = min(box.left, line.last.left), max(box.right, line.last.right)
    around = replace(_and_near(box, line.reach), left=left, right=right)
    dense = ink.darkness[pixel_slices(around)] > ink.edge_of(line.dark)
    _, passed = pixel_slices(box.moved(-left, 0))
    if not _along(dense[:, passed], line.least):
        return False
    start = pixel_slices(line.last.moved(-left, -around.top))
    inked = dense.astype(np.uint8)
    # a cross of the row above or below may touch the line, and is steeper
    flat = np.asarray(cv2.erode(inked, np.ones((1, round(FLAT_MM * SCALE)), np.uint8)), np.uint8)
    return any(_runs_along(each, passed, start, line.least) for each in (inked, flat))


def _runs_along(
    inked: NDArray[np.uint8], passed: slice, start: tuple[slice, slice], least: float
) -> bool:
    """Whether one of the strokes runs along enough columns of the cell that is ``passed``: from
    where it was before, at ``start``, or from no other row.

    Those of the rows above and below may cover the width as well, each a part of it.
    """
    gap = np.ones((1, round(GAP_MM * SCALE)), np.uint8)
    count, strokes = cv2.connectedComponents(cv2.dilate(inked, gap))
    for stroke in range(1, count):
        its = strokes == stroke
        from_elsewhere = its[0].any() or its[-1].any()
        if _along(its[:, passed], least) and (_along(its[start], HALF_WIDTH) or not from_elsewhere):
            return True
    return False


def _along(inked: NDArray[np.bool_], least: float) -> bool:
    """Whether ink is along more than that part of a width."""
    return bool(inked.any(axis=0).mean() > least)


GAP_MM = 1.0
"""Along a pencil's line."""
FLAT_MM = 1.0
"""Along a line, in each of its rows of pixels: a stroke of a cross is shorter in each."""
PASSED_MM = 2.0
"""Above a cell and below it: half way to the next row."""
OFF_ROW_MM = 4.0
"""The same for a line that has left its row: as far as the next row's numbers."""
HALF_WIDTH = 0.5
"""A line may begin in the first cell that it strikes."""
BESIDE_ROW = 0.2
"""Of the width of a cell beside one that is asked for this: there the line runs beside the row."""


def _in_rings(
    verdicts: dict[str, Verdict], usual: float, ink: Ink, template: Template
) -> dict[str, Verdict]:
    """Blank cells that a line goes around are doubtful: some people circle what they cross out."""
    drawn = ink.strokes(usual)
    near = np.asarray(cv2.dilate(drawn, np.ones((GAP_PX, GAP_PX), np.uint8)), np.uint8)
    doubts = {
        cell: Verdict({EMPTY: 0.5, Mark.CROSS: 0.5}, Doubt.RINGED)
        for cell in template.design.pad.markable
        if verdicts[cell].blank
        if _is_enclosed(near, template.boxes[cell])
    }
    return {**verdicts, **doubts}


def _is_enclosed(near: NDArray[np.uint8], box: Box) -> bool:
    """Whether there is no way out of the middle of a cell but through ink (1 in that mask)."""
    rows, columns = pixel_slices(box.grown(RING_MM), HALF_SCALE)
    around = near[rows, columns]
    margin = round(RING_MM * HALF_SCALE)
    sides = around[:margin], around[-margin:], around[:, :margin], around[:, -margin:]
    if not all(side.any() for side in sides):
        return False
    count, places = cv2.connectedComponents(1 - around, connectivity=4)
    height, width = places.shape
    middle = places[height // 3 : -height // 3, width // 3 : -width // 3]
    inside = np.bincount(middle.ravel(), minlength=count)
    inside[0] = 0
    open_to = np.concatenate([places[0], places[-1], places[:, 0], places[:, -1]])
    inside[open_to] = 0
    return bool(inside.sum() > MOST_OF_MIDDLE * middle.size)


GAP_PX = 3
"""By so much lines may fail to close, as those of pencils do; they are drawn so much wider."""
RING_MM = 3.0
"""From a cell to the outside of a ring around it: not as far as the middle of the next one."""
MOST_OF_MIDDLE = 0.5
"""Of the middle ninth of a cell, that must lie within the ring."""


def _only_in_rows(verdicts: dict[str, Verdict], pad: Pad) -> dict[str, Verdict]:
    """Skip lines where there is no number to skip are doubtful: they may be anything.

    Not so in the lock of a row whose last number is skipped: the rest of a row that another
    player closed is struck.
    """
    numbers = {row.cell(place) for row in pad.rows for place in range(len(row.spaces))}
    skipped = {row.lock for row in pad.rows if _is_line(verdicts[row.cell(len(row.spaces) - 1)])}
    doubts = {
        cell: Verdict(doubtful(verdict.odds), Doubt.NOTHING_TO_SKIP)
        for cell, verdict in verdicts.items()
        if verdict.sure and verdict.likeliest in (Mark.SKIP, Mark.BOTH) and cell not in numbers
        if cell not in skipped or verdict.likeliest == Mark.BOTH
    }
    return {**verdicts, **doubts}


def _is_line(verdict: Verdict) -> bool:
    return verdict.sure and verdict.likeliest == Mark.SKIP


def _by_habit(verdicts: dict[str, Verdict], scribbled: Mapping[str, float]) -> dict[str, Verdict]:
    """What the sheet's other certain marks make doubtful.

    Who strikes numbers strikes several: else what looks like a line may be a scribble, if it isn't
    straight. A cross over a line was a line before, so there must be other lines, or it is the only
    such cross, and more crosses have none: else that may be how its writer crosses. And who takes
    crosses back made more of them: else scribbling may be this writer's way to cross.
    """
    certain = Counter(verdict.likeliest for verdict in verdicts.values() if verdict.sure)
    crosses = certain[Mark.CROSS] + certain[Mark.BOTH]
    perhaps: dict[str, tuple[str, Doubt]] = {}
    if certain[Mark.SKIP] + certain[Mark.BOTH] == 1:
        perhaps[Mark.SKIP] = perhaps[Mark.BOTH] = Mark.VOID, Doubt.ONLY_LINE
    if certain[Mark.BOTH] > 1 and (
        not certain[Mark.SKIP] or certain[Mark.BOTH] > certain[Mark.CROSS]
    ):
        perhaps[Mark.BOTH] = Mark.CROSS, Doubt.STARS
    if certain[Mark.VOID] >= MANY_VOID and certain[Mark.VOID] > crosses:
        perhaps[Mark.VOID] = Mark.CROSS, Doubt.MANY_VOID
    doubts = {
        cell: perhaps_also(verdict.odds, *perhaps[verdict.likeliest])
        for cell, verdict in verdicts.items()
        if verdict.sure and verdict.likeliest in perhaps
        if perhaps[verdict.likeliest][1] != Doubt.ONLY_LINE
        or scribbled[cell] > MOST_SCRIBBLED_ALONE
    }
    return {**verdicts, **doubts}


MANY_VOID = 3
"""One or two may be all that a sheet bears."""
MOST_SCRIBBLED_ALONE = 0.001
"""Probability that a sheet's only line is a scribble: of 33 scribbles that looked like lines three
had less, and of the lines 98 %, of those crossed 92 %.
"""


def warily(verdicts: dict[str, Verdict]) -> dict[str, Verdict]:
    """What looks like ink has to be very sure where much else does that may be none, or a mark; and
    what looks like one mark over another may be one of them.

    Crumpled paper does so, noise, strokes too short to be told from print, and marks that show
    through from the other side.
    """
    if sum(verdict.may_be_stray for verdict in verdicts.values()) < MANY_STRAY:
        return verdicts
    doubts = {}
    for cell, verdict in verdicts.items():
        least = SUREST_BLANK if verdict.blank else SUREST
        if verdict.sure and max(verdict.odds.values()) < least:
            doubts[cell] = Verdict(doubtful(_perhaps_other(verdict)), Doubt.STRAY_MARKS)
        elif verdict.sure and verdict.likeliest == Mark.BOTH:
            one = max((Mark.CROSS, Mark.SKIP), key=lambda kind: verdict.odds.get(kind, 0.0))
            doubts[cell] = perhaps_also(verdict.odds, one, Doubt.STRAY_MARKS)
    return {**verdicts, **doubts}


def _perhaps_other(verdict: Verdict) -> Mapping[str, float]:
    """The odds of a mark that may be none, and of none that may be a mark."""
    return verdict.odds if verdict.blank else {**verdict.odds, EMPTY: 0.5}


MANY_STRAY = 4
"""Doubtful cells; of 900 photos in ordinary light none had three."""
SUREST = 0.998
"""Least probability of a mark among so many."""
SUREST_BLANK = 0.9995
"""Least probability that there is none: short pencil dashes on numbers came to 0.999."""
