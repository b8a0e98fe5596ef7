"""Marks that a finished sheet may bear, legal or not.

They look like a game's end: crosses that thin out to the right, skipped numbers
struck or not, a lock now and then, some penalties, here and there a cross taken
back. Of the rules only that much is known here as shows from afar: that a lock
comes after many crosses and the last number, and that few rows are closed.
Whether the marks are legal is for others to say.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from sheetkit.camera.chances import chance, uniform

CROSSES_TO_CLOSE = 6
"""In a row whose lock is crossed: what most pads ask for, the last number included, or more."""
MOST_CLOSED = 2
"""Rows of one sheet that are closed: with the second most games end."""
NO_ROWS = ("penalty", "bar", "board")
"""What else has numbered cells."""


def _rows(cells: Iterable[str]) -> dict[str, list[str]]:
    """The numbers of each row, from left to right."""
    rows: dict[str, list[str]] = {}
    for cell in cells:
        row, _, number = cell.partition(".")
        if number.isdigit() and row not in NO_ROWS:
            rows.setdefault(row, []).append(cell)
    return rows


def _row_marks(
    row: list[str], *, strikes: bool, voids: float, rng: np.random.Generator
) -> dict[str, str]:
    reached = int(rng.integers(2, len(row) + 1))
    density = uniform(rng, 0.35, 0.85)
    marks: dict[str, str] = {}
    for cell in row[:reached]:
        if chance(rng, density):
            marks[cell] = "void" if chance(rng, voids) else "cross"
        elif strikes:
            marks[cell] = "both" if chance(rng, 0.02) else "skip"
    return marks


def as_played(
    cells: Iterable[str], crossed: Iterable[str], rng: np.random.Generator
) -> dict[str, str]:
    """A game's crosses, and what people add to them: struck numbers, crosses taken back.

    ``crossed`` are the cells that count as crossed at the game's end.
    """
    known, taken = list(cells), set(crossed)
    marks = {cell: "cross" for cell in known if cell in taken}
    strikes = chance(rng, 0.45)
    voids = 0.0 if chance(rng, 0.6) else uniform(rng, 0.02, 0.08)
    for row in _rows(known).values():
        last = max((place for place, cell in enumerate(row) if cell in taken), default=-1)
        for place, cell in enumerate(row):
            if cell in taken:
                if strikes and chance(rng, 0.02):
                    marks[cell] = "both"
            elif chance(rng, voids):
                marks[cell] = "void"
            elif strikes and place < last:
                marks[cell] = "skip"
    return marks


def finished_sheet(cells: Iterable[str], rng: np.random.Generator) -> dict[str, str]:
    """Marks of a sheet at some game's end; ``cells`` are the sheet's cells by id, in order."""
    known = list(cells)
    strikes, voids = chance(rng, 0.45), 0.0 if chance(rng, 0.6) else uniform(rng, 0.03, 0.12)
    marks: dict[str, str] = {}
    closed = 0
    for name, row in _rows(known).items():
        row_marks = _row_marks(row, strikes=strikes, voids=voids, rng=rng)
        crosses = sum(mark == "cross" for mark in row_marks.values())
        may_close = crosses >= CROSSES_TO_CLOSE and closed < MOST_CLOSED
        last = row[-1]
        if may_close and chance(rng, 0.5):
            row_marks[last] = "cross"
        if row_marks.get(last) == "cross":
            if may_close and f"{name}.lock" in known:
                row_marks[f"{name}.lock"] = "cross"
                closed += 1
            else:
                del row_marks[last]
        marks |= row_marks
    penalties = _cells_of("penalty", known)
    for cell in penalties[: int(rng.integers(0, 4))]:
        marks[cell] = "cross"
    bar = _cells_of("bar", known)
    for cell in bar[: int(rng.integers(0, len(bar) + 1))]:
        marks[cell] = "cross"
    marks |= {cell: "cross" for cell in _cells_of("bonus", known) if chance(rng, 0.3)}
    board = _cells_of("board", known)
    if board and chance(rng, 0.9):
        marks[board[int(rng.integers(len(board)))]] = "cross"
    return marks


def _cells_of(part: str, cells: Iterable[str]) -> list[str]:
    """Those of the sheet's part of that name: its penalties, its bonus bar and so on."""
    return [cell for cell in cells if cell.startswith(f"{part}.")]


def every_cell(cells: Iterable[str], mark: str = "cross") -> dict[str, str]:
    """That mark in every cell that takes marks: no game, but a hard sheet to read."""
    return {cell: mark for cell in cells if not cell.startswith("write.")}


def skips_alone(cells: Iterable[str]) -> dict[str, str]:
    """All numbers struck and none crossed."""
    return {cell: "skip" for row in _rows(cells).values() for cell in row}
