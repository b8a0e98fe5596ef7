"""Looks at one sheet at several times: what is gone in between, and what order they show (C1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from sheetkit.pad import CellKind
from sheetkit.rules.crosses import cells_of
from sheetkit.scoresheet import EMPTY, Mark, Scoresheet
from sheetkit.settle.target import last_space

CROSSED = frozenset({Mark.CROSS.value, Mark.BOTH.value})
TAKEN_BACK = frozenset({Mark.VOID.value})
STRUCK = frozenset({Mark.SKIP.value, Mark.BOTH.value})

Clash = tuple[tuple[str, ...], tuple[str, ...]]
"""What one look shows and another doesn't, and the other way round."""


def may_be(sheet: Scoresheet, cell: str) -> frozenset[str]:
    """What the cell may be: a mark's name or ``empty``, several where it is doubtful."""
    odds: Mapping[str, float] = sheet.unsure.get(cell, {sheet.marks.get(cell, EMPTY): 1})
    return frozenset(name for name, probability in odds.items() if probability > 0)


def crossed_before(earlier: Sequence[Scoresheet]) -> frozenset[str]:
    """What the earlier looks show as crossed for certain."""
    return frozenset().union(*(each.crossed for each in earlier))


def marks_gone(before: Scoresheet, after: Scoresheet, *, perhaps: bool = False) -> tuple[str, ...]:
    """The cells that were crossed or blacked out for certain before and aren't after, for certain
    or ``perhaps``. A cross may be blacked out after, and the figure may have left its space.
    """
    behind = moved_on(after)
    found = []
    for cell in before.pad.markable:
        crossed = cell in before.crossed
        if (crossed and cell not in behind) or before.marks.get(cell) == Mark.VOID:
            kept = CROSSED | TAKEN_BACK if crossed else TAKEN_BACK
            there = may_be(after, cell)
            gone = bool(there - kept) if perhaps else kept.isdisjoint(there)
            found += [cell] if gone else []
    return tuple(found)


def struck_no_more(before: Scoresheet, after: Scoresheet) -> tuple[str, ...]:
    """The cells that have lost a skip line for certain, and aren't blacked out."""
    return tuple(
        cell
        for cell in before.pad.markable
        if may_be(before, cell) <= STRUCK and (STRUCK | TAKEN_BACK).isdisjoint(may_be(after, cell))
    )


def moved_on(sheet: Scoresheet) -> frozenset[str]:
    """OB1: the spaces that the figure may have left since, those behind it."""
    spaces = cells_of(sheet.pad, CellKind.BOARD)
    crossed = [cell for cell in spaces if CROSSED & may_be(sheet, cell)]
    return frozenset(spaces[: max(last_space(sheet.pad, crossed) - 1, 0)])


def clashes(looks: Sequence[Scoresheet]) -> Iterator[Clash]:
    """What two looks show each without the other, so that neither can be the later one."""
    for one, other in combinations(looks, 2):
        clash = marks_gone(one, other), marks_gone(other, one)
        if all(clash):
            yield clash


def order_shown(
    sheet: Scoresheet, earlier: Sequence[Scoresheet], recorded: Sequence[Scoresheet] = ()
) -> list[Scoresheet]:
    """What earlier looks, and those of a recorded game, show of the order (C1): nothing by a cross
    that was taken back since, nor by one that another look contradicts.

    Such a cross, and one that may be blacked out now, is as good as doubtful there.
    """
    clashing = {cell for clash in clashes(earlier) for cells in clash for cell in cells}
    doubtful = {Mark.CROSS.value: 0.5, EMPTY: 0.5}

    def tells_nothing(cell: str) -> bool:
        return cell in clashing or Mark.VOID.value in may_be(sheet, cell)

    return [
        replace(
            each,
            marks={cell: mark for cell, mark in each.marks.items() if not tells_nothing(cell)},
            unsure={
                **each.unsure,
                **{cell: doubtful for cell in each.crossed if tells_nothing(cell)},
            },
        )
        for each in (*earlier, *recorded)
    ]
