"""An explanation played again by the engine, and written down as a game log."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sheetkit.game_log import OUT
from sheetkit.pad import Board, Lucky, Pad, drawn_layout
from sheetkit.rules.game import First, Game, Second, Third, Throw
from sheetkit.rules.moves import Dice
from sheetkit.settle.explain import Explanation
from sheetkit.settle.plays import Steps
from sheetkit.settle.throws import ThrownDice
from sheetkit.settle.track import Turn


def confirm(
    explanation: Explanation,
    players: Sequence[str],
    pads: Mapping[str, Pad],
    waived: frozenset[str] = frozenset(),
) -> Game:
    """The game that the explanation tells, played by the rules. Raises IllegalMove where it isn't
    one.
    """
    first = players.index(explanation.throws[0].player)
    game = Game.start([pads[player] for player in players], players, active=first, waive=waived)
    for turn, throw in enumerate(explanation.throws):
        made = {player: explanation.paths[player][turn] for player in players}
        game = _turn(game, throw, made, pads[throw.player])
    return game


def _turn(game: Game, throw: ThrownDice, made: Mapping[str, Turn], pad: Pad) -> Game:
    dice = zip(pad.row_names, throw.colours, strict=True)
    game = game.play(Throw(Dice(throw.whites, {c: die for c, die in dice if die != OUT})))
    game = game.play(First(tuple(made[player].actions[0] for player in game.players)))
    active = made[throw.player]
    if not game.is_over:
        game = game.play(Second(active.actions[1]))
    if not game.is_over and pad.mechanic(Board):
        game = game.play(_third(active.actions[2]))
    return game


def _third(steps: Steps) -> Third:
    return Third(int(steps[0].partition(".")[2]), steps[1:]) if steps else Third()


@dataclass(frozen=True, slots=True)
class ToldTurn:
    """One turn of an explanation, in the parts that its line of a log has.

    ``throw`` says whose turn it is, too. ``active`` is what the active player crossed in the second
    action, None for a penalty; ``figure`` is the third action, empty where the figure stays.
    """

    throw: str
    everybody: str
    active: str | None
    figure: str

    @property
    def line(self) -> str:
        active = "penalty" if self.active is None else self.active
        return " | ".join(filter(None, (self.throw, self.everybody, active, self.figure)))


def turns_told(explanation: Explanation, players: Sequence[str], pad: Pad) -> tuple[ToldTurn, ...]:
    """The turns of the explanation, in order."""
    return tuple(
        _told(throw, {player: explanation.paths[player][turn] for player in players}, pad)
        for turn, throw in enumerate(explanation.throws)
    )


def as_log(
    turns: Sequence[ToldTurn], players: Sequence[str], pad: Pad, pads: Mapping[str, Pad]
) -> str:
    """The turns as a game log, with what is printed on the players' sheets."""
    head = [f"variant: {pad.name}", f"players: {', '.join(players)}"]
    head += _printed({player: pads[player] for player in players})
    return "\n".join([*head, *(turn.line for turn in turns)]) + "\n"


def _printed(pads: Mapping[str, Pad]) -> Iterator[str]:
    """The lines of a log on what was drawn: lucky numbers for each player, else for all."""
    drawn = {player: pad.layout() for player, pad in pads.items() if drawn_layout(pad)}
    if not drawn:
        return
    if any(pad.mechanic(Lucky) for pad in pads.values()):
        lucky = (f"{p} {' '.join(map(str, layout['lucky']))}" for p, layout in drawn.items())
        yield f"lucky: {', '.join(lucky)}"
    else:
        yield f"layout: {json.dumps(next(iter(drawn.values())))}"


def _told(throw: ThrownDice, made: Mapping[str, Turn], pad: Pad) -> ToldTurn:
    first = [f"{player} {_chain(turn.actions[0])}" for player, turn in made.items()
             if turn.actions[0]]  # fmt: skip
    active = made[throw.player]
    second = None if active.penalty else _chain(active.actions[1]) or "-"
    third = active.actions[2] if pad.mechanic(Board) else ()
    figure = " ".join(filter(None, (*third[:1], _chain(third[1:]))))
    return ToldTurn(f"{throw.player}: {throw.text}", ", ".join(first) or "-", second, figure)


def _chain(steps: Steps) -> str:
    return " > ".join(steps)
