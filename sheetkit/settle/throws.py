"""A roll log: the throws of a game, without what was crossed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from sheetkit.errors import MalformedLog
from sheetkit.game_log import OUT, UNREADABLE, WHITES, GameLog
from sheetkit.pad import Pad
from sheetkit.settle.seating import Printed


@dataclass(frozen=True, slots=True)
class ThrownDice:
    """One turn's throw.

    ``whites`` and ``colours`` hold values, UNREADABLE or (coloured dice only)
    OUT; ``colours`` in the order of the pad's rows. ``line`` is where the log
    has it, from 1.
    """

    player: str
    whites: tuple[int, int]
    colours: tuple[int, ...]
    line: int = 0

    def white_pairs(self, sides: int) -> tuple[tuple[int, int], ...]:
        """All values that the white dice can have had."""
        return _pairs(self.whites, sides)

    def white_sums(self, sides: int) -> tuple[int, ...]:
        """All sums that the white dice can have had, ascending."""
        return _sums(self.whites, sides)

    def colour_sums(self, row: int, whites: tuple[int, int], sides: int) -> tuple[int, ...]:
        """All sums of one of those white dice and the die of that row, ascending."""
        return _colour_sums(whites, self.colours[row], sides)

    @property
    def readable(self) -> bool:
        """Whether every die of it is known."""
        return UNREADABLE not in (*self.whites, *self.colours)

    @property
    def text(self) -> str:
        """The dice as a log has them."""
        signs = {UNREADABLE: "?", OUT: "-"}
        return " ".join(signs.get(die, str(die)) for die in (*self.whites, *self.colours))


@lru_cache(maxsize=4096)
def _pairs(whites: tuple[int, int], sides: int) -> tuple[tuple[int, int], ...]:
    first, second = (_values(die, sides) for die in whites)
    return tuple((a, b) for a in first for b in second)


@lru_cache(maxsize=4096)
def _sums(whites: tuple[int, int], sides: int) -> tuple[int, ...]:
    return tuple(sorted({a + b for a, b in _pairs(whites, sides)}))


@lru_cache(maxsize=4096)
def _colour_sums(whites: tuple[int, int], die: int, sides: int) -> tuple[int, ...]:
    return tuple(sorted({white + value for white in whites for value in _values(die, sides)}))


def _values(die: int, sides: int) -> tuple[int, ...]:
    """What the die can have shown: nothing when it was out."""
    if die == OUT:
        return ()
    return tuple(range(1, sides + 1)) if die == UNREADABLE else (die,)


@dataclass(frozen=True)
class RollLog:
    """All throws of a game; ``players`` in their order round the table; ``pads`` and ``codes`` of
    their sheets by player, as far as the log says them.
    """

    pad: Pad
    players: tuple[str, ...]
    throws: tuple[ThrownDice, ...]
    pads: Mapping[str, Pad] = field(default_factory=dict)
    codes: Mapping[str, str] = field(default_factory=dict)

    @property
    def printed(self) -> dict[str, Printed]:
        """What the log says of each player's sheet."""
        return {p: Printed(self.pad_of(p), self.codes.get(p, "")) for p in self.players}

    def pad_of(self, player: str) -> Pad:
        return self.pads.get(player, self.pad)


def rolls_of(log: GameLog) -> RollLog:
    """The throws of a log; what it says about moves is left aside.

    Raises MalformedLog where players don't take turns in order, and for a die
    that comes back into the game.
    """
    throws = []
    for turn in log.turns:
        whites = turn.dice[0], turn.dice[1]
        name = log.players[turn.player]
        throws.append(ThrownDice(name, whites, turn.dice[WHITES:], turn.line))
    if not throws:
        raise MalformedLog("no throws", "write a line such as “Anna: 4 1 3 2 6 6”")
    _verify_order(throws, log.players)
    _verify_dice_stay_out(throws, log.pads[0])
    pads = dict(zip(log.players, log.pads, strict=True))
    codes = dict(zip(log.players, log.codes, strict=True))
    return RollLog(log.pads[0], log.players, tuple(throws), pads, codes)


def _verify_order(throws: Sequence[ThrownDice], players: tuple[str, ...]) -> None:
    """Players take turns in the order of their names, whoever begins."""
    for before, throw in pairwise(throws):
        due = players[(players.index(before.player) + 1) % len(players)]
        if throw.player != due:
            raise MalformedLog(
                f"a turn of {throw.player}'s", f"the next turn is {due}'s", line=throw.line
            )


def _verify_dice_stay_out(throws: Sequence[ThrownDice], pad: Pad) -> None:
    out: set[str] = set()
    for throw in throws:
        for name, die in zip(pad.row_names, throw.colours, strict=True):
            if die == OUT:
                out.add(name)
            elif name in out and die != UNREADABLE:
                raise MalformedLog(
                    f"the {name} die is back", "a die that is out stays out: -", line=throw.line
                )
