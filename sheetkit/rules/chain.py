"""Crossing a number and all that it forces, to the end of the chain."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from sheetkit.rules.crosses import Crosses
from sheetkit.rules.duty import CrossIn, CrossInFewest, Duty
from sheetkit.rules.line import Line, free_in
from sheetkit.rules.mechanic import MechanicRules

Choose: TypeAlias = Callable[[CrossIn, int, int], Iterable[int]]
"""Which of the free places (a mask) a forced cross may take, given the row's crosses.

Called with the duty, the row's mask and the mask of free places, never empty.
"""


class Outcome(NamedTuple):
    """A sheet after a move, the rows closed by then, and the cells crossed, in order.

    Locks go without saying in ``trace``.
    """

    crosses: Crosses
    closed: int
    trace: tuple[str, ...]


class Met(NamedTuple):
    """What comes of duties: the sheet ``after`` them, and the duties put ``aside``.

    ``stuck`` says that one of them could not be met.
    """

    after: Outcome
    aside: tuple[Duty, ...]
    stuck: bool

    @property
    def outcomes(self) -> list[Outcome]:
        """What has come of them where all must be met."""
        return [] if self.stuck else [self.after]


NO_ROW = -1


@dataclass(slots=True)
class Going:
    """What carrying out duties goes by, and what it has found and seen so far.

    ``ends`` says that the game can end with them.
    """

    choose: Choose
    found: dict[tuple[Crosses, int], Outcome] = field(init=False, default_factory=dict)
    seen: set[tuple[Crosses, int, tuple[Duty, ...]]] = field(init=False, default_factory=set)
    ends: bool = False


class Chains:
    """Carries out crosses with all their consequences on the sheets of one pad."""

    def __init__(
        self, lines: tuple[Line, ...], mechanics: tuple[MechanicRules, ...], rows_to_end: int
    ) -> None:
        self.lines = lines
        self.mechanics = mechanics
        self.rows_to_end = rows_to_end
        special = [line.closing for line in lines]
        for mechanic in mechanics:
            special = [one | more for one, more in zip(special, mechanic.boxed, strict=True)]
        self.special = tuple(special)

    def cross(
        self, crosses: Crosses, closed: int, row: int, bit: int, choose: Choose
    ) -> list[Outcome]:
        """All ways in which crossing that number can go, however its duties are met."""
        after, closed, duties, trace = self._crossed(crosses, closed, row, bit)
        if not duties:
            return [Outcome(after, closed, trace)]
        going = Going(choose)
        self._carry_out(Outcome(after, closed, trace), duties, going)
        return list(going.found.values())

    def _crossed(
        self, crosses: Crosses, closed: int, row: int, bit: int
    ) -> tuple[Crosses, int, tuple[Duty, ...], tuple[str, ...]]:
        """C5: the number, with its lock when it closes the row; and what follows at once."""
        line = self.lines[row]
        mask = crosses.rows[row] | bit
        trace: tuple[str, ...] = (line.ids[bit.bit_length() - 1],)
        if not bit & self.special[row]:
            return crosses.with_row(row, mask), closed, (), trace
        if bit & line.closing:
            crosses = self.close(crosses.with_row(row, mask | line.lock), row)
            closed |= 1 << row
        else:
            crosses = crosses.with_row(row, mask)
        duties: tuple[Duty, ...] = ()
        for mechanic in self.mechanics:
            effect = mechanic.crossed(crosses, row, bit)
            if effect is not None:
                crosses = effect.crosses
                duties += effect.duties
                trace += effect.trace
        return crosses, closed, duties, trace

    def close(self, crosses: Crosses, row: int) -> Crosses:
        """C6, BA2: what a closed row means for a sheet, whoever closed it."""
        for mechanic in self.mechanics:
            crosses = mechanic.row_closed(crosses, row)
        return crosses

    def is_over(self, closed: int) -> bool:
        """C8: whether so many rows are closed that the game is over."""
        return closed.bit_count() >= self.rows_to_end

    def _met(
        self, now: Outcome, duties: Iterable[Duty], choose: Choose, but: int = NO_ROW
    ) -> Met | None:
        """What comes of these duties and those that follow from them, but for those in one row.

        None where their order matters, or where there is a choice.
        """
        crosses, closed, trace, stuck = now.crosses, now.closed, now.trace, False
        left, aside = [*duties], []
        for duty in left:
            if not isinstance(duty, CrossIn):
                return None
            if duty.row == but:
                aside.append(duty)
                continue
            mask = crosses.rows[duty.row]
            free = free_in(self.lines, duty.row, mask, closed)
            bits = tuple(choose(duty, mask, free)) if free else ()
            if not self._in_any_order(duty.row, bits):
                return None
            stuck = stuck or bool(free and not bits)
            for bit in bits:
                crosses, closed, more, cells = self._crossed(crosses, closed, duty.row, bit)
                left += more
                trace += cells
        return Met(Outcome(crosses, closed, trace), tuple(aside), stuck)

    def _in_any_order(self, row: int, bits: tuple[int, ...]) -> bool:
        """Whether these forced crosses may come before others or after: plain and no choice."""
        return len(bits) <= 1 and not any(bit & self.special[row] for bit in bits)

    def _carry_out(self, now: Outcome, duties: tuple[Duty, ...], going: Going) -> None:
        """BA1, BB1: the duties in any order, each state on the way once."""
        left = self._not_lost(now, duties)
        key = now.crosses, now.closed, left
        if key not in going.seen:
            going.seen.add(key)
            self._carry_on(now, left, going)

    def _not_lost(self, now: Outcome, duties: tuple[Duty, ...]) -> tuple[Duty, ...]:
        """BA3: the duties but for crosses in rows that take none now, and so never will."""
        rows = enumerate(now.crosses.rows)
        full = {row for row, mask in rows if not free_in(self.lines, row, mask, now.closed)}
        return tuple(
            [duty for duty in duties if not isinstance(duty, CrossIn) or duty.row not in full]
        )

    def _carry_on(self, now: Outcome, duties: tuple[Duty, ...], going: Going) -> None:
        """The duties from where their order matters to where it no longer does."""
        ways = self._ways(now, duties, going)
        if ways is None:
            self._branch(now, duties, going)
            return
        for after in ways:
            going.found.setdefault((after.crosses, after.closed), after)

    def _ways(self, now: Outcome, duties: tuple[Duty, ...], going: Going) -> list[Outcome] | None:
        """What comes of duties in any order; None where the order matters.

        It matters where the game may end, for then some are left (C8).
        """
        if going.ends or self.is_over(now.closed):
            return None
        met = self._met(now, duties, going.choose)
        if met is None:
            return None
        going.ends = self.is_over(met.after.closed)
        return None if going.ends else met.outcomes

    def _branch(self, now: Outcome, duties: tuple[Duty, ...], going: Going) -> None:
        """Any of the duties first. What the end of the game cuts off may be left (C8)."""
        if not duties or self.is_over(now.closed):
            going.found.setdefault((now.crosses, now.closed), now)
        for place, duty in enumerate(duties):
            if duty in duties[:place]:
                continue
            rest = duties[:place] + duties[place + 1 :]
            if isinstance(duty, CrossIn):
                self._cross_in(now, duty, rest, going)
            else:
                self._take_up(now, duty, rest, going)

    def _take_up(self, now: Outcome, duty: Duty, rest: tuple[Duty, ...], going: Going) -> None:
        """A duty that turns into others; one that no mechanic can take up is lost (BA3)."""
        effects = [
            effect
            for mechanic in self.mechanics
            for effect in mechanic.taken_up(duty, now.crosses, now.closed)
        ]
        for effect in effects:
            after = Outcome(effect.crosses, now.closed, now.trace + effect.trace)
            self._carry_out(after, rest + effect.duties, going)
        if not effects:
            self._carry_out(now, rest, going)

    def _cross_in(self, now: Outcome, duty: CrossIn, rest: tuple[Duty, ...], going: Going) -> None:
        """BA1, BB1: a cross in the row, which takes one."""
        mask = now.crosses.rows[duty.row]
        free = free_in(self.lines, duty.row, mask, now.closed)
        for bit in going.choose(duty, mask, free):
            crosses, closed, more, trace = self._crossed(now.crosses, now.closed, duty.row, bit)
            after = Outcome(crosses, closed, now.trace + trace)
            self._carry_out(after, rest + more, going)


class SheetChains(Chains):
    """Chains on the way to one sheet's crosses, where every cross asked for is the row's next.

    ``numbers`` holds the mask of each row's numbers on that sheet, ``boxes`` that of its boxes
    that force others there: the others are crossed like any number. ``comparisons`` is how
    often rows are compared on it.
    """

    def __init__(
        self,
        lines: tuple[Line, ...],
        mechanics: tuple[MechanicRules, ...],
        rows_to_end: int,
        numbers: tuple[int, ...],
        boxes: tuple[int, ...],
        comparisons: int,
    ) -> None:
        super().__init__(lines, mechanics, rows_to_end)
        self.numbers = numbers
        self.compares_once = comparisons == 1
        self.special = tuple(line.closing | mask for line, mask in zip(lines, boxes, strict=True))

    def cross(
        self, crosses: Crosses, closed: int, row: int, bit: int, choose: Choose
    ) -> list[Outcome]:
        """All ways in which crossing that number can go: most chains go one way only."""
        after, shut, duties, trace = self._crossed(crosses, closed, row, bit)
        only = self._one_by_one(Outcome(after, shut, trace), duties, choose)
        return super().cross(crosses, closed, row, bit, choose) if only is None else only

    def _one_by_one(
        self, now: Outcome, duties: tuple[Duty, ...], choose: Choose
    ) -> list[Outcome] | None:
        """What comes of duties that follow one from the other, each alone and to be met in one way:
        nothing where one can't be.

        None where there are several at once or a choice, or where the game may end with them.
        """
        crosses, closed, trace = now.crosses, now.closed, now.trace
        while duties:
            if len(duties) > 1 or self.is_over(closed):
                return None
            (duty,) = duties
            if isinstance(duty, CrossIn):
                mask = crosses.rows[duty.row]
                free = free_in(self.lines, duty.row, mask, closed)
                bits = tuple(choose(duty, mask, free)) if free else ()
                if free and not bits:
                    return []
                if len(bits) > 1:
                    return None
                duties = ()  # BA3: lost where the row takes no cross
                for bit in bits:
                    crosses, closed, duties, cells = self._crossed(crosses, closed, duty.row, bit)
                    trace += cells
            else:
                effects = [
                    effect
                    for mechanic in self.mechanics
                    for effect in mechanic.taken_up(duty, crosses, closed)
                ]
                if len(effects) > 1:
                    return None
                duties = ()
                for effect in effects:
                    crosses, duties, trace = effect.crosses, effect.duties, trace + effect.trace
        return None if self.is_over(closed) else [Outcome(crosses, closed, trace)]

    def _in_any_order(self, row: int, bits: tuple[int, ...]) -> bool:
        """They may, for what a row is asked for falls on its next crosses whoever asks.

        Rows may be closed by them, and the row's later duties be lost.
        """
        return True

    def _ways(self, now: Outcome, duties: tuple[Duty, ...], going: Going) -> list[Outcome] | None:
        """What comes of duties whose order doesn't matter but for one comparison at most."""
        if all(isinstance(duty, CrossIn) for duty in duties):
            met = self._met(now, duties, going.choose)
            if met is None:
                return None
            ends = self.is_over(met.after.closed)
            return [self._last(now, met.after)] if ends else met.outcomes
        if going.ends or self.is_over(now.closed):
            return None
        ways = self._compared(now, duties, going.choose)
        if ways is None:
            return None
        going.ends = any(self.is_over(met.after.closed) for met in ways)
        return None if going.ends else [met.after for met in ways if not met.stuck]

    def _last(self, now: Outcome, after: Outcome) -> Outcome:
        """C8: what duties that end the game leave: all that they ask for in the rows that are
        complete then, and nothing in the others.

        Any of them may be left once the game has ended, and where crosses of a row are left
        over, they can have come before if this move makes none in it.
        """
        crosses, trace = after.crosses, after.trace
        for row, mask in enumerate(now.crosses.rows):
            made = crosses.rows[row] & ~mask
            if made and self.numbers[row] & ~crosses.rows[row]:
                crosses = crosses.with_row(row, mask)
                left = self.lines[row].cells(made)
                trace = tuple(cell for cell in trace if cell not in left)
        return Outcome(crosses, after.closed, trace)

    def _branch(self, now: Outcome, duties: tuple[Duty, ...], going: Going) -> None:
        """What has rows compared first, else any of the duties."""
        if not self._brings_comparison(now, duties, going):
            super()._branch(now, duties, going)

    def _compared(self, now: Outcome, duties: tuple[Duty, ...], choose: Choose) -> list[Met] | None:
        """BB1: all ways in which one comparison goes among duties to be met in any order.

        A row has fewest crosses at some time if it has when the others have met all their duties
        first. None where there are more comparisons.
        """
        compared = [duty for duty in duties if isinstance(duty, CrossInFewest)]
        if not self.compares_once or len(compared) != 1:
            return None
        (fewest,) = compared
        rest = [duty for duty in duties if duty is not fewest]
        ways = []
        for row in range(len(self.lines)):
            first = self._met(now, rest, choose, but=row)
            if first is None or self.is_over(first.after.closed):
                return first and [first]
            if row in first.after.crosses.fewest and not first.stuck:
                asked = (CrossIn(row, fewest.origin),) * fewest.amount
                last = self._met(first.after, asked + first.aside, choose)
                if last is None or self.is_over(last.after.closed):
                    return last and [last]
                ways.append(last)
        return ways

    def _brings_comparison(self, now: Outcome, duties: tuple[Duty, ...], going: Going) -> bool:
        """Make the cross that has rows compared, if one is asked for: it may as well come first.

        Before it nothing depends on the order, and after it the comparison can wait as long as
        it might. The sheet has this box, so the game can't end before it is crossed.
        """
        if not self.compares_once or not all(isinstance(duty, CrossIn) for duty in duties):
            return False
        for place, duty in enumerate(duties):
            assert isinstance(duty, CrossIn)
            mask = now.crosses.rows[duty.row]
            free = free_in(self.lines, duty.row, mask, now.closed)
            for bit in going.choose(duty, mask, free):
                if not bit & self.special[duty.row] & ~self.lines[duty.row].closing:
                    continue
                crosses, closed, more, trace = self._crossed(now.crosses, now.closed, duty.row, bit)
                if any(isinstance(each, CrossInFewest) for each in more):
                    rest = duties[:place] + duties[place + 1 :]
                    after = Outcome(crosses, closed, now.trace + trace)
                    self._carry_out(after, rest + more, going)
                    return True
        return False
