"""A row as the rules see it: places as bits, and what any set of crosses scores."""

from __future__ import annotations

from dataclasses import dataclass

from sheetkit.pad import Pad


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a pad. ``closing`` and ``lock`` are masks, ``points`` the table from 0 crosses."""

    name: str
    numbers: tuple[int, ...]
    colours: tuple[str, ...]
    before: int
    closing: int
    lock: int
    points: tuple[int, ...]

    def score(self, mask: int) -> int:
        """C9, MA3: the points of that many crosses, the lock included."""
        return self.points[min(mask.bit_count(), len(self.points) - 1)]

    def cell(self, bit: int) -> str:
        """The id of the cell whose bit that is."""
        if bit == self.lock:
            return f"{self.name}.lock"
        return f"{self.name}.{self.number(bit)}"

    def number(self, bit: int) -> int:
        return self.numbers[bit.bit_length() - 1]

    def cells(self, mask: int) -> tuple[str, ...]:
        """The ids of the cells in the mask, left to right."""
        return tuple(self.cell(1 << place) for place in places(mask))

    @property
    def closing_rule(self) -> str:
        """The clause that says how this row is closed."""
        return "C5" if self.closing.bit_count() == 1 else "L1"


def places(mask: int) -> tuple[int, ...]:
    """The places of the bits in the mask, lowest first."""
    return tuple(place for place in range(mask.bit_length()) if mask >> place & 1)


def lines_of(pad: Pad) -> tuple[Line, ...]:
    """The pad's rows for the rules."""
    rows = pad.rows_mechanic
    lines = []
    for row in pad.rows:
        count = len(row.spaces)
        closing = sum(1 << place for place in range(count) if rows.closes(row, place))
        colours = tuple(space.colour for space in row.spaces)
        lines.append(
            Line(row.name, row.numbers, colours, rows.crosses_before, closing, 1 << count,
                 (0, *pad.points))
        )  # fmt: skip
    return tuple(lines)
