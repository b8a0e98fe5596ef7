"""Sheets against throws: random full games explained, and what that takes."""

from __future__ import annotations

import argparse
import random
import resource
import statistics
from collections.abc import Iterator

from benchmarks.figure import Figure, seconds
from sheetkit.pad import find_pad
from sheetkit.scoresheet import Mark, Scoresheet
from sheetkit.settle.given import Given, Judged, judged
from sheetkit.settle.rolls import Answer, settle_rolls
from sheetkit.settle.throws import RollLog
from tests.settle.games import Game, random_game

GAMES = {"classic": 1000, "mixed-a": 1000, "mixed-b": 1000, "longo": 1000, "bonus-a": 1000,
         "bonus-b": 1000, "on-board": 8}  # fmt: skip
"""Games played a pad: fewer where a game takes long."""

LIMIT_S = {"classic": 2.0, "bonus-a": 20.0, "bonus-b": 20.0, "on-board": 20.0}


def sheets_of(game: Game) -> tuple[Judged, ...]:
    pad = game.log.pad
    return judged(
        [
            Given(player, Scoresheet(pad, dict.fromkeys(sorted(cells), Mark.CROSS)))
            for player, cells in game.sheets.items()
        ],
        frozenset(),
    )


def long_game(variant: str, players: int, turns: int) -> Game:
    """The first game at random of that pad, of so many players and at least so many turns."""
    pad = find_pad(variant)
    for seed in range(10_000):
        game: Game = random_game(pad, random.Random(seed), players)
        if len(game.log.throws) >= turns:
            return game
    raise AssertionError("no game is that long")


def explain(log: RollLog, sheets: tuple[Judged, ...]) -> bool:
    return settle_rolls(log, sheets).answer is Answer.EXPLAINED


def of_pad(variant: str, count: int) -> Iterator[Figure]:
    """So many random games of a pad, each of them explained and the explanation replayed."""
    pad = find_pad(variant)
    times, explained = [], 0
    for seed in range(count):
        rng = random.Random(seed)
        game = random_game(pad, rng, rng.randint(2, pad.most_players))
        sheets = sheets_of(game)
        found: list[bool] = []
        times.append(
            seconds(lambda g=game, s=sheets, f=found: f.append(explain(g.log, s)))  # type: ignore[misc]
        )
        explained += found[0]
    what = f"{variant}: of {count} random games explained by their throws"
    yield Figure(what, 100 * explained / count, 100.0, at_least=True, unit="%")
    if variant in LIMIT_S:
        yield Figure(f"{variant}: the slowest of them", max(times), LIMIT_S[variant], unit="s")


def figures() -> Iterator[Figure]:
    """Every explanation is replayed by the engine as part of ``settle_rolls``."""
    for variant, count in GAMES.items():
        yield from of_pad(variant, count)
    for variant, limit_s in LIMIT_S.items():
        long = long_game(variant, 5, 40)
        took = seconds(lambda g=long: explain(g.log, sheets_of(g)))  # type: ignore[misc]
        yield Figure(f"{variant}: five players, 40 turns", took, limit_s, unit="s")
    game = long_game("classic", 5, 40)
    lone = sheets_of(game)[:1]
    explain(game.log, lone)
    took = statistics.median(seconds(lambda: explain(game.log, lone)) for _ in range(9))
    yield Figure("classic: a lone sheet of that game", 1000 * took, 20.0, unit="ms")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    yield Figure("memory at the most", peak, 500.0, unit="MB")


def main() -> None:
    """``python -m benchmarks.settle --pad longo --games 1000``: one pad alone."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--pad", choices=GAMES, required=True)
    parser.add_argument("--games", type=int, default=1000)
    wanted = parser.parse_args()
    for figure in of_pad(wanted.pad, wanted.games):
        print(figure, flush=True)


if __name__ == "__main__":
    main()
