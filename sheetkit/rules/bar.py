"""The bonus bar (BA1–BA3): boxes that move a player along it, fields that ask for a cross."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from sheetkit.pad import Bar
from sheetkit.rules.crosses import Crosses
from sheetkit.rules.duty import CrossIn, Duty, NextField
from sheetkit.rules.line import Line
from sheetkit.rules.mechanic import Effect, MechanicRules


class Stand(NamedTuple):
    """How a bar can stand: its mask, the rows that others are then taken to have closed, and how
    many fields are marked otherwise.
    """

    bar: int
    shut: tuple[int, ...]
    wrong: int


class BarRules(MechanicRules):
    """The bar of one pad. ``boxes`` and ``fields`` are masks by row, of its places and the bar."""

    def __init__(self, bar: Bar, lines: tuple[Line, ...]) -> None:
        super().__init__(lines)
        names = [line.name for line in lines]
        numbers = dict(bar.boxes)
        self.colours = tuple(names.index(colour) for colour in bar.fields)
        self.fields = tuple(
            sum(1 << place for place, colour in enumerate(self.colours) if colour == row)
            for row in range(len(lines))
        )
        self.boxes = tuple(
            sum(1 << line.numbers.index(number) for number in numbers.get(line.name, ()))
            for line in lines
        )
        self.boxed = self.boxes

    def crossed(self, crosses: Crosses, row: int, bit: int) -> Effect | None:
        """BA1: a bonus box crosses the next free field; it can't be declined."""
        if bit & self.boxes[row]:
            return Effect(crosses, (NextField(self.lines[row].cell(bit)),))
        return None

    def taken_up(self, duty: Duty, crosses: Crosses, closed: int) -> Iterator[Effect]:
        """BA1: left to right without gaps, then a cross in the field's row."""
        place = (~crosses.bar & (crosses.bar + 1)).bit_length() - 1
        if isinstance(duty, NextField) and place < len(self.colours):
            cell = f"bar.{place + 1}"
            after = crosses.with_bar(crosses.bar | 1 << place)
            yield Effect(after, (CrossIn(self.colours[place], cell),), (cell,))

    def row_closed(self, crosses: Crosses, row: int) -> Crosses:
        """BA2: the row's fields that are still free are crossed unused."""
        return crosses.with_bar(crosses.bar | self.fields[row])

    def stands(self, marked: int, boxes: int, own: int) -> list[Stand]:
        """BA1, BA2: how the bar can stand, as far as counting tells; nearest to the marks first.

        ``boxes`` says how many boxes are crossed, ``own`` is the mask of the rows closed on this
        sheet, whose fields may be bare. Others may have closed rows of which all fields are marked.
        """
        found = set()
        wholly = [
            row
            for row, fields in enumerate(self.fields)
            if fields and not fields & ~marked and not own >> row & 1
        ]
        for size in range(len(wholly) + 1):
            for shut in combinations(wholly, size):
                others = self.fields_of(sum(1 << row for row in shut))
                passed = self.fields_of(own) | others
                for length in range(min(boxes, len(self.colours)), len(self.colours) + 1):
                    taken = (1 << length) - 1
                    if (taken & ~passed).bit_count() <= boxes:
                        bar = taken | others | passed & marked
                        found.add(Stand(bar, shut, (bar ^ marked).bit_count()))
        return sorted(found, key=lambda each: (each.wrong, each.shut, each.bar))

    def fields_of(self, rows: int) -> int:
        """The mask of the fields in the colours of these rows."""
        return sum(fields for row, fields in enumerate(self.fields) if rows >> row & 1)
