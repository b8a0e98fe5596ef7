"""A chain carried out in the order in which its numbers are written down (BA1, BB1)."""

from __future__ import annotations

from dataclasses import replace

from sheetkit.rules.chain import Chains, Going, Outcome
from sheetkit.rules.crosses import Crosses
from sheetkit.rules.duty import CrossIn, Duty
from sheetkit.rules.line import free_in


class ChainsInOrder(Chains):
    """Chains that cross these ``numbers`` and no others, the first of them first."""

    def __init__(self, chains: Chains, numbers: tuple[str, ...]) -> None:
        super().__init__(chains.lines, chains.mechanics, chains.rows_to_end)
        self.numbers = numbers

    def outcomes(self, crosses: Crosses, closed: int, row: int, bit: int) -> list[Outcome]:
        """All ways in which crossing the first of the numbers can go, until all are crossed."""
        ways = self.cross(crosses, closed, row, bit, lambda *_: ())
        return [way for way in ways if set(self.numbers) <= {*way.trace}]

    def _carry_out(self, now: Outcome, duties: tuple[Duty, ...], going: Going) -> None:
        """Which cell asks for a cross, and in which order they do, comes to the same."""
        alike = sorted((replace(duty, origin="") for duty in duties), key=repr)
        super()._carry_out(now, tuple(alike), going)

    def _ways(self, now: Outcome, duties: tuple[Duty, ...], going: Going) -> None:
        """The order is given."""

    def _cross_in(self, now: Outcome, duty: CrossIn, rest: tuple[Duty, ...], going: Going) -> None:
        """The next of the numbers, if this is its row."""
        line = self.lines[duty.row]
        free = line.cells(free_in(self.lines, duty.row, now.crosses.rows[duty.row], now.closed))
        number = next((cell for cell in self.numbers if cell not in now.trace), "")
        if number in free:
            bit = 1 << line.ids.index(number)
            crosses, closed, more, trace = self._crossed(now.crosses, now.closed, duty.row, bit)
            self._carry_out(Outcome(crosses, closed, now.trace + trace), rest + more, going)
