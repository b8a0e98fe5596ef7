"""From which spaces a figure can still come to its last one in time (OB1, OB3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from sheetkit.rules.line import places
from sheetkit.settle.plays import Plays
from sheetkit.settle.schedule import Schedule
from sheetkit.settle.throws import ThrownDice
from sheetkit.settle.windows import first_turns

Room: TypeAlias = Mapping[int, int]
"""After some turns a mask of the spaces on which a figure may stand then."""

Stops: TypeAlias = tuple[int, ...]
"""For the start of each turn, and the end: a mask of spaces, bit 0 the start of the track."""


def figure_stops(
    plays: Plays,
    throws: tuple[ThrownDice, ...],
    player: str,
    schedule: Schedule,
    table: int,
    room: Room,
) -> Stops:
    """The spaces from which the last one is within reach, as far as track, dice and room go.

    ``table`` is the number of players.
    """
    board, figure = plays.board, plays.target.figure
    if board is None:
        return ()
    on_board = others_on_board(throws, player)
    opens = _opening_turns(plays, throws, player, schedule)
    everywhere = (2 << len(board.spaces)) - 1
    near = everywhere & -(1 << len(board.spaces) - board.last + 1)
    stops = [everywhere if figure is None else 1 << figure]
    for turn in range(len(throws) - 1, -1, -1):
        if turn < len(throws) - table:
            stops[0] &= ~near
        stops[0] &= room.get(turn, everywhere)
        here = stops[0]
        if throws[turn].player == player:
            onto = sum(1 << space for space in places(here) if opens[space] <= turn)
            froms = range(len(board.spaces) + 1)
            here |= sum(1 << at for at in froms if plays.landings(at, on_board[turn]) & onto)
        stops.insert(0, here)
    return tuple(stops)


def others_on_board(throws: tuple[ThrownDice, ...], player: str) -> tuple[int, ...]:
    """OB1: in each turn how many other figures can have come onto the board: those of players
    who have had a turn of their own.
    """
    active: set[str] = set()
    counts = []
    for throw in throws:
        counts.append(len(active - {player}))
        active.add(throw.player)
    return tuple(counts)


def _opening_turns(
    plays: Plays, throws: tuple[ThrownDice, ...], player: str, schedule: Schedule
) -> list[int]:
    """For each space, from 0, the first turn in which its number can be crossed."""
    assert plays.board is not None
    first = first_turns(plays, throws, player, schedule)
    cells = (plays.by_colour[space.colour, space.number] for space in plays.board.spaces)
    return [0, *(first.get(cell, 0) for cell in cells)]
