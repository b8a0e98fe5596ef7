"""How likely each class is in each cell: the networks are asked as far as there is doubt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sheetkit.reading.arrays import Floats32
from sheetkit.reading.classifier import CLASSES, Look, members, onlooker
from sheetkit.reading.examples import surest
from sheetkit.reading.patches import Patches, Places
from sheetkit.reading.strength import are_marks
from sheetkit.reading.wide import Surroundings
from sheetkit.scoresheet import EMPTY, Mark

Around: TypeAlias = Callable[[Places, Places], Surroundings]
"""Called with two sets of places among the patches: gives what is around the cells of the first;
those of the second surely bear marks, which show the pen's colour.
"""


def odds_on(
    patches: Patches,
    unclear: NDArray[np.bool_] | None = None,
    around: Around | None = None,
) -> Floats32:
    """The probability of each class in each cell (cells × classes).

    A ladder: one member of the classifier looks at all cells; at those that it doubts, and at some
    others for the sheet's habits, the second one does; at what they doubt together the others do,
    and all look again, upside down and mirrored, and so does the onlooker where ``around`` is
    given. So they do at cells that are ``unclear``. What is beside a cell is looked at with it
    each time.
    """
    hard = np.zeros(len(patches.levels), bool) if unclear is None else unclear
    first, *others = members()
    look = first.look(patches)
    odds = calibrated([look.votes])
    asked = np.flatnonzero(hard | _in_doubt(odds))
    if not len(asked):
        return odds
    habits = np.linspace(0, len(odds) - 1, FOR_HABITS).astype(np.intp)
    some = np.union1d(patches.with_neighbours(asked), habits)
    fewer, here = patches.only(some), np.isin(some, asked)
    looks = [Look(look.votes[some], look.habits), *(member.look(fewer) for member in others[:1])]
    votes = [look.votes for look in looks]
    both = calibrated(votes)
    odds[asked] = both[here]
    again = np.flatnonzero(here & (hard[some] | _in_doubt(both)))
    if len(again):
        at_first, mirrored = _closely(fewer, again, np.isin(some, habits), looks)
        if around is not None:
            seen = _looked_on(patches, some[again], look, around)
            at_first = [*at_first, *VOTES_AT_FIRST * seen[:1]]
            mirrored = [*mirrored, *(VOTES - VOTES_AT_FIRST) * seen[:1], *VOTES * seen[1:]]
        odds[some[again]] = _agreed(at_first, mirrored)
    return odds


def _looked_on(patches: Patches, places: Places, look: Look, around: Around) -> list[Floats32]:
    """The onlooker's votes on some cells, four ways round, after that first look at all of them."""
    odds = calibrated([look.votes])
    examples = surest(odds)
    every = np.concatenate([places, examples.places])
    wide = around(every, np.flatnonzero(are_marks(odds)))
    shares = examples.shares(places)
    return onlooker().looks(wide, patches.only(every), look.votes[places], look.habits, shares)


def _closely(
    patches: Patches, again: Places, shown: NDArray[np.bool_], looks: Sequence[Look]
) -> tuple[list[Floats32], list[Floats32]]:
    """The votes of all members on some of the cells, at first look and at the same mirrored.

    ``looks`` are those that the first members had at all cells. The others look at these, and at
    the cells with which habits are ``shown``.
    """
    near = patches.with_neighbours(again)
    closer = np.union1d(near, np.flatnonzero(shown))
    later = [member.look(patches.only(closer)) for member in members()[len(looks) :]]
    at = np.searchsorted(closer, near)
    votes = [*(look.votes[near] for look in looks), *(look.votes[at] for look in later)]
    mirrored = [
        member.look_again(view, look.habits)
        for view in patches.only(near).mirrored()
        for member, look in zip(members(), [*looks, *later], strict=True)
    ]
    these = np.isin(near, again)
    return [each[these] for each in votes], [each[these] for each in mirrored]


FOR_HABITS = 12
"""Cells that show how a writer marks as well as all of the sheet's do."""


SETTLED = 0.995
"""Least probability from which on a mark needs no other look: of 40,000 cells on photos of three
cameras that were as sure, none was read otherwise after all of them.
"""
SETTLED_BLANK = 0.9995
"""The same for a cell with ink that is said to be blank: from less than 0.999 on it may be asked
(see ``marks``), and of 234 such cells on 500 photos 40 had less at first look, 22 after all.
"""
PERHAPS_VOID = 0.001
"""Probability of a blackout, from which on a mark needs another look all the same: of twelve
scribbles like an N by other people that were taken for crosses at first look, ten had more, and of
8,100 crosses one in 70.
"""
SELDOM = [CLASSES.index(Mark.VOID), CLASSES.index(Mark.BOTH)]
"""Marks of which few sheets bear many; they always need another look: of 8,500 marks by people with
rare habits 68 were otherwise than settled at first, and 63 of these looked like one of the two.
"""


def _in_doubt(odds: Floats32) -> NDArray[np.bool_]:
    """Which cells need another look."""
    likeliest = odds.argmax(axis=1)
    blank = likeliest == CLASSES.index(EMPTY)
    unsettled = odds.max(axis=1) < np.where(blank, SETTLED_BLANK, SETTLED)
    perhaps_void = odds[:, CLASSES.index(Mark.VOID)] > PERHAPS_VOID
    return np.asarray(unsettled | perhaps_void | np.isin(likeliest, SELDOM))


def calibrated(votes: Sequence[Floats32]) -> Floats32:
    """The votes' geometric mean, as sure as it turns out right, with what is likely on played
    sheets. One vote that finds a class out of question weighs as much as several that like it.
    """
    logs = np.log(np.maximum(np.stack(votes), LEAST_VOTE)).mean(axis=0)
    sharp = np.exp(SHARPNESS * logs) * LIKELY
    return np.asarray(sharp / sharp.sum(axis=1, keepdims=True), np.float32)


def _agreed(first: Sequence[Floats32], more: Sequence[Floats32]) -> Floats32:
    """The odds by all votes, those at first look and more; where these aren't very sure, and not
    enough of those at first look agree on the likeliest class, what these give each, on average.

    They do where it is the likeliest to more than half of them, and not out of question to any.
    """
    odds, at_first = calibrated([*first, *more]), np.stack(first)
    likeliest = odds.argmax(axis=1)
    alike = (at_first.argmax(axis=2) == likeliest).sum(axis=0)
    least = np.take_along_axis(at_first, likeliest[None, :, None], axis=2).min(axis=0)[:, 0]
    split = (alike <= len(first) // 2) | (least < LEAST_AGREED)
    split &= odds.max(axis=1) < SURE_TOGETHER
    odds[split] = at_first.mean(axis=0)[split]
    return odds


VOTES, VOTES_AT_FIRST = 3, 2
"""The onlooker's: of each view as many as the members' together. They tell scribbles from crosses
better than it does; it tells whose a stroke is. With two instead of three, one fewer of 452 sheets
with other people's strokes was exact; with nine, its odds on their marks were worse. At first look,
where most must agree, it can't outvote the members.
"""
LEAST_AGREED = 0.1
"""Of a vote at first look: of 250 cells that went so far on 500 photos, a bound of 0.35 asked four
more, and none of them was read wrongly.
"""
SURE_TOGETHER = 0.99
"""Least probability by all votes from which on nobody has to agree at first look: of 23 such cells
on 1,100 photos, 500 with other people's strokes, all were read rightly.
"""


SHARPNESS = 1.2
"""Of votes as stated to votes as they turn out right: they are too modest."""
LEAST_VOTE = 1e-7
LIKELY = np.array([1, 1, 1, 0.5, 0.2, 0.3], np.float32)
"""How common each class is among cells that look like it, as against what the networks learned
from. On played sheets one mark in forty is a blackout and one in 200 a cross over a skip line, of
the lessons every tenth; but of 30 doubtful cells for which all looks together gave such crosses 0.6
to 0.9, 28 were.
"""
