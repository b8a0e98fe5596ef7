"""Which rows can have closed together: one action, one throw, everybody's moves (C6, C8, BA3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

from sheetkit.rules.line import Line, lines_of
from sheetkit.settle.given import Judged
from sheetkit.settle.plays import Plays
from sheetkit.settle.target import full_target

LUCK_UNBOUND = frozenset(("C1", "L2", "left-of-a-cross"))
"""House rules by which a lucky number may close a row in another way than L2 has it."""


@dataclass(frozen=True)
class Closer:
    """A player who closed rows: with which number each, and what their pad lets a move do."""

    judged: Judged
    plays: Plays
    rows: Mapping[str, int]

    @classmethod
    def of(cls, judged: Judged) -> Closer:
        pad = judged.sheet.pad
        plays = Plays(pad, full_target(pad, judged.sheet.crossed))
        return cls(judged, plays, judged.closed_with())

    @property
    def lines(self) -> tuple[Line, ...]:
        return lines_of(self.judged.sheet.pad)

    def can_close(
        self, rows: frozenset[str], total: int, later: frozenset[str] = frozenset()
    ) -> bool:
        """Whether one move by a throw of that sum closes exactly these rows.

        ``later`` are rows that are closed only after it. Where bonuses force crosses, any row
        that they can reach counts as within reach once the sheet has a bonus box with that sum.
        """
        mine = rows & frozenset(self.rows)
        if not mine:
            return True
        if len(mine) == 1 and self._closes_with(next(iter(mine)), total, later):
            return True
        place_of = self.plays.row_of_colour
        forced = all(self.plays.forces(place_of[row]) for row in mine)
        direct = any(self.rows[row] == total for row in mine)
        return forced and (self._begins_chain(total) or (direct and self.plays.paired))

    def _closes_with(self, row: str, total: int, later: frozenset[str]) -> bool:
        return self.rows[row] == total or (
            total in self.plays.lucky and self._closes_by_luck(row, later)
        )

    def _closes_by_luck(self, row: str, later: frozenset[str]) -> bool:
        """L2: whether the closing number can have been the next of a row with fewest crosses.

        The row's other crosses stood by then, of other rows at most what they have in the end;
        where one is closed later, by anybody, its closing number and lock were bare.
        """
        if not LUCK_UNBOUND.isdisjoint(self.judged.ruling.waived):
            return True
        crossed, counts = self.judged.sheet.crossed, {}
        for line in self.lines:
            bare = line.closing | line.lock if line.name == row or line.name in later else 0
            cells = [cell for cell in line.ids if cell in crossed.difference(line.cells(bare))]
            owed = line.name in self.rows and not bare and line.ids[-1] not in crossed
            counts[line.name] = len(cells) + owed
            if line.name == row:
                follows = line.ids.index(cells[-1]) + 1 if cells else 0
                if line.numbers[follows] != self.rows[row]:
                    return False
                counts[row] -= self._out_of_order(line)
        return counts[row] == min(counts.values())

    def _out_of_order(self, line: Line) -> int:
        """C1: how many crosses of the row don't count."""
        findings = self.judged.ruling.findings
        wrong = (f.cells for f in findings if f.code == "left-of-a-cross")
        return sum(cell in line.ids for cells in wrong for cell in cells)

    def _begins_chain(self, total: int) -> bool:
        """Whether a bonus box with that number is crossed on the sheet."""
        sheet = self.judged.sheet
        return any(
            cell.bonus and cell.id in sheet.crossed and cell.number == total
            for cell in sheet.pad.cells.values()
            if cell.row
        )


def closed_rows(sheets: Iterable[Judged]) -> dict[str, list[Judged]]:
    """Each closed row with the sheets on which it was closed."""
    found: dict[str, list[Judged]] = {}
    for each in sheets:
        for row in each.closed_with():
            found.setdefault(row, []).append(each)
    return found


def can_close_together(
    closers: Sequence[Closer], rows: frozenset[str], later: frozenset[str] = frozenset()
) -> bool:
    """C6: whether one action can close these rows on just the sheets that show them closed.

    ``later`` are rows that are closed only after it.
    """
    closing = [closer for closer in closers if rows & frozenset(closer.rows)]
    return any(
        all(closer.can_close(rows, total, later) for closer in closing)
        for total in _sums(closers[0].judged.sheet.pad.die_sides)
    )


def closes_never(closers: Sequence[Closer], row: str) -> bool:
    """C6: whether no throw closes that row on all sheets that show it closed, whatever other
    rows it closes and whichever are closed later.
    """
    rows = {other for closer in closers for other in closer.rows} - {row}
    return not any(
        can_close_together(closers, frozenset({row, *others}), frozenset(later))
        for others in _subsets(rows)
        for later in _subsets(rows.difference(others))
    )


def _subsets(rows: Iterable[str]) -> Iterator[tuple[str, ...]]:
    named = sorted(rows)
    for size in range(len(named) + 1):
        yield from combinations(named, size)


def can_close_in_one_turn(closers: Sequence[Closer], rows: frozenset[str]) -> bool:
    """C2, C3: whether action 1 and the active player's action 2 can close these rows."""
    dice = range(1, closers[0].judged.sheet.pad.die_sides + 1)
    return any(
        all(closer.can_close(rows - second, sum(whites)) for closer in closers)
        and _can_close_second(closers, second, {die + white for die in dice for white in whites})
        for whites in combinations_with_replacement(dice, 2)
        for size in range(len(rows) + 1)
        for second in map(frozenset, combinations(sorted(rows), size))
    )


def _can_close_second(closers: Sequence[Closer], rows: frozenset[str], sums: set[int]) -> bool:
    """C3: whether one player closed these rows, and can have with one of these sums."""
    closing = [closer for closer in closers if rows & frozenset(closer.rows)]
    if len(closing) > 1:
        return False
    return all(any(closer.can_close(rows, total) for total in sums) for closer in closing)


def _sums(sides: int) -> range:
    return range(2, 2 * sides + 1)


def can_all_close(closers: Sequence[Closer], to_end: int) -> bool:
    """C8: whether all rows closed on these sheets can have closed in one game.

    Before the last closing fewer than ``to_end`` rows are closed, one by one or
    together; the rest close in one action.
    """
    rows = frozenset(row for closer in closers for row in closer.rows)
    if not rows:
        return True
    return any(
        all(can_close_together(closers, frozenset({row}), rows - frozenset(early)) for row in early)
        and can_close_together(closers, rows - frozenset(early))
        for count in range(to_end)
        for early in combinations(sorted(rows), count)
    )
