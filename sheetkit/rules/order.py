"""Crosses that a recorded game made left of others (C1), and how the sheets stood before them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sheetkit.errors import SheetkitError
from sheetkit.game_log import GameLog
from sheetkit.rules.clauses import HouseRules
from sheetkit.rules.game import Game
from sheetkit.rules.replay import Replay, stages_of
from sheetkit.scoresheet import Scoresheet

WITHOUT_ORDER = "left-of-a-cross"


@dataclass(frozen=True, slots=True)
class Look:
    """A player's sheet as it stood before a cross that was made out of order."""

    player: int
    sheet: Scoresheet


def replay_in_any_order(
    log: GameLog, *, waive: frozenset[str] = frozenset()
) -> tuple[Replay, tuple[Look, ...]]:
    """The log played with crosses left of others taken as they were made, and what shows them.

    Any other move that can't be played ends it and is the replay's error.
    """
    first = log.turns[0].player if log.turns else 0
    rules = HouseRules(waive | {WITHOUT_ORDER})
    game = Game.start(log.pads, log.players, active=first, waive=rules)
    looks: list[Look] = []
    for number, turn in enumerate(log.turns):
        before = game
        try:
            for after in stages_of(before, turn):
                looks += _out_of_order(game, after)
                game = after
        except SheetkitError as error:
            return Replay(before, number, error), tuple(looks)
    return Replay(game, len(log.turns)), tuple(looks)


def _out_of_order(before: Game, after: Game) -> Iterator[Look]:
    """C1: how the sheet stood of each player who crossed a number left of a crossed one."""
    sheets = zip(before.referees, before.sheets, after.sheets, strict=True)
    for player, (referee, old, new) in enumerate(sheets):
        rows = zip(referee.lines, old.rows, new.rows, strict=True)
        if any(made & ~was & _passed(was & ~line.lock) for line, was, made in rows):
            yield Look(player, before.scoresheet(player))


def _passed(mask: int) -> int:
    """The places up to the last cross of a row."""
    return (1 << mask.bit_length()) - 1
