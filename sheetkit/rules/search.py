"""Is there a sequence of legal moves that leaves these crosses?

A sheet's rows, its bar and the rows closed by then are all that matters, so the
search goes through such states, once each, by the very moves that a player has.
Crosses that force nothing may wait until they are needed: only bonus boxes,
closings, and what other players close, make states differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from sheetkit.rules.bar import BarRules
from sheetkit.rules.bar_count import BarCount
from sheetkit.rules.chain import Chains
from sheetkit.rules.crosses import Crosses
from sheetkit.rules.duty import CrossIn
from sheetkit.rules.pairs import FORCING, PairRules
from sheetkit.rules.way import Question, State, Step, Way


@dataclass(slots=True)
class Search:
    """The search for one sheet. ``stuck`` collects the cells whose crosses could not be made."""

    chains: Chains
    question: Question
    stuck: set[str] = field(default_factory=set)
    states: int = 0
    _stops: tuple[int, ...] = ()
    _jumps: bool = False
    _singles: bool = False
    _may_need_jumps: bool = False
    _may_need_singles: bool = False
    _each: list[tuple[tuple[int, int], ...]] = field(default_factory=list)
    _seen: dict[tuple[object, ...], list[tuple[int, ...]]] = field(default_factory=dict)
    _bar: BarRules | None = None
    _count: BarCount | None = None
    _names: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        target = self.question.target
        self.chains = Chains(self.chains.lines, self.chains.mechanics, self.question.lasting)
        stops = [0] * len(self.chains.lines)
        for mechanic in self.chains.mechanics:
            if isinstance(mechanic, BarRules):
                self._bar = mechanic
                stops = [mask | boxes for mask, boxes in zip(stops, mechanic.boxes, strict=True)]
            if isinstance(mechanic, PairRules):
                complete = mechanic.complete(target)
                for number, pair in enumerate(mechanic.pairs):
                    if complete >> number & 1 and pair.effect in FORCING:
                        self._may_need_jumps = True
                        by_count = pair.effect == "crosses-in-fewest" or pair.amount > 1
                        self._may_need_singles |= by_count
                        if pair.effect == "crosses-in-each":
                            self._each.append(mechanic.boxes[number])
                        for row, bit in mechanic.boxes[number]:
                            stops[row] |= bit
        self._stops = tuple(mask & row for mask, row in zip(stops, target.rows, strict=True))
        lines = zip(self._stops, self.chains.lines, strict=True)
        self._may_need_jumps |= any(mask & line.closing for mask, line in lines)
        if self._bar is not None and not self._may_need_jumps:
            self._count = BarCount(self._bar, self.chains.lines, self.question, self.stuck)

    def way(self) -> Way | None:
        """A sequence of moves that leaves the crosses asked for; None where there is none.

        Crosses that force nothing are put off as long as can be. Where a forced cross
        may close a row, or is one of several, that may be too long: then rows go on up to
        their next box or closing as well; where rows are compared by their crosses, one by one.
        """
        if self._count and not self._count.can_fit():
            return None
        found = self._way()
        if found is None and self._may_need_jumps and (self._has_locks or self._may_need_singles):
            self._jumps = True
            self._seen.clear()
            found = self._way()
        if found is None and self._may_need_singles:
            self._singles = True
            self._seen.clear()
            found = self._way()
        return found

    def _way(self) -> Way | None:
        start = State(Crosses((0,) * len(self.chains.lines)), 0)
        last = self._last_steps(start)
        if last is not None:
            return last
        path: list[Step] = []
        stack = [self._moves(start)]
        while stack:
            following = next(stack[-1], None)
            if following is None:
                stack.pop()
                del path[-1:]
                continue
            state, step = following
            self.states += 1
            last = self._last_steps(state)
            if last is not None:
                return Way((*path, step, *last.steps), last.bar)
            if (
                not state.ended
                and self._has_stops(state)
                and self._is_alive(state)
                and self._is_new(state)
            ):
                path.append(step)
                stack.append(self._moves(state))
        return None

    @property
    def closes_one_by_one(self) -> bool:
        """Whether no move on this sheet can close two rows (C8)."""
        return not self._may_need_jumps

    def _is_new(self, state: State) -> bool:
        """Whether no state seen before stands as well or better.

        With the same boxes crossed, a row with fewer crosses is better: the
        others can be made at any time, and take what the bar asks for.
        """
        rows = state.crosses.rows
        if self._may_need_jumps:
            key: tuple[object, ...] = state
            if key in self._seen:
                return False
            self._seen[key] = []
            return True
        boxes = tuple(mask & stops for mask, stops in zip(rows, self._stops, strict=True))
        seen = self._seen.setdefault((boxes, state.crosses.bar, state.closed), [])
        for other in seen:
            if not any(mask & ~more for mask, more in zip(other, rows, strict=True)):
                return False
        seen.append(rows)
        return True

    @property
    def _has_locks(self) -> bool:
        rows = zip(self.question.target.rows, self.chains.lines, strict=True)
        return any(mask & line.lock for mask, line in rows)

    def _left(self, state: State, row: int) -> int:
        """The row's numbers that are still to be crossed."""
        target = self.question.target.rows[row]
        return target & ~state.crosses.rows[row] & ~self.chains.lines[row].lock

    def _has_stops(self, state: State) -> bool:
        """Whether anything will still be forced; if not, the last steps have been tried."""
        rows = zip(self._stops, state.crosses.rows, strict=True)
        return any(stops & ~row for stops, row in rows)

    def _is_alive(self, state: State) -> bool:
        """Whether nothing has been crossed or closed that the sheet asked for rules out."""
        wanted = self.question.bar
        exact = wanted is not None and not self.question.unused_bar_may_lack
        if exact and state.crosses.bar & ~(wanted or 0):
            return False
        for row in range(len(self.chains.lines)) if state.closed else ():
            if state.closed >> row & 1 and self._left(state, row):
                return False
        if self._count and not self._count.has_room(state):
            return False
        return all(self._can_be_met(state, boxes) for boxes in self._each)

    def _can_be_met(self, state: State, boxes: tuple[tuple[int, int], ...]) -> bool:
        """BB1: whether each row can still take the cross that this pair will ask for.

        A row with none left must be closed by others first, before the game ends.
        """
        rows = state.crosses.rows
        to_come = [(row, bit) for row, bit in boxes if not rows[row] & bit]
        if not to_come or self._has_locks:
            return True  # a closing may end the game before its duties are met
        lacking = 0
        for row, line in enumerate(self.chains.lines):
            if not state.closed >> row & 1 and not self._left(state, row):
                lacking += bool(line.free(rows[row]))
        if state.closed.bit_count() + lacking >= self.question.lasting:
            return lacking == 0
        if len(to_come) > 1:
            return True
        row, bit = to_come[0]
        line, target = self.chains.lines[row], self.question.target.rows[row]
        return target >= 2 * bit or not line.free(target)

    def _moves(self, state: State) -> Iterator[tuple[State, Step]]:
        """The moves from here; first those that use up the fewest free crosses."""
        if self.chains.is_over(state.closed):
            return
        rows = [row for row in range(len(self.chains.lines)) if not state.closed >> row & 1]
        for _, row, before, bit in sorted(self._next_boxes(state, rows)):
            yield from self._crossed(state, row, before, bit)
        for row in rows:
            yield from self._closed_now(state, row)
        if self._jumps:
            for row in rows:
                yield from self._plain(state, row)
        others = self._count.others if self._count else self.question.others
        for row in rows:
            if others >> row & 1:
                yield from self._closed_by_others(state, row)

    def _plain(self, state: State, row: int) -> Iterator[tuple[State, Step]]:
        """Free crosses that force nothing: all up to the next box or closing, or just one.

        Where neither comes, forced crosses may as well take them.
        """
        line, left = self.chains.lines[row], self._left(state, row)
        stop = left & (self._stops[row] | line.closing)
        before = left & ((stop & -stop) - 1) if stop else left
        if self._singles and left:
            yield from self._crossed(state, row, 0, left & -left)
        elif before and stop:
            crosses = state.crosses.with_row(row, state.crosses.rows[row] | before)
            yield State(crosses, state.closed), Step(line.cells(before))

    def _next_boxes(
        self, state: State, rows: list[int]
    ) -> Iterator[tuple[tuple[int, int], int, int, int]]:
        """Each row's next bonus box, after what to sort by: row, the crosses before it, box.

        First comes what uses up few free crosses, then what leaves many to be forced.
        """
        for row in rows:
            left = self._left(state, row)
            box = left & self._stops[row]
            if box:
                before = left & ((box & -box) - 1)
                order = before.bit_count(), -left.bit_count()
                yield order, row, before, box & -box

    def _closed_now(self, state: State, row: int) -> Iterator[tuple[State, Step]]:
        """C5, BA2: closing a row early, where that changes the bar or lets duties lapse."""
        left = self._left(state, row)
        bit = left & self.chains.lines[row].closing
        if not bit or left & self._stops[row]:
            return
        unused = self._bar.fields[row] & ~state.crosses.bar if self._bar else 0
        if unused or self._may_need_jumps:
            yield from self._crossed(state, row, left & (bit - 1), bit)

    def _crossed(
        self, state: State, row: int, before: int, bit: int
    ) -> Iterator[tuple[State, Step]]:
        """Free crosses up to a number, then that number with all that it forces."""
        crosses = state.crosses
        if before:
            crosses = crosses.with_row(row, crosses.rows[row] | before)
        free = self._named(row, before)
        for outcome in self.chains.cross(crosses, state.closed, row, bit, self._next_of_target):
            made = outcome.crosses
            after = State(made._replace(bonus=0) if made.bonus else made, outcome.closed)
            if self.chains.is_over(outcome.closed):
                after = after._replace(ended=self._in_time(crosses, outcome.crosses))
            yield after, Step(free, outcome.trace)

    def _named(self, row: int, mask: int) -> tuple[str, ...]:
        """The row's cells in that mask; many moves begin with the same crosses."""
        found = self._names.get((row, mask))
        if found is None:
            found = self._names[row, mask] = self.chains.lines[row].cells(mask)
        return found

    def _in_time(self, before: Crosses, after: Crosses) -> tuple[bool, ...]:
        """In which rows the crosses left over can have come before the move that ended the game.

        Where it crossed nothing, or nothing but plain numbers: then the plain
        ones left over were crossed earlier, and the move took the last of them.
        """
        return tuple(
            not (old ^ new) & (stops | line.closing)
            for old, new, stops, line in zip(
                before.rows, after.rows, self._stops, self.chains.lines, strict=True
            )
        )

    def _next_of_target(self, duty: CrossIn, mask: int, free: int) -> tuple[int, ...]:
        """A forced cross falls on the sheet's next cross of that row: all others are later."""
        left = self.question.target.rows[duty.row] & ~mask
        following = left & -left
        if following & free:
            return (following,)
        self.stuck.add(duty.origin)
        return ()

    def _closed_by_others(self, state: State, row: int) -> Iterator[tuple[State, Step]]:
        """C6, BA2: another player closes the row, before the game's last moment.

        Only where that changes the bar, or lets duties lapse.
        """
        left = self._left(state, row)
        line = self.chains.lines[row]
        if left & (line.closing | self._stops[row]):
            return
        if state.closed.bit_count() + 1 >= self.question.lasting:
            return
        crosses = state.crosses.with_row(row, state.crosses.rows[row] | left)
        closed = self.chains.close(crosses, row)
        if closed.bar == state.crosses.bar and not self._may_need_jumps:
            return
        yield State(closed, state.closed | 1 << row), Step(self._named(row, left), (), line.name)

    def _last_steps(self, state: State) -> Way | None:
        """The rest of the sheet when nothing is forced any more; None where it doesn't fit."""
        lines = self.chains.lines
        for row, stops in enumerate(self._stops):
            if stops & ~state.crosses.rows[row]:
                return None
        left = [self._left(state, row) for row in range(len(lines))]
        if self.chains.is_over(state.closed):
            in_time = state.ended or (False,) * len(lines)
            if any(mask and not early for mask, early in zip(left, in_time, strict=True)):
                return None
        closing = [row for row, line in enumerate(lines) if left[row] & line.closing]
        closed = state.closed.bit_count() + len(closing)
        most = self.question.lasting - (1 if self.question.penalties_full else 0)
        if closed > most and (closing or self.question.penalties_full):
            return None
        bar = state.crosses.bar
        for row in closing:
            bar |= self._bar.fields[row] if self._bar else 0
        others = self._closed_at_the_end(bar, most - closed)
        if others is None:
            return None
        steps = [Step(line.cells(left[row] & ~line.closing)) for row, line in enumerate(lines)]
        steps += [Step((), line.cells(left[row] & line.closing)) for row, line in enumerate(lines)]
        steps += [Step((), (), lines[row].name) for row in others]
        return Way(tuple(step for step in steps if any(step)), bar)

    def _closed_at_the_end(self, bar: int, more: int) -> list[int] | None:
        """The rows that others must have closed last for the bar to stand as marked (BA2).

        Several may close at one moment, but none after the fourth penalty.
        """
        wanted = self.question.bar
        if self._bar is None or wanted is None:
            return []
        others = []
        for row, fields in enumerate(self._bar.fields):
            rest = fields & ~bar
            if rest and rest & wanted == rest:
                others.append(row)
                bar |= rest
        if self.question.penalties_full and len(others) > more:
            return None
        lacking = bar & ~wanted
        if self.question.unused_bar_may_lack:
            lacking &= ~BarCount(self._bar, self.chains.lines, self.question).own_fields()
        return None if lacking or wanted & ~bar else others
