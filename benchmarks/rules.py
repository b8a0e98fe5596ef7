"""Playing and judging: random games on every pad, Classic in bulk, the hardest sheets."""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from benchmarks.figure import Figure, ratio, seconds
from sheetkit.pad import Pad, find_pad, pad_names
from sheetkit.rules import GreedyPlayer, Player, RandomPlayer, judge, play_game
from sheetkit.rules.bar import BarRules
from sheetkit.rules.crosses import Crosses
from sheetkit.rules.pairs import PairRules
from sheetkit.rules.referee import Referee
from sheetkit.scoresheet import Mark, Scoresheet

GAMES = int(os.environ.get("SHEETKIT_BENCH_GAMES", "10000"))
"""Games on each pad."""

SHEETS = 100_000

WARM = 50
"""Times that a Classic sheet is judged for one time of a hard one."""

CROWDED = 1000
"""Sheets with many locks and bonuses, on each pad that has some."""


def sheets_of_a_game(name: str, seed: int) -> list[tuple[Scoresheet, bool]]:
    """The final sheets of one random game; whether each is legal and scored alike."""
    rng = random.Random(seed)
    pad = find_pad(name)
    count = rng.randint(pad.fewest_players, pad.most_players)
    kinds: tuple[Callable[[random.Random], Player], ...] = (RandomPlayer, GreedyPlayer)
    players = [rng.choice(kinds)(rng) for _ in range(count)]
    game = play_game([pad] * count, players, rng)
    sheets = [game.scoresheet(player) for player in range(count)]
    rulings = [judge(sheet) for sheet in sheets]
    right = [r.legal and r.score == s for r, s in zip(rulings, game.scores(), strict=True)]
    return list(zip(sheets, right, strict=True))


def games() -> Iterator[Figure]:
    for name in pad_names():
        judged = [right for seed in range(GAMES) for _, right in sheets_of_a_game(name, seed)]
        share = 100 * sum(judged) / len(judged)
        what = f"{name}: sheets of {GAMES:,} random games judged legal"
        yield Figure(what, share, 100.0, at_least=True, unit="%")


def changed(sheet: Scoresheet, rng: random.Random) -> Scoresheet:
    """The sheet with one to four cells turned over."""
    marks = dict(sheet.marks)
    for cell in rng.sample(sheet.pad.markable, rng.choice((1, 1, 2, 4))):
        if marks.pop(cell, None) is None:
            marks[cell] = Mark.CROSS
    return Scoresheet(sheet.pad, marks)


def crowded(pad: Pad, rng: random.Random) -> Scoresheet:
    """Rows crossed at random and often closed, with the tallies that their boxes earn.

    Games seldom leave such sheets: several locks, and most bonuses taken.
    """
    marks = {}
    for row in pad.rows:
        share, last = rng.uniform(0.3, 1), len(row.spaces) - 1
        crossed = [row.cell(place) for place in range(last) if rng.random() < share]
        if len(crossed) >= pad.rows_mechanic.crosses_before and rng.random() < 0.6:
            crossed += [row.cell(last), row.lock]
        marks.update(dict.fromkeys(crossed, Mark.CROSS))
    referee = Referee(pad)
    crosses = referee.crosses(Scoresheet(pad, marks))
    for mechanic in referee.mechanics:
        if isinstance(mechanic, PairRules):
            crosses = crosses._replace(bonus=mechanic.complete(crosses))
        if isinstance(mechanic, BarRules):
            crosses = crosses._replace(bar=bar_earned(mechanic, referee, crosses))
    crosses = crosses._replace(penalties=rng.choice((0, 0, 1, pad.penalty_boxes)))
    return Scoresheet(pad, dict.fromkeys(referee.cells(crosses), Mark.CROSS))


def bar_earned(bar: BarRules, referee: Referee, crosses: Crosses) -> int:
    """A field for each box that is crossed, and the fields of the rows that are closed."""
    boxes = zip(bar.boxes, crosses.rows, strict=True)
    earned = sum((mask & row).bit_count() for mask, row in boxes)
    rows = zip(bar.fields, referee.lines, crosses.rows, strict=True)
    closed = sum(fields for fields, line, row in rows if row & line.lock)
    return (1 << min(earned, len(bar.colours))) - 1 | closed


def judging_time(sheet: Scoresheet) -> float:
    """Seconds for one ruling by a referee that has seen no sheet before."""
    return seconds(partial(Referee(sheet.pad).judge, sheet))


def slowest(sheets: Iterable[Scoresheet]) -> list[Scoresheet]:
    """The five that take longest, by the best of three, for the machine has other things to do."""
    return sorted(sheets, key=lambda sheet: min(judging_time(sheet) for _ in range(3)))[-5:]


def most(sheets: Iterable[Scoresheet], unit: Scoresheet) -> float:
    """The slowest of the sheets against that one, the two judged in turn.

    The quick one so many times that it is as warm as in a long run.
    """

    def once(sheet: Scoresheet) -> float:
        quick = statistics.median(judging_time(unit) for _ in range(WARM))
        return judging_time(sheet) / quick

    return max(statistics.median(once(sheet) for _ in range(15)) for sheet in slowest(sheets))


def hardest() -> Iterator[Figure]:
    """The slowest ruling among sheets of games, as played and with cells turned over, and
    among sheets with most boxes crossed and many rows closed.

    Measured against the slowest Classic sheet of as many games, its cells turned over in
    the same way. Like for like: nothing is remembered from one ruling to the next, for
    otherwise a Classic sheet would only be looked up.
    """
    rng = random.Random(1)
    classic = [sheet for seed in range(100) for sheet, _ in sheets_of_a_game("classic", seed)]
    unit = slowest(changed(sheet, rng) for sheet in classic)[-1]
    for name in ("bonus-a", "bonus-b", "on-board"):
        rng = random.Random(1)
        played = [sheet for seed in range(100) for sheet, _ in sheets_of_a_game(name, seed)]
        what = f"{name}: slowest sheet of 100 games, Classic sheets"
        yield Figure(what, most(played, unit), 50)
        turned = [changed(sheet, rng) for sheet in played]
        yield Figure(f"{name}: slowest of these with cells turned over", most(turned, unit), 50)
        pad = find_pad(name)
        full = [crowded(pad, rng) for _ in range(CROWDED)]
        yield Figure(f"{name}: slowest of {CROWDED:,} crowded sheets", most(full, unit), 50)


def bulk() -> Iterator[Figure]:
    """``check - --json`` over many Classic sheets, whole process, against json alone."""
    lines = []
    for seed in range(1500):
        for sheet, _ in sheets_of_a_game("classic", seed):
            marks = {cell: mark.value for cell, mark in sheet.marks.items()}
            lines.append(json.dumps({"variant": "classic", "marks": marks}))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sheets.jsonl"
        many = (lines * (SHEETS // len(lines) + 1))[:SHEETS]
        path.write_text("\n".join(many) + "\n")

        def ours() -> None:
            with path.open("rb") as source:
                command = [sys.executable, "-m", "sheetkit", "check", "-", "--json"]
                subprocess.run(command, stdin=source, stdout=subprocess.DEVNULL, check=False)

        def theirs() -> None:
            with path.open() as source, Path(os.devnull).open("w") as sink:
                for line in source:
                    sink.write(json.dumps(json.loads(line)) + "\n")

        yield Figure("100,000 Classic sheets through check, against json alone",
                     ratio(ours, theirs, rounds=3), 6.0)  # fmt: skip


def figures() -> Iterator[Figure]:
    yield from bulk()
    yield from hardest()
    yield from games()
