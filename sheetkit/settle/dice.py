"""Unreadable dice: what they must have shown for everybody's way to fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sheetkit.game_log import OUT, UNREADABLE
from sheetkit.settle.schedule import Schedule
from sheetkit.settle.throws import ThrownDice
from sheetkit.settle.track import Path


def disputed_turn(
    throws: tuple[ThrownDice, ...], paths: Mapping[str, Path], sides: int
) -> int | None:
    """The first turn in which no white dice fit what all players did; None if there is none."""
    for turn, throw in enumerate(throws):
        if UNREADABLE in throw.whites and not _fitting_whites(throw, turn, paths, sides):
            return turn
    return None


def read_dice(
    throws: tuple[ThrownDice, ...], paths: Mapping[str, Path], schedule: Schedule, sides: int
) -> tuple[ThrownDice, ...]:
    """The throws with every unreadable die at a value that fits what all players did."""
    return tuple(
        throw if throw.readable else _read(throw, turn, paths, schedule, sides)
        for turn, throw in enumerate(throws)
    )


def _fitting_whites(
    throw: ThrownDice, turn: int, paths: Mapping[str, Path], sides: int
) -> list[tuple[int, int]]:
    fitting = list(throw.white_pairs(sides))
    for player, path in paths.items():
        made = path[turn]
        if player == throw.player:
            if made.actions[0] and made.whites:
                fitting = [pair for pair in fitting if sum(pair) == sum(made.whites)]
            if made.actions[1]:
                fitting = [pair for pair in fitting if pair == made.whites]
        elif made.actions[0]:
            fitting = [pair for pair in fitting if sum(pair) == made.total]
    return fitting


def _read(
    throw: ThrownDice, turn: int, paths: Mapping[str, Path], schedule: Schedule, sides: int
) -> ThrownDice:
    whites = _fitting_whites(throw, turn, paths, sides)[0]
    closed = schedule.closed_before(turn, 1)
    colours = [
        die if die != UNREADABLE else OUT if closed >> row & 1 else 1
        for row, die in enumerate(throw.colours)
    ]
    active = paths.get(throw.player)
    used = active[turn].colour if active else None
    if used:
        row, value = used
        colours[row] = value
    return replace(throw, whites=whites, colours=tuple(colours))
