"""What one player may cross: the engine's moves, cut down to those that can leave the target."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from sheetkit.pad import Bar, Board, Lucky, Pad, Pairs
from sheetkit.rules.crosses import Crosses
from sheetkit.rules.duty import CrossIn
from sheetkit.rules.line import places
from sheetkit.rules.referee import referee_for
from sheetkit.settle.target import Target

Steps: TypeAlias = tuple[str, ...]
"""The cells that one move crosses, in order; a lock goes without saying."""


class Play(NamedTuple):
    """The sheet that a move leaves, its steps, and a mask of the rows that it closes."""

    after: Crosses
    steps: Steps
    closes: int


class Plays:
    """All moves of one player of a pad that keep the target within reach.

    Masks of closed rows have bit 0 for the first row. On a board, the sheet's
    ``board`` holds one bit, for the space on which the figure stands. ``others``
    counts the other figures, each of which can lie on a figure's way. ``waived``
    are house rules.
    """

    def __init__(
        self, pad: Pad, target: Target, *, others: int = 0, waived: frozenset[str] = frozenset()
    ) -> None:
        self.pad = pad
        self.target = target
        self.referee = referee_for(pad, waived)
        self.lines = self.referee.lines
        self.others = others
        self.mechanics = self.referee.mechanics
        self.chains = self.referee.chains
        self.board = pad.mechanic(Board)
        self.start = Crosses((0,) * len(self.lines))
        self.row_of_colour = {name: row for row, name in enumerate(pad.row_names)}
        self._place_mechanics()
        self.by_sum, self.by_colour = self._places()
        self._may_stand = self._standing_places()
        self._kept: dict[tuple[object, ...], tuple[Play, ...]] = {}

    def _place_mechanics(self) -> None:
        lucky, bar = self.pad.mechanic(Lucky), self.pad.mechanic(Bar)
        self.lucky = frozenset(lucky.numbers) if lucky else frozenset()
        self.barred = frozenset(self.row_of_colour[field] for field in bar.fields) if bar else ()
        self.paired = self.pad.mechanic(Pairs) is not None
        spaces = self.board.spaces if self.board else ()
        self.on_board = frozenset((space.colour, space.number) for space in spaces)

    def _places(
        self,
    ) -> tuple[dict[int, list[tuple[int, int]]], dict[tuple[str, int], tuple[int, int]]]:
        by_sum: dict[int, list[tuple[int, int]]] = {}
        by_colour = {}
        for row, line in enumerate(self.lines):
            for place, (number, colour) in enumerate(zip(line.numbers, line.colours, strict=True)):
                by_sum.setdefault(number, []).append((row, 1 << place))
                by_colour[colour, number] = row, 1 << place
        return by_sum, by_colour

    def white(self, state: Crosses, total: int, closed: int) -> tuple[Play, ...]:
        """C2, L2: action 1 with that white sum."""
        key = state, total, closed
        kept = self._kept.get(key)
        if kept is None:
            wanted = [*self.by_sum.get(total, ()), *self._other_places(state, closed, total)]
            plays = [play for row, bit in wanted for play in self.cross(state, row, bit, closed)]
            kept = self._kept[key] = tuple(dict.fromkeys(plays))
        return kept

    def _other_places(self, state: Crosses, closed: int, total: int) -> Iterator[tuple[int, int]]:
        """L2; with hidden cells any row may be the emptiest, and its next number any of them."""
        if not self.target.hides:
            for mechanic in self.mechanics:
                yield from mechanic.other_places(state, closed, total)
        elif total in self.lucky:
            for row, due in enumerate(self.target.must):
                left = due & ~state.rows[row]
                if left:
                    yield row, left & -left

    def colour(self, state: Crosses, colour: str, total: int, closed: int) -> tuple[Play, ...]:
        """C3, MA1: action 2 with a die of that colour."""
        place = self.by_colour.get((colour, total))
        if place is None:
            return ()
        key = state, colour, total, closed
        kept = self._kept.get(key)
        if kept is None:
            kept = self._kept[key] = tuple(self.cross(state, *place, closed))
        return kept

    def figure(self, state: Crosses, closed: int, on_board: int) -> Iterator[Play]:
        """OB1: action 3, as far as other figures on the way can let it go, of which so many may be
        on the board.

        A step onto a number crossed before has no steps but the space.
        """
        assert self.board is not None
        for space in places(self.landings(state.board.bit_length(), on_board)):
            yield from self._move(state, space, closed)

    def landings(self, at: int, on_board: int) -> int:
        """OB1: a mask of the spaces that a figure may move to from there, with so many other
        figures on the board.
        """
        assert self.board is not None
        reach = (1 << self.board.steps + min(on_board, self.others)) - 1
        return self._may_stand & reach << at + 1

    def _standing_places(self) -> int:
        """OB1: a mask of the spaces whose numbers are crossed in the end, or may be."""
        if self.board is None:
            return 0
        may = 0
        for space in range(1, len(self.board.spaces) + 1):
            row, bit = self.cell_of(space)
            past = self.target.figure is not None and space > self.target.figure
            if not past and not self.target.never[row] & bit:
                may |= 1 << space
        return may

    def cell_of(self, space: int) -> tuple[int, int]:
        """The number that is printed on the space: its row and its bit there."""
        assert self.board is not None
        printed = self.board.spaces[space - 1]
        return self.by_colour[printed.colour, printed.number]

    def _move(self, state: Crosses, space: int, closed: int) -> Iterator[Play]:
        """OB1: the figure onto that space, whose number is crossed, now or before."""
        assert self.board is not None
        row, bit = self.cell_of(space)
        stands = 1 << space - 1
        named = f"board.{space}"
        if state.rows[row] & bit or self.target.hidden[row] & bit:
            yield Play(state._replace(board=stands), (named,), 0)
            return
        for play in self.cross(state, row, bit, closed):
            yield Play(play.after._replace(board=stands), (named, *play.steps), play.closes)

    def cross(self, state: Crosses, row: int, bit: int, closed: int) -> Iterator[Play]:
        """One cross with everything that it forces, in every way that fits the target."""
        mask = state.rows[row]
        if closed >> row & 1 or not self._fitting(row, mask, self._free(row, mask)) & bit:
            return
        for outcome in self.chains.cross(state, closed, row, bit, self._choose):
            yield Play(outcome.crosses, outcome.trace, outcome.closed & ~closed)

    def _free(self, row: int, mask: int) -> int:
        """C1, C5: the places that may be crossed next; hidden crosses count as it suits."""
        line = self.lines[row]
        hidden = self.target.hidden[row]
        if hidden and mask.bit_count() + hidden.bit_count() >= line.before:
            return (line.lock - 1) & -(1 << mask.bit_length())
        return line.free(mask)

    def _fitting(self, row: int, mask: int, free: int) -> int:
        """Of the free places those that the target allows: not to stay free, skipping none due."""
        due = self.target.must[row] & ~mask & -(1 << mask.bit_length())
        first_due = due & -due
        upto = (first_due << 1) - 1 if first_due else -1
        return free & ~self.target.never[row] & ~self.target.hidden[row] & upto

    def hidden_places(self, state: Crosses, closed: int) -> Iterator[tuple[int, int]]:
        """The hidden cells (row, place) that may be crossed now without missing the target."""
        for row, hidden in enumerate(self.target.hidden):
            mask = state.rows[row]
            due = self.target.must[row] & ~mask
            before_due = (due & -due) - 1 if due else -1
            if not closed >> row & 1:
                for place in places(hidden & before_due & self._free(row, mask)):
                    yield row, place

    def _choose(self, duty: CrossIn, mask: int, free: int) -> tuple[int, ...]:
        return tuple(1 << place for place in places(self._fitting(duty.row, mask, free)))

    def forces(self, row: int) -> bool:
        """Whether a bonus can force a cross in that row."""
        return self.paired or row in self.barred

    def unused_fields(self, rows: int) -> int:
        """BA2: the mask of the bar's fields in the colours of these rows."""
        bar = self.pad.mechanic(Bar)
        colours = enumerate(bar.fields) if bar else ()
        closed = ((place, self.row_of_colour[colour]) for place, colour in colours)
        return sum(1 << place for place, row in closed if rows >> row & 1)

    def after_closing(self, state: Crosses, rows: int) -> Crosses:
        """C6, BA2: the sheet after somebody has closed these rows."""
        if not self.barred:
            return state
        for row in places(rows):
            state = self.chains.close(state, row)
        return state
