"""One row of a pad: its spaces, left to right."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from sheetkit.pad.cell import COLOURS


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


def given_spaces(what: str, given: object) -> tuple[Space, ...]:
    """The spaces of a layout as JSON has it; ``what`` they are of. Raises ValueError."""
    expected = f"{what} must be a list of [colour, number]"
    if not isinstance(given, list | tuple):
        raise ValueError(expected)
    spaces = []
    for entry in given:
        match entry:
            case [str(colour), int(number)] if colour in COLOURS and type(number) is int:
                spaces.append(Space(colour, number))
            case _:
                raise ValueError(expected)
    return tuple(spaces)
