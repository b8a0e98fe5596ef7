"""Photos for the classifier of marks to learn from: python -m training.photos FOLDER FIRST LAST
[--taken-back].

Each is a simulated photo of one sheet, a JPEG with its truth beside it as JSON. The
marks are harder and more varied than games leave them: most of the sheets bear any
mark anywhere, most of the writers borrow strokes that the camera's own don't make.
With ``--taken-back`` half of the marks are blackouts and crosses over lines.
"""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np

from sheetkit.camera import (
    Conditions,
    Level,
    Photo,
    PrintedSheet,
    Writer,
    draw_conditions,
    draw_writer,
    finished_sheet,
    simulate,
)
from sheetkit.camera.drawing import sometimes_screened, sometimes_whitened
from sheetkit.camera.gestures import CrossStyle
from sheetkit.camera.pen import PenKind, draw_pen
from sheetkit.camera.printed import any_print, print_for
from sheetkit.pad import pad_names
from training.scribbles import stroke_library
from training.strokes import Rng

Read = TypeVar("Read")

SEED = 2026
LEVELS = (Level.EASY, Level.ORDINARY, Level.HARD)
LEVEL_SHARES = (0.1, 0.45, 0.45)
LARGEST_MEGAPIXELS = 2.2
"""Reading reduces larger photos to about as much before it looks at cells."""
KINDS = ("", "cross", "skip", "void", "both")
USUAL_SHARES = np.array([0.26, 0.32, 0.14, 0.12, 0.16])
SPARSE_SHARES = np.array([0.58, 0.2, 0.08, 0.06, 0.08])
"""Where marks are few, more of them reach into cells that bear none."""
STRUCK_SHARES = np.array([0.2, 0.26, 0.2, 0.19, 0.15])
"""Where much was taken back: whether a mark is a scribble is told by the sheet's others."""
TAKEN_BACK_SHARES = np.array([0.14, 0.2, 0.14, 0.26, 0.26])
"""Where most was."""


@functools.cache
def printed(pad: str, number: int) -> tuple[bytes, tuple[PrintedSheet, ...]]:
    """Four sheets of the pad, each time as somebody else may print them."""
    return print_for(any_print(pad, np.random.default_rng([SEED, number])))


PRINTS = 48
"""Of each pad: in any language and palette, with little ink or not, of any layout."""


def print_of(number: int) -> tuple[str, int]:
    """The pad and the print of the photo of that number."""
    first = np.random.default_rng([SEED, number]).integers(PRINTS)
    return pad_of(number), int(first)


def photos_in(folder: Path) -> tuple[list[Path], list[Path]]:
    """The photos that were made in a folder: those to learn from and those held out.

    Those of one print follow each other: working a design out takes longer than reading.
    """
    photos = sorted(folder.glob("*.jpg"), key=lambda photo: (*print_of(int(photo.stem)), photo))
    held_out = [photo for photo in photos if int(photo.stem) % HELD_OUT == 0]
    return [photo for photo in photos if int(photo.stem) % HELD_OUT], held_out


HELD_OUT = 10
"""Every photo of so many isn't learned from: it tells how well the others teach."""


def read_in_parts(
    read: Callable[[Sequence[Path]], Read], photos: Sequence[Path], executor: Executor
) -> list[Read]:
    """What is read from the photos, a hundred by a hundred, by that executor."""
    parts = [photos[place : place + 100] for place in range(0, len(photos), 100)]
    return list(executor.map(read, parts))


def pad_of(number: int) -> str:
    """All pads take turns, the one with the narrowest cells twice as often: there marks reach
    farthest over their edges.
    """
    names = [*sorted(pad_names()), NARROWEST]
    return names[number % len(names)]


NARROWEST = "longo"


def some_writer(rng: Rng) -> Writer:
    """Anybody: every style as likely as another, four of five with borrowed strokes, every seventh
    with marks that reach far over their cells, every third with a broad or grainy pen, every eighth
    with another pen beside it.
    """
    writer = draw_writer(rng, ink=stroke_library(rng) if rng.random() < BORROWING else None)
    if rng.random() < BROAD:
        writer = replace(writer, pen=draw_pen(rng, BROAD_PENS[rng.integers(len(BROAD_PENS))]))
    if rng.random() < ANOTHER_PEN:
        writer = replace(writer, other_pen=draw_pen(rng))
    styles = list(CrossStyle)
    cross, other = (styles[int(n)] for n in rng.integers(len(styles), size=2))
    if rng.random() < 0.4:
        writer = replace(writer, cross=cross)
    slip = rng.uniform(0.05, 0.5) if rng.random() < 0.2 else writer.slip
    writer = replace(writer, other_cross=other, slip=float(slip))
    if rng.random() < SPRAWLING:
        larger = min(writer.size * rng.uniform(1.2, 1.8), LARGEST_CROSS)
        return replace(writer, size=float(larger), drift=writer.drift * rng.uniform(1, 1.5))
    return writer


BORROWING = 0.8
"""Part of the people whose strokes the camera's own writers don't make."""
BROAD, BROAD_PENS = 0.35, (PenKind.MARKER, PenKind.COLOURED_PENCIL, PenKind.CRAYON)
"""Part of the people who have one of these: with it a cross is soon taken for a blackout."""
ANOTHER_PEN = 0.12
"""Part of the people who have two pens."""
SPRAWLING = 0.15
LARGEST_CROSS = 1.6
"""Of its cell's height: then it reaches to the numbers of its neighbours."""


def some_marks(sheet: PrintedSheet, rng: Rng, *, taken_back: bool = False) -> dict[str, str]:
    """A game's end, or any mark anywhere; hardly ever the first where most is ``taken_back``."""
    if rng.random() < (SELDOM_FINISHED if taken_back else FINISHED):
        return finished_sheet(sheet.cells, rng)
    usual = (USUAL_SHARES, SPARSE_SHARES, STRUCK_SHARES)[rng.integers(3)]
    shares = rng.dirichlet((TAKEN_BACK_SHARES if taken_back else usual) * 6)
    cells = [cell for cell in sheet.cells if not cell.startswith("write.")]
    kinds = rng.choice(len(KINDS), len(cells), p=shares)
    marks = {cell: KINDS[kind] for cell, kind in zip(cells, kinds, strict=True) if kind}
    return {cell: mark for cell, mark in marks.items() if _struck_there(cell, mark)}


FINISHED, SELDOM_FINISHED = 0.3, 0.05
"""Part of the sheets that bear what a game leaves."""


def _struck_there(cell: str, mark: str) -> bool:
    """Numbers can be struck; nobody strikes a penalty box or a bonus."""
    return mark in ("cross", "void") or cell.split(".", maxsplit=1)[0] not in (
        "penalty",
        "bonus",
        "bar",
        "board",
    )


def some_numbers(sheet: PrintedSheet, rng: Rng) -> dict[str, str]:
    """Numbers of one to three digits in the boxes for totals, and a name."""
    fields = [cell.removeprefix("write.") for cell in sheet.cells if cell.startswith("write.")]
    return {
        field: "A" if field in ("player", "date") else str(int(10 ** rng.uniform(0, 2.3)) - 1)
        for field in fields
        if rng.random() < 0.8
    }


def small_enough(conditions: Conditions) -> Conditions:
    """The same conditions with no more pixels than reading looks at."""
    framing = conditions.framing
    by = (LARGEST_MEGAPIXELS * 1e6 / (framing.width * framing.height)) ** 0.5
    if by >= 1:
        return conditions
    small = replace(framing, width=int(framing.width * by), height=int(framing.height * by))
    return replace(conditions, framing=small)


def with_rarities(conditions: Conditions, rng: Rng) -> Conditions:
    """The same conditions, now and then with dots for greys, or whitened by a scanning program,
    with stains, or much rubbed out.
    """
    printing = sometimes_screened(conditions.printing, RARE, rng)
    sensor = sometimes_whitened(conditions.sensor, RARE, WHITENED, rng)
    paper = conditions.paper
    if rng.random() < RARE:
        paper = replace(paper, stain=float(rng.uniform(0.2, 0.8)))
    if rng.random() < RARE:
        paper = replace(paper, rubbed_out=int(rng.integers(2, MOST_RUBBED_OUT + 1)))
    return replace(conditions, printing=printing, sensor=sensor, paper=paper)


RARE = 0.12
"""Part of the lessons: on photos it is rare, and hard to read."""
MOST_RUBBED_OUT = 8
WHITENED = (0.02, 0.14)
"""How much of the paper's own tone is taken for white: more and less than on photos."""


def lesson(number: int, *, taken_back: bool = False) -> Photo:
    """The photo of that number; with ``taken_back`` another one."""
    rng = np.random.default_rng([SEED, number])
    pdf, sheets = printed(pad_of(number), int(rng.integers(PRINTS)))
    sheet = sheets[int(rng.integers(len(sheets)))]
    level = LEVELS[int(rng.choice(3, p=LEVEL_SHARES))]
    conditions = with_rarities(small_enough(draw_conditions(level, rng)), rng)
    written = some_numbers(sheet, rng) if rng.random() < 0.6 else {}
    return simulate(
        pdf,
        [sheet],
        {sheet.sheet: some_marks(sheet, rng, taken_back=taken_back)},
        conditions,
        rng,
        writers=[some_writer(rng)],
        written={sheet.sheet: written},
    )


def main() -> None:
    cv2.setNumThreads(1)
    folder, first, last = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(first, last):
        photo = lesson(number, taken_back="--taken-back" in sys.argv[4:])
        (truth,) = photo.sheets
        told = {
            "sheet": truth.sheet,
            "marks": dict(truth.marks),
            "written": dict(truth.written),
            "hidden": sorted(truth.hidden),
            "level": str(photo.conditions.level),
        }
        (folder / f"{number:05}.jpg").write_bytes(photo.jpeg)
        (folder / f"{number:05}.json").write_text(json.dumps(told))


if __name__ == "__main__":
    main()
