"""Bonus pairs (BB): two boxes in the rows that together bring a bonus."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from sheetkit.pad.cell import Cell, CellKind
from sheetkit.pad.mechanic import Mechanic, numbered_permutation, permutation_number
from sheetkit.pad.rows import Rows
from sheetkit.pad.table import Table

EFFECTS = ("crosses-in-fewest", "crosses-in-each", "double-fewest", "points", "no-penalties")
"""What a completed pair can do; ``amount`` says how many crosses or points."""

COUNTED = ("crosses-in-fewest", "crosses-in-each", "points")
"""Those of them that have an amount."""

MOST_CROSSES = 9
"""Crosses that one bonus may bring: of a number with two figures its sign has no room."""

SHIFT = 3
"""Places by which drawn boxes may lie further on or back, all together."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One bonus: its name, the ids of its two boxes, and what it does."""

    bonus: str
    boxes: tuple[str, ...]
    effect: str
    amount: int

    @property
    def cell(self) -> str:
        """The id of the tally's cell that is ticked for it."""
        return f"bonus.{self.bonus}"


@dataclass(frozen=True, slots=True)
class Pairs(Mechanic):
    """All bonus pairs of a pad, in the order of its tally."""

    key: ClassVar[str] = "pair"
    pairs: tuple[Pair, ...]
    rows: Rows

    @classmethod
    def read(cls, tables: tuple[Table, ...], rows: Rows) -> Pairs:
        known = _number_cells(rows)
        pairs: list[Pair] = []
        for table in tables:
            bonus = table.name("bonus")
            boxes = table.texts("boxes", 'two cells, such as ["yellow.11", "green.9"]')
            strange = known and not set(boxes) <= set(known)
            if not table.faulty("boxes") and (len(boxes) != 2 or boxes[0] == boxes[1] or strange):
                table.fault("boxes", "two cells with numbers of this pad", list(boxes))
            elif set(boxes) & {box for pair in pairs for box in pair.boxes}:
                table.fault("boxes", "cells that no other pair has", list(boxes))
            if bonus and bonus in [pair.bonus for pair in pairs]:
                table.fault("bonus", "a name that no other pair has", bonus)
            effect = table.choice("effect", EFFECTS)
            amount = _read_amount(table, effect)
            table.close()
            pairs.append(Pair(bonus, _as_on_the_pad(boxes, known), effect, amount))
        return cls(tuple(pairs), rows)

    def cells(self) -> Iterable[Cell]:
        for pair in self.pairs:
            yield Cell(pair.cell, CellKind.BONUS, bonus=pair.bonus)

    def bonus(self, cell: str) -> str:
        return next((pair.bonus for pair in self.pairs if cell in pair.boxes), "")

    def layout(self) -> dict[str, Any]:
        return {"pairs": {pair.bonus: list(pair.boxes) for pair in self.pairs}}

    def with_layout(self, layout: Mapping[str, Any]) -> Self:
        if "pairs" not in layout:
            return self
        given = layout["pairs"]
        names = [pair.bonus for pair in self.pairs]
        if not isinstance(given, Mapping) or set(given) != set(names):
            raise ValueError(f"pairs must be an object with {', '.join(names)}")
        known = set(_number_cells(self.rows))
        taken: list[str] = []
        for name in names:
            boxes = given[name]
            fits = isinstance(boxes, list | tuple) and len(boxes) == 2
            if not fits or not all(isinstance(box, str) and box in known for box in boxes):
                raise ValueError(f"pairs.{name} must be two cells with numbers of this pad")
            taken += boxes
        if len(set(taken)) != len(taken):
            raise ValueError("pairs must not share a cell")
        return self._with_boxes(tuple(taken))

    def _with_boxes(self, boxes: tuple[str, ...]) -> Self:
        """These pairs with the boxes given two by two."""
        pairs = tuple(
            replace(pair, boxes=self._in_order(boxes[2 * place : 2 * place + 2]))
            for place, pair in enumerate(self.pairs)
        )
        return replace(self, pairs=pairs)

    def _in_order(self, boxes: tuple[str, ...]) -> tuple[str, ...]:
        return _as_on_the_pad(boxes, _number_cells(self.rows))

    @property
    def layouts(self) -> int:
        return math.perm(len(_number_cells(self.rows)), 2 * len(self.pairs))

    def number(self) -> int:
        cells = _number_cells(self.rows)
        boxes = tuple(box for pair in self.pairs for box in self._in_order(pair.boxes))
        rest = tuple(cell for cell in cells if cell not in boxes)
        return permutation_number(boxes + rest, cells) // math.factorial(len(rest))

    def numbered(self, number: int) -> Self:
        cells = _number_cells(self.rows)
        count = 2 * len(self.pairs)
        rank = number * math.factorial(len(cells) - count)
        return self._with_boxes(numbered_permutation(rank, cells)[:count])

    def over(self, rows: Rows) -> Self:
        return replace(self, rows=rows)

    def drawn(self, rng: random.Random) -> Self:
        """Boxes anywhere but on first and closing numbers, a pair in two rows, and all
        in all about as far along their rows as now.
        """
        rows = self.rows
        inner = [
            row.cell(place)
            for row in rows.rows
            for place in range(1, len(row.spaces) - rows.closing_numbers)
        ]
        while True:
            boxes = rng.sample(inner, 2 * len(self.pairs))
            halves = zip(boxes[::2], boxes[1::2], strict=True)
            drawn = self._with_boxes(tuple(boxes))
            apart = all(a.split(".")[0] != b.split(".")[0] for a, b in halves)
            if apart and abs(drawn._way() - self._way()) <= SHIFT:
                return drawn

    def _way(self) -> int:
        """How far the boxes lie along their rows, all together."""
        place = {
            row.cell(number): number for row in self.rows.rows for number in range(len(row.spaces))
        }
        return sum(place[box] for pair in self.pairs for box in pair.boxes)


def _number_cells(rows: Rows) -> tuple[str, ...]:
    return tuple(row.cell(place) for row in rows.rows for place in range(len(row.spaces)))


def _as_on_the_pad(boxes: tuple[str, ...], cells: tuple[str, ...]) -> tuple[str, ...]:
    """The boxes in the order of those cells; what is none of them last."""
    places = {cell: place for place, cell in enumerate(cells)}
    return tuple(sorted(boxes, key=lambda box: places.get(box, len(cells))))


def _read_amount(table: Table, effect: str) -> int:
    """How many crosses or points; 1 where it is left out, as it must be of other effects."""
    if effect and effect not in COUNTED and table.has("amount"):
        table.fault("amount", f"none, for {effect} has no amount", table.value("amount"))
        return 1
    most = MOST_CROSSES if effect.startswith("crosses") else 99
    return table.integer("amount", 1, most, default=1)
