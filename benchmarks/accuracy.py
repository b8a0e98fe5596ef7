"""How many simulated photos are read exactly, how many are put to a person, how many are wrong.

``python -m benchmarks.accuracy --level hard --photos 300`` prints the table;
``--worst DIR`` saves each photo that wasn't read exactly with what was expected.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import reliability
from benchmarks.figure import Figure
from benchmarks.reliability import Bin, Stated, bins
from sheetkit import reading as reader
from sheetkit.camera import (
    Level,
    PenKind,
    Photo,
    PrintedSheet,
    SheetTruth,
    as_played,
    draw_conditions,
    draw_writer,
    every_cell,
    finished_sheet,
    simulate,
    skips_alone,
)
from sheetkit.camera.printed import any_print, print_for
from sheetkit.pad import find_pad
from sheetkit.printing import Order as PadOrder
from sheetkit.rules import GreedyPlayer, RandomPlayer, play_game

EXACT = {Level.EASY: 99.8, Level.ORDINARY: 99.0, Level.HARD: 95.0}
"""Per cent of sheets that have to be read exactly."""

BENCH_PHOTOS = int(os.environ.get("SHEETKIT_BENCH_PHOTOS", "60"))
"""Photos per level in ``make bench``; the figures in the docs are from 300 and more."""

WIDTHS = (700, 1000, 1400, 2000)
"""Where the classes of a sheet's width in the photo end, in pixels."""


@dataclass(frozen=True)
class Order:
    """One photo to take: everything that decides it."""

    level: Level
    pad: str
    number: int
    seed: int
    pen: PenKind | None = None
    ink: str = ""
    worst: str = ""
    together: int = 1
    uncut: bool = False


@dataclass(frozen=True)
class Outcome:
    """What became of one sheet: ``exact``, ``review``, ``lost`` or ``wrong``.

    ``wrong_cells`` are those stated for certain and falsely, whatever the
    sheet's status; ``tags`` say what was special about it. ``stated`` has every
    cell that was looked at closely: how likely it was said to be what, and if so.
    """

    verdict: str
    wrong_cells: tuple[str, ...]
    unsure_cells: int
    tags: dict[str, str] = field(default_factory=dict)
    seed: str = ""
    stated: tuple[Stated, ...] = ()


def usual_print(pad: str) -> PadOrder:
    """Four sheets of that pad as they come without any option."""
    return PadOrder(find_pad(pad), 4, seed=7)


@functools.cache
def borrowed(path: str) -> dict[str, Any]:
    return json.loads(Path(path).read_text()) if path else {}


def some_marks(
    sheet: PrintedSheet, number: int, rng: np.random.Generator
) -> tuple[dict[str, str], dict[str, str]]:
    """Marks and written numbers: mostly a game's end by the rules or a likeness of one.

    Of sixty sheets one is blank, one all crossed and one all struck.
    """
    special = {7: {}, 13: every_cell(sheet.cells), 17: skips_alone(sheet.cells)}
    if number % 60 in special:
        return special[number % 60], {}
    if rng.random() < 0.4:
        return finished_sheet(sheet.cells, rng), {}
    return played(sheet, random.Random(int(rng.integers(2**32))), rng)


def played(
    sheet: PrintedSheet, dice: random.Random, rng: np.random.Generator
) -> tuple[dict[str, str], dict[str, str]]:
    """The sheet of one player of a whole game, its totals added up or not."""
    pad = find_pad(sheet.variant)
    kind = GreedyPlayer if rng.random() < 0.7 else RandomPlayer
    game = play_game([pad] * 3, [kind(dice) for _ in range(3)], dice)
    crossed = game.scoresheet(0).crossed
    marks = as_played(sheet.cells, crossed, rng)
    if rng.random() < 0.4:
        return marks, {}
    score = game.scores()[0]
    written = {row: str(points) for row, points in score.rows.items()}
    written |= {"penalties": str(abs(score.penalties)), "total": str(score.total), "player": "A"}
    return marks, {name: text for name, text in written.items() if f"write.{name}" in sheet.cells}


def take(order: Order) -> tuple[Photo, dict[str, str]]:
    """The photo, and what to count it under."""
    rng = np.random.default_rng([order.seed, list(Level).index(order.level), order.number])
    pdf, all_sheets = print_for(any_print(order.pad, rng))
    first = order.number % len(all_sheets)
    sheets = [all_sheets[(first + i) % len(all_sheets)] for i in range(order.together)]
    conditions = draw_conditions(order.level, rng, sheets=len(sheets))
    writer = draw_writer(
        rng, pen=order.pen, neat=order.level is Level.EASY, ink=borrowed(order.ink)
    )
    drawn = {sheet.sheet: some_marks(sheet, order.number, rng) for sheet in sheets}
    marks = {code: both[0] for code, both in drawn.items()}
    written = {code: both[1] for code, both in drawn.items()}
    photo = simulate(
        pdf,
        sheets,
        marks,
        conditions,
        rng,
        writers=[writer],
        written=written,
        uncut=order.uncut,
    )
    fill = "under half" if conditions.framing.fill < 0.5 else "half and more"
    tags = {
        "pad": order.pad,
        "pen": str(writer.pen.kind),
        "cross": str(writer.cross),
        "megapixels": "up to 3" if photo.width * photo.height < 3.5e6 else "over 3",
        "sheet in the picture's width": fill,
        "pixels across the sheet": pixels_across(photo.sheets[0]),
    }
    return photo, tags


def pixels_across(truth: SheetTruth) -> str:
    """How wide the sheet is in the photo, in classes that sort by size."""
    corners = np.array(truth.corners)
    width = float(np.hypot(*(corners[1] - corners[0])))
    return next((f"under {most:4}" for most in WIDTHS if width < most), f"from  {WIDTHS[-1]:4}")


def judge(truth: SheetTruth, found: Any) -> Outcome:
    """What became of the sheet ``truth`` when it was read as ``found`` (or not at all)."""
    if found is None:
        return Outcome("lost", (), 0)
    cells = [cell for cell in truth.cells if not cell.startswith("write.")]
    wrong = tuple(
        cell
        for cell in cells
        if cell not in found.unsure
        and str(found.marks.get(cell, "")) != truth.marks.get(cell, "")
        and cell not in truth.hidden
    )
    read = "wrong" if wrong else "exact"
    stated = tuple(
        (max(odds.values()), max(odds, key=odds.__getitem__) == truth.marks.get(cell, "empty"))
        for cell, odds in found.odds.items()
        if cell not in truth.hidden
    )
    # every sheet here is printed as its code says
    slandered = any(problem.code == "not-the-design" for problem in found.problems)
    verdict = "wrong" if slandered else read if found.status == "read" else "review"
    return Outcome(verdict, wrong, len(found.unsure), stated=stated)


def run(order: Order) -> list[Outcome]:
    """Take the photo, read it, judge each of its sheets."""
    photo, tags = take(order)
    reading = reader.read_photo(photo.jpeg)
    found = {sheet.code: sheet for sheet in reading.sheets}
    name = f"{order.level}-{order.pad}-{order.seed}-{order.number}"
    outcomes = []
    for truth in photo.sheets:
        outcome = judge(truth, found.get(truth.sheet))
        outcomes.append(replace(outcome, tags=tags, seed=name))
        if order.worst and (outcome.verdict != "exact" or outcome.wrong_cells):
            save(Path(order.worst), name, photo, truth, found.get(truth.sheet), outcome)
    return outcomes


def save(
    folder: Path, name: str, photo: Photo, truth: SheetTruth, found: Any, outcome: Outcome
) -> None:
    """The photo, and beside it what is on it and what was read."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{outcome.verdict}-{name}"
    (folder / f"{stem}.jpg").write_bytes(photo.jpeg)
    told: dict[str, Any] = {"verdict": outcome.verdict, "conditions": repr(photo.conditions)}
    told["corners"] = np.round(truth.corners, 1).tolist()
    if found is not None:
        told["problems"] = [problem.code for problem in found.problems]
        told["unsure"] = {cell: dict(odds) for cell, odds in found.unsure.items()}
        told["wrong"] = {
            cell: {"is": truth.marks.get(cell, ""), "read": str(found.marks.get(cell, ""))}
            for cell in outcome.wrong_cells
        }
    (folder / f"{stem}.json").write_text(json.dumps(told, indent=1))


def outcomes_of(orders: Sequence[Order], jobs: int) -> Iterator[Outcome]:
    if jobs == 1:
        for order in orders:
            yield from run(order)
        return
    with ProcessPoolExecutor(jobs) as executor:
        for some in executor.map(run, orders, chunksize=4):
            yield from some


def row(name: str, some: Sequence[Outcome]) -> str:
    counts = Counter(outcome.verdict for outcome in some)
    shares = [100 * counts[verdict] / len(some) for verdict in ("exact", "review", "lost")]
    wrong_cells = sum(len(outcome.wrong_cells) for outcome in some)
    unsure = sum(outcome.unsure_cells for outcome in some)
    return (
        f"{name:44} {len(some):6} {shares[0]:7.1f} {shares[1]:7.1f} {shares[2]:7.1f} "
        f"{counts['wrong']:6} {wrong_cells:11} {unsure:12}"
    )


def table(outcomes: dict[Level, list[Outcome]]) -> Iterator[str]:
    yield (
        f"{'':44} {'sheets':>6} {'exact %':>7} {'review %':>7} {'lost %':>6} "
        f"{'wrong':>6} {'wrong cells':>11} {'unsure cells':>12}"
    )
    for level, some in outcomes.items():
        yield row(str(level), some)
        for tag in some[0].tags if some else ():
            groups = sorted({outcome.tags[tag] for outcome in some})
            if len(groups) > 1:
                for group in groups:
                    those = [outcome for outcome in some if outcome.tags[tag] == group]
                    yield row(f"  {tag}: {group}", those)


def measure(
    levels: Sequence[Level], photos: int, template: Order, pads: Sequence[str], jobs: int
) -> dict[Level, list[Outcome]]:
    """All outcomes per level; the pads take turns."""
    return {
        level: list(
            outcomes_of(
                [
                    replace(template, level=level, pad=pads[number % len(pads)], number=number)
                    for number in range(photos)
                ],
                jobs,
            )
        )
        for level in levels
    }


def confidence_in(outcomes: Mapping[Level, Sequence[Outcome]]) -> list[Bin]:
    """What was stated of all cells that were looked at closely, against what was right."""
    return list(bins([one for some in outcomes.values() for o in some for one in o.stated]))


def figures() -> Iterator[Figure]:
    """Classic under ordinary and hard conditions, as promised."""
    template = Order(Level.ORDINARY, "classic", 0, seed=2026)
    jobs = min(2, os.cpu_count() or 1)
    outcomes = measure([Level.ORDINARY, Level.HARD], BENCH_PHOTOS, template, ["classic"], jobs)
    for level, some in outcomes.items():
        exact = 100 * sum(outcome.verdict == "exact" for outcome in some) / len(some)
        wrong = sum(outcome.verdict == "wrong" for outcome in some)
        photos = f"{len(some)} photos, {level}"
        yield Figure(f"{photos}: sheets exact", exact, EXACT[level], at_least=True, unit="%")
        yield Figure(f"{photos}: certain and wrong", wrong, 0, unit="")


def arguments(given: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.accuracy", description=__doc__)
    parser.add_argument("--photos", type=int, default=60, help="per level")
    parser.add_argument("--level", type=Level, action="append", help="easy, ordinary or hard")
    parser.add_argument("--pad", action="append", help="a pad's name; several take turns")
    parser.add_argument("--pen", type=PenKind, help="everybody writes with it")
    parser.add_argument("--ink", default="", help="JSON of other people's strokes")
    parser.add_argument("--together", type=int, default=1, help="sheets in a photo")
    parser.add_argument("--uncut", action="store_true", help="the page as it was printed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--reliability", default="", help="SVG to draw stated against found in")
    parser.add_argument("--worst", default="", help="folder for what wasn't read exactly")
    return parser.parse_args(given)


def main(given: Sequence[str]) -> int:
    told = arguments(given)
    levels = told.level or list(Level)
    template = Order(
        levels[0],
        "classic",
        0,
        told.seed,
        told.pen,
        told.ink,
        told.worst,
        told.together,
        told.uncut,
    )
    outcomes = measure(levels, told.photos, template, told.pad or ["classic"], told.jobs)
    for line in table(outcomes):
        print(line)
    confidence = confidence_in(outcomes)
    for line in reliability.table(confidence):
        print(line)
    if told.reliability:
        Path(told.reliability).write_text(reliability.diagram(confidence))
    for some in outcomes.values():
        for outcome in some:
            if outcome.verdict == "wrong":
                print(f"wrong: {outcome.seed}: {', '.join(outcome.wrong_cells)}")
    return 1 if any(o.verdict == "wrong" for some in outcomes.values() for o in some) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
