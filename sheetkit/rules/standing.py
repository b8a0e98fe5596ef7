"""How rows stand where a chain begins, as far as that decides how the chain goes (BB1).

Crosses that force nothing can wait, with two exceptions. A chain may have to find a row
so far on that one of its crosses falls on a box or a closing number, and it may have to
find a row with fewest crosses. Both leave only few places in a row that matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product

from sheetkit.pad import Pair
from sheetkit.rules.bar import BarRules
from sheetkit.rules.chain import Chains
from sheetkit.rules.crosses import Crosses
from sheetkit.rules.line import places
from sheetkit.rules.pairs import PairRules
from sheetkit.rules.way import State


@dataclass(slots=True)
class Standing:
    """The rows of one sheet on the way to its crosses.

    ``stops`` holds the mask of each row's crosses that may force others. ``matters``
    says whether a chain can ask for several crosses, or close a row and go on.
    """

    chains: Chains
    target: Crosses
    stops: tuple[int, ...] = ()
    matters: bool = False
    _forcing: dict[int, Pair] = field(default_factory=dict)
    _pairs: PairRules | None = None
    _has_bar: bool = False
    _has_locks: bool = False

    def __post_init__(self) -> None:
        lines, rows = self.chains.lines, self.target.rows
        stops = [0] * len(lines)
        for mechanic in self.chains.mechanics:
            if isinstance(mechanic, BarRules):
                self._has_bar = True
                stops = [mask | boxes for mask, boxes in zip(stops, mechanic.boxes, strict=True)]
            if isinstance(mechanic, PairRules):
                self._pairs = mechanic
                self._forcing = mechanic.forcing(mechanic.complete(self.target))
                for number in self._forcing:
                    for row, bit in mechanic.boxes[number]:
                        stops[row] |= bit
        self.stops = tuple(mask & row for mask, row in zip(stops, rows, strict=True))
        both = list(zip(self.stops, rows, lines, strict=True))
        self._has_locks = any(mask & line.lock for _, mask, line in both)
        self.matters = bool(self._forcing) or any(mask & line.closing for mask, _, line in both)

    def has_stops(self, state: State) -> bool:
        """Whether a cross is left that may force others."""
        rows = zip(self.stops, state.crosses.rows, strict=True)
        return any(stops & ~row for stops, row in rows)

    def can_end(self, state: State) -> bool:
        """C8: whether the rows still to be closed may be: one by one, or several in the last chain.

        That chain makes all crosses after any box that it crosses. A pair that compares rows
        closes one of them; to close more, a pair that asks all rows must be among its own.
        """
        at_once = self._at_once(state)
        if at_once <= 1 or self._has_bar:
            return True
        pending = self._pending(state)
        most = self._most_asked(pending)
        if at_once > self._closed_by_count(pending):
            pending = [n for n in pending if self._forcing[n].effect != "crosses-in-fewest"]
        return any(
            (self._left(state.crosses, row) & -(bit << 1)).bit_count() <= most
            for number in pending
            for row, bit in self._boxes_of(number)
            if not state.crosses.rows[row] & bit
        )

    def _closed_by_count(self, pending: list[int]) -> int:
        """How many rows a chain can close with no pair but those of these that compare rows:
        one for each, and one by its first cross where a box is a closing number.
        """
        boxes = [box for number in pending for box in self._boxes_of(number)]
        begins = any(bit & self.chains.lines[row].closing for row, bit in boxes)
        return len(self._by_count(pending)) + begins

    def _at_once(self, state: State) -> int:
        """How many rows the game's last move has to close."""
        lines = enumerate(zip(self.target.rows, self.chains.lines, strict=True))
        to_close = sum(
            bool(mask & line.lock) and not state.closed >> row & 1 for row, (mask, line) in lines
        )
        return state.closed.bit_count() + to_close - (self.chains.rows_to_end - 1)

    def in_time(self, before: Crosses, after: Crosses) -> tuple[bool, ...]:
        """In which rows the crosses left over can have come before the move that ended the game.

        Where it crossed nothing, or nothing but plain numbers: then the plain ones left
        over were crossed earlier, and the move took the last of them. That makes the row's
        crosses more, so it won't do where rows were compared by their crosses.
        """
        by_count = self._by_count(self._forcing)
        return tuple(
            old == new or not (by_count or (old ^ new) & (stops | line.closing))
            for old, new, stops, line in zip(
                before.rows, after.rows, self.stops, self.chains.lines, strict=True
            )
        )

    def before(self, state: State, row: int, to_box: int, box: int) -> Iterator[tuple[int, ...]]:
        """For each way to stand that matters when that box is crossed: the free crosses that
        it takes, a mask for each row. First none at all.
        """
        yield (0,) * len(self.stops)
        if not self._forces(state, row, box):
            return
        line = self.chains.lines[row]
        lock = line.lock if box & line.closing else 0
        at_box = state.crosses.with_row(row, state.crosses.rows[row] | to_box | box | lock)
        heads = [
            [0] if state.closed >> other & 1 or other == row else self._plain(at_box, other)
            for other in range(len(self.stops))
        ]
        pending = self._pending(state)
        complete = self._pairs.complete(at_box) if self._pairs else 0
        own = [number for number in pending if complete >> number & 1]
        for chained in self._chained(at_box, row, own, pending):
            later = [number for number in pending if number not in chained]
            at_once = (
                len(self._by_count(later)) == len(later)
                and self._at_once(state) > max(1, self._closed_by_count(later))
                and not self._has_bar
            )
            yield from self._standings(at_box, heads, chained, at_once=at_once)

    def _standings(
        self, at_box: Crosses, heads: list[list[int]], chained: list[int], *, at_once: bool
    ) -> Iterator[tuple[int, ...]]:
        """The ways to stand for a chain of these pairs; it may close several rows ``at_once``."""
        near = [self._near(at_box, row, masks, chained) for row, masks in enumerate(heads)]
        least = [0] * len(heads)
        if at_once:
            least = [self._least_to_end(at_box, row, chained) for row in range(len(heads))]
        every: Iterable[tuple[int, ...]]
        amounts = self._by_count(chained)
        counts = [mask.bit_count() for mask in at_box.rows]
        drift = self._drift(chained) if amounts else 0
        if len(amounts) == 1:
            alone = len(chained) == 1 and not self._has_bar
            others = [set[int]()] * len(heads) if alone else near
            every = _with_fewest(heads, near, others, counts, least, drift)
        else:
            near = _with_equals(heads, near, counts, drift) if amounts else near
            every = product(*(_at_least(*both) for both in zip(near, least, strict=True)))
        for kept in every:
            free = tuple(masks[n] for masks, n in zip(heads, kept, strict=True))
            if not at_once or self._can_close_all(at_box, free, chained):
                yield free

    def _chained(
        self, at_box: Crosses, begins: int, own: list[int], pending: list[int]
    ) -> Iterator[list[int]]:
        """The pairs that may take effect in one chain: ``own``, which begins it, alone; and with
        others of which the chain may cross all boxes that are left.

        In the row in which it ``begins`` no free cross is left to be made before it.
        """
        yield own
        chained = [*own]
        for _ in pending:
            most = self._most_asked(chained)
            more = [
                number
                for number in pending
                if number not in chained
                and all(
                    self._is_near(at_box, row, bit, most, begins=row == begins)
                    for row, bit in self._boxes_of(number)
                )
            ]
            if more:
                chained += more
                yield [*chained]

    def _least_to_end(self, at_box: Crosses, row: int, chained: list[int]) -> int:
        """How many free crosses a row takes first so that the game's last chain can make all
        that are left in it; none where it need not.
        """
        if not self._must_end(at_box, row):
            return 0
        return max(0, self._left(at_box, row).bit_count() - self._most_asked(chained))

    def _must_end(self, at_box: Crosses, row: int) -> bool:
        """Whether the game's last chain makes a row's last cross: to close it or to reach a box."""
        locked = self.target.rows[row] & self.chains.lines[row].lock
        return bool(locked or self._left(at_box, row) & self.stops[row])

    def _can_close_all(self, at_box: Crosses, free: tuple[int, ...], chained: list[int]) -> bool:
        """Whether the chain has crosses enough for all rows in which it makes the last: what a
        row lacks beyond the crosses that all rows are asked for, one pair makes in that row.
        """
        amounts = self._by_count(chained)
        each = self._most_asked(chained) - sum(amounts)
        beyond = [
            (self._left(at_box, row) & ~free[row]).bit_count() - each
            for row in range(len(free))
            if self._must_end(at_box, row)
        ]
        beyond = [more for more in beyond if more > 0]
        return len(beyond) <= len(amounts) and sum(beyond) <= sum(amounts)

    def _is_near(self, at_box: Crosses, row: int, bit: int, most: int, *, begins: bool) -> bool:
        """Whether that box is crossed, or may stand so that a chain of so many crosses takes it."""
        left = self.target.rows[row] & ~at_box.rows[row] & (2 * bit - 1)
        stops = left & self.stops[row]
        forced = left if begins else left & -(stops & -stops)
        return forced.bit_count() <= most

    def _pending(self, state: State) -> list[int]:
        """The numbers of the pairs that will still ask for crosses."""
        complete = self._pairs.complete(state.crosses) if self._pairs else 0
        return [number for number in self._forcing if not complete >> number & 1]

    def _boxes_of(self, number: int) -> tuple[tuple[int, int], ...]:
        return self._pairs.boxes[number] if self._pairs else ()

    def _forces(self, state: State, row: int, box: int) -> bool:
        """Whether that box has a chain follow: those of a bar do, and second boxes of pairs."""
        if self._has_bar or self._pairs is None:
            return True
        number = self._pairs.number_of[row, box]
        others = (each for each in self._pairs.boxes[number] if each != (row, box))
        return all(state.crosses.rows[other] & bit for other, bit in others)

    def _plain(self, crosses: Crosses, row: int) -> list[int]:
        """The masks of the row's next crosses that force nothing: of none, one, two, …"""
        special = self._next_special(crosses, row)
        left = self._left(crosses, row)
        masks = [0]
        for place in places(left & (special - 1) if special else left):
            masks.append(masks[-1] | 1 << place)
        return masks

    def _left(self, crosses: Crosses, row: int) -> int:
        return self.target.rows[row] & ~crosses.rows[row] & ~self.chains.lines[row].lock

    def _next_special(self, crosses: Crosses, row: int) -> int:
        """The row's next cross that forces others or closes it; 0 where there is none."""
        special = self._left(crosses, row) & (self.stops[row] | self.chains.lines[row].closing)
        return special & -special

    def _by_count(self, numbers: Iterable[int]) -> list[int]:
        """The amounts of those of the pairs that compare rows by their crosses."""
        pairs = (self._forcing[number] for number in numbers)
        return [pair.amount for pair in pairs if pair.effect == "crosses-in-fewest"]

    def _most_asked(self, chained: list[int]) -> int:
        """How many crosses a chain can ask of a row."""
        if self._has_bar:
            return max(len(line.numbers) for line in self.chains.lines)
        return sum(self._forcing[number].amount for number in chained)

    def _drift(self, chained: list[int]) -> int:
        """By how much a row's crosses can grow in a chain before rows are compared: not at all
        where the pair that begins it is the only one to compare them.
        """
        if self._by_count(chained[:1]) == self._by_count(chained) and not self._has_bar:
            return 0
        grown = self._most_asked(chained)
        if not self._has_bar:
            grown -= min(self._by_count(chained))
        return 2 * grown if self._has_locks else grown

    def _near(self, at_box: Crosses, row: int, masks: list[int], chained: list[int]) -> set[int]:
        """How many free crosses bring a row so far that the chain may take what lies ahead:
        a box of one of its pairs for certain; else none, or its closing number, or its end.
        """
        count, most = len(masks) - 1, self._most_asked(chained)
        special = self._next_special(at_box, row)
        closing = special & self.chains.lines[row].closing
        if self._has_bar:
            return set(range(count + 1))
        if special and not closing:
            boxes = {box for number in chained for box in self._boxes_of(number)}
            taken = range(max(0, count - most + 1), count + 1)
            return set(taken) if (row, special) in boxes and len(chained) == 2 else {0, *taken}
        if closing:
            return {0, *range(max(0, count - most + 1), count + 1)}
        at_end = bool(self._by_count(chained)) and self._has_locks
        return {0, *range(max(0, count - most), count + 1)} if at_end else {0}


def _with_fewest(
    heads: list[list[int]],
    near: list[set[int]],
    others: list[set[int]],
    counts: list[int],
    least: list[int],
    drift: int,
) -> list[tuple[int, ...]]:
    """The numbers of free crosses by which each row in turn, near what lies ahead, has no more
    crosses than any other, give or take the drift.

    Each row takes at least so many; other rows just enough, or so many as ``others`` says.
    """
    found: set[tuple[int, ...]] = set()
    for row, kept in enumerate(near):
        for more in _at_least(kept, least[row]):
            level = counts[row] + more
            each = []
            for masks, far, count, fewest in zip(heads, others, counts, least, strict=True):
                lowest = max(level - drift - count, fewest, 0)
                enough = range(lowest, max(level + drift - count, lowest) + 1)
                each.append([n for n in _at_least(far | {*enough}, lowest) if n < len(masks)])
            each[row] = [more]
            found.update(product(*each))
    return sorted(found)


def _at_least(kept: set[int], fewest: int) -> list[int]:
    return sorted(n for n in kept if n >= fewest)


def _with_equals(
    heads: list[list[int]], near: list[set[int]], counts: list[int], drift: int
) -> list[set[int]]:
    """Also the numbers of free crosses that bring a row level with another, give or take the
    drift: for rows that are compared more than once.
    """
    levels = {
        count + more + change
        for count, kept in zip(counts, near, strict=True)
        for more in kept
        for change in range(-drift, drift + 1)
    }
    return [
        kept | {n for n in range(len(masks)) if count + n in levels}
        for masks, kept, count in zip(heads, near, counts, strict=True)
    ]
