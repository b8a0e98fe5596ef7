"""What a search for a sheet's way asks, goes through and finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sheetkit.rules.crosses import Crosses

ANY_ROW = -1
"""The mask of all rows, however many there are."""


class State(NamedTuple):
    """A sheet on the way, and the mask of the rows closed so far, by anybody.

    ``ended`` says, for a move that may have ended the game, in which rows crosses that
    are still missing may have been made before that move. ``unused`` is the mask of the
    bar's fields that this move crossed unused.
    """

    crosses: Crosses
    closed: int
    ended: tuple[bool, ...] = ()
    unused: int = 0


class Way(NamedTuple):
    """A sequence of moves that leaves a sheet, and how its bar stands then.

    ``cut``: the last chain ended the game, so all steps that are left come before it.
    """

    steps: tuple[Step, ...]
    bar: int
    cut: bool = False


class Step(NamedTuple):
    """One step of a way: free crosses of a row, then a chain; or a row closed by others."""

    free: tuple[str, ...] = ()
    chain: tuple[str, ...] = ()
    closed_by_others: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """What a way must lead to.

    ``bar`` is the mask of the bar's fields as marked; None lets the bar stand
    as it may. ``rows_to_end`` is how many closed rows end the game;
    ``penalties_full`` says that it ended with the last penalty box.
    ``unused_bar_may_lack``: fields of rows that the game's last move closed may be bare.
    ``others``: the mask of the rows that other players may close before the end.
    """

    target: Crosses
    rows_to_end: int
    bar: int | None = None
    penalties_full: bool = False
    unused_bar_may_lack: bool = False
    others: int = ANY_ROW

    @property
    def last_may_leave_bare(self) -> bool:
        """BA2: whether the game may have ended with a row's closing, and its fields be bare."""
        return self.unused_bar_may_lack and not self.penalties_full
