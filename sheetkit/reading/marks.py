"""From ink to marks: which cells hold ink at all, and what the classifier makes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import floor, inf

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.pad import Pad
from sheetkit.reading.arrays import Floats32, Pixels
from sheetkit.reading.bare import (
    bare_cells,
    cells_to_classify,
    is_too_noisy,
    may_be_lost,
    noisy_cells,
    perhaps_bleached,
    perhaps_blurred,
    traces_in,
    would_show,
)
from sheetkit.reading.certainty import TALL, named_odds, weighed
from sheetkit.reading.classifier import CLASSES
from sheetkit.reading.columns import dark_parts
from sheetkit.reading.context import by_the_others, warily
from sheetkit.reading.double_lines import as_lines, double_lines
from sheetkit.reading.faded import FADED
from sheetkit.reading.hidden import Sight
from sheetkit.reading.ink import Ink, ink_area
from sheetkit.reading.ladder import Around, odds_on
from sheetkit.reading.light import Blank
from sheetkit.reading.magnifier import with_magnifier
from sheetkit.reading.patches import Patches, Places, cut_patches
from sheetkit.reading.plain_lines import (
    as_skip_lines,
    hardly_blackouts,
    plain_lines,
    short_dashes,
    through_middles,
)
from sheetkit.reading.second_pen import faintly_marked, of_second_pen, rubbed_out
from sheetkit.reading.shadows import perhaps_shadows
from sheetkit.reading.shape import heights_of, lines_among_crosses
from sheetkit.reading.show_through import perhaps_shown_through
from sheetkit.reading.smeared import crossed_in_smears
from sheetkit.reading.solid import perhaps_things
from sheetkit.reading.specks import specks
from sheetkit.reading.strength import (
    FEWEST_FOR_USUAL,
    are_marks,
    has_own_stroke,
    lines_and_others,
    strengths_of,
    usual_level,
    usual_stroke,
)
from sheetkit.reading.template import Template, pixel_slices
from sheetkit.reading.tint import Tints, alone_in_colour, is_grey, of_other_colour
from sheetkit.reading.verdict import Doubt, Verdict, doubtful, perhaps_also
from sheetkit.reading.wide import Surroundings, cut_wide
from sheetkit.scoresheet import EMPTY, Mark

SURE_OF_FADED = 0.998
"""Least probability that what looks like ink is no mark, where print is faded: lines of which glare
had left dashes came to 0.9956.
"""
SURE_OF_DARK = 0.997
"""The same where the ink is as dark as marks: a small tick beside a number came to 0.9957."""
SURE_OF_OWN_DARK = 0.999
"""The same where it is the cell's own: a tick in a box that a fold set askew came to 0.9984."""
AS_DARK = 0.7
"""Of the usual stroke, a neighbour's strokes left out."""
SURE_OVER_PRINT = 0.995
"""Least probability of a mark that lies on print alone: a small tick in a number, or toner."""

LEAST_BESIDE_PRINT = 0.1
"""Of a mark's ink, that lies beside print at least: numbers and outlines cover a quarter of a cell,
and pens don't follow them."""
FAINTEST_STROKE = 0.43
"""Of the usual one: of 44,000 marks 20 were fainter. Stains are, and what was rubbed out."""
FAINTEST_LINE = 0.3
"""Of the usual stroke, for a skip line, which is made with less care, and a mark over print."""
OVER_PRINT = 0.25
"""Of a mark's ink that lies beside print: a small tick in a sign has less."""
PALE_STROKE = 0.6
"""Of the usual stroke: up to here ink in another colour may be a stain or dirt."""
SURE_OF_STAIN = 0.99
"""Least probability that such ink is no mark, before its paleness and colour are weighed: a second
pen is pale and of another colour as well.
"""
STAINS = 10.0
"""How many times likelier a stain is where ink is pale and of another colour: on simulated
photos a hundred times, but there hardly anybody takes a second pen."""


def classify_cells(
    flat: Pixels, ink: Ink, blank: Blank, template: Template, sight: Sight
) -> dict[str, Verdict]:
    """A verdict on every cell that takes a mark."""
    verdicts = {cell: Verdict(_even_odds(), reason) for cell, reason in sight.hidden.items()}
    looked_at = cells_to_classify(ink, template, sight)
    if looked_at:
        verdicts |= _classified(looked_at, flat, ink, blank, template, sight)
        verdicts |= perhaps_shadows(verdicts, sight.soft, flat, blank, template)
    usual = usual_stroke(verdicts, ink, template)
    bare = [cell for cell in template.design.pad.markable if cell not in verdicts]
    if is_too_noisy(verdicts, usual, ink):
        verdicts |= noisy_cells(bare)
    else:
        traces = traces_in(bare, usual, ink, template) if may_be_lost(verdicts, usual, ink) else {}
        verdicts |= bare_cells(bare, usual, ink, blank, template, sight) | traces
    verdicts |= perhaps_bleached(verdicts, usual, blank)
    verdicts |= perhaps_blurred(verdicts, flat, blank, template)
    verdicts |= _perhaps_marked(verdicts, sight.strange)
    read = {cell: verdicts[cell] for cell in template.design.pad.markable}
    read = by_the_others(read, usual, ink, template)
    read |= perhaps_things(read, usual, flat, ink, template)
    return warily(read | perhaps_shown_through(read, flat, ink, blank, template))


def _classified(
    cells: list[str], flat: Pixels, ink: Ink, blank: Blank, template: Template, sight: Sight
) -> dict[str, Verdict]:
    """The verdicts on cells with ink, and the doubts that the ink's look casts on them."""
    boxes = [template.boxes[cell] for cell in cells]
    patches = cut_patches(flat, ink, blank, boxes)
    tints = Tints(flat, ink, blank, template)
    around = partial(surroundings, flat, ink, blank, tints, boxes)
    unclear = np.array([cell in sight.unclear for cell in cells], np.bool_)
    all_odds = odds_on(patches, unclear, around)
    clearness = np.array([sight.clearness(cell) for cell in cells], np.float32)
    strengths = strengths_of(patches, all_odds, clearness)
    second = of_second_pen(tints, boxes, patches, all_odds, strengths < PALE_STROKE)
    stains = _stains(tints, boxes, all_odds, strengths) & ~second
    unlike = stains & (all_odds[:, CLASSES.index(EMPTY)] < SURE_OF_STAIN)
    all_odds[stains] = _with_less_ink(all_odds[stains])
    erasable = _may_be_pencil(tints, boxes, patches, all_odds)
    areas = _areas(ink, boxes) if erasable else np.zeros(len(boxes), np.float32)
    erased = erasable & _in_full_view(cells, sight) & rubbed_out(all_odds, strengths, areas)
    dirt = ~unclear & specks(tints, boxes, patches, all_odds)
    all_odds[erased | dirt] = np.eye(len(CLASSES), dtype=np.float32)[CLASSES.index(EMPTY)]
    shapes, full = dark_parts(ink, boxes), strengths >= PALE_STROKE
    all_odds, heights, lines = _weighed_by_shape(patches, all_odds, shapes, boxes, full)
    all_odds = with_magnifier(all_odds, ink, template, boxes)
    usual = usual_level(patches, all_odds)
    verdicts = {}
    for place, (cell, odds) in enumerate(zip(cells, all_odds, strict=True)):
        beside_print = partial(_share_beside_print, ink, template, boxes[place])
        is_mark = second[place] or lines[place]
        faint = "" if is_mark else _faint_doubt(beside_print, float(strengths[place]), odds)
        doubt = Doubt.OTHER_COLOUR if stains[place] else faint
        hard = sight.unclear.get(cell, "")
        shown = would_show(usual, cell, ink, sight)
        verdict = weighed(odds, float(heights[place]), doubt, hard, shown=shown)
        if hard == Doubt.WASHED_OUT and not _is_plain(verdict, heights[place], strengths[place]):
            verdict = Verdict(_even_odds(), hard)
        if unlike[place] and not dirt[place]:
            verdict = _blank_from(inf, verdict, Doubt.OTHER_COLOUR)
        if sight.contrast.get(cell, 1.0) < FADED:
            verdict = _blank_from(SURE_OF_FADED, verdict, Doubt.DIM)
        if verdict.blank and strengths[place] > AS_DARK and verdict.odds[EMPTY] < SURE_OF_OWN_DARK:
            least = SURE_OF_OWN_DARK if has_own_stroke(patches, place) else SURE_OF_DARK
            verdict = _blank_from(least, verdict, Doubt.DARK_INK)
        verdicts[cell] = verdict
    perhaps = np.flatnonzero(~(erased | dirt)).tolist()
    read_as_blank = [place for place in perhaps if verdicts[cells[place]].blank]
    pale = _perhaps_faint(read_as_blank, patches, all_odds, around, erasable=erasable)
    doubts = {cells[place]: verdict for place, verdict in pale.items()}
    again = _seen_again(verdicts, patches, all_odds, boxes, tints, template.design.pad)
    return {**verdicts, **again, **doubts}


def _weighed_by_shape(
    patches: Patches,
    odds: Floats32,
    dark: Floats32,
    boxes: Sequence[Box],
    full: NDArray[np.bool_],
) -> tuple[Floats32, Floats32, NDArray[np.bool_]]:
    """The odds once the marks' shapes are weighed, their heights, and which are plain level strokes
    as dark as marks, as ``full`` says; ``dark`` are the cells' dark parts.
    """
    odds, heights = lines_among_crosses(patches, odds, heights_of(patches, odds))
    odds = as_lines(odds, double_lines(dark, boxes))
    plain = plain_lines(dark, boxes)
    level = through_middles(dark, plain, boxes)
    odds = hardly_blackouts(odds, plain, short_dashes(dark))
    return as_skip_lines(odds, level, full), heights, level & full


def _areas(ink: Ink, boxes: Sequence[Box]) -> Floats32:
    """How much ink there is in each cell, in mm²."""
    return np.array([ink_area(ink.darkness, box, ink.least) for box in boxes], np.float32)


def _in_full_view(cells: Sequence[str], sight: Sight) -> NDArray[np.bool_]:
    """Which cells are neither hard to see nor faded, so that ink is as dark as it looks.

    Without print of its own, nothing tells whether glare lies on a cell.
    """
    contrast, unclear = sight.contrast, sight.unclear
    return np.array([cell not in unclear and contrast.get(cell, 0.0) >= FADED for cell in cells])


def surroundings(
    flat: Pixels,
    ink: Ink,
    blank: Blank,
    tints: Tints,
    boxes: Sequence[Box],
    places: Places,
    marked: Places,
) -> Surroundings:
    """What is around some of the cells at those boxes, by their places; the ``marked`` ones show
    the pen's colour.
    """
    pen = tints.of_pen([boxes[place] for place in marked])
    return cut_wide(flat, ink, blank, [boxes[place] for place in places], pen)


def _seen_again(
    verdicts: dict[str, Verdict],
    patches: Patches,
    odds: Floats32,
    boxes: list[Box],
    tints: Tints,
    pad: Pad,
) -> dict[str, Verdict]:
    """The certain marks that a second look makes doubtful: by their colour, and blackouts by their
    darker ink alone. ``verdicts`` are in the order of the patches, their ``odds`` and ``boxes``.
    """
    cells = list(verdicts)
    doubts = {}
    certain = [place for place, cell in enumerate(cells) if verdicts[cell].marked]
    black = np.array([verdicts[cells[place]].likeliest == Mark.VOID for place in certain], np.bool_)
    rows = [pad.cells[cells[place]].row for place in certain]
    alone = alone_in_colour(tints, [boxes[place] for place in certain], black, rows)
    for place in np.array(certain, np.intp)[alone]:
        doubts[cells[place]] = perhaps_also(named_odds(odds[place]), EMPTY, Doubt.NO_PEN)
    blackouts = [place for place, solid in zip(certain, black, strict=True) if solid]
    crosses = [place for place in certain if verdicts[cells[place]].likeliest == Mark.CROSS]
    for place in crossed_in_smears(patches, blackouts, crosses):
        doubts[cells[place]] = perhaps_also(named_odds(odds[place]), Mark.CROSS, Doubt.SMEARED)
    return doubts


def _perhaps_faint(
    blank: Sequence[int], patches: Patches, odds: Floats32, around: Around, *, erasable: bool
) -> dict[int, Verdict]:
    """Those of the ``blank`` cells, by their places, that look otherwise by their own ink alone."""
    if not blank:
        return {}
    marks = np.flatnonzero(are_marks(odds))
    faint = faintly_marked(patches, blank, lambda places: around(places, marks), erasable=erasable)
    return {
        place: perhaps_also(named_odds(pale), EMPTY, Doubt.FAINT) for place, pale in faint.items()
    }


def _may_be_pencil(tints: Tints, boxes: list[Box], patches: Patches, odds: Floats32) -> bool:
    """Whether the sheet's marks are no darker than pencils make them, and grey as far as their
    colour can be told.
    """
    marks = np.flatnonzero(are_marks(odds))
    if len(marks) and np.median(patches.levels[marks]) > DARKEST_PENCIL:
        return False
    tint = tints.of_pen([boxes[place] for place in marks])
    return tint is None or is_grey(tint)


DARKEST_PENCIL = 150.0
"""Of 255: pencils on 59 photos left strokes of up to 130, one that a program had whitened 143."""


def _blank_from(least: float, verdict: Verdict, reason: str) -> Verdict:
    """A verdict that a cell with ink is blank holds only from that probability on."""
    if verdict.blank and verdict.odds[EMPTY] < least:
        return Verdict(doubtful(verdict.odds), reason)
    return verdict


def _perhaps_marked(verdicts: Mapping[str, Verdict], strange: Sequence[str]) -> dict[str, Verdict]:
    """The cells said to be blank on whose print lies something of another colour."""
    blank = [cell for cell in strange if verdicts[cell].blank]
    return {cell: Verdict({EMPTY: 0.5, Mark.CROSS: 0.5}, Doubt.ON_PRINT) for cell in blank}


def _stains(
    tints: Tints, boxes: list[Box], odds: Floats32, strengths: Floats32
) -> NDArray[np.bool_]:
    """Which cells hold pale ink of another colour than the sheet's other marks; lines are compared
    with lines where there are enough.
    """
    stains = np.zeros(len(boxes), bool)
    pale = strengths < PALE_STROKE
    usual = are_marks(odds) & ~pale
    for kind in lines_and_others(odds):
        enough = np.count_nonzero(usual & kind) >= FEWEST_FOR_USUAL
        marked = [boxes[n] for n in np.flatnonzero(usual & kind if enough else usual)]
        cells = [boxes[n] for n in np.flatnonzero(pale & kind)]
        stains[pale & kind] = of_other_colour(tints, cells, marked)
    return stains


def _is_plain(verdict: Verdict, height: float, strength: float) -> bool:
    """Whether a cell bears for certain a cross that is seen well: tall, and as dark as others."""
    cross = verdict.marked and verdict.likeliest == Mark.CROSS
    return cross and height > TALL and strength > AS_DARK


def _with_less_ink(odds: Floats32) -> Floats32:
    """The odds for pale ink in another colour than the pen's: it is rather a stain."""
    weight = np.ones(len(CLASSES), np.float32)
    weight[CLASSES.index(EMPTY)] = STAINS
    weighted = odds * weight
    return np.asarray(weighted / weighted.sum(axis=1, keepdims=True), np.float32)


def all_doubtful(pad: Pad, reason: str) -> dict[str, Verdict]:
    """No cell certain, for a sheet that is there and can't be seen well enough."""
    return {cell: Verdict(_even_odds(), reason) for cell in pad.markable}


def _share_beside_print(ink: Ink, template: Template, box: Box) -> float:
    """The part of a cell's ink that lies clear of print, dark pixels counting more than faint."""
    area = pixel_slices(box.grown(-0.3))
    power = np.arange(256) ** 2
    power[: floor(ink.least) + 1] = 0
    beside, every = (
        float(power @ cv2.calcHist([ink.darkness[area]], [0], mask, [256], [0, 256]).ravel())
        for mask in (template.beside_print[area], None)
    )
    return beside / max(every, 1.0)


def _faint_doubt(beside_print: Callable[[], float], strength: float, odds: Floats32) -> str:
    """Why what looks like ink may be none; empty if it is ink.

    ``beside_print`` is the share of it that lies clear of print, ``strength`` its darkness
    as a part of the sheet's usual stroke, ``odds`` what the classifier makes of it.
    """
    if odds.max() < SURE_OVER_PRINT and beside_print() < LEAST_BESIDE_PRINT:
        return Doubt.UNEVEN
    line = int(odds.argmax()) == CLASSES.index(Mark.SKIP)
    if strength < FAINTEST_LINE:
        return Doubt.FAINT
    if strength < FAINTEST_STROKE and not line and beside_print() >= OVER_PRINT:
        return Doubt.FAINT
    return ""


def _even_odds() -> dict[str, float]:
    return {EMPTY: 0.4, Mark.CROSS: 0.4, Mark.SKIP: 0.1, Mark.VOID: 0.05, Mark.BOTH: 0.05}
