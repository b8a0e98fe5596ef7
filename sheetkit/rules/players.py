"""Players for tests and simulation: one crosses at random, one goes for points."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

from sheetkit.pad import Pad
from sheetkit.rules.chain import Choose, Outcome
from sheetkit.rules.duty import CrossIn
from sheetkit.rules.game import First, Game, Move, Second, Stage, Third, Throw
from sheetkit.rules.line import places
from sheetkit.rules.moves import Dice

FURTHER = 0.1
"""How often a random player makes a forced cross further on than it must (BA1)."""


class Player(Protocol):
    """Somebody who picks one of the cells that may be crossed, and where forced crosses go."""

    def pick(
        self, game: Game, player: int, options: Sequence[tuple[int, int]]
    ) -> tuple[int, int] | None: ...

    def forced(self, duty: CrossIn, mask: int, free: int) -> tuple[int, ...]: ...


class RandomPlayer:
    """Crosses something or nothing at random: something with the chance ``eager``."""

    def __init__(self, rng: random.Random, eager: float = 0.7) -> None:
        self.rng = rng
        self.eager = eager

    def pick(
        self, game: Game, player: int, options: Sequence[tuple[int, int]]
    ) -> tuple[int, int] | None:
        if not options or self.rng.random() > self.eager:
            return None
        return options[int(self.rng.random() * len(options))]

    def forced(self, duty: CrossIn, mask: int, free: int) -> tuple[int, ...]:
        bits = places(free)
        place = self.rng.choice(bits) if self.rng.random() < FURTHER else bits[0]
        return (1 << place,)


class GreedyPlayer:
    """Passes over as few numbers as can be, none for nothing, and more than ``patience`` only to
    escape a penalty.
    """

    def __init__(self, rng: random.Random, patience: int = 2) -> None:
        self.rng = rng
        self.patience = patience

    def pick(
        self, game: Game, player: int, options: Sequence[tuple[int, int]]
    ) -> tuple[int, int] | None:
        rows = game.sheets[player].rows
        costs = [(bit.bit_length() - rows[row].bit_length() - 1, row, bit) for row, bit in options]
        if not costs:
            return None
        least = min(cost for cost, _, _ in costs)
        must = player == game.active and game.idle and game.stage is not Stage.FIRST
        if least > self.patience and not must:
            return None
        return self.rng.choice([(row, bit) for cost, row, bit in costs if cost == least])

    def forced(self, duty: CrossIn, mask: int, free: int) -> tuple[int, ...]:
        return (free & -free,)


def play_game(
    pads: Sequence[Pad], players: Sequence[Player], rng: random.Random, *, turns: int = 500
) -> Game:
    """A whole game among these players, dice thrown with ``rng``; cut off after many turns."""
    names = [f"player {number}" for number in range(1, len(players) + 1)]
    game = Game.start(pads, names)
    for _ in range(4 * turns):
        if game.is_over:
            break
        game = game.play(next_move(game, players, rng))
    return game


def next_move(game: Game, players: Sequence[Player], rng: random.Random) -> Move:
    active = players[game.active]
    if game.stage is Stage.THROW:
        return Throw(thrown(game, rng))
    if game.stage is Stage.FIRST:
        return First(
            tuple(
                _cells(game, number, player, game.first_places(number))
                for number, player in enumerate(players)
            )
        )
    if game.stage is Stage.SECOND:
        return Second(_cells(game, game.active, active, game.second_places()))
    spaces = game.third_spaces()
    if not spaces or rng.random() > 0.8:
        return Third()
    space, place = rng.choice(spaces)
    return Third(space, _chain(game, game.active, active.forced, place) if place else ())


def thrown(game: Game, rng: random.Random) -> Dice:
    """A throw of the dice in play."""
    sides = game.referees[0].pad.die_sides
    white = (int(rng.random() * sides) + 1, int(rng.random() * sides) + 1)
    return Dice(white, {colour: int(rng.random() * sides) + 1 for colour in game.dice_in_play})


def _cells(
    game: Game, number: int, player: Player, options: Sequence[tuple[int, int]]
) -> tuple[str, ...]:
    place = player.pick(game, number, options)
    return () if place is None else _chain(game, number, player.forced, place)


def _chain(game: Game, number: int, forced: Choose, place: tuple[int, int]) -> tuple[str, ...]:
    """The cells of one way in which crossing that number can go."""
    referee = game.referees[number]
    outcomes: list[Outcome] = referee.chains.cross(game.sheets[number], game.closed, *place, forced)
    return outcomes[0].trace
