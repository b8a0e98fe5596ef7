"""Bonus pairs (BB1): with the second box of a pair its bonus takes effect."""

from __future__ import annotations

from collections.abc import Iterator

from sheetkit.pad import Pair, Pairs
from sheetkit.rules.crosses import Crosses
from sheetkit.rules.duty import CrossIn, CrossInFewest, Duty
from sheetkit.rules.line import Line
from sheetkit.rules.mechanic import Effect, Extra, MechanicRules

FORCING = ("crosses-in-fewest", "crosses-in-each")
"""The effects that ask for crosses at once."""


class PairRules(MechanicRules):
    """The bonus pairs of one pad; ``boxes`` holds each pair's two (row, bit)."""

    def __init__(self, pairs: Pairs, lines: tuple[Line, ...]) -> None:
        super().__init__(lines)
        self.pairs = pairs.pairs
        where = {
            line.cell(1 << place): (row, 1 << place)
            for row, line in enumerate(lines)
            for place in range(len(line.numbers))
        }
        self.boxes = tuple(tuple(where[box] for box in pair.boxes) for pair in self.pairs)
        self.number_of = {box: number for number, boxes in enumerate(self.boxes) for box in boxes}
        self.boxed = tuple(
            sum(bit for other, bit in self.number_of if other == row) for row in range(len(lines))
        )
        self._asked = tuple(self._duties(pair) for pair in self.pairs)

    def complete(self, crosses: Crosses) -> int:
        """The mask of the pairs whose boxes are all crossed."""
        numbers = range(len(self.boxes))
        return sum([1 << number for number in numbers if self._is_complete(crosses, number)])

    def _is_complete(self, crosses: Crosses, number: int) -> bool:
        (row, bit), (other, its_bit) = self.boxes[number]
        return bool(crosses.rows[row] & bit and crosses.rows[other] & its_bit)

    def forcing(self, complete: int) -> dict[int, Pair]:
        """Those of the complete pairs that ask for crosses at once, by their numbers."""
        pairs = enumerate(self.pairs)
        return {n: pair for n, pair in pairs if complete >> n & 1 and pair.effect in FORCING}

    def crossed(self, crosses: Crosses, row: int, bit: int) -> Effect | None:
        """BB1: the second box ticks the bonus, which takes effect at once."""
        number = self.number_of.get((row, bit))
        if number is None or not self._is_complete(crosses, number):
            return None
        pair = self.pairs[number]
        ticked = crosses.with_bonus(crosses.bonus | 1 << number)
        return Effect(ticked, self._asked[number], (pair.cell,))

    def _duties(self, pair: Pair) -> tuple[Duty, ...]:
        if pair.effect == "crosses-in-fewest":
            return (CrossInFewest(pair.amount, pair.cell),)
        if pair.effect == "crosses-in-each":
            rows = range(len(self.lines))
            return tuple(CrossIn(row, pair.cell) for row in rows for _ in range(pair.amount))
        return ()

    def taken_up(self, duty: Duty, crosses: Crosses, closed: int) -> Iterator[Effect]:
        """BB1: crosses in the row with fewest; where rows tie, the player chooses."""
        if isinstance(duty, CrossInFewest):
            for row in crosses.fewest:
                yield Effect(crosses, (CrossIn(row, duty.origin),) * duty.amount)

    def doubles(self, crosses: Crosses) -> bool:
        """Whether the row with fewest crosses counts twice."""
        pairs = enumerate(self.pairs)
        return any(crosses.bonus >> n & 1 and p.effect == "double-fewest" for n, p in pairs)

    def worth(self, crosses: Crosses) -> Extra:
        """BB1: points of ticked bonuses; a row that counts twice; penalties that cost nothing."""
        points, free = 0, False
        for number, pair in enumerate(self.pairs):
            if not crosses.bonus >> number & 1:
                continue
            if pair.effect == "points":
                points += pair.amount
            elif pair.effect == "double-fewest":
                row = crosses.fewest[0]
                points += self.lines[row].score(crosses.rows[row])
            elif pair.effect == "no-penalties":
                free = True
        return Extra(points, free)
