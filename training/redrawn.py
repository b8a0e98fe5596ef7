"""Lessons with marks drawn anew: photos show too few of those that are hard to tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.reading.classifier import CLASSES
from sheetkit.reading.patches import CELL, SIDE
from training.draft import INK, Draft
from training.lessons import Lessons
from training.scribbles import odd_mark
from training.strokes import BUSY_CROSSES, BUSY_ODDS, Line, kinked_line, wavy_line

Mark: TypeAlias = Callable[[Box, np.random.Generator], list[Line]]

ODD = 0.1
"""Part of the blank cells that get a mark which is neither a cross nor a blackout."""
ODD_INSTEAD = 0.04
"""Part of the crosses in whose place such a mark is drawn."""
ODD_OVER = 0.04
"""Part of the crosses over which such a mark is drawn, to take them back."""
STRANGE = 0.05
"""Part of the sheets whose writer crosses by such marks."""
STRANGE_MARKS = ("three strokes", "curl")
HABIT = 4
"""Crosses from which on a sheet shows how its writer crosses."""
FLAT = 0.3
"""Of its cell's height: an odd mark that is no taller is a line or a blackout."""
FULL = 0.3
"""Of its cell: what covers more is a blackout, or if it is flat, a thick pen's line."""
TO_AND_FRO = 3.7
"""Strokes to and fro of a mark that isn't flat: four, as of a W, are a blackout."""
LINES = 3
"""Skip lines from which on a sheet shows how its writer makes them."""
TALLER = 1.5
"""How many times as tall as the sheet's lines a flat mark must be to be none."""
LEAST_TALL = 0.15
"""Of its cell's height, what such a mark must have at least."""
FEWEST_TURNS = 2.5
"""Strokes to and fro of a flat mark that is no line."""


def odd(some: Lessons, rng: np.random.Generator) -> Lessons:
    """Some of the cells with an odd mark: a scribble, or one that its sheet's marks tell.

    Among crosses that look otherwise an N or a Z is a blackout, and so is what is taller than the
    sheet's lines; where there are few of them, it is said to be now one thing and now another, as
    often as makes both as likely on played sheets.
    """
    draft = Draft.of(some)
    blank, cross = (
        np.flatnonzero(some.kinds == CLASSES.index(name)) for name in ("empty", "cross")
    )
    sheets = np.unique(some.sheets)
    strange = np.isin(some.sheets, sheets[rng.random(len(sheets)) < STRANGE])
    clear = _with_habit(some, cross) & ~strange
    line_heights = _line_heights(some)
    for sheet in np.unique(some.sheets[strange]):
        kind = str(rng.choice(STRANGE_MARKS))
        for cell in cross[some.sheets[cross] == sheet]:
            _draw_anew(draft, cell, partial(_odd_line, kind=kind), rng)
    blank = blank[rng.random(len(blank)) < ODD]
    chosen = rng.random(len(cross))
    usual = ~strange[cross]
    instead = cross[(chosen < ODD_INSTEAD) & usual]
    over = cross[(chosen > 1 - ODD_OVER) & usual]
    draft.empty(instead)
    strengths = [*rng.uniform(0.3, 0.97, len(blank)), *draft.levels[[*instead, *over]] / 255]
    crossed = set(over.tolist())
    for cell, strength in zip([*blank, *instead, *over], strengths, strict=True):
        box = draft.box(cell)
        line, count = odd_mark(box, rng)
        mask = _drawn([line], box, rng)
        draft.ink(cell, mask * strength)
        height = float(np.ptp(line[:, 1])) / box.height
        full = float(mask[CELL, CELL].mean()) > FULL
        if height < FLAT:
            told = _is_no_line(height, count, float(line_heights[cell]))
            kind = _flat_one(rng, full=full, told=told, crossed=cell in crossed)
        else:
            told = count >= TO_AND_FRO or bool(clear[cell]) or cell in crossed
            kind = "void" if full or told or rng.random() < 0.7 else "cross"
        draft.kinds[cell] = CLASSES.index(kind)
    return draft.lessons()


def _odd_line(box: Box, rng: np.random.Generator, kind: str) -> list[Line]:
    return [odd_mark(box, rng, kind)[0]]


def _with_habit(some: Lessons, cross: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Which cells lie on a sheet with enough crosses to know its writer's by."""
    sheets, counts = np.unique(some.sheets[cross], return_counts=True)
    return np.isin(some.sheets, sheets[counts >= HABIT])


def _line_heights(some: Lessons) -> NDArray[np.float64]:
    """How tall skip lines are on each cell's sheet, as parts of a cell's height.

    Not a number where too few show it.
    """
    heights = np.full(len(some.kinds), np.nan)
    skip = some.kinds == CLASSES.index("skip")
    for sheet in np.unique(some.sheets[skip]):
        here = some.sheets == sheet
        lines = np.flatnonzero(here & skip)
        if len(lines) >= LINES:
            ink = some.layers[lines, INK, CELL, CELL]
            inked_rows = np.any(ink > some.levels[lines, None, None] / 2, axis=2)
            first, last = inked_rows.argmax(axis=1), inked_rows[:, ::-1].argmax(axis=1)
            tall = 1 - (first + last) / inked_rows.shape[1]
            heights[here] = float(np.median(tall))
    return heights


def _is_no_line(height: float, count: float, usual: float) -> bool:
    """Whether a flat mark of so many strokes to and fro can't be one of its sheet's skip lines.

    Where these don't show, only what is to and fro as often as a W is none.
    """
    if np.isnan(usual):
        return height > LEAST_TALL and count >= TO_AND_FRO
    return height > max(LEAST_TALL, TALLER * usual) and count >= FEWEST_TURNS


def _flat_one(rng: np.random.Generator, *, full: bool, told: bool, crossed: bool) -> str:
    """What a flat odd mark is called this time: always the same only where it can be told."""
    if told:
        return "void"
    line = "both" if crossed else "skip"
    return line if full or rng.random() < 0.3 else "void"


WAVY = 0.06
"""Part of the sheets with enough skip lines, all of which are drawn anew, as waves."""


def wavy(some: Lessons, rng: np.random.Generator) -> Lessons:
    """Some sheets whose writer strikes numbers by waves: there a wave is no blackout."""

    def waves() -> Iterator[tuple[int, Mark]]:
        lines = _lines_on_some(some, WAVY, rng)
        for sheet in np.unique(some.sheets[lines]):
            own = lines[some.sheets[lines] == sheet]
            wave = partial(wavy_line, height=rng.uniform(0.1, 0.35), turns=rng.uniform(1.5, 8))
            if len(own) >= LINES:
                yield from ((cell, wave) for cell in own)

    return _with_marks(some, waves(), rng)


BUSY = 0.25
"""Part of the sheets whose crosses are drawn anew, each with more to it than two strokes."""


def busy(some: Lessons, rng: np.random.Generator) -> Lessons:
    """Some sheets with crosses that have more strokes or bends instead of their own.

    A few strokes to and fro are close to them, so the classifier has to know them well.
    """

    def crosses() -> Iterator[tuple[int, Mark]]:
        cross = np.flatnonzero(some.kinds == CLASSES.index("cross"))
        sheets = np.unique(some.sheets)
        for sheet in sheets[rng.random(len(sheets)) < BUSY]:
            maker = BUSY_CROSSES[rng.choice(len(BUSY_CROSSES), p=BUSY_ODDS)]
            yield from ((cell, maker) for cell in cross[some.sheets[cross] == sheet])

    return _with_marks(some, crosses(), rng)


KINKED = 0.15
"""Part of the sheets with skip lines some of which are drawn anew, with a bend."""


def kinked(some: Lessons, rng: np.random.Generator) -> Lessons:
    """Some sheets whose skip lines are bent like flat ticks: what a writer's crosses are tells."""
    lines = _lines_on_some(some, KINKED, rng)
    bent = lines[rng.random(len(lines)) < 0.5]
    return _with_marks(some, ((cell, kinked_line) for cell in bent), rng)


def _lines_on_some(some: Lessons, part: float, rng: np.random.Generator) -> NDArray[np.intp]:
    """The cells with skip lines on that part of the sheets."""
    sheets = np.unique(some.sheets)
    chosen = np.isin(some.sheets, sheets[rng.random(len(sheets)) < part])
    return np.flatnonzero(chosen & (some.kinds == CLASSES.index("skip")))


def _with_marks(
    some: Lessons, marks: Iterable[tuple[int, Mark]], rng: np.random.Generator
) -> Lessons:
    """The lessons with another mark drawn in each of those cells."""
    draft = Draft.of(some)
    for cell, mark in marks:
        _draw_anew(draft, cell, mark, rng)
    return draft.lessons()


def _draw_anew(draft: Draft, cell: int, mark: Mark, rng: np.random.Generator) -> None:
    """Another mark in place of a cell's own, as dark."""
    box = draft.box(cell)
    draft.empty(cell)
    draft.ink(cell, _drawn(mark(box, rng), box, rng) * draft.levels[cell] / 255)


THICK = 0.25
"""Part of the marks drawn with a marker."""
THICKEST = 0.22
"""Of its cell's height: a thicker pen leaves nothing of a cross to see."""


def _drawn(lines: list[Line], box: Box, rng: np.random.Generator) -> NDArray[np.float64]:
    """Strokes in a cell of that size, in mm: where their ink is in the patch."""
    fine = 4
    to_patch = (CELL.stop - CELL.start) / np.array([box.width, box.height])
    mask = np.zeros((fine * SIDE, fine * SIDE), np.uint8)
    pen_mm = (
        rng.uniform(1.0, THICKEST * box.height) if rng.random() < THICK else rng.uniform(0.3, 1)
    )
    pen = max(round(fine * float(to_patch.mean()) * pen_mm), 1)
    at = [np.rint((line * to_patch + CELL.start) * fine).astype(np.int32) for line in lines]
    cv2.polylines(mask, at, isClosed=False, color=255, thickness=pen, lineType=cv2.LINE_AA)
    small = cv2.resize(mask, (SIDE, SIDE), interpolation=cv2.INTER_AREA) / 255
    soft = cv2.GaussianBlur(small, (0, 0), rng.uniform(0.3, 1.3))
    grain = cv2.GaussianBlur(rng.normal(0, 1, (SIDE, SIDE)), (0, 0), 0.6)
    return np.clip(soft * (1 + rng.uniform(0, 0.6) * grain), 0, 1)
