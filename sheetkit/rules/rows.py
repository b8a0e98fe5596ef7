"""Rows, closing numbers and locks (C1, C5, C7, L1): what one row's crosses are worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from sheetkit.counted import counted
from sheetkit.rules.line import Line, places
from sheetkit.rules.ruling import Detail, Finding, Severity, detail

Check: TypeAlias = Callable[[Line, int], tuple[int, Finding] | None]


@dataclass(frozen=True, slots=True)
class RowVerdict:
    """A row as the rules see it: its score as marked and by the rules, and whether it is closed.

    ``steps`` holds each finding with the mask that it leaves, in order; what it changes in
    the sheet's total, what the row comes to and where its rule stands is still to be said.
    """

    marked_score: int
    score: int
    closed: bool
    steps: tuple[tuple[Finding, int], ...]


@dataclass(slots=True)
class RowJudge:
    """Judges one row, and remembers: a row has only so many sets of crosses."""

    line: Line
    waived: frozenset[str]
    _verdicts: dict[int, RowVerdict] = field(init=False, default_factory=dict)

    KEPT = 1 << 14
    """Verdicts kept at once: every mask of a Classic row, some megabytes at most."""

    def verdict(self, mask: int) -> RowVerdict:
        found = self._verdicts.get(mask)
        if found is None:
            if len(self._verdicts) >= self.KEPT:
                self._verdicts.clear()
            found = self._verdicts[mask] = judge_row(self.line, mask, self.waived)
        return found


def judge_row(line: Line, mask: int, waived: frozenset[str] = frozenset()) -> RowVerdict:
    """What counts of the row's crosses, with every breach found on the way."""
    left = mask
    steps = []
    for check in CHECKS:
        found = check(line, left)
        if found and waived.isdisjoint((found[1].code, found[1].rule)):
            left = found[0]
            steps.append((found[1], left))
    closed = bool(left & (line.closing | line.lock))
    return RowVerdict(line.score(mask), line.score(left), closed, tuple(steps))


def with_row(finding: Finding, marked: int, ruled: int) -> Finding:
    """The finding with what its row comes to, whatever else is found there."""
    points = f" (the row: {counted(marked, 'point')} as marked, {ruled} by the rules)"
    said = detail("row", marked=marked, ruled=ruled)
    return replace(finding, message=finding.message + points, details=(*finding.details, said))


def two_closing_numbers(line: Line, mask: int) -> tuple[int, Finding] | None:
    """L1: of the closing numbers only one is ever crossed; the second doesn't count."""
    closing = mask & line.closing
    first = closing & -closing
    second = closing ^ first
    if not second:
        return None
    said = " and ".join(str(line.number(1 << place)) for place in places(second))
    number = line.number(first)
    message = f"{line.name}: {number} closes the row, so {said} can't be crossed as well"
    if _before(line, mask) < line.before:
        message = f"{line.name}: only one closing number is ever crossed, so {said} doesn't count"
    return _correct(line, mask, second, "two-closing-numbers", line.closing_rule, message)


def _before(line: Line, mask: int) -> int:
    """How many crosses the row has before its closing numbers."""
    return (mask & ~line.lock & ~line.closing).bit_count()


def closing_too_early(line: Line, mask: int) -> tuple[int, Finding] | None:
    """C5, L1: a closing number takes so many crosses before it."""
    closing = mask & line.closing
    before = _before(line, mask)
    if not closing or before >= line.before:
        return None
    wrong = mask & (line.closing | line.lock)
    number = line.number(closing & -closing)
    lock = "it and the lock don't count" if mask & line.lock else "it doesn't count"
    message = (
        f"{line.name}: {number} was crossed after {counted(before, 'cross')}, "
        f"but takes {line.before}; {lock}"
    )
    said = detail("before", n=before, needed=line.before)
    return _correct(line, mask, wrong, "closing-too-early", line.closing_rule, message, said)


def lock_missing(line: Line, mask: int) -> tuple[int, Finding] | None:
    """C5: who crosses the closing number also crosses the lock."""
    if not mask & line.closing or mask & line.lock:
        return None
    number = line.number(mask & line.closing)
    message = f"{line.name}: {number} closes the row, so its lock counts as crossed too"
    return _correct(line, mask, line.lock, "lock-missing", line.closing_rule, message)


def lock_unearned(line: Line, mask: int) -> tuple[int, Finding] | None:
    """C7: only who crossed the closing number crosses the lock."""
    if mask & line.closing or not mask & line.lock:
        return None
    message = (
        f"{line.name}: the lock is crossed without a closing number, so it doesn't count; "
        "somebody else may have closed the row"
    )
    return _correct(line, mask, line.lock, "lock-unearned", "C7", message)


CHECKS: tuple[Check, ...] = (two_closing_numbers, closing_too_early, lock_missing, lock_unearned)
"""In this order: what one takes away, the next no longer sees."""


def _correct(
    line: Line, mask: int, cells: int, code: str, rule: str, message: str, *details: Detail
) -> tuple[int, Finding]:
    """The mask with those cells turned over, and the finding that says so."""
    after = mask ^ cells
    finding = Finding(
        code, Severity.BREACH, line.cells(cells), None, message, rule, "",
        details=details,
    )  # fmt: skip
    return after, finding
