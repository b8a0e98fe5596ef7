"""Rows and closing numbers: the mechanic that every pad has."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from sheetkit.pad.cell import COLOURS, Cell, CellKind
from sheetkit.pad.colouring import coloured
from sheetkit.pad.mechanic import Mechanic, numbered_permutation, permutation_number
from sheetkit.pad.row import Row, Space, given_spaces
from sheetkit.pad.table import Table, shown


@dataclass(frozen=True, slots=True)
class Rows(Mechanic):
    """All rows of a pad and what closes them.

    The last ``closing_numbers`` of a row close it, each once
    ``crosses_before`` crosses stand before it (C5, L1). ``drawn_at_random``
    says what a random pad shuffles: ``"colours"``, ``"numbers"`` or nothing.
    """

    key: ClassVar[str] = "row"
    rows: tuple[Row, ...]
    closing_numbers: int
    crosses_before: int
    drawn_at_random: str = ""

    @classmethod
    def read(cls, pad: Table) -> Rows:
        """The rows of a layout file; none where they have faults, so that nothing is
        measured by them.
        """
        closing = pad.table("closing")
        numbers = closing.integer("numbers", 1, 4)
        before = closing.integer("crosses_before", 0, 30)
        closing.close()
        shuffled = ""
        if pad.has("random"):
            random_table = pad.table("random")
            shuffled = random_table.choice("rows", ("colours", "numbers"))
            random_table.close()
        noted = pad.noted
        rows = tuple(_read_row(table, numbers) for table in pad.tables("row"))
        if pad.noted == noted:
            _check_rows(pad, rows, before, numbers)
        return cls(rows if pad.noted == noted else (), numbers, before, shuffled)

    def closes(self, row: Row, place: int) -> bool:
        """Whether the number at ``place`` closes ``row``."""
        return place >= len(row.spaces) - self.closing_numbers

    @property
    def most_crosses(self) -> int:
        """The most that a row can have, its lock included: one of its closing numbers alone is
        ever crossed (L1).
        """
        longest = max((len(row.spaces) for row in self.rows), default=0)
        return longest - self.closing_numbers + 2 if longest else 0

    @property
    def colours(self) -> dict[str, str]:
        """The colour of each cell with a number, by its id; on a row of several, the cell's own."""
        return {
            row.cell(place): space.colour
            for row in self.rows
            for place, space in enumerate(row.spaces)
        }

    def cells(self) -> Iterable[Cell]:
        for row in self.rows:
            for place, space in enumerate(row.spaces):
                yield Cell(row.cell(place), CellKind.NUMBER, row.name, space.colour, space.number)
            yield Cell(row.lock, CellKind.LOCK, row.name, row.name)

    def layout(self) -> dict[str, Any]:
        if not self.drawn_at_random:
            return {}
        return {
            "rows": {
                row.name: [[space.colour, space.number] for space in row.spaces]
                for row in self.rows
            }
        }

    def with_layout(self, layout: Mapping[str, Any]) -> Self:
        if "rows" not in layout:
            return self
        if not self.drawn_at_random:
            raise ValueError("this pad's rows are always the same")
        given = layout["rows"]
        names = [row.name for row in self.rows]
        if not isinstance(given, Mapping) or set(given) != set(names):
            raise ValueError(f"rows must be an object with {', '.join(names)}")
        rows = tuple(Row(name, given_spaces(f"row {name}", given[name])) for name in names)
        changed = replace(self, rows=rows)
        changed._verify_shuffle_of(self)
        return changed

    def _verify_shuffle_of(self, other: Rows) -> None:
        """Raise ValueError unless these are the other rows, shuffled as the pad allows."""
        for mine, theirs in zip(self.rows, other.rows, strict=True):
            if self.drawn_at_random == "colours" and mine.numbers != theirs.numbers:
                raise ValueError(f"row {mine.name} must keep its numbers in order")
            if sorted(mine.numbers) != sorted(theirs.numbers):
                raise ValueError(f"row {mine.name} must hold the pad's own numbers")
            if mine.spaces[-1].colour != mine.name:
                raise ValueError(f"row {mine.name} must end in {mine.name}")
            if self.drawn_at_random == "numbers" and {s.colour for s in mine.spaces} != {mine.name}:
                raise ValueError(f"row {mine.name} must be {mine.name} all along")
        spaces = [space for row in self.rows for space in row.spaces]
        if len(set(spaces)) != len(spaces):
            raise ValueError("a number stands twice in one colour")

    @property
    def layouts(self) -> int:
        names, numbers = len(self.rows), len(self.rows[0].spaces)
        if self.drawn_at_random == "colours":
            return int(math.factorial(names) ** numbers)
        if self.drawn_at_random == "numbers":
            return int(math.factorial(numbers) ** names)
        return 1

    def number(self) -> int:
        value = 0
        if self.drawn_at_random == "colours":
            names = tuple(row.name for row in self.rows)
            for number in sorted(self.rows[0].numbers):
                order = tuple(row.spaces[row.place(number)].colour for row in self.rows)
                value = value * math.factorial(len(names)) + permutation_number(order, names)
        if self.drawn_at_random == "numbers":
            for row in self.rows:
                size = math.factorial(len(row.numbers))
                value = value * size + permutation_number(row.numbers, _ascending(row))
        return value

    def numbered(self, number: int) -> Self:
        if self.drawn_at_random == "colours":
            return replace(self, rows=self._with_colours(number))
        if self.drawn_at_random == "numbers":
            rows = []
            for row in reversed(self.rows):
                number, rank = divmod(number, math.factorial(len(row.numbers)))
                order = numbered_permutation(rank, _ascending(row))
                rows.append(Row(row.name, tuple(Space(row.name, value) for value in order)))
            return replace(self, rows=tuple(reversed(rows)))
        return self

    def _with_colours(self, number: int) -> tuple[Row, ...]:
        names = tuple(row.name for row in self.rows)
        colours: dict[tuple[str, int], str] = {}
        for value in sorted(self.rows[0].numbers, reverse=True):
            number, rank = divmod(number, math.factorial(len(names)))
            for name, colour in zip(names, numbered_permutation(rank, names), strict=True):
                colours[name, value] = colour
        return tuple(
            Row(row.name, tuple(Space(colours[row.name, n], n) for n in row.numbers))
            for row in self.rows
        )

    def drawn(self, rng: random.Random) -> Self:
        if self.drawn_at_random == "colours":
            return self._drawn_colours(rng)
        if self.drawn_at_random == "numbers":
            return self._drawn_numbers(rng)
        return self

    def _drawn_numbers(self, rng: random.Random) -> Self:
        """Numbers shuffled; the pad's own closing numbers are dealt anew (MB1).

        So the odds of closing stay as they are, and no two rows close on one sum.
        """
        last = [row.numbers[-1] for row in self.rows]
        rng.shuffle(last)
        rows = []
        for row, closing in zip(self.rows, last, strict=True):
            others = [number for number in row.numbers if number != closing]
            rng.shuffle(others)
            order = (*others, closing)
            rows.append(Row(row.name, tuple(Space(row.name, number) for number in order)))
        return replace(self, rows=tuple(rows))

    def _drawn_colours(self, rng: random.Random) -> Self:
        """Colours in runs of 2 to 4 cells, each (colour, number) once (MA1–MA3)."""
        return replace(self, rows=coloured(self.rows, rng))


def _ascending(row: Row) -> tuple[int, ...]:
    return tuple(sorted(row.numbers))


def _read_row(table: Table, closing_numbers: int) -> Row:
    name = table.choice("name", COLOURS)
    numbers = table.integers("numbers", 0, 99)
    if len(set(numbers)) != len(numbers):
        table.fault("numbers", "each number once", list(numbers))
    if numbers and len(numbers) <= closing_numbers:
        table.fault("numbers", f"more than {closing_numbers} numbers", list(numbers))
    colours = [name] * len(numbers)
    if table.has("segments"):
        colours = _read_segments(table, name, len(numbers))
    table.close()
    spaces = (Space(c, n) for c, n in zip(colours, numbers, strict=False))
    return Row(name, tuple(spaces))


def _read_segments(table: Table, name: str, count: int) -> list[str]:
    """The colours of a row of ``count`` numbers, cell by cell; none where they are not so many."""
    segments = table.pairs("segments", str, int, 'a list of ["colour", cells]')
    for place, (colour, cells) in enumerate(segments, 1):
        if colour not in COLOURS:
            table.fault(f"segments[{place}]", "one of " + ", ".join(COLOURS), colour)
        if cells < 1:
            table.fault(f"segments[{place}]", "1 cell at least", shown(cells))
    if not count or min((cells for _, cells in segments), default=0) < 1:
        return []
    total = sum(cells for _, cells in segments)
    if total != count:
        table.fault("segments", f"{count} cells in all", shown(total))
        return []
    colours = [colour for colour, cells in segments for _ in range(cells)]
    if name and colours[-1] != name and colours[-1] in COLOURS:
        table.fault("segments", f"{name} at the end, which the row locks", colours[-1])
    return colours


def _check_rows(pad: Table, rows: tuple[Row, ...], before: int, closing: int) -> None:
    """What rows that are good one by one must be together."""
    names = [row.name for row in rows]
    doubled = [place for place, name in enumerate(names) if name in names[:place]]
    for place in doubled:
        pad.fault(f"row[{place + 1}].name", "a colour that no other row locks", names[place])
    shortest = min(rows, key=lambda row: len(row.spaces), default=None)
    most = len(shortest.spaces) - closing if shortest else before
    if shortest and before > most:
        said = f"at most {most}, for the {shortest.name} row has {len(shortest.spaces)} numbers"
        pad.fault("closing.crosses_before", said, str(before))
    seen: set[Space] = set()
    for place, row in enumerate(() if doubled or not all(names) else rows, 1):
        strange = [space.colour for space in row.spaces if space.colour not in names]
        if strange and strange[0] in COLOURS:
            said = "colours that a row locks, for only those have a die"
            pad.fault(f"row[{place}].segments", said, strange[0])
        again = sorted(seen & set(row.spaces), key=lambda space: (space.colour, space.number))
        if again:
            found = ", ".join(f"{space.colour} {space.number}" for space in again) + " again"
            pad.fault(f"row[{place}].segments", "each number once in each colour", found)
        seen.update(row.spaces)
