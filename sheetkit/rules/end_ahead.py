"""Whether a game can still end with a sheet's crosses, by counting alone (C8, BB1).

No order of moves is tried here. Pairs ask for only so many crosses, and two things need
more than that: to close several rows with the game's last move, and to carry out a pair
in a row that has too few crosses left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from sheetkit.pad import Pair
from sheetkit.rules.chain import Chains
from sheetkit.rules.crosses import Crosses
from sheetkit.rules.way import Question, State

PairBox = tuple[int, int, int]
"""A box of a pair that isn't crossed yet: the pair's number, the box's row and its bit."""


@dataclass(slots=True)
class EndAhead:
    """The end of the game for one sheet of a pad without a bar.

    ``forcing`` holds the pairs of the sheet that ask for crosses at once, by their numbers,
    ``places`` their boxes.
    """

    chains: Chains
    question: Question
    forcing: dict[int, Pair]
    places: dict[int, tuple[tuple[int, int], ...]]
    _asks_all: frozenset[int] = field(init=False)
    _open: int = field(init=False)
    _numbers: tuple[int, ...] = field(init=False)
    _locked: tuple[int, ...] = field(init=False)
    _fewest_elsewhere: tuple[int, ...] = field(init=False)
    _bare: dict[int, int] = field(init=False, default_factory=dict)
    _to_come: dict[PairBox, int] = field(init=False, default_factory=dict)
    _known: dict[tuple[int, bool, tuple[PairBox, ...]], bool] = field(
        init=False, default_factory=dict
    )
    _cuts: dict[tuple[int, PairBox, tuple[PairBox, ...]], bool] = field(
        init=False, default_factory=dict
    )

    def __post_init__(self) -> None:
        pairs = self.forcing.items()
        self._asks_all = frozenset(n for n, pair in pairs if pair.effect == "crosses-in-each")
        target = self.question.target.rows
        both = list(zip(self.chains.lines, target, strict=True))
        is_open = (not mask & line.lock and line.free(mask) for line, mask in both)
        self._open = sum(1 << row for row, free in enumerate(is_open) if free)
        self._numbers = tuple(mask & ~line.lock for line, mask in both)
        self._locked = tuple(row for row, (line, mask) in enumerate(both) if mask & line.lock)
        counts = [mask.bit_count() for mask in target]
        self._fewest_elsewhere = tuple(
            min(counts[:row] + counts[row + 1 :], default=sum(counts)) for row in range(len(counts))
        )
        for number, places in self.places.items():
            for row, bit in places:
                self._to_come[number, row, bit] = self._from(row, bit)
        for number, pair in self.forcing.items():
            if number in self._asks_all:
                self._bare[number] = sum(
                    1 << row
                    for row, bit in self.places[number]
                    if self.stays_open(row) and self._from(row, bit << 1) < pair.amount
                )

    def is_possible(self, state: State) -> bool:
        """C8: whether the rows still to be closed can be, and every pair can be carried out.

        Where a row has too few crosses left for the pairs to come, another player closes it
        before them, or the game's last chain cuts one of them off.
        """
        boxes = self._boxes(state.crosses)
        closed = state.closed
        short = self._short(state, boxes)
        if short and self._can_be_last(closed, boxes, cut_off=True):
            return True
        closed |= short
        if short and (
            short & ~self.question.others or closed.bit_count() >= self.chains.rows_to_end
        ):
            return False
        at_once = self.at_once(closed)
        if at_once <= (0 if self.question.penalties_full else 1):
            return True
        return self._can_be_last(closed, boxes, cut_off=False)

    def short_of(self, state: State) -> set[str]:
        """The pairs to come that ask all rows, if some row has too few crosses left for them."""
        boxes = self._boxes(state.crosses)
        pairs = {self.forcing[number] for number, _, _ in boxes if number in self._asks_all}
        return {pair.cell for pair in pairs} if self._short(state, boxes) else set()

    def can_wait(self, state: State, row: int) -> bool:
        """Whether closing that row, where it asks for nothing, may as well wait until the end.

        It may if no chain can end the game, and the row has crosses enough for all that it can be
        asked for instead; and if with the others it is no shorter than some row ever gets.
        """
        boxes = self._boxes(state.crosses)
        pairs = [self.forcing[number] for number in {number for number, _, _ in boxes}]
        asked = sum(pair.amount for pair in pairs)
        target, line = self.question.target.rows, self.chains.lines[row]
        closing = target[row] & line.closing
        numbers = target[row] & ~line.lock & ~closing
        if (numbers & ~state.crosses.rows[row]).bit_count() < asked:
            return False
        before = numbers.bit_count() - asked
        shortest = min(mask.bit_count() for other, mask in enumerate(target) if other != row)
        if any(pair.effect == "crosses-in-fewest" for pair in pairs) and before < shortest:
            return False
        return not self._can_be_last(state.closed, boxes, cut_off=False)

    def may_cut_off(self, closed: int, first: PairBox, boxes: tuple[PairBox, ...]) -> bool:
        """Whether a chain that begins with that box can end the game, and so leave undone what
        it asks for. It may cross these boxes of other pairs.
        """
        key = closed, first, boxes
        if key not in self._cuts:
            chains = ([first, *others] for others in self._choices(boxes))
            self._cuts[key] = not self.question.penalties_full and any(
                self._is_supplied(closed, chain, first) for chain in chains
            )
        return self._cuts[key]

    def at_once(self, closed: int) -> int:
        """How many rows the game's last move has to close."""
        return closed.bit_count() + len(self._to_close(closed)) - (self.chains.rows_to_end - 1)

    def _short(self, state: State, boxes: tuple[PairBox, ...]) -> int:
        """The mask of the open rows that the pairs to come ask for more crosses than they have:
        all that are left, or after a box of such a pair all that come after it.

        A row that this sheet closes may lose what it is asked for, and so may one that has
        no free place after its last cross (BA3). Any other has a free place at all times.
        """
        pending = {number for number, _, _ in boxes if number in self._asks_all}
        if not pending:
            return 0
        asked = sum(self.forcing[number].amount for number in pending)
        short = 0
        for row, (target, mask) in enumerate(
            zip(self.question.target.rows, state.crosses.rows, strict=True)
        ):
            if state.closed >> row & 1 or not self.stays_open(row):
                continue
            bare = any(self._bare[number] >> row & 1 for number in pending)
            if bare or (target & ~mask).bit_count() < asked:
                short |= 1 << row
        return short

    def stays_open(self, row: int) -> bool:
        """Whether the row has a free place at all times, unless another player closes it."""
        return bool(self._open >> row & 1)

    def _from(self, row: int, bit: int) -> int:
        """How many of the row's numbers are crossed in the end, from that bit on."""
        return (self._numbers[row] & -bit).bit_count()

    def _boxes(self, crosses: Crosses) -> tuple[PairBox, ...]:
        """The boxes to be crossed of the pairs that will still ask for crosses."""
        return tuple(
            (number, row, bit)
            for number in self.forcing
            for row, bit in self.places[number]
            if not crosses.rows[row] & bit
        )

    def _to_close(self, closed: int) -> list[int]:
        return [row for row in self._locked if not closed >> row & 1]

    def _can_be_last(self, closed: int, boxes: tuple[PairBox, ...], *, cut_off: bool) -> bool:
        """Whether a chain can be the game's last: one that crosses some of these boxes as the
        second ones of their pairs. The end cuts off only pairs that ask all rows.
        """
        if self.question.penalties_full:
            return False
        key = closed, cut_off, boxes
        if key not in self._known:
            self._known[key] = any(
                self._is_supplied(closed, chain, first)
                for chain in self._choices(boxes)
                if not cut_off or any(number in self._asks_all for number, _, _ in chain)
                for first in chain
            )
        return self._known[key]

    @staticmethod
    def _choices(boxes: tuple[PairBox, ...]) -> Iterator[list[PairBox]]:
        """Every choice of at most one of these boxes for each pair."""
        numbers = sorted({number for number, _, _ in boxes})
        each = [[None, *(box for box in boxes if box[0] == number)] for number in numbers]
        return ([box for box in chosen if box] for chosen in product(*each))

    def _is_supplied(self, closed: int, chain: list[PairBox], first: PairBox) -> bool:
        """Whether a last chain that crosses these boxes, the ``first`` one of its player's own
        accord, asks for the crosses that it has to make.

        Those are all from each box on in its row, for what comes after a box comes after
        it in time; and the closing numbers of the other rows, but for those that can have been
        closed before. A pair that compares rows makes crosses in one row alone.
        """
        needed: dict[int, int] = {}
        each, compared = 0, []
        for box in chain:
            number, row, _ = box
            if closed >> row & 1:
                return False
            from_here = self._to_come[box] - (box == first)
            if from_here > needed.get(row, -1):
                needed[row] = from_here
            amount = self.forcing[number].amount
            if number in self._asks_all:
                each += amount
            else:
                compared.append(amount)
        to_close = self._to_close(closed)
        elsewhere = [row for row in to_close if row not in needed]
        before = self.chains.rows_to_end - 1 - closed.bit_count()
        at_once = max(len(elsewhere) - before, len(elsewhere) == len(to_close))
        beyond = [more - each for more in (*needed.values(), *[1] * at_once) if more > each]
        if len(beyond) > len(compared) or sum(beyond) > sum(compared):
            return False
        most = each + sum(compared)
        if not each:
            elsewhere = [row for row in elsewhere if self._may_be_fewest(row, most)]
        in_fewest = [row for row, more in needed.items() if more > each]
        return at_once <= len(elsewhere) and all(
            self._may_be_fewest(row, most) for row in in_fewest
        )

    def _may_be_fewest(self, row: int, most: int) -> bool:
        """Whether a row that is complete after a chain that asks it for ``most`` crosses can
        have fewest crosses in that chain: no other row ever has more than at the end.
        """
        return self._numbers[row].bit_count() - most <= self._fewest_elsewhere[row]
