"""Totals while cells are doubtful, and who wins and who comes where however those are read (C9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from sheetkit.rules.doubt import doubtful_cells, readings, with_crosses
from sheetkit.scoresheet import Scoresheet, perhaps_crossed
from sheetkit.settle.given import Judged
from sheetkit.settle.looks import CROSSED, marks_gone

T = TypeVar("T")

MOST_READINGS = 1024
"""Readings of a sheet that are judged; with more doubtful cells than ten, its total is open."""


@dataclass(frozen=True, slots=True)
class Total:
    """A player's total by the rules: the lowest and the highest of all readings of the sheet.

    Both are None while it is open. ``cells`` are the doubtful ones that change it.
    """

    lowest: int | None
    highest: int | None
    cells: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        return self.lowest is None

    @property
    def is_certain(self) -> bool:
        return self.lowest is not None and self.lowest == self.highest

    def without(self, points: int) -> Total:
        """The total if a finding of so many points had been let pass."""
        if self.lowest is None or self.highest is None:
            return self
        return replace(self, lowest=self.lowest - points, highest=self.highest - points)


OPEN = Total(None, None)
"""A total that is open, and not for doubtful cells."""


def total_of(judged: Judged, contradicted: Callable[[Judged], bool] = lambda _: False) -> Total:
    """The total by the rules of a sheet, in every reading of its doubtful cells and of those of its
    earlier looks; open where one of them is ``contradicted`` by other evidence, or an earlier look
    shows marks that are gone.
    """
    before = tuple(
        (n, cell) for n, each in enumerate(judged.earlier) for cell in doubtful_cells(each)
    )
    if not before:
        return _total_after(judged, contradicted)
    if 2 ** (len(before) + len(doubtful_cells(judged.sheet))) > MOST_READINGS:
        return OPEN
    read = {}
    for chosen in readings(before):
        looks = [
            _only(look, frozenset(cell for place, cell in chosen if place == n))
            for n, look in enumerate(judged.earlier)
        ]
        read[chosen] = _total_after(judged.in_view_of(looks), contradicted)
    cells = {cell for total in read.values() for cell in total.cells}
    cells |= {each[1] for each in before if _changes(each, read)}
    named = tuple(cell for cell in judged.sheet.pad.markable if cell in cells)
    if any(total.is_open for total in read.values()):
        return Total(None, None, named)
    lowest = min(total.lowest or 0 for total in read.values())
    return Total(lowest, max(total.highest or 0 for total in read.values()), named)


def _total_after(judged: Judged, contradicted: Callable[[Judged], bool]) -> Total:
    """The same where the earlier looks have no doubtful cells."""
    if not judged.sheet.unsure:
        score = None if _vanished(judged, frozenset()) else judged.ruling.score
        return Total(score.total, score.total) if score else OPEN
    maybe = doubtful_cells(judged.sheet)
    if 2 ** len(maybe) > MOST_READINGS:
        return Total(None, None, maybe)
    read = {chosen: judged.read(chosen) for chosen in readings(maybe)}
    refuted = {each for each in read if contradicted(read[each]) or _vanished(judged, each)}
    totals = {
        chosen: None if chosen in refuted else _total_by_rules(each)
        for chosen, each in read.items()
    }
    cells = tuple(cell for cell in maybe if _changes(cell, totals))
    known = [total for total in totals.values() if total is not None]
    if len(known) < len(totals):
        return Total(None, None, maybe if len(refuted) == len(read) else cells)
    return Total(min(known), max(known), cells)


def _total_by_rules(read: Judged) -> int | None:
    return read.ruling.score.total if read.ruling.score else None


def _vanished(judged: Judged, crossed: frozenset[str]) -> bool:
    """Whether marks of an earlier look are gone where just these doubtful cells are crossed: also
    where one of the others may be bare, and not only blacked out.
    """
    if "marks-vanished" in judged.ruling.waived:
        return False
    sheet = _only(judged.sheet, crossed)
    return any(marks_gone(look, sheet, perhaps=True) for look in judged.earlier)


def _only(sheet: Scoresheet, crossed: frozenset[str]) -> Scoresheet:
    """The sheet of whose doubtful cells just these are crossed, and others something else."""
    read = with_crosses(sheet, crossed)
    others = {
        cell: {name: chance for name, chance in odds.items() if name not in CROSSED}
        for cell, odds in read.unsure.items()
        if perhaps_crossed(odds)
    }
    return replace(read, unsure={**read.unsure, **others})


def _changes(cell: T, totals: Mapping[frozenset[T], object]) -> bool:
    """Whether the total is another, in some reading, once the cell is crossed."""
    return any(
        totals[crossed] != totals[crossed | {cell}] for crossed in totals if cell not in crossed
    )


def winning(totals: Sequence[Total]) -> tuple[int, ...]:
    """C9: who has the highest total in every reading, several on a tie; nobody while that is open.

    Players are told by their places in the sequence.
    """
    if any(total.is_open for total in totals):
        return ()
    first = _may_win(totals)
    sure = len(first) == 1 or all(totals[place].is_certain for place in first)
    return first if sure else ()


def deciding(totals: Sequence[Total]) -> tuple[int, ...]:
    """Whose doubtful cells decide who wins; nobody where a total is open for another reason."""
    if any(total.is_open and not total.cells for total in totals) or winning(totals):
        return ()
    is_open = any(total.is_open for total in totals)
    concerned = range(len(totals)) if is_open else _may_win(totals)
    return tuple(place for place in concerned if totals[place].cells)


def place_of(total: Total, totals: Sequence[Total]) -> int | None:
    """C9: the place of one of the totals, from 1, if it is the same in every reading."""
    if total.lowest is None or total.highest is None:
        return None
    ahead = maybe_ahead = 0
    for other in totals:
        if other.lowest is None or other.highest is None:
            return None
        ahead += other.lowest > total.highest
        maybe_ahead += other is not total and other.highest > total.lowest
    return 1 + ahead if ahead == maybe_ahead else None


def _may_win(totals: Sequence[Total]) -> tuple[int, ...]:
    """Who has the highest total in some reading, where none of them is open."""
    sure = max((total.lowest for total in totals if total.lowest is not None), default=0)
    return tuple(
        place
        for place, total in enumerate(totals)
        if total.highest is not None and total.highest >= sure
    )
