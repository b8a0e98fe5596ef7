"""How a bar can have come to stand as it does (BA1, BA2), and what that asks of the boxes' order.

The boxes of a sheet take the bar's fields in turn: the first box that is crossed takes
the first field, and so on. Only a row that is closed on the way changes that, for its
fields are passed over from then on. So a plan is: which rows were closed on the way,
and after how many of their fields. It fixes which row is asked for a cross in which turn.

A row that must take crosses in later turns can't be crossed up to a box too early. That
gives each box a first turn, and counting tells whether the turns can all be filled:
where no row is left to close on the way, that is all that it takes, and any box whose
turn has come will do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product

from sheetkit.rules.bar import BarRules
from sheetkit.rules.line import Line, places
from sheetkit.rules.way import Question, State


@dataclass(frozen=True)
class BarPlan:
    """One account of a bar. Turns count from 1: turn t is that of the t-th box crossed.

    ``after`` holds the bar after each number of turns, ``to_come`` the fields still to
    be taken then. ``asked`` holds each row's turns in which a field asks it for a cross,
    ``closed_by`` the last turn before which a row closed on the way must be complete, for these
    rows.
    """

    bar: BarRules
    lines: tuple[Line, ...]
    target: tuple[int, ...]
    after: tuple[int, ...]
    to_come: tuple[int, ...]
    asked: tuple[tuple[int, ...], ...]
    closed_by: dict[int, int]

    @cached_property
    def first(self) -> tuple[tuple[int, ...], ...]:
        """BA1: the first turn of each of a row's boxes."""
        rows = zip(self.lines, self.target, self.bar.boxes, self.asked, strict=True)
        return tuple([_first_turns(*row) for row in rows])

    def fits(self, state: State) -> bool:
        """Whether the rest of the plan can be carried out from here, as far as counting tells."""
        rows, turn = state.crosses.rows, self.turn(state)
        taken, to_come = self.after[turn], self.to_come[turn]
        for row, fields in enumerate(self.bar.fields):
            if state.closed >> row & 1:
                taken |= fields
        if state.crosses.bar != taken or taken & to_come:
            return False
        if any(self._lacks(state, row, turn) for row in range(len(rows))):
            return False
        turns: list[int] = []
        for row, boxes in enumerate(self.bar.boxes):
            left = self.first[row][(rows[row] & boxes).bit_count() :]
            turns += left
            if row in self.closed_by and not _in_time(left, turn, self.closed_by[row]):
                return False
        turns.sort()
        return all(first <= turn + count for count, first in enumerate(turns, 1))

    def turn(self, state: State) -> int:
        """How many boxes are crossed."""
        count = 0
        for mask, boxes in zip(state.crosses.rows, self.bar.boxes, strict=True):
            count += (mask & boxes).bit_count()
        return count

    def _lacks(self, state: State, row: int, turn: int) -> bool:
        """BA1: whether a row that stays open will be asked for more crosses than it has left."""
        target, line = self.target[row], self.lines[row]
        left = target & ~state.crosses.rows[row] & ~line.lock
        if sum([asked > turn for asked in self.asked[row]]) <= left.bit_count():
            return False
        return bool(line.free(target) or target & line.lock)  # BA3: else it is lost

    def is_due(self, state: State, row: int) -> bool:
        """BA2: whether an open row, to be closed on the way, may be closed; later is no better."""
        if row not in self.closed_by:
            return False
        boxes = self.bar.boxes[row] & self.target[row]
        asked = self.asked[row]
        done = not asked or asked[-1] <= self.turn(state)
        return done and not boxes & ~state.crosses.rows[row]

    def short(self, start: State) -> list[str]:
        """The last fields that ask rows for crosses that they lack, or else have too early."""
        asked = [row for row, turns in enumerate(self.asked) if turns]
        rows = [row for row in asked if self._lacks(start, row, 0)]
        rows = rows or [row for row in asked if self.first[row][:1] > (1,)]
        return [f"bar.{self._field(self.asked[row][-1])}" for row in rows]

    def _field(self, turn: int) -> int:
        return (self.after[turn] ^ self.after[turn - 1]).bit_length()


def _in_time(first: tuple[int, ...], turn: int, last: int) -> bool:
    """Whether boxes with these first turns can all be crossed by the last turn."""
    left = len(first)
    return all(
        max(soonest, turn + 1 + count) + left - 1 - count <= last
        for count, soonest in enumerate(first)
    )


def plans(bar: BarRules, lines: tuple[Line, ...], question: Question) -> Iterator[BarPlan]:
    """All accounts of the bar that the question allows; first those with no row closed early."""
    own = sum(1 << row for row, line in enumerate(lines) if question.target.rows[row] & line.lock)
    may_close = [
        row
        for row, fields in enumerate(bar.fields)
        if fields and (own | question.others) >> row & 1 and _are_crossed(question, fields)
    ]
    most = question.rows_to_end - question.penalties_full
    for size in range(min(question.rows_to_end, len(may_close) + 1)):
        for rows in combinations(may_close, size):
            shut = own | sum(1 << row for row in rows)
            if shut.bit_count() > most:
                continue
            for counts in product(*(range(bar.fields[row].bit_count()) for row in rows)):
                after = dict(zip(rows, counts, strict=True))
                plan = _plan(bar, lines, question, own, after)
                if plan is not None:
                    yield plan


def _are_crossed(question: Question, fields: int) -> bool:
    """BA2: whether all these fields are crossed, as those of a row closed on the way are."""
    return question.bar is None or not fields & ~question.bar


def _plan(
    bar: BarRules, lines: tuple[Line, ...], question: Question, own: int, after: dict[int, int]
) -> BarPlan | None:
    """The plan by which these rows are closed after so many of their fields.

    None where the bar can't come to stand as marked, or where one of them would never be asked
    again: it is as well closed at the end.
    """
    target = question.target.rows
    boxes = sum((mask & row).bit_count() for mask, row in zip(bar.boxes, target, strict=True))
    asked: list[list[int]] = [[] for _ in lines]
    closed_by: dict[int, int] = {}
    turn, used = 0, [0]
    for place, row in enumerate(bar.colours):
        if turn == boxes:
            break
        if row in after and len(asked[row]) == after[row]:
            closed_by.setdefault(row, turn)
        else:
            turn += 1
            used.append(used[-1] | 1 << place)
            asked[row].append(turn)
    if len(closed_by) < len(after):
        return None
    shut = own | sum(1 << row for row in after)
    stands = used[-1] | bar.fields_of(shut)
    bare = bar.fields_of(own) & ~used[-1] if question.last_may_leave_bare else 0
    if closed_last(bar, question, shut, stands, bare) is None:
        return None
    used += used[-1:] * (boxes - turn)
    to_come = tuple([used[-1] & ~taken for taken in used])
    turns = tuple([tuple(each) for each in asked])
    return BarPlan(bar, lines, target, tuple(used), to_come, turns, closed_by)


def _first_turns(line: Line, target: int, boxes: int, asked: Sequence[int]) -> tuple[int, ...]:
    """BA1: the first turn of each of the row's boxes, so that enough is left for later turns."""
    numbers, first = target & ~line.lock, []
    lost = not target & line.lock and not line.free(target)
    for place in places(boxes & numbers):
        later = (numbers >> place + 1).bit_count()
        first.append(1 if lost or later >= len(asked) else asked[-later - 1] + 1)
    return tuple(first)


def closed_last(
    bar: BarRules, question: Question, shut: int, stands: int, bare: int
) -> list[int] | None:
    """The rows that others must have closed last for the bar to stand as marked (BA2).

    ``shut`` is the mask of the rows closed by then, ``stands`` how the bar stands by then,
    ``bare`` the mask of its fields that may be bare all the same. Several rows may be closed
    at one moment, but none after the last penalty.
    """
    wanted = question.bar
    if wanted is None:
        return []
    others = []
    for row, fields in enumerate(bar.fields):
        rest = fields & ~stands
        if rest and rest & wanted == rest:
            others.append(row)
            stands |= rest
    if question.penalties_full and len(others) + shut.bit_count() >= question.rows_to_end:
        return None
    lacking = stands & ~wanted & ~bare
    return None if lacking or wanted & ~stands else others
