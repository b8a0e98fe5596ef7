"""How rows stand where a chain begins, as far as that decides how the chain goes (BB1).

Crosses that force nothing can wait, with two exceptions. A chain may have to find a row
so far on that one of its crosses falls on a box or a closing number, and it may have to
find a row with fewest crosses. Both leave only few places in a row that matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from itertools import product

from sheetkit.pad import Pair
from sheetkit.rules.bar import BarRules
from sheetkit.rules.chain import Chains
from sheetkit.rules.crosses import Crosses
from sheetkit.rules.end_ahead import EndAhead
from sheetkit.rules.free_crosses import Bounds, with_equals, with_fewest, within
from sheetkit.rules.line import places
from sheetkit.rules.pairs import PairRules
from sheetkit.rules.way import Question, State


class End(Enum):
    """Whether a chain ends the game."""

    MAY = "may"
    MUST = "must"
    CANNOT = "can't"


@dataclass(slots=True)
class RowsAhead:
    """The rows of one sheet on the way to its crosses.

    ``stops`` holds the mask of each row's crosses that may force others. ``matters``
    says whether a chain can ask for several crosses, or close a row and go on.
    """

    chains: Chains
    question: Question
    ending: EndAhead = field(init=False)
    stops: tuple[int, ...] = field(init=False)
    matters: bool = field(init=False)
    _forcing: dict[int, Pair] = field(init=False, default_factory=dict)
    _compared: dict[int, int] = field(init=False)
    _pairs: PairRules | None = field(init=False, default=None)
    _has_bar: bool = field(init=False, default=False)
    _has_locks: bool = field(init=False)

    def __post_init__(self) -> None:
        lines, rows = self.chains.lines, self.question.target.rows
        stops = [0] * len(lines)
        for mechanic in self.chains.mechanics:
            if isinstance(mechanic, BarRules):
                self._has_bar = True
                stops = [mask | boxes for mask, boxes in zip(stops, mechanic.boxes, strict=True)]
            if isinstance(mechanic, PairRules):
                self._pairs = mechanic
                self._forcing = mechanic.forcing(mechanic.complete(self.question.target))
                for number in self._forcing:
                    for row, bit in mechanic.boxes[number]:
                        stops[row] |= bit
        pairs = self._forcing.items()
        self._compared = {n: p.amount for n, p in pairs if p.effect == "crosses-in-fewest"}
        self.stops = tuple(mask & row for mask, row in zip(stops, rows, strict=True))
        both = list(zip(self.stops, rows, lines, strict=True))
        boxes = {number: self._boxes_of(number) for number in self._forcing}
        self.ending = EndAhead(self.chains, self.question, self._forcing, boxes)
        self._has_locks = any(mask & line.lock for _, mask, line in both)
        self.matters = bool(self._forcing) or any(mask & line.closing for mask, _, line in both)

    def has_stops(self, state: State) -> bool:
        """Whether a cross is left that may force others."""
        rows = zip(self.stops, state.crosses.rows, strict=True)
        return any(stops & ~row for stops, row in rows)

    @property
    def comparisons(self) -> int:
        """How many pairs of the sheet have rows compared by their crosses."""
        return len(self._by_count(self._forcing))

    def can_end(self, state: State) -> bool:
        """C8: whether the game can end with the crosses asked for, as far as counting tells."""
        return self._has_bar or self.ending.is_possible(state)

    def short_of(self, state: State) -> set[str]:
        """The pairs to come that ask a row for more crosses than it has left."""
        return self.ending.short_of(state)

    def can_wait(self, state: State, row: int) -> bool:
        """Whether closing that row may as well wait until the end."""
        return not self._has_bar and self.ending.can_wait(state, row)

    def _closed_by_count(self, pending: list[int]) -> int:
        """How many rows a chain can close with no pair but those of these that compare rows:
        one for each, and one by its first cross where a box is a closing number.
        """
        boxes = [box for number in pending for box in self._boxes_of(number)]
        begins = any(bit & self.chains.lines[row].closing for row, bit in boxes)
        return len(self._by_count(pending)) + begins

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
        it takes, a mask for each row. Not for none at all.
        """
        if not self.forces(state, row, box):
            return
        start = self._at_box(state, row, to_box, box)
        pending = self._pending(state)
        complete = self._pairs.complete(start.crosses) if self._pairs else 0
        own = [number for number in pending if complete >> number & 1]
        known = {(0,) * len(self.stops)}
        for chained in self._chained(start.crosses, row, own, pending):
            for end in self._ends(state.closed, (row, box), start, chained, pending):
                for free in self._standings(start, row, chained, end):
                    if free not in known:
                        known.add(free)
                        yield free

    def _at_box(self, state: State, row: int, to_box: int, box: int) -> State:
        """The state with that box crossed, and what must be crossed before it."""
        mask, closed = state.crosses.rows[row] | to_box | box, state.closed
        line = self.chains.lines[row]
        if box & line.closing:
            mask |= line.lock
            closed |= 1 << row
        return State(state.crosses.with_row(row, mask), closed)

    def _ends(
        self,
        closed: int,
        box: tuple[int, int],
        start: State,
        chained: list[int],
        pending: list[int],
    ) -> list[End]:
        """Whether the chain of these pairs, begun by that box, may, can't or must end the game:
        each answer that asks the rows to stand in a way of its own. None at all where the chain
        is no part of any game, or where it doesn't matter how they stand.

        - With a bar: ``MAY``. What it forces isn't counted beforehand.
        - ``MUST`` alone, where the game's last move has more rows to close than a later chain
          can. A sheet that locks three rows of a game that two rows end closes two of them with
          its last move; a chain that takes the last pair is that move. None, if it can't be.
        - ``CANNOT`` alone, where the chain leaves rows to be closed by a later one and compares
          rows. Those that stay open then keep crosses enough for what it asks of them.
        - None, where it leaves rows to be closed and compares none: a box or a closing number
          that it might take can as well be crossed right after it.
        - ``MAY`` and ``MUST``, where the chain compares rows, takes all pairs to come, and the
          game's last move has a row to close. As that move it makes all crosses that are left, as
          an earlier one it leaves some for later.
        - ``MAY`` in all other cases.
        """
        if self._has_bar:
            return [End.MAY]
        boxes = ((n, *other) for n in chained[1:] for other in self._boxes_of(n))
        uncrossed = tuple(box for box in boxes if not start.crosses.rows[box[1]] & box[2])
        may = self.ending.may_cut_off(closed, (chained[0], *box), uncrossed)
        later = [number for number in pending if number not in _certain(chained)]
        at_once = self.ending.at_once(closed)
        if len(self._by_count(later)) == len(later) and at_once > max(
            1, self._closed_by_count(later)
        ):
            return [End.MUST] if may else []
        if not may:
            possible = self._by_count(chained) and (
                len(chained) > 1 or self.ending.is_possible(start)
            )
            return [End.CANNOT] if possible else []
        if self._by_count(chained) and at_once > 0 and all(n in chained for n in pending):
            return [End.MAY, End.MUST]
        return [End.MAY]

    def _standings(
        self, start: State, begins: int, chained: list[int], end: End
    ) -> Iterator[tuple[int, ...]]:
        """The ways to stand for a chain of these pairs that begins in that row."""
        at_box = start.crosses
        ends = end is End.MUST
        heads = [
            [0] if start.closed >> row & 1 or row == begins else self._plain(at_box, row)
            for row in range(len(self.stops))
        ]
        bounds = []
        for row, masks in enumerate(heads):
            bounds.append(self._bounds(start, row, masks, chained, end))
            if bounds[-1].least > bounds[-1].most:
                return
        near = [
            self._near(at_box, row, masks, chained, ends=ends) for row, masks in enumerate(heads)
        ]
        every: Iterable[tuple[int, ...]]
        amounts = self._by_count(chained)
        counts = [mask.bit_count() for mask in at_box.rows]
        drift = self._drift(chained) if amounts else 0
        if len(amounts) == 1:
            alone = len(chained) == 1 and not self._has_bar and not ends
            others = [set[int]()] * len(heads) if alone else near
            every = with_fewest(near, others, counts, bounds, drift)
        else:
            near = with_equals(heads, near, counts, drift) if amounts else near
            every = product(*(within(*both) for both in zip(near, bounds, strict=True)))
        for kept in every:
            free = tuple(masks[n] for masks, n in zip(heads, kept, strict=True))
            if not ends or self._can_close_all(at_box, free, chained):
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

    def _bounds(
        self, start: State, row: int, masks: list[int], chained: list[int], end: End
    ) -> Bounds:
        """How many free crosses a row takes first, at least and at most.

        At least so many that the chain can take the box of its second pair there, and that it
        can make all that are left where it ends the game. At most so many that enough are left for
        what the chain asks of all rows, and of this row if it has fewest, where nothing can
        be lost: the row stays open and the game goes on.
        """
        lowest, highest = 0, len(masks) - 1
        if self._has_bar:
            return Bounds(lowest, highest, highest)
        at_box = start.crosses
        left = self._left(at_box, row).bit_count()
        boxes = [box for number in chained[1:] for box in self._boxes_of(number)]
        in_fewest = highest
        if len(chained) == 2:
            own = self._most_asked(chained[:1])
            if (row, self._next_special(at_box, row)) in boxes:
                lowest = len(masks) - own
            if self._by_count(chained[:1]) and not any(row == other for other, _ in boxes):
                in_fewest = -1
        if end is End.MUST and self._must_end(at_box, row, chained):
            lowest = max(lowest, left - self._most_asked(chained))
        if end is End.CANNOT and self.ending.stays_open(row) and not start.closed >> row & 1:
            certain = _certain(chained)
            spare = left - self._most_asked(certain)
            in_fewest = min(in_fewest, spare)
            highest = min(highest, spare + sum(self._by_count(certain)))
        return Bounds(max(0, lowest), highest, min(highest, in_fewest))

    def _must_end(self, at_box: Crosses, row: int, chained: list[int]) -> bool:
        """Whether the game's last chain makes a row's last cross: to close it or to reach a box,
        or because rows are compared, and then no cross left over can have come earlier.
        """
        locked = self.question.target.rows[row] & self.chains.lines[row].lock
        stops = self._left(at_box, row) & self.stops[row]
        return bool(locked or stops or self._by_count(chained))

    def _can_close_all(self, at_box: Crosses, free: tuple[int, ...], chained: list[int]) -> bool:
        """Whether the chain has crosses enough for all rows in which it makes the last: what a
        row lacks beyond the crosses that all rows are asked for, one pair makes in that row.
        """
        amounts = self._by_count(chained)
        each = self._most_asked(chained) - sum(amounts)
        beyond = [
            (self._left(at_box, row) & ~free[row]).bit_count() - each
            for row in range(len(free))
            if self._must_end(at_box, row, chained)
        ]
        beyond = [more for more in beyond if more > 0]
        return len(beyond) <= len(amounts) and sum(beyond) <= sum(amounts)

    def _is_near(self, at_box: Crosses, row: int, bit: int, most: int, *, begins: bool) -> bool:
        """Whether that box is crossed, or may stand so that a chain of so many crosses takes it."""
        left = self.question.target.rows[row] & ~at_box.rows[row] & (2 * bit - 1)
        stops = left & self.stops[row]
        forced = left if begins else left & -(stops & -stops)
        return forced.bit_count() <= most

    def _pending(self, state: State) -> list[int]:
        """The numbers of the pairs that will still ask for crosses."""
        complete = self._pairs.complete(state.crosses) if self._pairs else 0
        return [number for number in self._forcing if not complete >> number & 1]

    def _boxes_of(self, number: int) -> tuple[tuple[int, int], ...]:
        return self._pairs.boxes[number] if self._pairs else ()

    def forces(self, state: State, row: int, box: int) -> bool:
        """Whether that box has a chain follow: those of a bar do, and second boxes of pairs."""
        return self._has_bar or self._completes(state.crosses, row, box)

    def _completes(self, crosses: Crosses, row: int, box: int) -> bool:
        """Whether that is the second box of a pair that asks for crosses."""
        number = self._pairs.number_of.get((row, box)) if self._pairs else None
        if self._pairs is None or number not in self._forcing:
            return False
        others = (each for each in self._pairs.boxes[number] if each != (row, box))
        return all(crosses.rows[other] & bit for other, bit in others)

    def _plain(self, crosses: Crosses, row: int) -> list[int]:
        """The masks of the row's next crosses that force nothing: of none, one, two, …"""
        special = self._next_special(crosses, row)
        left = self._left(crosses, row)
        masks = [0]
        for place in places(left & (special - 1) if special else left):
            masks.append(masks[-1] | 1 << place)
        return masks

    def _left(self, crosses: Crosses, row: int) -> int:
        return self.question.target.rows[row] & ~crosses.rows[row] & ~self.chains.lines[row].lock

    def _next_special(self, crosses: Crosses, row: int) -> int:
        """The row's next cross that forces others or closes it; 0 where there is none."""
        special = self._left(crosses, row) & (self.stops[row] | self.chains.lines[row].closing)
        return special & -special

    def _by_count(self, numbers: Iterable[int]) -> list[int]:
        """The amounts of those of the pairs that compare rows by their crosses."""
        return [self._compared[number] for number in numbers if number in self._compared]

    def _most_asked(self, chained: list[int]) -> int:
        """How many crosses a chain can ask of a row."""
        if self._has_bar:
            return max(len(line.numbers) for line in self.chains.lines)
        return sum([self._forcing[number].amount for number in chained])

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

    def _near(
        self, at_box: Crosses, row: int, masks: list[int], chained: list[int], *, ends: bool
    ) -> set[int]:
        """How many free crosses bring a row so far that the chain may take what lies ahead:
        a box of one of its pairs for certain; else none, or its closing number, or its end.
        """
        count, most = len(masks) - 1, self._most_asked(chained)
        special = self._next_special(at_box, row)
        if self._has_bar:
            return set(range(count + 1))
        if len(chained) == 1 and self._completes(at_box, row, special):
            return {0}
        if special:
            return {0, *range(max(0, count - most + 1), count + 1)}
        at_end = bool(self._by_count(chained)) and ends
        return {0, *range(max(0, count - most), count + 1)} if at_end else {0}


def _certain(chained: list[int]) -> list[int]:
    """Those of a chain's pairs that are certain to take effect: if there are two, both, for the
    first is tried alone as well.
    """
    return chained if len(chained) <= 2 else chained[:1]
