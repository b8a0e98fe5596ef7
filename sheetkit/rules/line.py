"""A row as the rules see it: places as bits, and what any set of crosses scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sheetkit.pad import Pad


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a pad.

    ``closing`` and ``lock`` are masks, ``before`` is how many crosses a closing
    number takes, ``points`` the table from 0 crosses, ``ids`` the cells,
    ``bit_of`` the bit of each number.
    """

    name: str
    numbers: tuple[int, ...]
    colours: tuple[str, ...]
    before: int
    closing: int
    lock: int
    points: tuple[int, ...]
    ids: tuple[str, ...]
    bit_of: Mapping[int, int]

    def free(self, mask: int) -> int:
        """C1, C5, L1: the places that may be crossed next in an open row with these crosses."""
        right = (self.lock - 1) >> mask.bit_length() << mask.bit_length()
        return right if mask.bit_count() >= self.before else right & ~self.closing

    def score(self, mask: int) -> int:
        """C9, MA3: the points of that many crosses, the lock included."""
        return self.points[min(mask.bit_count(), len(self.points) - 1)]

    def cell(self, bit: int) -> str:
        """The id of the cell whose bit that is."""
        return self.ids[bit.bit_length() - 1]

    def number(self, bit: int) -> int:
        return self.numbers[bit.bit_length() - 1]

    def cells(self, mask: int) -> tuple[str, ...]:
        """The ids of the cells in the mask, left to right."""
        return tuple([cell for place, cell in enumerate(self.ids) if mask >> place & 1])

    @property
    def closing_rule(self) -> str:
        """The clause that says how this row is closed."""
        return "C5" if self.closing.bit_count() == 1 else "L1"


def free_in(lines: Sequence[Line], row: int, mask: int, closed: int) -> int:
    """C1, C5, C6, L1: the places of a row with these crosses that may be crossed next; none where
    it is among the ``closed`` rows.
    """
    return 0 if closed >> row & 1 else lines[row].free(mask)


def places(mask: int) -> tuple[int, ...]:
    """The places of the bits in the mask, lowest first."""
    return tuple([place for place in range(mask.bit_length()) if mask >> place & 1])


def lines_of(pad: Pad) -> tuple[Line, ...]:
    """The pad's rows for the rules."""
    rows = pad.rows_mechanic
    lines = []
    for row in pad.rows:
        count = len(row.spaces)
        closing = sum(1 << place for place in range(count) if rows.closes(row, place))
        colours = tuple(space.colour for space in row.spaces)
        ids = (*(row.cell(place) for place in range(count)), row.lock)
        bit_of = {number: 1 << place for place, number in enumerate(row.numbers)}
        points = (0, *pad.points)
        lines.append(
            Line(row.name, row.numbers, colours, rows.crosses_before, closing, 1 << count, points,
                 ids, bit_of)
        )  # fmt: skip
    return tuple(lines)
