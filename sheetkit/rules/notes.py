"""Marks that say more than a cross, and crosses that came in the wrong order (C1)."""

from __future__ import annotations

from collections.abc import Sequence

from sheetkit.rules.case import Case
from sheetkit.rules.crosses import Crosses
from sheetkit.scoresheet import Mark, Scoresheet

_RULES = {"penalty": "C4", "bar": "BA1", "bonus": "BB1", "board": "OB4"}
"""The clauses of cells outside the rows, by what their names begin with."""


def note_marks(case: Case, sheet: Scoresheet, odd: Sequence[str]) -> None:
    """C1: a cell that is skipped and crossed, and one that was taken back.

    Outside the rows, the clause is that of the cell's own kind.
    """
    for cell in odd:
        rule = _RULES.get(cell.partition(".")[0], "C1")
        if sheet.marks[cell] is Mark.BOTH:
            message = (
                f"{cell} is struck as skipped and crossed; it counts as crossed, "
                "which came first can't be seen"
            )
            case.note("skipped-and-crossed", (cell,), message, rule)
        else:
            message = f"{cell} is blacked out; a cross taken back counts nothing"
            case.note("taken-back", (cell,), message, rule)


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
