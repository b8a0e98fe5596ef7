"""How sure a reading must be: each kind of mark, and a cell without one, as far as a mistake would
cost.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from sheetkit.reading.arrays import Floats32
from sheetkit.reading.classifier import CLASSES, HIDDEN
from sheetkit.reading.shape import FLATTEST
from sheetkit.reading.verdict import Doubt, Verdict, by_odds, doubtful, perhaps_also
from sheetkit.scoresheet import EMPTY, Mark

SURE_OF_MARK = 0.99
"""Least probability that there is a mark: a coffee ring over the arm of a 7 came to 0.971, and of
the marks on 2,300 sheets by many hands three had less than this.
"""
SURE_OF_KIND = 0.92
"""Least probability of which mark it is, where there is one: of 450 marked cells that went up all
of the ladder on 1,200 photos, none was read wrongly with more than 0.87.
"""
SURE_AGAINST_SHAPE = 0.98
"""The same of a cross as flat as skip lines are, and of a skip line as tall as crosses."""
TALL = 0.5
"""Of the cell's height: of a hundred crosses about six are no taller, of skip lines 95."""
MOST_VOID: Mapping[str, float] = {Mark.CROSS: 0.02, Mark.SKIP: 0.01, Mark.BOTH: 0.01}
"""Probability of a blackout, from which on nobody can tell whether a mark is a scribble, where no
other mark may be one: on 930 sheets by many hands eight scribbles had less, an N twice among
crosses, a flat one under a cross, and five like lines. For those, and where another mark may be
one, see ``scribbled``.
"""
SURE_OF_VOID = 0.95
"""Least probability that a mark is a blackout: of 25 doubtful marks between this and 0.975 on 900
photos with many people's strokes all were, of 15 below that two were crosses, at 0.94 and 0.92.
"""
SURE_OF_VOID_ELSE_LINE, HARDLY_CROSS = 0.9, 0.005
"""The same where a plain cross has at most ``HARDLY_CROSS``, so that only lines, crossed or not,
compete with the blackout: on those photos all 17 from 0.8 to 0.95 were blackouts.
"""
SURE_OF_EMPTY = 0.995
"""Least probability that what looks like ink is no mark: none may be overlooked."""
SURE_OF_UNCLEAR = 0.995
"""Least probability of anything in a cell whose own print can't be made out well."""
MOST_HIDDEN = 0.15
"""Probability that something lies over a cell, from which on nobody can be sure of its mark."""
SURE_OF_LINE = 0.93
"""Least probability that there is a skip line under a cross: of 85 that went up all of the ladder
with 0.6 and more, one had none, at 0.9, and an upright cross beside lines like its bar came to
0.92.
"""
SURE_OF_NO_LINE = 0.985
"""Least probability that there is none: of 1,600 crosses with one none had more than 0.97, and of
25,000 without one twenty had between this and 0.9975, most of them upright ones.
"""


def weighed(
    odds: Floats32,
    height: float,
    faint: str,
    unclear: str,
    *,
    shown: bool = False,
) -> Verdict:
    """Sure where the odds are.

    ``height`` is the ink's as a part of the cell's. ``faint`` says why even then a mark may
    be none, ``unclear`` why the cell is hard to see: then they have to be surer still, and where
    print can hardly be seen the cell is blank only if a mark would be ``shown``.
    """
    named = named_odds(odds)
    hidden = float(odds[CLASSES.index(HIDDEN)])
    best = max(named, key=lambda name: named[name])
    if hidden > MOST_HIDDEN:
        return Verdict(doubtful(named), Doubt.COVERED)
    overlooked = best == EMPTY and unclear == Doubt.DIM and not shown
    if overlooked or (unclear and named[best] < SURE_OF_UNCLEAR):
        return Verdict(doubtful(named), unclear)
    if not _is_sure(named, best, _least(named, best, height)):
        return _one_or_other(named, *by_odds(named)[:2])
    if best not in (Mark.VOID, EMPTY) and named[Mark.VOID] > MOST_VOID[best]:
        return perhaps_blackout(named, best)
    if faint and best != EMPTY:
        return perhaps_also(named, EMPTY, faint)
    return Verdict(named)


def named_odds(odds: Floats32) -> dict[str, float]:
    """The odds on each mark by its name."""
    named = {name: float(p) for name, p in zip(CLASSES, odds, strict=True)}
    return {name: p for name, p in named.items() if name != HIDDEN}


def perhaps_blackout(odds: Mapping[str, float], best: str) -> Verdict:
    """What looks like another mark and may as well be a blackout."""
    return perhaps_also(odds, Mark.VOID, _either(best, Mark.VOID))


def _one_or_other(odds: Mapping[str, float], one: str, other: str) -> Verdict:
    """Either of two that nobody can tell apart."""
    return Verdict(doubtful(odds), _either(one, other))


def agreed(first: Verdict, finer: Verdict) -> Verdict:
    """What two looks at a cell say together: what the finer one says, where the first one doesn't
    say something else for certain.
    """
    one, other = first.likeliest, finer.likeliest
    if not (first.sure and finer.sure) or one == other:
        return finer
    names = {**first.odds, **finer.odds}
    odds = {name: (first.odds.get(name, 0) + finer.odds.get(name, 0)) / 2 for name in names}
    return _one_or_other(odds, one, other)


def _either(one: str, other: str) -> str:
    return f"{_SHAPES[one]} or {_SHAPES[other]}"


def _least(odds: Mapping[str, float], best: str, height: float) -> float:
    """How sure its kind must be: more of a blackout, and where the ink's height speaks against it,
    and never sure enough where a cross would be flat.
    """
    if best in (Mark.CROSS, Mark.BOTH) and height < FLATTEST:
        return inf
    if best == Mark.VOID:
        return SURE_OF_VOID if odds[Mark.CROSS] > HARDLY_CROSS else SURE_OF_VOID_ELSE_LINE
    against = height < TALL if best == Mark.CROSS else height > TALL and best == Mark.SKIP
    return SURE_AGAINST_SHAPE if against else SURE_OF_KIND


def _is_sure(odds: Mapping[str, float], best: str, least: float) -> bool:
    """Whether the odds are good enough for what a mistake would cost.

    That there is a mark needs ``SURE_OF_MARK``, of which kind it then is ``least``. A cross scores
    the same with a skip line under it, so whether one is there need only be told by
    ``SURE_OF_LINE`` and ``SURE_OF_NO_LINE``.
    """
    if best == EMPTY:
        return odds[best] >= SURE_OF_EMPTY
    every = sum(odds.values())
    marked = every - odds[EMPTY]
    if marked < SURE_OF_MARK * every:
        return False
    if best in (Mark.CROSS, Mark.BOTH):
        counting = odds[Mark.CROSS] + odds[Mark.BOTH]
        told = SURE_OF_LINE if best == Mark.BOTH else SURE_OF_NO_LINE
        return counting >= least * marked and odds[best] >= told * counting
    return odds[best] >= least * marked


_SHAPES = {
    EMPTY: "a stray mark",
    Mark.CROSS: "a cross",
    Mark.SKIP: "a skip line",
    Mark.VOID: "a blacked-out box",
    Mark.BOTH: "a cross over a skip line",
}
