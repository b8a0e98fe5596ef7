"""Bare fields of the bar in the colours of rows that their own sheet closed (BA2)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from sheetkit.rules.bar_marks import bar_rules, field_cells, listed, locks_of, own_rows
from sheetkit.rules.case import Case
from sheetkit.rules.search import Search
from sheetkit.rules.way import Question, Way


def blamed_on_unused_fields(case: Case, question: Question) -> bool:
    """BA2: name the bare fields of rows closed on this sheet, and say whether all else fits.

    Those of a row that ended the game may be bare; those of any other are owed.
    """
    rules = bar_rules(case)
    if question.bar is None or rules is None or not locks_of(case):
        return False
    own = own_rows(case)
    rows = enumerate(rules.fields)
    bare = {row: left for row, f in rows if own >> row & 1 and (left := f & ~question.bar)}
    for size in range(len(bare) + 1):
        fitting = [rows for rows in combinations(bare, size) if _fits(case, question, bare, rows)]
        if fitting:
            _owe(case, bare, fitting)
            return True
    return False


def _fits(case: Case, question: Question, bare: dict[int, int], rows: tuple[int, ...]) -> bool:
    """Whether the sheet fits with these rows' fields crossed, and none of them used by a box."""
    assert question.bar is not None
    fields = sum(bare[row] for row in rows)
    asked = replace(question, bar=question.bar | fields, unused_bar_may_lack=True)
    way = Search(case.referee.chains, asked).way()
    return way is not None and not used_fields(way) & fields


def used_fields(way: Way) -> int:
    """BA1: the mask of the fields that boxes take on that way."""
    taken = {int(cell[4:]) for step in way.steps for cell in step.chain if cell.startswith("bar.")}
    return sum(1 << field - 1 for field in taken)


def _owe(case: Case, bare: dict[int, int], fitting: list[tuple[int, ...]]) -> None:
    """Name the fields that are owed, or note those that only the end of the game excuses."""
    owed = sum(bare[row] for row in fitting[0])
    if not owed:
        left = sum(bare.values())
        message = (
            f"{listed(left)} should be crossed unused, for the row is closed; "
            "if the game ended then, that changes nothing"
        )
        case.note("bar-missing", field_cells(left), message, "BA2")
        return
    names = [" and ".join(case.referee.lines[row].name for row in rows) for rows in fitting]
    fields = [listed(sum(bare[row] for row in rows)) for rows in fitting]
    message = (
        f"the game went on when {' or '.join(names)} {'were' if len(fitting[0]) > 1 else 'was'} "
        f"closed, so {' or '.join(fields)} should be crossed unused"
    )
    after = case.crosses.with_bar(case.crosses.bar | owed)
    case.correct("bar-missing", field_cells(owed), message, "BA2", after)
