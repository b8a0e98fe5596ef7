"""Marks that say more than a cross, and crosses that came in the wrong order (C1)."""

from __future__ import annotations

from collections.abc import Sequence

from sheetkit.rules.case import Case
from sheetkit.rules.crosses import Crosses
from sheetkit.rules.ruling import detail
from sheetkit.scoresheet import Mark, Scoresheet

_RULES = {"penalty": "C4", "bar": "BA1", "bonus": "BB1", "board": "OB4"}
"""The clauses of cells outside the rows, by what their names begin with."""


_FIRST = {
    "order-unseen": "which came first can't be seen",
    "struck-first": "an earlier look shows that it was struck first",
    "crossed-first": "an earlier look shows that it was crossed first",
}
"""What is known of the order of a cross and a skip line, by its detail's name."""


def note_marks(
    case: Case, sheet: Scoresheet, odd: Sequence[str], earlier: Sequence[Scoresheet]
) -> None:
    """C1: a cell that is skipped and crossed, and one that was taken back.

    The first counts but for what another finding takes away. Outside the rows, the clause is that
    of the cell's own kind. Which mark came first, one of the ``earlier`` looks at the sheet may
    show.
    """
    if not odd:
        return
    dropped = set(case.referee.cells(case.marked)) - set(case.referee.cells(case.crosses))
    for cell in odd:
        rule = _RULES.get(cell.partition(".")[0], "C1")
        if sheet.marks[cell] == Mark.BOTH:
            first = _came_first(cell, earlier)
            counts = () if cell in dropped else (detail("counts"),)
            also = "it counts as crossed, " if counts else ""
            message = f"{cell} is struck as skipped and crossed; {also}{_FIRST[first]}"
            case.note("skipped-and-crossed", (cell,), message, rule, *counts, detail(first))
        else:
            message = f"{cell} is blacked out; a cross taken back counts nothing"
            case.note("taken-back", (cell,), message, rule)


def _came_first(cell: str, earlier: Sequence[Scoresheet]) -> str:
    """Which of a cross and a skip line an earlier look shows alone, if any and not either."""
    alone = {each.marks[cell] for each in earlier if cell in each.marks} - {Mark.BOTH, Mark.VOID}
    if len(alone) != 1:
        return "order-unseen"
    return "struck-first" if Mark.SKIP in alone else "crossed-first"


def check_order(case: Case, earlier: Sequence[tuple[Crosses, Crosses]]) -> None:
    """C1: a number crossed after one to its right, as an earlier look at the sheet shows.

    ``earlier`` has of each look what was crossed for certain, and what for certain or perhaps.
    """
    for row, line in enumerate(case.referee.lines):
        wrong = 0
        for certain, possible in earlier:
            before = certain.rows[row] & ~line.lock
            passed = (1 << before.bit_length()) - 1
            wrong |= case.crosses.rows[row] & passed & ~possible.rows[row]
        for cell in line.cells(wrong):
            bit = 1 << line.ids.index(cell)
            after = case.crosses.with_row(row, case.crosses.rows[row] & ~bit)
            message = f"{cell} was still open when a number to its right was already crossed"
            case.correct("left-of-a-cross", (cell,), message, "C1", after)
