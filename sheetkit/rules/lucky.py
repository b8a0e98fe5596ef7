"""Lucky numbers (L2): on such a sum, the next free number of the emptiest row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sheetkit.pad import Lucky
from sheetkit.rules.crosses import Crosses
from sheetkit.rules.line import Line, free_in
from sheetkit.rules.mechanic import MechanicRules


class LuckyRules(MechanicRules):
    """L2 for one sheet's own lucky numbers."""

    rows_alone: ClassVar[bool] = True

    def __init__(self, lucky: Lucky, lines: tuple[Line, ...]) -> None:
        super().__init__(lines)
        self.numbers = lucky.numbers

    def other_places(self, crosses: Crosses, closed: int, white: int) -> Iterator[tuple[int, int]]:
        """L2: the next number of a row with fewest crosses, if it may be crossed."""
        if white not in self.numbers:
            return
        for row in crosses.fewest:
            following = 1 << crosses.rows[row].bit_length()
            if following & free_in(self.lines, row, crosses.rows[row], closed):
                yield row, following
