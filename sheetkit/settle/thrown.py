"""Doubtful cells beside throws: in which readings of a sheet the throws can have left it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sheetkit.rules.doubt import doubtful_cells, readings
from sheetkit.settle.roll_case import RollCase
from sheetkit.settle.track import Budget, OutOfBudget

MOST_READINGS = 16
"""Readings of one sheet for which a way is looked for."""


def readings_met(case: RollCase) -> dict[str, frozenset[frozenset[str]]]:
    """For each player whose sheet has doubtful cells what is crossed in those of its readings that
    the throws can leave, and in those that are wrong by themselves, whatever was thrown.

    The doubtful cells of the other sheets are left aside. Of a sheet with too many readings there
    is none; once the search takes too long or is stopped, there are no more.
    """
    doubted = [player for player, each in case.seated.items() if doubtful_cells(each.sheet)]
    met: dict[str, frozenset[frozenset[str]]] = dict.fromkeys(doubted, frozenset())
    budget = Budget(case.effort.whole, case.effort.tick)
    try:
        for player in doubted:
            case.effort.tell(f"asking about the doubtful cells of {player}")
            for crossed in _met(case, player, budget):
                met[player] |= {crossed}
    except (OutOfBudget, KeyboardInterrupt):
        pass
    return met


def _met(case: RollCase, player: str, budget: Budget) -> Iterator[frozenset[str]]:
    judged = case.seated[player]
    maybe = doubtful_cells(judged.sheet)
    if 2 ** len(maybe) > MOST_READINGS:
        return
    for chosen in readings(maybe):
        read = judged.read(chosen)
        one = replace(case, seated={**case.seated, player: read})
        if one.broken or one.explanation(budget):
            yield read.sheet.crossed
