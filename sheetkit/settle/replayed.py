"""An explanation played again by the engine, and written down as a game log."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from sheetkit.game_log import OUT
from sheetkit.pad import Board, Lucky, Pad, drawn_layout
from sheetkit.rules.game import First, Game, Second, Third
from sheetkit.rules.game import Throw as Thrown
from sheetkit.rules.moves import Dice
from sheetkit.settle.explain import Explanation
from sheetkit.settle.plays import Steps
from sheetkit.settle.throws import Throw
from sheetkit.settle.track import Turn


def replay(
    explanation: Explanation,
    players: Sequence[str],
    pads: Mapping[str, Pad],
    waived: frozenset[str] = frozenset(),
) -> Game:
    """The game that the explanation tells, move by move. Raises IllegalMove where it isn't one."""
    first = players.index(explanation.throws[0].player)
    game = Game.start([pads[player] for player in players], players, active=first, waive=waived)
    for turn, throw in enumerate(explanation.throws):
        made = {player: explanation.paths[player][turn] for player in players}
        game = _turn(game, throw, made, pads[throw.player])
    return game


def _turn(game: Game, throw: Throw, made: Mapping[str, Turn], pad: Pad) -> Game:
    dice = zip(pad.row_names, throw.colours, strict=True)
    game = game.play(Thrown(Dice(throw.whites, {c: die for c, die in dice if die != OUT})))
    game = game.play(First(tuple(made[player].actions[0] for player in game.players)))
    active = made[throw.player]
    if not game.is_over:
        game = game.play(Second(active.actions[1]))
    if not game.is_over and pad.mechanic(Board):
        game = game.play(_third(active.actions[2]))
    return game


def _third(steps: Steps) -> Third:
    return Third(int(steps[0].partition(".")[2]), steps[1:]) if steps else Third()


def as_log(
    explanation: Explanation, players: Sequence[str], pad: Pad, pads: Mapping[str, Pad]
) -> str:
    """The explanation as a game log, with what is printed on the players' sheets."""
    head = [f"variant: {pad.name}", f"players: {', '.join(players)}"]
    head += _printed({player: pads[player] for player in players})
    lines = []
    for turn, throw in enumerate(explanation.throws):
        made = {player: explanation.paths[player][turn] for player in players}
        lines.append(" | ".join(_parts(throw, made, pad)))
    return "\n".join([*head, *lines]) + "\n"


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


def _parts(throw: Throw, made: Mapping[str, Turn], pad: Pad) -> Iterator[str]:
    yield f"{throw.player}: {throw.text}"
    first = [f"{player} {_chain(turn.actions[0])}" for player, turn in made.items()
             if turn.actions[0]]  # fmt: skip
    yield ", ".join(first) or "-"
    active = made[throw.player]
    yield "penalty" if active.penalty else _chain(active.actions[1]) or "-"
    if pad.mechanic(Board) and active.actions[2]:
        space, *crossed = active.actions[2]
        yield " ".join([space, *([_chain(tuple(crossed))] if crossed else [])])


def _chain(steps: Steps) -> str:
    return " > ".join(steps)
