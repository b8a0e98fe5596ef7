"""A game as it is played: whose turn it is, what has been thrown, what everybody crossed."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from sheetkit.counted import counted
from sheetkit.errors import IllegalMove, LogError, UsageError
from sheetkit.pad import Pad
from sheetkit.rules import moves
from sheetkit.rules.board import BoardRules
from sheetkit.rules.chain import Outcome
from sheetkit.rules.clauses import house_rules
from sheetkit.rules.crosses import Crosses
from sheetkit.rules.moves import Dice
from sheetkit.rules.referee import Referee, referee_for
from sheetkit.rules.ruling import Score
from sheetkit.scoresheet import Mark, Scoresheet


class Stage(enum.StrEnum):
    """What happens next in a game."""

    THROW = "throw"
    FIRST = "first action"
    SECOND = "second action"
    THIRD = "third action"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Throw:
    """The active player throws all dice in play."""

    dice: Dice


@dataclass(frozen=True, slots=True)
class First:
    """Action 1 of all players at once: each one's cell and what it forces, or nothing."""

    cells: tuple[tuple[str, ...], ...]


PenaltyWritten: TypeAlias = bool | None
"""Whether a penalty was written down for the turn, None where nobody wrote. It decides only
where the rule is waived (C4, OB2): else penalties follow from what was crossed."""


@dataclass(frozen=True, slots=True)
class Second:
    """Action 2 of the active player: the cell and what it forces, or nothing."""

    cells: tuple[str, ...] = ()
    penalty: PenaltyWritten = None


@dataclass(frozen=True, slots=True)
class Third:
    """Action 3 of the active player: the space moved to (0: none), the cell crossed for it."""

    space: int = 0
    cells: tuple[str, ...] = ()
    penalty: PenaltyWritten = None


Move: TypeAlias = Throw | First | Second | Third


@dataclass(frozen=True, slots=True)
class Game:
    """The state of a game; ``play`` gives the next one, nothing ever changes. ``can`` and
    ``verify`` tell beforehand whether a move is legal.

    ``closed`` is the mask of closed rows. ``idle``: the active player has crossed
    nothing in this turn. ``turns_left`` counts the last turns once a figure has
    arrived (OB3). ``ended_by`` says what ended the game.
    """

    players: tuple[str, ...]
    referees: tuple[Referee, ...]
    sheets: tuple[Crosses, ...]
    closed: int = 0
    active: int = 0
    stage: Stage = Stage.THROW
    dice: Dice | None = None
    idle: bool = True
    turns_left: int | None = None
    ended_by: str = ""

    @classmethod
    def start(
        cls,
        pads: Sequence[Pad],
        players: Sequence[str],
        *,
        active: int = 0,
        waive: Iterable[str] = frozenset(),
    ) -> Game:
        """A game before its first throw; each player's pad may have a layout of its own.

        ``waive`` is as in ``judge``. Raises UsageError where there isn't a pad for each player.
        """
        if len(pads) != len(players):
            what = f"{counted(len(pads), 'pad')} for {counted(len(players), 'player')}"
            raise UsageError(what, "give each player's pad, in the order of the players")
        rules = house_rules(waive)
        referees = tuple(referee_for(pad, rules) for pad in pads)
        sheets = tuple(Crosses((0,) * len(referee.lines)) for referee in referees)
        return cls(tuple(players), referees, sheets, active=active)

    # What may be done

    def can(self, move: Move) -> bool:
        """Whether the move is legal now, for programs that only want to know; ``verify`` says why
        it isn't. A move that leaves open what was crossed is none that can be made.
        """
        try:
            self.verify(move)
        except (IllegalMove, LogError):
            return False
        return True

    def verify(self, move: Move) -> None:
        """Raise IllegalMove, with clause and reason, unless the move is legal now.

        Raises AmbiguousMove where the move leaves open what was crossed.
        """
        self.play(move)

    def play(self, move: Move) -> Game:
        """The game after the move. Raises as ``verify`` does."""
        wanted = {Throw: Stage.THROW, First: Stage.FIRST, Second: Stage.SECOND, Third: Stage.THIRD}
        if self.stage is Stage.OVER:
            raise IllegalMove("C8", f"the game is over: {self.ended_by}", "end the log here")
        if wanted[type(move)] is not self.stage:
            raise IllegalMove("C3", f"it is time for the {self.stage}", "keep the order of a turn")
        if isinstance(move, Throw):
            return self._thrown(move.dice)
        if isinstance(move, First):
            return self._first(move.cells)
        if isinstance(move, Second):
            return self._second(move)
        return self._third(move)

    def first_places(self, player: int) -> list[tuple[int, int]]:
        """C2, L2: what that player may cross in the first action, as (row, bit)."""
        if self.dice is None:
            return []
        where = self.referees[player], self.sheets[player], self.closed
        return list(moves.first_places(*where, self.dice.sum))

    def second_places(self) -> list[tuple[int, int]]:
        """C3: what the active player may cross in the second action, as (row, bit)."""
        if self.dice is None:
            return []
        where = self.referees[self.active], self.sheets[self.active], self.closed
        return list(moves.second_places(*where, self.dice))

    def third_spaces(self) -> list[tuple[int, tuple[int, int] | None]]:
        """OB1: where the active player's figure may go, with the cell to cross for it."""
        where = self.referees[self.active], self.sheets[self.active], self.closed
        return list(moves.third_spaces(*where, self.occupied))

    @property
    def occupied(self) -> frozenset[int]:
        """The spaces on which the other players' figures stand."""
        others = (crosses.board for n, crosses in enumerate(self.sheets) if n != self.active)
        return frozenset(board.bit_length() for board in others if board)

    @property
    def dice_in_play(self) -> tuple[str, ...]:
        """C6, MA2: the colours whose dice have not left the game."""
        lines = enumerate(self.referees[0].lines)
        return tuple(line.name for row, line in lines if not self.closed >> row & 1)

    # The actions

    def _thrown(self, dice: Dice) -> Game:
        sides = self.referees[0].pad.die_sides
        for value in (*dice.white, *dice.colours.values()):
            if not 1 <= value <= sides:
                raise IllegalMove("C2", f"no die shows {value}", f"a die shows 1 to {sides}")
        out = [colour for colour in dice.colours if colour not in self.dice_in_play]
        if out:
            raise IllegalMove("C6", f"the {out[0]} die is out", "write - for it")
        lacking = [colour for colour in self.dice_in_play if colour not in dice.colours]
        if lacking:
            raise IllegalMove("C6", f"the {lacking[0]} die is still in play", "write what it shows")
        return replace(self, dice=dice, stage=Stage.FIRST)

    def _first(self, cells: tuple[tuple[str, ...], ...]) -> Game:
        """C2: everybody at once, so that several may close one row together (C6)."""
        if len(cells) != len(self.sheets):
            what = f"what {counted(len(cells), 'player')} cross is said"
            raise IllegalMove("C2", what, f"say it of all {len(self.sheets)}, () for nothing")
        outcomes = [self.first_outcome(player, said) for player, said in enumerate(cells)]
        closed = self.closed
        for outcome in outcomes:
            closed |= outcome.closed
        sheets = tuple(outcome.crosses for outcome in outcomes)
        idle = not outcomes[self.active].trace
        after = replace(self, sheets=sheets, idle=idle, stage=Stage.SECOND)
        return after._with_closed(closed)

    def first_outcome(self, player: int, cells: tuple[str, ...]) -> Outcome:
        """That player's sheet after crossing these cells in action 1. Raises as ``verify``."""
        assert self.dice is not None
        referee, crosses = self.referees[player], self.sheets[player]
        if not cells:
            return Outcome(crosses, self.closed, ())
        place = self._place(player, cells[0])
        if place not in self.first_places(player):
            white = self.dice.sum
            for why in moves.whys_not_first(referee, crosses, self.closed, cells[0], white):
                referee.insist(why)
        return moves.carried_out(referee, crosses, self.closed, place, cells)

    def _place(self, player: int, cell: str) -> tuple[int, int]:
        place = self.referees[player].place_of.get(cell)
        if place is None:
            reason = f"{cell} is no number that could be crossed in an action"
            raise IllegalMove("C2", reason, "cross a number, such as red.5")
        return place

    def _second(self, move: Second) -> Game:
        after, cells = self, move.cells
        if cells:
            assert self.dice is not None
            player = self.active
            referee, crosses = self.referees[player], self.sheets[player]
            place = self._place(player, cells[0])
            if place not in self.second_places():
                whys = moves.whys_not_second(referee, crosses, self.closed, cells[0], self.dice)
                for why in whys:
                    referee.insist(why)
            outcome = moves.carried_out(referee, crosses, self.closed, place, cells)
            after = self._with_sheet(outcome.crosses, idle=False)._with_closed(outcome.closed)
        if after.stage is Stage.OVER:
            return after
        if self._board is None:
            return after._turn_ended(move.penalty)
        return replace(after, stage=Stage.THIRD)

    def _third(self, move: Third) -> Game:
        """OB1: the figure moves, and its space's number is crossed now unless it was before."""
        if not move.space:
            if move.cells:
                raise IllegalMove("OB1", f"{move.cells[0]} takes a move of the figure")
            return self._turn_ended(move.penalty)
        where = self.referees[self.active], self.sheets[self.active], self.closed
        place = moves.third_place(*where, self.occupied, move.space)
        outcome = self._landed(place, move)
        board = self._board
        assert board is not None
        moved = outcome.crosses._replace(board=1 << (move.space - 1))
        after = self._with_sheet(moved, idle=self.idle and not outcome.trace)
        if board.is_last(move.space) and after.turns_left is None:
            after = replace(after, turns_left=len(self.players))
        after = after._with_closed(outcome.closed)
        return after if after.stage is Stage.OVER else after._turn_ended(move.penalty)

    def _landed(self, place: tuple[int, int] | None, move: Third) -> Outcome:
        """OB1: crossing the space's number, or nothing where it was crossed before."""
        referee, crosses = self.referees[self.active], self.sheets[self.active]
        if place is None:
            if move.cells:
                reason = f"board.{move.space} takes no cross now, or took it before"
                raise IllegalMove("OB1", reason, f"write board.{move.space} alone")
            return Outcome(crosses, self.closed, ())
        number = referee.lines[place[0]].cell(place[1])
        if move.cells and move.cells[0] != number:
            raise IllegalMove("OB1", f"board.{move.space} takes {number}, not {move.cells[0]}")
        return moves.carried_out(referee, crosses, self.closed, place, move.cells or (number,))

    @property
    def _board(self) -> BoardRules | None:
        mechanics = self.referees[self.active].mechanics
        return next((m for m in mechanics if isinstance(m, BoardRules)), None)

    def _with_sheet(self, crosses: Crosses, *, idle: bool) -> Game:
        """This game with another sheet for the active player."""
        sheets = (*self.sheets[: self.active], crosses, *self.sheets[self.active + 1 :])
        return replace(self, sheets=sheets, idle=idle)

    def _with_closed(self, closed: int) -> Game:
        """C6, C8: the rows closed in an action are closed for everybody, and may end the game."""
        new = closed & ~self.closed
        if not new:
            return self
        sheets = []
        for referee, crosses in zip(self.referees, self.sheets, strict=True):
            shut = crosses
            for row in range(len(referee.lines)):
                if new >> row & 1:
                    shut = referee.chains.close(shut, row)
            sheets.append(shut)
        after = replace(self, sheets=tuple(sheets), closed=closed)
        if self.referees[0].chains.is_over(closed):
            names = [
                line.name for row, line in enumerate(self.referees[0].lines) if closed >> row & 1
            ]
            return replace(after, stage=Stage.OVER, ended_by=f"{' and '.join(names)} are closed")
        return after

    def _turn_ended(self, penalty: PenaltyWritten) -> Game:
        """A penalty is crossed while a box is left, and the fourth ends the game (C8)."""
        after = self
        if self._takes_penalty(penalty):
            referee, crosses = self.referees[self.active], self.sheets[self.active]
            penalties = min(crosses.penalties + 1, referee.pad.penalty_boxes)
            after = self._with_sheet(crosses._replace(penalties=penalties), idle=True)
            if penalties == referee.penalties_to_end:
                reason = f"{self.players[self.active]} has crossed the last penalty box"
                return replace(after, stage=Stage.OVER, ended_by=reason)
        left = None if after.turns_left is None else after.turns_left - 1
        if left == 0:
            return replace(
                after, stage=Stage.OVER, turns_left=0, ended_by="the last turns are over"
            )
        following = (self.active + 1) % len(self.players)
        return replace(after, stage=Stage.THROW, active=following, turns_left=left, dice=None)

    def _takes_penalty(self, penalty: PenaltyWritten) -> bool:
        """C4, OB2: nothing crossed costs one; where that is waived, what was written stands."""
        if penalty is not None and self.referees[self.active].penalties_as_written:
            return penalty
        return self.idle

    # What came of it

    @property
    def is_over(self) -> bool:
        return self.stage is Stage.OVER

    def scores(self) -> tuple[Score, ...]:
        """C9: every player's score as the sheets stand."""
        both = zip(self.referees, self.sheets, strict=True)
        return tuple(referee.score(crosses) for referee, crosses in both)

    def winners(self) -> tuple[str, ...]:
        """C9: the players with the highest total; a tie is shared."""
        totals = [score.total for score in self.scores()]
        best = max(totals)
        return tuple(n for n, total in zip(self.players, totals, strict=True) if total == best)

    def scoresheet(self, player: int) -> Scoresheet:
        """That player's sheet with its marks."""
        referee = self.referees[player]
        crossed = referee.cells(self.sheets[player])
        return Scoresheet(referee.pad, dict.fromkeys(crossed, Mark.CROSS))
