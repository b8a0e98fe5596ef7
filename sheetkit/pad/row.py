"""One row of a pad: its spaces, left to right."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Space:
    """A number as printed: its colour and its value."""

    colour: str
    number: int


@dataclass(frozen=True, slots=True)
class Row:
    """One row, left to right; ``name`` is the colour that it locks."""

    name: str
    spaces: tuple[Space, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(space.number for space in self.spaces)

    @property
    def lock(self) -> str:
        """The id of the lock's cell."""
        return f"{self.name}.lock"

    def cell(self, place: int) -> str:
        """The id of the number cell at ``place``, counted from 0 at the left."""
        return f"{self.name}.{self.spaces[place].number}"

    def place(self, number: int) -> int:
        """Where ``number`` stands, counted from 0 at the left; ValueError if nowhere."""
        return self.numbers.index(number)


def runs(row: Row) -> tuple[tuple[str, int], ...]:
    """The row's colours as (colour, cells), left to right."""
    lengths: list[tuple[str, int]] = [(row.spaces[0].colour, 1)]
    for left, right in pairwise(row.spaces):
        if left.colour == right.colour:
            lengths[-1] = (right.colour, lengths[-1][1] + 1)
        else:
            lengths.append((right.colour, 1))
    return tuple(lengths)
