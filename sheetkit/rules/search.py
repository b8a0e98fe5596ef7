"""Is there a sequence of legal moves that leaves these crosses?

A sheet's rows, its bar and the rows closed by then are all that matters, so the
search goes through such states, once each, by the very moves that a player has.
Crosses that force nothing may wait until they are needed: only bonus boxes,
closings, and what other players close, make states differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from sheetkit.rules.bar import BarRules
from sheetkit.rules.chain import Chains
from sheetkit.rules.crosses import Crosses
from sheetkit.rules.duty import CrossIn
from sheetkit.rules.pairs import FORCING, PairRules


class State(NamedTuple):
    """A sheet on the way, and the mask of the rows closed so far, by anybody.

    ``ended`` says, for a move that ended the game, in which rows crosses that
    are still missing may have been made before that move.
    """

    crosses: Crosses
    closed: int
    ended: tuple[bool, ...] = ()


class Way(NamedTuple):
    """A sequence of moves that leaves a sheet, and how its bar stands then."""

    steps: tuple[Step, ...]
    bar: int


class Step(NamedTuple):
    """One step of a way: free crosses of a row, then a chain; or a row closed by others."""

    free: tuple[str, ...] = ()
    chain: tuple[str, ...] = ()
    closed_by_others: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """What a way must lead to.

    ``bar`` is the mask of the bar's fields as marked; None lets the bar stand
    as it may. ``lasting`` is how many rows may be closed before the game is
    over; ``penalties_full`` says that it ended with the last penalty box.
    ``unused_bar_may_lack``: fields crossed unused at the very end may be bare.
    """

    target: Crosses
    lasting: int
    bar: int | None = None
    penalties_full: bool = False
    unused_bar_may_lack: bool = False


@dataclass(slots=True)
class Search:
    """The search for one sheet. ``stuck`` collects the cells whose crosses could not be made."""

    chains: Chains
    question: Question
    stuck: set[str] = field(default_factory=set)
    states: int = 0
    _stops: tuple[int, ...] = ()
    _singles: bool = False
    _bar: BarRules | None = None

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
                        self._singles = True
                        for row, bit in mechanic.boxes[number]:
                            stops[row] |= bit
        self._stops = tuple(mask & row for mask, row in zip(stops, target.rows, strict=True))
        lines = zip(self._stops, self.chains.lines, strict=True)
        self._singles |= any(mask & line.closing for mask, line in lines)

    def way(self) -> Way | None:
        """A sequence of moves that leaves the crosses asked for; None where there is none."""
        start = State(Crosses((0,) * len(self.chains.lines)), 0)
        seen = {start}
        stack: list[tuple[State, tuple[Step, ...]]] = [(start, ())]
        while stack:
            state, steps = stack.pop()
            self.states += 1
            last = self._last_steps(state)
            if last is not None:
                return Way(steps + last.steps, last.bar)
            for after, step in self._moves(state):
                if after not in seen and self._is_alive(after):
                    seen.add(after)
                    stack.append((after, (*steps, step)))
        return None

    def _left(self, state: State, row: int) -> int:
        """The row's numbers that are still to be crossed."""
        target = self.question.target.rows[row]
        return target & ~state.crosses.rows[row] & ~self.chains.lines[row].lock

    def _is_alive(self, state: State) -> bool:
        """Whether nothing has been crossed or closed that the sheet asked for rules out."""
        wanted = self.question.bar
        exact = wanted is not None and not self.question.unused_bar_may_lack
        if exact and state.crosses.bar & ~(wanted or 0):
            return False
        return not any(
            state.closed >> row & 1 and self._left(state, row)
            for row in range(len(self.chains.lines))
        )

    def _moves(self, state: State) -> Iterator[tuple[State, Step]]:
        """The moves from here; the most promising last."""
        if self.chains.is_over(state.closed):
            return
        rows = [row for row in range(len(self.chains.lines)) if not state.closed >> row & 1]
        for row in rows:
            yield from self._closed_by_others(state, row)
        for row in rows:
            left = self._left(state, row)
            if self._singles and left:
                yield from self._crossed(state, row, 0, left & -left)
            stop = left & self._stops[row] or left & self.chains.lines[row].closing
            if stop:
                bit = stop & -stop
                yield from self._crossed(state, row, left & (bit - 1), bit)

    def _crossed(
        self, state: State, row: int, before: int, bit: int
    ) -> Iterator[tuple[State, Step]]:
        """Free crosses up to a number, then that number with all that it forces."""
        crosses = state.crosses
        if before:
            crosses = crosses.with_row(row, crosses.rows[row] | before)
        free = self.chains.lines[row].cells(before)
        for outcome in self.chains.cross(crosses, state.closed, row, bit, self._next_of_target):
            after = State(outcome.crosses._replace(bonus=0), outcome.closed)
            if self.chains.is_over(outcome.closed):
                after = after._replace(ended=self._in_time(crosses, outcome.crosses))
            yield after, Step(free, outcome.trace)

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
        if closed.bar == state.crosses.bar and not self._singles:
            return
        yield State(closed, state.closed | 1 << row), Step(line.cells(left), (), line.name)

    def _last_steps(self, state: State) -> Way | None:
        """The rest of the sheet when nothing is forced any more; None where it doesn't fit."""
        lines = self.chains.lines
        left = [self._left(state, row) for row in range(len(lines))]
        if any(mask & stops for mask, stops in zip(left, self._stops, strict=True)):
            return None
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
            lacking &= ~self._own_fields()
        return None if lacking or wanted & ~bar else others

    def _own_fields(self) -> int:
        """The bar's fields in the colours that this sheet closed."""
        assert self._bar is not None
        own = 0
        for row, line in enumerate(self.chains.lines):
            if self.question.target.rows[row] & line.lock:
                own |= self._bar.fields[row]
        return own
