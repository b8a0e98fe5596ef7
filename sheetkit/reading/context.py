"""What a sheet's other cells say about a cell: lines beside it, habits, how much is in doubt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.pad import Pad
from sheetkit.reading.arrays import Floats32, quantile
from sheetkit.reading.ink import HALF_STROKE, Ink
from sheetkit.reading.template import SCALE, Template, pixel_slices
from sheetkit.reading.verdict import Doubt, Verdict, by_odds, doubtful, perhaps_also
from sheetkit.reading.waves import STRAIGHTEST, waviness
from sheetkit.scoresheet import EMPTY


def by_the_others(
    verdicts: dict[str, Verdict], usual: float, ink: Ink, template: Template
) -> dict[str, Verdict]:
    """The verdicts on a sheet's cells with the doubts that they cast on each other.

    ``usual`` is how dark the sheet's strokes are, of 255.
    """
    beside = _in_rings(_beside_lines(verdicts, ink, template), usual, ink, template)
    scribbled = _like_scribbles(beside, ink, template)
    lines = _only_in_rows(_wavy(beside, scribbled), template.design.pad)
    return _warily(_by_habit(lines, scribbled))


def _beside_lines(verdicts: dict[str, Verdict], ink: Ink, template: Template) -> dict[str, Verdict]:
    """Blank cells that a skip line passes, which may go through one beside them, are doubtful; so
    are those beside these, as far as the line goes on.
    """
    doubts = {}
    for row in template.design.pad.rows:
        cells = [row.cell(place) for place in range(len(row.spaces))]
        for way in (cells, cells[::-1]):
            line: Box | None = None
            for cell in way:
                box = template.boxes[cell]
                if verdicts[cell].likeliest in ("skip", "both"):
                    line = box
                elif line and verdicts[cell].blank and _is_passed(ink, box, line):
                    doubts[cell] = Verdict({EMPTY: 0.5, "skip": 0.5}, Doubt.PASSED)
                else:
                    line = None
    return {**verdicts, **doubts}


def _is_passed(ink: Ink, box: Box, struck: Box) -> bool:
    """Whether a line as dark as that in a struck cell runs along half and more of the width of one
    beside it, in it or close by: the struck cell's own, or one that comes from no other row.
    """
    dark = quantile(ink.darkness[pixel_slices(struck)], 0.99)
    left, right = min(box.left, struck.left), max(box.right, struck.right)
    around = Box(left, box.top - PASSED_MM, right, box.bottom + PASSED_MM)
    dense = ink.darkness[pixel_slices(around)] > max(ink.least, HALF_STROKE * dark)
    _, passed = pixel_slices(box.moved(-left, 0))
    if not _along(dense[:, passed]):
        return False
    start = pixel_slices(struck.moved(-left, -around.top))
    inked = dense.astype(np.uint8)
    # a cross of the row above or below may touch the line, and is steeper
    flat = np.asarray(cv2.erode(inked, np.ones((1, round(FLAT_MM * SCALE)), np.uint8)), np.uint8)
    return _runs_along(inked, passed, start) or _runs_along(flat, passed, start)


def _runs_along(inked: NDArray[np.uint8], passed: slice, start: tuple[slice, slice]) -> bool:
    """Whether one of the strokes runs along the columns of the cell that is ``passed``: from the
    struck cell's pixels at ``start``, or from no other row.

    Those of the rows above and below may cover the width as well, each a part of it.
    """
    gap = np.ones((1, round(GAP_MM * SCALE)), np.uint8)
    count, strokes = cv2.connectedComponents(cv2.dilate(inked, gap))
    for stroke in range(1, count):
        its = strokes == stroke
        from_elsewhere = its[0].any() or its[-1].any()
        if _along(its[:, passed]) and (_along(its[start]) or not from_elsewhere):
            return True
    return False


def _along(inked: NDArray[np.bool_]) -> bool:
    """Whether ink is along more than half of a width."""
    return bool(inked.any(axis=0).mean() > HALF_WIDTH)


GAP_MM = 1.0
"""Along a pencil's line."""
FLAT_MM = 1.0
"""Along a line, in each of its rows of pixels: a stroke of a cross is shorter in each."""
PASSED_MM = 2.0
"""Above a cell and below it: half way to the next row."""
HALF_WIDTH = 0.5
"""A line may begin in the first cell that it strikes."""


def _in_rings(
    verdicts: dict[str, Verdict], usual: float, ink: Ink, template: Template
) -> dict[str, Verdict]:
    """Blank cells that a line goes around are doubtful: some people circle what they cross out."""
    least = max(ink.least, HALF_STROKE * usual)
    drawn = (ink.halved > least).astype(np.uint8)
    near = np.asarray(cv2.dilate(drawn, np.ones((GAP_PX, GAP_PX), np.uint8)), np.uint8)
    doubts = {
        cell: Verdict({EMPTY: 0.5, "cross": 0.5}, Doubt.RINGED)
        for cell in template.design.pad.markable
        if verdicts[cell].blank
        if _is_enclosed(near, template.boxes[cell])
    }
    return {**verdicts, **doubts}


def _is_enclosed(near: NDArray[np.uint8], box: Box) -> bool:
    """Whether there is no way out of the middle of a cell but through ink (1 in that mask)."""
    rows, columns = pixel_slices(box.grown(RING_MM), LINE_SCALE)
    around = near[rows, columns]
    margin = round(RING_MM * LINE_SCALE)
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


LINE_SCALE = SCALE / 2
"""px/mm at which lines around cells are looked for."""
GAP_PX = 3
"""By so much lines may fail to close, as those of pencils do; they are drawn so much wider."""
RING_MM = 3.0
"""From a cell to the outside of a ring around it: not as far as the middle of the next one."""
MOST_OF_MIDDLE = 0.5
"""Of the middle ninth of a cell, that must lie within the ring."""


def _like_scribbles(verdicts: dict[str, Verdict], ink: Ink, template: Template) -> dict[str, float]:
    """How likely each line, under a cross or not, is a scribble, by how much it waves.

    There are people all of whose lines wave, and the judge knows a sheet's habits only on average:
    each line is compared with the sheet's other ones.
    """
    lines = [cell for cell, v in verdicts.items() if v.sure and v.likeliest in ("skip", "both")]
    waves = waviness(ink, template.beside_print, [template.boxes[cell] for cell in lines])
    alone = np.array([verdicts[cell].likeliest == "skip" for cell in lines], bool)
    scribbled = {}
    for place, cell in enumerate(lines):
        others = np.delete(waves, place)[np.delete(alone, place)]
        more = float(waves[place]) - _usual_waves(others, crossed=not alone[place])
        tell = WAVES_TELL if alone[place] else WAVES_TELL_CROSSED
        scribbled[cell] = float(verdicts[cell].odds.get("void", 0.0) * np.exp(tell * more))
    return scribbled


def _usual_waves(others: Floats32, *, crossed: bool) -> float:
    """How much a line may wave at a writer's hands, by how much the ``others`` do.

    That of a crossed one is seen less well.
    """
    few = len(others) < FEWEST_LINES
    if crossed:
        return max(0.0 if few else MORE_WAVES * quantile(others, 0.5), STRAIGHTEST_CROSSED)
    return STRAIGHTEST if few else max(MORE_THAN_MOST * quantile(others, 0.9), STRAIGHT)


FEWEST_LINES = 2
"""Other ones that tell how a writer's lines usually are."""
MORE_THAN_MOST = 1.3
"""Times as many waves as nine in ten of the other lines have: so much those of one hand differ."""
MORE_WAVES = 2.0
"""Times as many as usual, for a line under a cross."""
STRAIGHT = 0.1
"""Of a cell's height, by which even steady hands move up and down on the way through it."""
STRAIGHTEST_CROSSED = 0.25
"""The same of a line under a cross, whose own strokes can't all be told from it."""
WAVES_TELL, WAVES_TELL_CROSSED = 10.0, 20.0
"""How much likelier a scribble is for each height more: e to the power of it. So it came out for
9,500 lines, 617 crossed ones and 34 scribbles that looked like either, by many hands.
"""


def _wavy(verdicts: dict[str, Verdict], scribbled: Mapping[str, float]) -> dict[str, Verdict]:
    """Lines that wave more than the sheet's other ones may be scribbles."""
    doubts = {
        cell: perhaps_also(verdicts[cell].odds, "void", Doubt.WAVY)
        for cell, likely in scribbled.items()
        if likely > MOST_SCRIBBLED[verdicts[cell].likeliest]
    }
    return {**verdicts, **doubts}


MOST_SCRIBBLED = {"skip": 0.0025, "both": 0.001}
"""Of those of these hands, 33 scribbles had more; of the lines 18 and of the crossed ones 45, most
of these on sheets full of scribbles.
"""
MOST_SCRIBBLED_ALONE = 0.001
"""The same of a sheet's only line, crossed or not: three of the scribbles had less, and of the
lines 98 %, of those crossed 72 %.
"""


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
        if verdict.sure and verdict.likeliest in ("skip", "both") and cell not in numbers
        if cell not in skipped or verdict.likeliest == "both"
    }
    return {**verdicts, **doubts}


def _is_line(verdict: Verdict) -> bool:
    return verdict.sure and verdict.likeliest == "skip"


def _by_habit(verdicts: dict[str, Verdict], scribbled: Mapping[str, float]) -> dict[str, Verdict]:
    """What the sheet's other certain marks make doubtful.

    Who strikes numbers strikes several: else what looks like a line may be a scribble, if it isn't
    straight. A cross over a line was a line before, so there must be other lines, or it is the only
    such cross: else that may be how its writer crosses. And who takes crosses back made more of
    them: else scribbling may be this writer's way to cross.
    """
    certain = Counter(verdict.likeliest for verdict in verdicts.values() if verdict.sure)
    crosses = certain["cross"] + certain["both"]
    perhaps = {}
    if certain["skip"] + certain["both"] == 1:
        perhaps["skip"] = perhaps["both"] = "void", Doubt.ONLY_LINE
    if certain["both"] > 1 and not certain["skip"]:
        perhaps["both"] = "cross", Doubt.STARS
    if certain["void"] >= MANY_VOID and certain["void"] > crosses:
        perhaps["void"] = "cross", Doubt.MANY_VOID
    doubts = {
        cell: perhaps_also(verdict.odds, *perhaps[verdict.likeliest])
        for cell, verdict in verdicts.items()
        if verdict.sure and verdict.likeliest in perhaps
        if perhaps[verdict.likeliest][1] != Doubt.ONLY_LINE
        or scribbled.get(cell, 0.0) > MOST_SCRIBBLED_ALONE
    }
    return {**verdicts, **doubts}


MANY_VOID = 3
"""One or two may be all that a sheet bears."""


def _warily(verdicts: dict[str, Verdict]) -> dict[str, Verdict]:
    """What looks like ink has to be very sure where much else does that may be none, or a mark.

    Crumpled paper does so, noise, and strokes too short to be told from print.
    """
    stray = sum(
        not verdict.sure and EMPTY in by_odds(verdict.odds)[:2] and verdict.reason not in UNSEEN
        for verdict in verdicts.values()
    )
    if stray < MANY_STRAY:
        return verdicts
    doubts = {
        cell: Verdict(doubtful(_perhaps_other(verdict)), Doubt.STRAY_MARKS)
        for cell, verdict in verdicts.items()
        if verdict.sure
        if max(verdict.odds.values()) < (SUREST_BLANK if verdict.blank else SUREST)
    }
    return {**verdicts, **doubts}


def _perhaps_other(verdict: Verdict) -> Mapping[str, float]:
    """The odds of a mark that may be none, and of none that may be a mark."""
    return verdict.odds if verdict.blank else {**verdict.odds, EMPTY: 0.5}


UNSEEN = (Doubt.OUTSIDE, Doubt.COVERED, Doubt.WASHED_OUT)
"""Why nothing of a cell is seen, no stray mark either."""
MANY_STRAY = 4
"""Doubtful cells; of 900 photos in ordinary light none had three."""
SUREST = 0.998
"""Least probability of a mark among so many."""
SUREST_BLANK = 0.9995
"""Least probability that there is none: short pencil dashes on numbers came to 0.999."""
