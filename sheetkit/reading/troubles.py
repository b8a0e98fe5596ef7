"""What a person should know of a sheet as read, or of what can't be made out as one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from sheetkit.pad import Pad, SheetCode
from sheetkit.reading.arrays import Floats
from sheetkit.reading.decode import Picture
from sheetkit.reading.letters import ocr_is_there
from sheetkit.reading.problems import UNCLEAR, told
from sheetkit.reading.result import Problem
from sheetkit.reading.sheet import SeenSheet
from sheetkit.reading.verdict import Doubt

MANY = 20
"""Doubtful cells of one sheet: so many have to do with its picture, and not with its writer."""

OF_WRITERS = (Doubt.SLASH, Doubt.STARS)
"""Doubts about what all marks of a kind mean, however many: another picture doesn't tell."""


def sheet_problems(seen: SeenSheet, code: SheetCode | None, pad: Pad) -> Iterator[Problem]:
    """Why the sheet's code or cells of it can't be told."""
    sheet = code.text if code is not None else ""
    if code is None:
        kind = "no-code" if ocr_is_there() else "no-code-nor-letters"
        yield told("no-code", kind, pad=pad.title, name=pad.name)
    hidden = {cell: seen.hidden[cell] for cell in pad.markable if cell in seen.hidden}
    outside = sum(reason == Doubt.OUTSIDE for reason in hidden.values())
    if outside:
        yield told("partly-outside", sheet=sheet)
    covered = {cell for cell, reason in hidden.items() if reason == Doubt.COVERED}
    covered |= {cell for cell, verdict in seen.verdicts.items() if verdict.reason == Doubt.COVERED}
    if covered:
        yield told("covered", cells=len(covered), sheet=sheet)
    reasons = Counter(verdict.reason for verdict in seen.verdicts.values() if not verdict.sure)
    if 2 * reasons[Doubt.NOISY] < reasons.total():
        reasons[Doubt.STRAY_MARKS] += reasons.pop(Doubt.NOISY, 0)  # noise is the least of it
    for reason, kind in UNCLEAR.items():
        if reasons[reason]:
            yield told("unclear", kind, cells=reasons[reason], sheet=sheet)
    of_picture = reasons.total() - sum(reasons[reason] for reason in OF_WRITERS)
    if of_picture >= MANY and not (covered or outside or (+reasons).keys() & UNCLEAR.keys()):
        yield told("unclear", "unclear-stray", cells=reasons.total(), sheet=sheet)


def corner_problem(place: Floats, picture: Picture) -> Problem:
    """A sheet of which little more than a corner shows, there in the picture (x, y)."""
    x, y = (np.asarray(place) + 0.5) * picture.shrink - 0.5
    return told("partly-outside", "corner-alone", x=round(x), y=round(y))


def turned_back(problem: Problem, width: float) -> Problem:
    """The problem of a mirrored photo so wide (px): where it tells a place, as in the photo."""
    values = dict(problem.said.values)
    x = values.get("x")
    if not isinstance(x, int):
        return problem
    return told(problem.code, problem.said.kind, **{**values, "x": round(width - 1 - x)})
