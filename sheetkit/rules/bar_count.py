"""What counting alone says of a sheet's bar (BA1, BA2): it rules out most ways at once."""

from __future__ import annotations

from dataclasses import dataclass, field

from sheetkit.rules.bar import BarRules
from sheetkit.rules.crosses import Crosses
from sheetkit.rules.line import Line
from sheetkit.rules.way import ANY_ROW, Question, State


@dataclass(slots=True)
class BarCount:
    """The bar of one sheet. ``stuck`` collects fields whose crosses find no room.

    ``others`` is the mask of the rows that others may have closed.
    """

    bar: BarRules
    lines: tuple[Line, ...]
    question: Question
    stuck: set[str] = field(default_factory=set)
    others: int = ANY_ROW
    _either: int = 0
    _kept_open: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self.others = self.question.others

    def can_fit(self) -> bool:
        """BA1, BA2, by counting alone: whether the bar can have come to stand as marked, and
        the rows can hold what it asked for.

        Limits the rows that others may close to those of which the bar tells.
        """
        bar, lines = self.bar, self.lines
        own = self._rows_locked
        if self.question.bar is not None:
            shut = self._closings_on_bar(own)
            if shut is None:
                return False
            self.others &= shut
        closable = own | self.others
        self._either = sum(f for row, f in enumerate(bar.fields) if closable >> row & 1)
        target = self.question.target.rows
        self._kept_open = tuple(
            row
            for row, line in enumerate(lines)
            if bar.fields[row] and not closable >> row & 1 and line.free(target[row])
        )
        start = State(Crosses((0,) * len(lines)), 0)
        return self.has_room(start)

    @property
    def _rows_locked(self) -> int:
        """The mask of the rows that this sheet closed."""
        rows = enumerate(zip(self.question.target.rows, self.lines, strict=True))
        return sum(1 << row for row, (mask, line) in rows if mask & line.lock)

    def _closings_on_bar(self, own: int) -> int | None:
        """BA2: the rows that may have been closed by the end; None where no closings fit the bar.

        A field is crossed in its turn, or with all of its colour. So without the colours
        that were closed, the fields crossed are the first ones, and no more than were earned.
        """
        bar, wanted = self.bar, self.question.bar
        assert wanted is not None
        full = (1 << len(bar.colours)) - 1
        earned = self._earned(self.question.target.rows)
        found = None
        for shut in range(1 << len(bar.fields)):
            if shut & own != own or (shut & ~own & ~self.question.others):
                continue
            fields = sum(mask for row, mask in enumerate(bar.fields) if shut >> row & 1)
            owed = fields & ~(self.own_fields() if self.question.unused_bar_may_lack else 0)
            taken = wanted & ~fields
            following = full & ~fields & ~taken
            before = (following & -following or full + 1) - 1
            rest = earned - taken.bit_count()
            enough = rest <= (fields & before).bit_count() or not following
            if not owed & ~wanted and taken <= before and rest >= 0 and enough:
                found = (found or 0) | shut
        return found

    def _earned(self, rows: tuple[int, ...]) -> int:
        """How many bonus boxes are crossed in these rows."""
        count = 0
        for mask, row in zip(self.bar.boxes, rows, strict=True):
            count += (mask & row).bit_count()
        return count

    def has_room(self, state: State) -> bool:
        """BA1: whether rows that stay open can take what the fields to come will ask for.

        As the bar is marked; else at least the next fields, one for each box to come.
        """
        bar = self.bar
        boxes = self._earned(self.question.target.rows) - self._earned(state.crosses.rows)
        if self.question.bar is not None and not self._has_fields(state, boxes):
            return False
        if not self._kept_open:
            return True
        to_come = self._to_come(state, boxes)
        for row in self._kept_open:
            asked = bar.fields[row] & to_come
            if asked and self._left(state, row).bit_count() < asked.bit_count():
                self.stuck.add(f"bar.{asked.bit_length()}")
                return False
        return True

    def _has_fields(self, state: State, boxes: int) -> bool:
        """BA1, BA2: whether the boxes to come are as many as the fields they have to cross.

        Fields of a colour that may still be closed can go either way.
        """
        bar, wanted, either = self.bar, self.question.bar, self._either
        assert wanted is not None
        left = ((1 << len(bar.colours)) - 1) & ~state.crosses.bar
        sure = left & wanted & ~either
        most = left & (wanted | either)
        return sure.bit_count() <= boxes and (boxes <= most.bit_count() or most == left)

    def _to_come(self, state: State, boxes: int) -> int:
        """The fields still to be crossed in their turn; some may go unused, if their row closes."""
        free = ((1 << len(self.bar.colours)) - 1) & ~state.crosses.bar
        if self.question.bar is not None:
            return free & self.question.bar
        fields = 0
        for _ in range(min(boxes, free.bit_count())):
            fields |= free & -free
            free &= free - 1
        return fields

    def _left(self, state: State, row: int) -> int:
        """The row's numbers that are still to be crossed."""
        return self.question.target.rows[row] & ~state.crosses.rows[row] & ~self.lines[row].lock

    def own_fields(self) -> int:
        """The bar's fields in the colours that this sheet closed."""
        own = 0
        for row, line in enumerate(self.lines):
            if self.question.target.rows[row] & line.lock:
                own |= self.bar.fields[row]
        return own
