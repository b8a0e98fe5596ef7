"""Why a core can't be, in plain words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sheetkit.rules.line import Line
from sheetkit.settle.core import Statement
from sheetkit.settle.plays import Plays
from sheetkit.settle.target import BAR, FIGURE, PENALTIES
from sheetkit.settle.throws import OUT, RollLog
from sheetkit.settle.windows import may_come

MOST_TURNS = 7
"""Turns that are listed one by one."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence, and the clause that it rests on."""

    says: str
    rule: str


@dataclass(frozen=True, slots=True)
class _Cell:
    """A number cell of a core, crossed or free, and the turns (from 1) that can have brought it."""

    player: str
    name: str
    row: int
    place: int
    crossed: bool
    turns: tuple[int, ...]

    @property
    def said(self) -> str:
        return self.name.replace(".", " ")


def reason(
    core: Sequence[Statement], plays: Mapping[str, Plays], log: RollLog, marks: Mapping[str, int]
) -> Reason:
    """Why no play meets the core. ``marks`` holds each player's number of penalties."""
    cells = [
        _cell(player, said, plays[player], log)
        for player, said in core
        if said not in (PENALTIES, BAR, FIGURE)
    ]
    crossed = [cell for cell in cells if cell.crossed]
    others = len(core) - len(crossed)
    if len(crossed) == 1 and not others:
        return _never_thrown(crossed[0], plays)
    if len(crossed) == 2 and not others:
        return _two(crossed)
    return _together(core, cells, marks)


def _cell(player: str, name: str, plays: Plays, log: RollLog) -> _Cell:
    row_name, _, number = name.partition(".")
    row = plays.pad.row_names.index(row_name)
    place = plays.lines[row].numbers.index(int(number))
    turns = tuple(
        turn
        for turn, throw in enumerate(log.throws, 1)
        if may_come(plays, throw, row, place, active=throw.player == player)
        and throw.colours[row] != OUT
    )
    crossed = bool(plays.target.must[row] >> place & 1)
    return _Cell(player, name, row, place, crossed, turns)


def _never_thrown(cell: _Cell, plays: Mapping[str, Plays]) -> Reason:
    line: Line = plays[cell.player].lines[cell.row]
    number, colour = line.numbers[cell.place], line.colours[cell.place]
    if not cell.turns:
        says = (
            f"{cell.player}'s {cell.said} can't have come from these rolls: while {line.name} was "
            f"open the white dice never showed {number}, and no white and {colour} die made "
            f"{number} in a turn of {cell.player}'s"
        )
        return Reason(says, "C2")
    says = (
        f"{cell.player}'s {cell.said} can only have come from {_turns(cell.turns)}, and by the "
        f"rules could not be crossed then"
    )
    return Reason(says, "C5" if line.closing >> cell.place & 1 else "C6")


def _two(cells: Sequence[_Cell]) -> Reason:
    first, second = sorted(cells, key=lambda cell: (cell.row, cell.place))
    if first.player == second.player and first.row == second.row:
        says = (
            f"{first.player}'s {first.said} can only have come from {_turns(first.turns)}, and by "
            f"then the {second.said} was crossed, which can only have come from "
            f"{_turns(second.turns)}"
        )
        return Reason(says, "C1")
    if first.player == second.player:
        says = (
            f"{first.player}'s {first.said} can only have come from {_turns(first.turns)} and the "
            f"{second.said} only from {_turns(second.turns)}: there is no play with both"
        )
        return Reason(says, "C2")
    says = (
        f"{first.player}'s {first.said} (from {_turns(first.turns)}) and {second.player}'s "
        f"{second.said} (from {_turns(second.turns)}) can't both be: a row closed by one is "
        "closed for all"
    )
    return Reason(says, "C6")


def _together(
    core: Sequence[Statement], cells: Sequence[_Cell], marks: Mapping[str, int]
) -> Reason:
    said = [f"{cell.player}'s {cell.said} ({_turns(cell.turns)})" for cell in cells if cell.crossed]
    free = [f"{cell.player}'s {cell.said}" for cell in cells if not cell.crossed]
    if free:
        said.append(f"nothing on {', '.join(free)}")
    for player, name in core:
        if name == PENALTIES:
            said.append(f"{player}'s {_counted(marks[player], 'penalty', 'penalties')}")
        elif name == BAR:
            said.append(f"{player}'s bonus bar")
        elif name == FIGURE:
            said.append(f"the place of {player}'s figure")
    rule = "C4" if any(name == PENALTIES for _, name in core) else "C1"
    return Reason(f"no play of these rolls leaves all of this: {'; '.join(said)}", rule)


def _counted(count: int, one: str, many: str) -> str:
    return f"{count or 'no'} {one if count == 1 else many}"


def _turns(turns: Sequence[int]) -> str:
    if not turns:
        return "no turn"
    if len(turns) == 1:
        return f"turn {turns[0]}"
    if len(turns) > MOST_TURNS:
        return f"{len(turns)} turns from {turns[0]} to {turns[-1]}"
    return f"turns {', '.join(map(str, turns[:-1]))} and {turns[-1]}"
