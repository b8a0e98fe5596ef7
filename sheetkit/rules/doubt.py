"""Doubtful cells: a finding is certain only if it is there however they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import TypeAlias, TypeVar

from sheetkit.rules.ruling import Finding, Severity
from sheetkit.scoresheet import Mark, Scoresheet, perhaps_crossed

T = TypeVar("T")

READINGS = 256
"""Readings that are judged to learn whether one finding holds; where it takes more, it is open."""

OF_ONE_ROW = frozenset(
    ("closing-too-early", "two-closing-numbers", "lock-missing", "lock-unearned", "left-of-a-cross")
)
"""Findings that the crosses of their own row decide alone."""

OF_THEIR_CELLS = OF_ONE_ROW | {"bonus-unearned", "bonus-missing", "same-space"}
"""Findings that may be there several times, each of other cells."""

Ways: TypeAlias = tuple[tuple[str, ...], ...]
"""Sets of doubtful cells, each of which undoes a finding where all of it is crossed."""

FoundIn: TypeAlias = Callable[[frozenset[str]], Sequence[Finding]]
"""The findings where these of the doubtful cells are crossed and the others are not."""


def doubtful_cells(sheet: Scoresheet) -> tuple[str, ...]:
    """The cells of the sheet that may be crossed and may be not."""
    return tuple(cell for cell, odds in sheet.unsure.items() if perhaps_crossed(odds))


def with_crosses(sheet: Scoresheet, cells: frozenset[str]) -> Scoresheet:
    """The sheet read so that these doubtful cells are crossed and the others are not."""
    marks = {**sheet.marks, **dict.fromkeys(cells, Mark.CROSS)}
    order = sheet.pad.markable
    return replace(
        sheet,
        marks={cell: marks[cell] for cell in order if cell in marks},
        unsure={cell: odds for cell, odds in sheet.unsure.items() if cell not in cells},
    )


def weighed(
    finding: Finding, doubtful: Sequence[str], found_in: FoundIn, *, rows_apart: bool = True
) -> Finding:
    """The finding as a breach if it is there in every reading, else as one that is open.

    A finding that can't be told to be there in every one, for there are too many, is open.
    ``rows_apart``: what a row scores depends on no other row.
    """
    if finding.severity is Severity.NOTE:
        return finding
    look = cache(found_in)
    deciding = doubtful
    if finding.code in OF_ONE_ROW:
        rows = {cell.partition(".")[0] for cell in finding.cells}
        deciding = [cell for cell in doubtful if cell.partition(".")[0] in rows]
    ways = _ways_to_undo(finding, deciding, look)
    if ways is not None:
        return left_open(finding, ways)
    return _as_far_as_certain(finding, deciding if rows_apart else doubtful, look)


def is_breached_in_all(doubtful: Sequence[str], found_in: FoundIn) -> bool:
    """Whether no reading of the doubtful cells is without a breach; where it would take more than
    ``READINGS`` to know, one may be.
    """
    for looked, cells in enumerate(readings(doubtful)):
        if looked == READINGS:
            return False
        if all(finding.severity is Severity.NOTE for finding in found_in(cells)):
            return False
    return True


def left_open(finding: Finding, ways: Ways) -> Finding:
    """The finding as one that doubtful cells can undo in those ways; none where it isn't known."""
    message = f"{finding.message}; {_unless(ways)}"
    return replace(finding, severity=Severity.NOTE, points=None, message=message, unless=ways)


def _ways_to_undo(finding: Finding, doubtful: Sequence[str], found_in: FoundIn) -> Ways | None:
    """The smallest sets of doubtful crosses without the finding; None if it is always there."""
    looked = 0
    for size in range(1, len(doubtful) + 1):
        ways: list[tuple[str, ...]] = []
        for cells in combinations(doubtful, size):
            if looked == READINGS:
                return tuple(ways)
            looked += 1
            if not any(_alike(finding, found_in(frozenset(cells)))):
                ways.append(cells)
        if ways:
            return tuple(ways)
    return None


def _as_far_as_certain(finding: Finding, doubtful: Sequence[str], found_in: FoundIn) -> Finding:
    """A finding that is always there, its numbers those that are the same in every reading.

    Its message tells which cells decide the others, and between which points.
    """
    if 2 ** len(doubtful) > READINGS + 1:
        message = f"{finding.message}; the doubtful cells decide the numbers"
        return replace(finding, points=None, message=message, details=())
    read = {cells: next(_alike(finding, found_in(cells)), finding) for cells in readings(doubtful)}
    deciding = _deciding(doubtful, read)
    if not deciding:
        return finding
    points = {other.points for other in read.values()}
    details = (each for each in finding.details if all(each in f.details for f in read.values()))
    return replace(
        finding,
        points=finding.points if len(points) == 1 else None,
        message=f"{finding.message}; {_without(deciding)}{_from_to(points)}",
        details=tuple(details),
    )


def _deciding(doubtful: Sequence[str], read: Mapping[frozenset[str], Finding]) -> list[str]:
    """The doubtful cells that change what a finding says, given it in every reading."""
    said = {cells: (finding.points, finding.message) for cells, finding in read.items()}
    return [cell for cell in doubtful if any(said[cells] != said[cells ^ {cell}] for cells in said)]


def readings(doubtful: Sequence[T]) -> Iterator[frozenset[T]]:
    """Every way to read the doubtful cells, as the set of those that are crossed."""
    for size in range(len(doubtful) + 1):
        yield from map(frozenset, combinations(doubtful, size))


def _alike(finding: Finding, others: Sequence[Finding]) -> Iterator[Finding]:
    """Those of the others that are the same finding."""
    return (other for other in others if _is_the_same(finding, other))


def _is_the_same(finding: Finding, other: Finding) -> bool:
    """Whether both say the same, though of more cells or fewer."""
    if (finding.code, finding.severity) != (other.code, other.severity):
        return False
    return finding.code not in OF_THEIR_CELLS or not set(finding.cells).isdisjoint(other.cells)


def _unless(ways: Ways) -> str:
    """What would undo a finding, in words."""
    if not ways:
        return "open: the doubtful cells decide it"
    least, cells = needed_to_undo(ways)
    if least == 1:
        return f"open: would hold unless {_listed(cells, 'or')} is crossed"
    some = _listed(cells, "and") if least == len(cells) else f"{least} of {', '.join(cells)}"
    return f"open: would hold unless {some} are crossed"


def needed_to_undo(ways: Ways) -> tuple[int, tuple[str, ...]]:
    """How many of which doubtful cells have to be crossed, at least."""
    return len(ways[0]), tuple(dict.fromkeys(cell for way in ways for cell in way))


def _without(cells: Sequence[str]) -> str:
    """As what a finding's numbers take the cells that decide them."""
    are = "is" if len(cells) == 1 else "are"
    return f"that is without {_listed(cells, 'and')}, which {are} doubtful"


def _from_to(points: Set[int | None]) -> str:
    """Between which points a finding is, unless they are the same or open."""
    known = sorted(each for each in points if each is not None)
    if len(points) == 1 or len(known) < len(points):
        return ""
    least, most = (f"{each:+d}" if each else "0" for each in (known[0], known[-1]))
    return f": {least} to {most} points"


def _listed(names: Sequence[str], last: str) -> str:
    return f" {last} ".join(filter(None, (", ".join(names[:-1]), names[-1])))
