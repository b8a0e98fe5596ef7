"""When rows closed: the one thing that binds all players' sheets together (C6, C8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from sheetkit.game_log import OUT, UNREADABLE
from sheetkit.pad import Bar, Pairs
from sheetkit.settle.throws import RollLog

Moment: TypeAlias = tuple[int, int]
"""A turn, from 0, and an action in it, from 1."""

Shut: TypeAlias = tuple[tuple[int, ...], ...]
"""For each turn, from 0, and each action in it a mask of the rows that are closed by then."""

ACTIONS = 3
"""Actions in a turn, at the most."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """The moment at which each row closed, None where it stayed open.

    ``end`` is the moment at which closed rows ended the game, None if they didn't.
    """

    closings: tuple[Moment | None, ...]
    end: Moment | None

    def closed_before(self, turn: int, action: int) -> int:
        """A mask of the rows that were closed when that action began."""
        closings = enumerate(self.closings)
        return sum(1 << row for row, at in closings if at is not None and at < (turn, action))

    def shut(self, turns: int) -> Shut:
        """For each of so many turns and the end, and for each action, ``closed_before``."""
        return _shut(self, turns)

    def closing_at(self, turn: int, action: int) -> int:
        """A mask of the rows that close in that action."""
        return sum(1 << row for row, at in enumerate(self.closings) if at == (turn, action))


@lru_cache(maxsize=256)
def _shut(schedule: Schedule, turns: int) -> Shut:
    actions = range(1, ACTIONS + 1)
    return tuple(
        tuple(schedule.closed_before(turn, action) for action in actions)
        for turn in range(turns + 1)
    )


def schedules(
    log: RollLog, possible: Sequence[frozenset[Moment]], needed: int, to_end: int
) -> Iterator[Schedule]:
    """Every schedule that the dice allow.

    ``possible`` holds, for each row, the moments at which its closing numbers
    can have been crossed; ``needed`` is the mask of rows that some sheet shows
    closed, ``to_end`` how many closed rows end the game.
    """
    choices = [
        _choices(log, row, possible[row], needed=needed >> row & 1)
        for row in range(len(log.pad.rows))
    ]
    chained = log.pad.mechanic(Bar) or log.pad.mechanic(Pairs)
    for closings in product(*choices):
        if not chained and _closes_two_alone(closings):
            continue
        schedule = _ended(closings, len(log.throws) - 1, to_end)
        if schedule:
            yield schedule


def _choices(
    log: RollLog, row: int, possible: frozenset[Moment], *, needed: int
) -> list[Moment | None]:
    """When the row can have closed, None where it may have stayed open."""
    turns = closing_turns(log, row)
    moments: list[Moment | None] = [*sorted(m for m in possible if m[0] in turns)]
    out = any(throw.colours[row] == OUT for throw in log.throws)
    if not out and not needed:
        moments.append(None)
    return moments


def closing_turns(log: RollLog, row: int) -> range:
    """The turns in which a row can have closed, by its die: it is there in that one, then out."""
    dice = [throw.colours[row] for throw in log.throws]
    present = [turn for turn, die in enumerate(dice) if die not in (OUT, UNREADABLE)]
    out = [turn for turn, die in enumerate(dice) if die == OUT]
    return range(present[-1] if present else 0, out[0] if out else len(dice))


def _closes_two_alone(closings: tuple[Moment | None, ...]) -> bool:
    """C3: whether the active player would close two rows with the one cross of an action."""
    alone = [moment for moment in closings if moment and moment[1] > 1]
    return len(set(alone)) < len(alone)


def _ended(closings: tuple[Moment | None, ...], last: int, to_end: int) -> Schedule | None:
    """C8: the schedule, if the game ended with the log's last turn or not at all."""
    moments = sorted(moment for moment in closings if moment is not None)
    if len(moments) < to_end:
        return Schedule(closings, None)
    end = moments[to_end - 1]
    if end[0] != last or moments[-1] > end:
        return None
    return Schedule(closings, end)
