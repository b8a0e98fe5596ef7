"""Which rows can have closed together: one action, one throw, everybody's moves (C6, C8, BA3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

from sheetkit.rules.line import Line, lines_of
from sheetkit.settle.given import Judged
from sheetkit.settle.plays import Plays
from sheetkit.settle.target import full_target


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

    def can_close(self, rows: frozenset[str], total: int | None) -> bool:
        """Whether one move closes exactly these rows; ``total`` is its sum, None for any.

        Where bonuses force crosses, any row that they can reach counts as within
        reach once the sheet has a bonus box with that sum.
        """
        mine = rows & frozenset(self.rows)
        if not mine:
            return True
        if len(mine) == 1 and (total is None or self._closes_with(next(iter(mine)), total)):
            return True
        place_of = self.plays.row_of_colour
        forced = all(self.plays.forces(place_of[row]) for row in mine)
        direct = any(total is None or self.rows[row] == total for row in mine)
        return forced and (self._begins_chain(total) or (direct and self.plays.paired))

    def _closes_with(self, row: str, total: int) -> bool:
        return self.rows[row] == total or total in self.plays.lucky

    def _begins_chain(self, total: int | None) -> bool:
        """Whether a bonus box with that number is crossed on the sheet."""
        sheet = self.judged.sheet
        return any(
            cell.bonus and cell.id in sheet.crossed and (total is None or cell.number == total)
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


def can_close_together(closers: Sequence[Closer], rows: frozenset[str]) -> bool:
    """C6: whether one action can close these rows on just the sheets that show them closed."""
    closing = [closer for closer in closers if rows & frozenset(closer.rows)]
    if len(closing) == 1 and closing[0].can_close(rows, None):
        return True
    return any(
        all(closer.can_close(rows, total) for closer in closing)
        for total in _sums(closers[0].judged.sheet.pad.die_sides)
    )


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
    fewest_early = 0 if len(rows) >= to_end else len(rows)
    return any(
        all(can_close_together(closers, frozenset({row})) for row in early)
        and can_close_together(closers, rows - frozenset(early))
        for count in range(fewest_early, to_end)
        for early in combinations(sorted(rows), count)
    )
