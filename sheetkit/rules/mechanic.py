"""What a mechanic adds to the rules; by default nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from sheetkit.rules.crosses import Crosses
from sheetkit.rules.duty import Duty
from sheetkit.rules.line import Line


class Effect(NamedTuple):
    """What became of a sheet, what must be done next, and the cells crossed on the way."""

    crosses: Crosses
    duties: tuple[Duty, ...] = ()
    trace: tuple[str, ...] = ()


class Extra(NamedTuple):
    """What a mechanic changes in a score: points more, and whether penalties cost nothing."""

    points: int = 0
    no_penalties: bool = False


class MechanicRules:
    """The rules of one mechanic of one pad.

    ``boxed`` holds the mask of each row's numbers that may force something when crossed.
    """

    rows_alone: ClassVar[bool] = False
    """Whether a sheet's rows alone show all that it does and scores."""

    def __init__(self, lines: tuple[Line, ...]) -> None:
        self.lines = lines
        self.boxed: tuple[int, ...] = (0,) * len(lines)

    def crossed(self, crosses: Crosses, row: int, bit: int) -> Effect | None:
        """What follows at once from that number having been crossed; None for nothing."""
        return None

    def taken_up(self, duty: Duty, crosses: Crosses, closed: int) -> Iterator[Effect]:
        """The ways to take up a duty of this mechanic's; none where it is lost."""
        return iter(())

    def row_closed(self, crosses: Crosses, row: int) -> Crosses:
        """The sheet after somebody has closed that row."""
        return crosses

    def worth(self, crosses: Crosses) -> Extra:
        """What the mechanic's cells bring at the end."""
        return Extra()

    def other_places(self, crosses: Crosses, closed: int, white: int) -> Iterator[tuple[int, int]]:
        """Cells (row, bit) that the white sum lets a player cross besides the sum itself."""
        return iter(())
