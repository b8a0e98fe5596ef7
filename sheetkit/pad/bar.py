"""The bonus bar (BA1–BA3): boxes in the rows that move a player along a bar."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from sheetkit.pad.cell import Cell, CellKind
from sheetkit.pad.mechanic import Mechanic, numbered_subset, subset_number
from sheetkit.pad.rows import Rows
from sheetkit.pad.table import Table

SHIFT = 3
"""Places by which drawn boxes may lie further on or back, all together: early boxes are
worth more."""


@dataclass(frozen=True, slots=True)
class Bar(Mechanic):
    """The bar's fields, left to right, and the bonus boxes in each row.

    ``fields`` are colours; ``boxes`` holds (row, numbers) in the rows' order,
    numbers as they stand in the row from left to right.
    """

    key: ClassVar[str] = "bar"
    fields: tuple[str, ...]
    boxes: tuple[tuple[str, tuple[int, ...]], ...]
    rows: Rows

    @classmethod
    def read(cls, table: Table, rows: Rows) -> Bar:
        noted = table.noted
        names = tuple(row.name for row in rows.rows)
        fields = table.texts("fields", "a list of the rows' colours")
        if not fields and not table.faulty("fields"):
            table.fault("fields", "at least one of the rows' colours", "none")
        for place, colour in enumerate(fields, 1):
            if names and colour not in names:
                table.fault(f"fields[{place}]", "one of " + ", ".join(names), colour)
        boxes_table = table.table("boxes")
        boxes = []
        for row in rows.rows:
            numbers = boxes_table.integers(row.name, 0, 99) if boxes_table.has(row.name) else ()
            for number in numbers:
                if number not in row.numbers:
                    boxes_table.fault(row.name, f"numbers of the {row.name} row", number)
            if len(set(numbers)) < len(numbers):
                boxes_table.fault(row.name, "each number once", list(numbers))
            boxes.append((row.name, tuple(n for n in row.numbers if n in numbers)))
        if names:
            boxes_table.close()
        table.close()
        bar = cls(fields, tuple(boxes), rows)
        if names and table.noted == noted and len(bar.boxed) != len(fields):
            table.fault("fields", f"as many as there are boxes, {len(bar.boxed)}", str(len(fields)))
        return bar

    @property
    def boxed(self) -> frozenset[str]:
        """The ids of the bonus boxes."""
        return frozenset(f"{row}.{number}" for row, numbers in self.boxes for number in numbers)

    def cells(self) -> Iterable[Cell]:
        for place, colour in enumerate(self.fields, 1):
            yield Cell(f"bar.{place}", CellKind.BAR, colour=colour)

    def bonus(self, cell: str) -> str:
        return "bar" if cell in self.boxed else ""

    def layout(self) -> dict[str, Any]:
        boxes = {row: list(numbers) for row, numbers in self.boxes}
        return {"bar": list(self.fields), "boxes": boxes}

    def with_layout(self, layout: Mapping[str, Any]) -> Self:
        fields, boxes = self.fields, self.boxes
        if "bar" in layout:
            given = layout["bar"]
            are_texts = isinstance(given, list | tuple) and all(type(f) is str for f in given)
            if not are_texts or sorted(given) != sorted(fields):
                raise ValueError("bar must hold the pad's fields in some order")
            fields = tuple(given)
        if "boxes" in layout:
            boxes = tuple(self._given_boxes(layout["boxes"], name) for name, _ in self.boxes)
        return replace(self, fields=fields, boxes=boxes)

    def _given_boxes(self, given: Any, name: str) -> tuple[str, tuple[int, ...]]:
        row = next(row for row in self.rows.rows if row.name == name)
        wanted = f"boxes must list numbers of the {name} row"
        numbers = given.get(name, []) if isinstance(given, Mapping) else None
        if not isinstance(numbers, list | tuple) or not all(type(n) is int for n in numbers):
            raise ValueError(wanted)
        if not set(numbers) <= set(row.numbers):
            raise ValueError(wanted)
        if len(set(numbers)) != len(numbers) or len(numbers) != len(dict(self.boxes)[name]):
            raise ValueError(wanted + ", as many as the pad has there")
        return name, tuple(number for number in row.numbers if number in numbers)

    @property
    def layouts(self) -> int:
        size = _orders(self._counts())
        for row, (_, numbers) in zip(self.rows.rows, self.boxes, strict=True):
            size *= math.comb(len(row.numbers), len(numbers))
        return size

    def _counts(self) -> dict[str, int]:
        return {row.name: self.fields.count(row.name) for row in self.rows.rows}

    def number(self) -> int:
        left = self._counts()
        value = 0
        for colour in self.fields:
            for earlier in left:
                if earlier == colour:
                    break
                if left[earlier]:
                    value += _orders({**left, earlier: left[earlier] - 1})
            left[colour] -= 1
        for row, (_, numbers) in zip(self.rows.rows, self.boxes, strict=True):
            places = tuple(row.place(number) for number in numbers)
            value = value * math.comb(len(row.numbers), len(numbers)) + subset_number(places)
        return value

    def numbered(self, number: int) -> Self:
        boxes = []
        for row, (name, numbers) in reversed(list(zip(self.rows.rows, self.boxes, strict=True))):
            number, rank = divmod(number, math.comb(len(row.numbers), len(numbers)))
            places = numbered_subset(rank, len(numbers))
            boxes.append((name, tuple(row.numbers[place] for place in places)))
        left = self._counts()
        fields = []
        while any(left.values()):
            for colour in left:
                orders = _orders({**left, colour: left[colour] - 1}) if left[colour] else 0
                if number < orders:
                    fields.append(colour)
                    left[colour] -= 1
                    break
                number -= orders
        return replace(self, fields=tuple(fields), boxes=tuple(reversed(boxes)))

    def over(self, rows: Rows) -> Self:
        return replace(self, rows=rows)

    def drawn(self, rng: random.Random) -> Self:
        """Fields shuffled; boxes anywhere but on a row's first and closing numbers,
        and all in all about as far along their rows as now.
        """
        fields = rng.sample(self.fields, len(self.fields))
        while True:
            boxes = self._drawn_boxes(rng)
            drawn = replace(self, fields=tuple(fields), boxes=boxes)
            if abs(drawn._way() - self._way()) <= SHIFT:
                return drawn

    def _way(self) -> int:
        """How far the boxes lie along their rows, all together."""
        rows = zip(self.rows.rows, self.boxes, strict=True)
        return sum(row.place(number) for row, (_, numbers) in rows for number in numbers)

    def _drawn_boxes(self, rng: random.Random) -> tuple[tuple[str, tuple[int, ...]], ...]:
        boxes = []
        for row, (name, numbers) in zip(self.rows.rows, self.boxes, strict=True):
            inner = row.numbers[1 : -self.rows.closing_numbers]
            chosen = rng.sample(inner, len(numbers))
            boxes.append((name, tuple(number for number in row.numbers if number in chosen)))
        return tuple(boxes)


def _orders(counts: Mapping[str, int]) -> int:
    """In how many ways that many fields of each colour can stand in a bar."""
    orders = math.factorial(sum(counts.values()))
    for count in counts.values():
        orders //= math.factorial(count)
    return orders
