"""The cells of a sheet: everything that a player can mark or write in."""

from __future__ import annotations

import enum
from dataclasses import dataclass

COLOURS = ("red", "yellow", "green", "blue", "orange", "purple", "pink", "brown")
"""The colours that a row, a die or a cell can have."""


class CellKind(enum.StrEnum):
    NUMBER = "number"
    LOCK = "lock"
    PENALTY = "penalty"
    BAR = "bar"
    BONUS = "bonus"
    BOARD = "board"
    FIELD = "field"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell; ``id`` is its name everywhere: ``red.5``, ``red.lock``, ``penalty.1``.

    ``row`` is empty for cells outside the rows, ``colour`` where the cell has
    none, ``bonus`` where a number cell brings no bonus.
    """

    id: str
    kind: CellKind
    row: str = ""
    colour: str = ""
    number: int | None = None
    bonus: str = ""


def written_fields(rows: tuple[str, ...], *, board: bool) -> tuple[Cell, ...]:
    """The fields that players write in, in reading order."""
    names = ["player", "date", *rows, "penalties", *(["board"] if board else []), "total"]
    return tuple(
        Cell(f"write.{name}", CellKind.FIELD, row=name if name in rows else "") for name in names
    )
