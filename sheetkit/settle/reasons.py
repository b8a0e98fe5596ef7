"""Why a core can't be, in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sheetkit.counted import counted
from sheetkit.game_log import OUT
from sheetkit.settle.core import Statement
from sheetkit.settle.plays import Plays
from sheetkit.settle.target import BAR, FIGURE, PENALTIES
from sheetkit.settle.throws import RollLog
from sheetkit.settle.windows import may_come

MOST_TURNS = 7
"""Turns that are listed one by one."""

MOST_STATEMENTS = 12
"""Statements that are listed in a reason: more of them nobody follows, and they fill pages."""


SAYS = {
    "never-thrown": (
        "{player}'s {cell} can't have come from these throws: while {row} was open the white dice "
        "never showed {number}, and no white and {colour} die made {number} in a turn of {player}'s"
    ),
    "not-then": (
        "{player}'s {cell} can only have come from {turns}, and by the rules could not be crossed "
        "then"
    ),
    "already-right-of-it": (
        "{player}'s {cell} can only have come from {turns}, and by then the {other} was crossed, "
        "which can only have come from {other_turns}"
    ),
    "not-both": (
        "{player}'s {cell} can only have come from {turns} and the {other} only from "
        "{other_turns}: there is no play with both"
    ),
    "closed-for-all": (
        "{player}'s {cell} (from {turns}) and {other_player}'s {other} (from {other_turns}) can't "
        "both be: a row closed by one is closed for all"
    ),
    "no-such-game": "these throws can't be of one game, whatever was crossed",
    "together": "no play of these throws leaves all of this: {pieces}",
    "whole-sheet": "no play of these throws leaves this sheet: {player}",
    "whole-sheets": "no play of these throws leaves these sheets together: {players}",
}
"""Each kind of reason as a sentence."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a core can't be: one of the kinds of ``SAYS`` with the cells that it is about.

    ``cells`` are those of the core, the one that can't be first; ``marks`` holds
    each player's number of penalties where the core has them, ``others`` the
    players' other statements in it.
    """

    kind: str
    cells: tuple[CoreCell, ...]
    marks: tuple[tuple[str, int], ...]
    others: tuple[Statement, ...]
    rule: str

    @property
    def players(self) -> str:
        """The names of those whose sheets it is about, in the order of the alphabet."""
        named = {cell.player for cell in self.cells}
        named |= {name for name, _ in (*self.marks, *self.others)}
        return ", ".join(sorted(named, key=str.casefold))

    @property
    def says(self) -> str:
        """The reason as one English sentence."""
        values: dict[str, object] = {
            "pieces": "; ".join(self._pieces()), "player": self.players, "players": self.players
        }  # fmt: skip
        if self.cells:
            first, second = self.cells[0], self.cells[-1]
            values |= {"player": first.player, "cell": first.said, "row": first.row_name,
                       "number": first.number, "colour": first.colour,
                       "turns": _turns(first.turns), "other": second.said,
                       "other_player": second.player,
                       "other_turns": _turns(second.turns)}  # fmt: skip
        return SAYS[self.kind].format(**values)

    def _pieces(self) -> Iterator[str]:
        for cell in self.cells:
            if cell.crossed:
                yield f"{cell.player}'s {cell.said} ({_turns(cell.turns)})"
        free = [f"{cell.player}'s {cell.said}" for cell in self.cells if not cell.crossed]
        if free:
            yield f"nothing on {', '.join(free)}"
        for player, count in self.marks:
            yield f"{player}'s {counted(count, 'penalty')}"
        for player, name in self.others:
            yield f"{player}'s bonus bar" if name == BAR else f"the place of {player}'s figure"


@dataclass(frozen=True, slots=True)
class CoreCell:
    """A number cell of a core, crossed or free, and the turns (from 1) that can have brought it."""

    player: str
    name: str
    row: int
    row_name: str
    place: int
    number: int
    colour: str
    closes: bool
    crossed: bool
    turns: tuple[int, ...]

    @property
    def said(self) -> str:
        return self.name.replace(".", " ")

    @property
    def turns_said_one_by_one(self) -> bool:
        return len(self.turns) <= MOST_TURNS


def reason(
    core: Sequence[Statement],
    plays: Mapping[str, Plays],
    log: RollLog,
    penalties: Mapping[str, int],
) -> Reason:
    """Why no play meets the core. ``penalties`` holds each player's number of them.

    Where nothing is stated and still no play is left, the throws are of no game. Where more is
    stated than can be listed, the reason names the sheets alone.
    """
    if not core:
        return Reason("no-such-game", (), (), (), "C8")
    cells = tuple(
        _cell(player, said, plays[player], log)
        for player, said in core
        if said not in (PENALTIES, BAR, FIGURE)
    )
    marks = tuple((player, penalties[player]) for player, said in core if said == PENALTIES)
    others = tuple(each for each in core if each[1] in (BAR, FIGURE))
    if len(cells) == len(core) <= 2 and all(cell.crossed for cell in cells):
        ordered = tuple(sorted(cells, key=lambda cell: (cell.row, cell.place)))
        kind, rule = _one(cells[0]) if len(cells) == 1 else _two(*ordered)
        return Reason(kind, ordered, (), (), rule)
    kind = "together"
    if len(core) > MOST_STATEMENTS:
        kind = "whole-sheet" if len({player for player, _ in core}) == 1 else "whole-sheets"
    return Reason(kind, cells, marks, others, "C4" if marks else "C1")


def _cell(player: str, name: str, plays: Plays, log: RollLog) -> CoreCell:
    row, bit = plays.referee.place_of[name]
    line, place = plays.lines[row], bit.bit_length() - 1
    turns = tuple(
        turn
        for turn, throw in enumerate(log.throws, 1)
        if may_come(plays, throw, row, place, active=throw.player == player)
        and throw.colours[row] != OUT
    )
    closes = bool(line.closing & bit)
    crossed = bool(plays.target.must[row] >> place & 1)
    return CoreCell(
        player, name, row, line.name, place, line.numbers[place], line.colours[place], closes,
        crossed, turns,
    )  # fmt: skip


def _one(cell: CoreCell) -> tuple[str, str]:
    if not cell.turns:
        return "never-thrown", "C2"
    return "not-then", "C5" if cell.closes else "C6"


def _two(first: CoreCell, second: CoreCell) -> tuple[str, str]:
    if first.player != second.player:
        return "closed-for-all", "C6"
    return ("already-right-of-it", "C1") if first.row == second.row else ("not-both", "C2")


def _turns(turns: Sequence[int]) -> str:
    if not turns:
        return "no turn"
    if len(turns) == 1:
        return f"turn {turns[0]}"
    if len(turns) > MOST_TURNS:
        return f"{len(turns)} turns from {turns[0]} to {turns[-1]}"
    return f"turns {', '.join(map(str, turns[:-1]))} and {turns[-1]}"
