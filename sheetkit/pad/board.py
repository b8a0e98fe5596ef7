"""The board (OB): a track of spaces along which each player moves a figure."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, ClassVar, Self

from sheetkit.pad.cell import Cell, CellKind
from sheetkit.pad.mechanic import Mechanic, numbered_permutation, permutation_number
from sheetkit.pad.row import Space, given_spaces
from sheetkit.pad.rows import Rows
from sheetkit.pad.table import Table

STRETCH = 2
"""Length of the stretches that a drawn board shuffles, in full moves of a figure."""

MOST_SHUFFLES = 5000
"""Tries at one stretch before the board is begun anew."""


@dataclass(frozen=True, slots=True)
class Board(Mechanic):
    """The track: its spaces from the start, and what each is worth.

    ``steps`` is how many free spaces a figure may move at most, ``last`` how
    many spaces at the end of the track let the game run out (OB1, OB3). A
    drawn board keeps the space number ``fixed`` (from 1) as it is.
    """

    key: ClassVar[str] = "board"
    spaces: tuple[Space, ...]
    points: tuple[int, ...]
    steps: int
    last: int
    fixed: int
    rows: Rows

    @classmethod
    def read(cls, table: Table, rows: Rows) -> Board:
        expected = 'a list of ["colour", number]'
        spaces = tuple(
            Space(colour, number) for colour, number in table.pairs("spaces", str, int, expected)
        )
        known = {space for row in rows.rows for space in row.spaces}
        for place, space in enumerate(spaces, 1):
            said = f"{space.colour} {space.number}"
            if known and space not in known:
                table.fault(f"spaces[{place}]", "a colour and number of this pad", said)
            elif space in spaces[: place - 1]:
                table.fault(f"spaces[{place}]", "a number that no space before has", said)
        points = table.integers("points", 0, 999)
        if points and spaces and len(points) != len(spaces):
            table.fault("points", f"a figure for each of {len(spaces)} spaces", str(len(points)))
        if list(points) != sorted(points):
            table.fault("points", "figures that never fall", "a fall")
        steps, last, fixed = (
            table.integer(key, 1, len(spaces) or 99) for key in ("steps", "last", "fixed")
        )
        table.close()
        return cls(spaces, points, steps, last, fixed, rows)

    def cells(self) -> Iterable[Cell]:
        for place, space in enumerate(self.spaces, 1):
            yield Cell(f"board.{place}", CellKind.BOARD, colour=space.colour, number=space.number)

    def layout(self) -> dict[str, Any]:
        return {"board": [[space.colour, space.number] for space in self.spaces]}

    def with_layout(self, layout: Mapping[str, Any]) -> Self:
        if "board" not in layout:
            return self
        spaces = given_spaces("board", layout["board"])
        if set(spaces) != set(self.spaces) or len(spaces) != len(self.spaces):
            raise ValueError("board must hold the pad's own spaces in some order")
        return replace(self, spaces=spaces)

    @property
    def layouts(self) -> int:
        return math.factorial(len(self.spaces))

    def _ascending(self) -> tuple[Space, ...]:
        return tuple(sorted(self.spaces, key=lambda space: (space.colour, space.number)))

    def number(self) -> int:
        return permutation_number(self.spaces, self._ascending())

    def numbered(self, number: int) -> Self:
        return replace(self, spaces=numbered_permutation(number, self._ascending()))

    def over(self, rows: Rows) -> Self:
        return replace(self, rows=rows)

    def drawn(self, rng: random.Random) -> Self:
        """Spaces shuffled along short stretches, the fixed one apart; no two
        neighbours of one colour.

        Stretches, because a board is worth what its numbers are worth in their
        order: shuffled as a whole it costs players up to a quarter of their points.
        """
        size = STRETCH * self.steps
        spaces: list[Space] = []
        while len(spaces) < len(self.spaces):
            stretch = self._shuffled(spaces, size, rng)
            spaces = spaces + stretch if stretch else []
        return replace(self, spaces=tuple(spaces))

    def _shuffled(self, before: list[Space], size: int, rng: random.Random) -> list[Space]:
        """The next stretch after ``before``, shuffled; nothing where that leads nowhere."""
        start = len(before)
        stretch = list(self.spaces[start : start + size])
        movable = [place for place in range(len(stretch)) if start + place != self.fixed - 1]
        for _ in range(MOST_SHUFFLES):
            moved = rng.sample(movable, len(movable))
            shuffled = list(stretch)
            for place, source in zip(movable, moved, strict=True):
                shuffled[place] = stretch[source]
            line = [*before[-1:], *shuffled]
            if all(left.colour != right.colour for left, right in pairwise(line)):
                return shuffled
        return []
