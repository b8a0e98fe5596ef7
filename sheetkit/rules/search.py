"""Is there a sequence of legal moves that leaves these crosses?

The search goes through the states of a sheet on the way there, by the very moves that
a player has. Crosses that force nothing may wait until they are needed, so that a state
with the same boxes crossed and fewer crosses is as good as any other: the others can be
made at any time, and take what is asked for. What the bar tells of its order comes first
(``bar_plan``), and how rows must stand for a chain that asks for several crosses at once
(``rows_ahead``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from sheetkit.rules.bar import BarRules
from sheetkit.rules.bar_plan import BarPlan, closed_last, plans
from sheetkit.rules.chain import Chains, Outcome, SheetChains
from sheetkit.rules.crosses import Crosses
from sheetkit.rules.duty import CrossIn
from sheetkit.rules.line import Line, places
from sheetkit.rules.rows_ahead import RowsAhead
from sheetkit.rules.way import Question, State, Step, Way


@dataclass(slots=True)
class Search:
    """The search for one sheet.

    ``stuck`` collects the cells whose crosses could not be made, ``states`` counts the states
    that were looked into.
    """

    chains: Chains
    question: Question
    stuck: set[str] = field(init=False, default_factory=set)
    states: int = field(init=False, default=0)
    _ahead: RowsAhead = field(init=False)
    _lines: tuple[Line, ...] = field(init=False)
    _numbers: tuple[int, ...] = field(init=False)
    _bar: BarRules | None = field(init=False)
    _plan: BarPlan | None = field(init=False, default=None)
    _seen: dict[tuple[object, ...], list[tuple[int, ...]]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        chains = self.chains
        self._lines = chains.lines
        rows = zip(self.question.target.rows, chains.lines, strict=True)
        self._numbers = tuple(mask & ~line.lock for mask, line in rows)
        of_pad = chains.lines, chains.mechanics, self.question.rows_to_end
        self._bar = next((m for m in chains.mechanics if isinstance(m, BarRules)), None)
        self._ahead = RowsAhead(Chains(*of_pad), self.question)
        self.chains = SheetChains(
            *of_pad, self._numbers, self._ahead.stops, self._ahead.comparisons
        )

    @property
    def closes_one_by_one(self) -> bool:
        """Whether no move on this sheet can close two rows (C8)."""
        return not self._ahead.matters

    def way(self) -> Way | None:
        """A sequence of moves that leaves the crosses asked for; None where there is none."""
        if self._ends_twice(0):
            return None
        if self._bar is not None and not self._ahead.matters:
            return self._planned_way(self._bar)
        return self._way()

    def _ends_twice(self, closed: int) -> bool:
        """C8: whether the last penalty ends a game that the rows closed so far, and those that
        this sheet closes, end too.
        """
        if not self.question.penalties_full:
            return False
        rows = enumerate(zip(self.question.target.rows, self._lines, strict=True))
        own = sum(1 << row for row, (mask, line) in rows if mask & line.lock)
        return self.chains.is_over(closed | own)

    def _planned_way(self, bar: BarRules) -> Way | None:
        for plan in plans(bar, self._lines, self.question):
            start = State(Crosses((0,) * len(self._lines)), 0)
            if not plan.fits(start):
                self.stuck.update(plan.short(start))
                continue
            self._plan = plan
            found = self._way()
            if found is not None:
                return found
        return None

    def _way(self) -> Way | None:
        self._seen.clear()
        start = State(Crosses((0,) * len(self._lines)), 0)
        if not self._ahead.has_stops(start):
            return self._last_steps(start)
        if not self._can_end(start):
            return None
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
            if not self._ahead.has_stops(state):
                last = self._last_steps(state)
                if last is not None:
                    return self._completed(path, step, state, last)
            elif self._leads_on(state):
                path.append(step)
                stack.append(self._moves(state))
        return None

    def _completed(self, path: list[Step], step: Step, state: State, last: Way) -> Way:
        """The way along that path, with the last step that forces anything and the rest."""
        if self.chains.is_over(state.closed) or last.cut:
            step, last = self._ended_by(step, state), self._nothing_left(last)
        return Way((*path, step, *last.steps), last.bar)

    def _ended_by(self, step: Step, state: State) -> Step:
        """The step that ended the game, the crosses left over made before it: it takes the last."""
        free, chain = step.free, step.chain
        for row, line in enumerate(self._lines):
            left = line.cells(self._left(state, row))
            taken = [cell for cell in chain if cell in line.ids] if left else []
            every = [*taken, *left]
            free += tuple(every[: len(left)])
            later = dict(zip(taken, every[len(left) :], strict=True))
            chain = tuple(later.get(cell, cell) for cell in chain)
        return Step(free, chain)

    @staticmethod
    def _nothing_left(last: Way) -> Way:
        """The closings by others alone of a sheet's last steps."""
        return Way(tuple(step for step in last.steps if step.closed_by_others), last.bar)

    # Which states are worth going on from

    def _leads_on(self, state: State) -> bool:
        """Whether the game goes on, and nothing rules the sheet out."""
        over = self.chains.is_over(state.closed)
        return not over and self._is_new(state) and self._is_alive(state)

    def _is_alive(self, state: State) -> bool:
        for row in range(len(self._lines)) if state.closed else ():
            if state.closed >> row & 1 and self._left(state, row):
                return False
        if self._plan is not None:
            return self._plan.fits(state)
        if self._ends_twice(state.closed) or not self._can_end(state):
            return False
        wanted = self.question.bar
        return wanted is None or not state.crosses.bar & ~wanted

    def _can_end(self, state: State) -> bool:
        """Whether counting leaves a chance; else it tells what asks for too many crosses."""
        if self._ahead.can_end(state):
            return True
        self.stuck.update(self._ahead.short_of(state))
        return False

    def _is_new(self, state: State) -> bool:
        """Whether no state seen before, with the same boxes crossed, has no more crosses."""
        rows = state.crosses.rows
        boxes = tuple(mask & stops for mask, stops in zip(rows, self._ahead.stops, strict=True))
        seen = self._seen.setdefault((boxes, state.crosses.bar, state.closed), [])
        for other in seen:
            if not any(mask & ~more for mask, more in zip(other, rows, strict=True)):
                return False
        seen.append(rows)
        return True

    def _left(self, state: State, row: int) -> int:
        """The row's numbers that are still to be crossed."""
        return self._numbers[row] & ~state.crosses.rows[row]

    # Moves

    def _moves(self, state: State) -> Iterator[tuple[State, Step]]:
        """The moves from here; first those that use up the fewest free crosses.

        Rows are closed only before a box that has a chain follow: until then it can wait. None of
        them is the last one, for there are boxes to come. Last come such boxes with rows further
        on than they need be.
        """
        rows = [row for row in range(len(self._lines)) if not state.closed >> row & 1]
        if self._plan is not None:
            due = [row for row in rows if self._plan.is_due(state, row)]
            if due:
                yield from self._closed(state, due[0])
                return
        boxes = self._next_boxes(state, rows)
        for row, before, box in boxes:
            yield from self._crossed(state, row, before, box)
        if self._plan is None and self._closing_counts(state, boxes):
            for row in rows:
                yield from self._closed(state, row)
        for row, before, box in boxes if self._ahead.matters else ():
            for more in self._ahead.before(state, row, before, box):
                yield from self._crossed(state, row, before, box, more)

    def _closing_counts(self, state: State, boxes: list[tuple[int, int, int]]) -> bool:
        """Whether a row may be closed and the game go on, before a box that has a chain follow."""
        goes_on = state.closed.bit_count() + 1 < self.question.rows_to_end
        return goes_on and any(self._ahead.forces(state, row, box) for row, _, box in boxes)

    def _next_boxes(self, state: State, rows: list[int]) -> list[tuple[int, int, int]]:
        """Each row's next bonus box: the row, the free crosses before it, the box.

        First come rows to be closed on the way, then what uses up few free crosses,
        then what leaves many to be forced.
        """
        found = []
        for row in rows:
            left = self._left(state, row)
            box = left & self._ahead.stops[row]
            if box:
                before = left & ((box & -box) - 1)
                later = self._plan is not None and row not in self._plan.closed_by
                order = later, before.bit_count(), -left.bit_count()
                found.append((order, row, before, box & -box))
        return [(row, before, box) for _, row, before, box in sorted(found)]

    def _closed(self, state: State, row: int) -> Iterator[tuple[State, Step]]:
        """C5, C6, BA2: the row is closed on the way: by this player where the lock is crossed, else
        by another.
        """
        left, line = self._left(state, row), self._lines[row]
        if left & self._ahead.stops[row] & ~line.closing:
            return
        bit = left & line.closing
        if bit:
            if not bit & self._ahead.stops[row] and not self._ahead.can_wait(state, row):
                yield from self._crossed(state, row, left & (bit - 1), bit)
            return
        if not self.question.others >> row & 1:
            return
        if not self._ahead.can_wait(state, row):
            crosses = state.crosses.with_row(row, state.crosses.rows[row] | left)
            closed = self.chains.close(crosses, row)
            yield State(closed, state.closed | 1 << row), Step(line.cells(left), (), line.name)

    def _crossed(
        self, state: State, row: int, before: int, bit: int, more: tuple[int, ...] = ()
    ) -> Iterator[tuple[State, Step]]:
        """Free crosses in the row up to a number and ``more`` in all rows, then the number."""
        crosses, free = state.crosses, self._lines[row].cells(before)
        if before:
            crosses = crosses.with_row(row, crosses.rows[row] | before)
        for other, mask in enumerate(more):
            if mask:
                crosses = crosses.with_row(other, crosses.rows[other] | mask)
                free += self._lines[other].cells(mask)
        for outcome in self.chains.cross(crosses, state.closed, row, bit, self._next_of_target):
            made = outcome.crosses
            after = State(made.with_bonus(0) if made.bonus else made, outcome.closed)
            if outcome.closed != state.closed:
                ended = self._ahead.in_time(crosses, made)
                after = after._replace(ended=ended, unused=self._unused(crosses, outcome))
            yield after, Step(free, outcome.trace)

    def _unused(self, before: Crosses, outcome: Outcome) -> int:
        """BA2: the bar's fields that a move crossed because it closed their row."""
        fresh = places(outcome.crosses.bar & ~before.bar)
        return sum(1 << place for place in fresh if f"bar.{place + 1}" not in outcome.trace)

    def _next_of_target(self, duty: CrossIn, mask: int, free: int) -> tuple[int, ...]:
        """A forced cross falls on the sheet's next cross of that row: all others are later."""
        left = self.question.target.rows[duty.row] & ~mask
        following = left & -left
        if following & free:
            return (following,)
        self.stuck.add(duty.origin)
        return ()

    # The end

    def _last_steps(self, state: State) -> Way | None:
        """The rest of the sheet when nothing is forced any more; None where it doesn't fit."""
        lines = self._lines
        left = [self._left(state, row) for row in range(len(lines))]
        if self.chains.is_over(state.closed) and any(
            mask and not early for mask, early in zip(left, state.ended, strict=True)
        ):
            return None
        closing = [row for row, line in enumerate(lines) if left[row] & line.closing]
        shut = state.closed | sum(1 << row for row in closing)
        most = self.question.rows_to_end - (1 if self.question.penalties_full else 0)
        if shut.bit_count() > most and (closing or self.question.penalties_full):
            return None
        ends = [_LastMove()]
        if self._bar is not None:
            ends = self._last_moves(self._bar, state, closing, shut)
        if not ends:
            return None
        closing.sort(key=lambda row: row == ends[0].row)
        steps = [Step(line.cells(left[row] & ~line.closing)) for row, line in enumerate(lines)]
        steps += [Step((), lines[row].cells(left[row] & lines[row].closing)) for row in closing]
        steps += [Step((), (), lines[row].name) for row in ends[0].others]
        bar = state.crosses.bar
        if self._bar is not None:
            bar |= self._bar.fields_of(sum(1 << row for row in (*closing, *ends[0].others)))
        return Way(tuple(step for step in steps if any(step)), bar, ends[0].cut)

    def _last_moves(
        self, bar: BarRules, state: State, closing: list[int], shut: int
    ) -> list[_LastMove]:
        """BA2: the last moves with which the bar stands as marked, one that leaves no field bare
        first.

        Fields are bare only of a row closed by a number that is left, or by the chain before.
        """
        stands = state.crosses.bar | bar.fields_of(sum(1 << row for row in closing))
        moves = [(_LastMove(), 0)]
        if self.question.last_may_leave_bare:
            moves += [(_LastMove(row), bar.fields[row] & ~state.crosses.bar) for row in closing]
            rows = enumerate(state.ended)
            if state.unused and all(early or not self._left(state, row) for row, early in rows):
                moves.append((_LastMove(cut=True), state.unused))
        found = []
        for move, bare in moves:
            others = closed_last(bar, self.question, shut, stands, bare)
            if others is not None:
                found.append(replace(move, others=tuple(others)))
        return found


@dataclass(frozen=True, slots=True)
class _LastMove:
    """What may have ended the game: closing that row, or the last chain, which ``cut`` says.

    ``others`` are the rows that other players closed at the same moment.
    """

    row: int | None = None
    cut: bool = False
    others: tuple[int, ...] = ()
