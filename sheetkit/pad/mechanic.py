"""What every mechanic of a pad declares about itself."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from sheetkit.pad.cell import Cell

if TYPE_CHECKING:
    from sheetkit.pad.rows import Rows

T = TypeVar("T")


class Mechanic:
    """A part of a pad: the rows themselves, lucky numbers, a bonus bar, …

    What may differ from sheet to sheet of one pad is its *layout*: as JSON for
    people and programs, as one whole number below ``layouts`` for the sheet's
    code, drawn at random for a fresh pad.
    """

    __slots__ = ()

    key: ClassVar[str]
    """Its table in a layout file."""

    def cells(self) -> Iterable[Cell]:
        """The cells it adds to the sheet, in reading order."""
        return ()

    def bonus(self, cell: str) -> str:
        """The bonus that a number cell brings, or an empty text."""
        return ""

    def layout(self) -> dict[str, Any]:
        """What was drawn, under the keys of the interface's ``layout``."""
        raise NotImplementedError

    def with_layout(self, layout: Mapping[str, Any]) -> Self:
        """This mechanic as that layout has it; its own where the layout is silent.

        Raises ValueError, in words that a user can read, where it does not fit.
        """
        raise NotImplementedError

    @property
    def layouts(self) -> int:
        """How many layouts a sheet's code can tell apart; 1 when nothing is drawn."""
        raise NotImplementedError

    def number(self) -> int:
        """This layout's number, from 0 to ``layouts - 1``."""
        raise NotImplementedError

    def numbered(self, number: int) -> Self:
        """The layout of that number."""
        raise NotImplementedError

    def drawn(self, rng: random.Random) -> Self:
        """A layout drawn at random that keeps what the rules ask of one."""
        raise NotImplementedError

    def dealt(self, sheets: int, rng: random.Random) -> tuple[Self, ...]:
        """As it stands on each sheet of one table: its own drawing, or the same for all."""
        return (self,) * sheets

    def over(self, rows: Rows) -> Self:
        """This mechanic over other rows, where it refers to rows at all."""
        return self


def permutation_number(order: tuple[T, ...], of: tuple[T, ...]) -> int:
    """The rank of ``order`` among the permutations of ``of`` (Lehmer code)."""
    left = list(of)
    rank = 0
    for item in order:
        place = left.index(item)
        rank = rank * len(left) + place
        del left[place]
    return rank


def numbered_permutation(rank: int, of: tuple[T, ...]) -> tuple[T, ...]:
    """The permutation of ``of`` with that rank; inverse of ``permutation_number``."""
    places = []
    for size in range(1, len(of) + 1):
        rank, place = divmod(rank, size)
        places.append(place)
    left = list(of)
    return tuple(left.pop(place) for place in reversed(places))


def subset_number(subset: tuple[int, ...]) -> int:
    """The rank of an ascending subset of 0, 1, 2, … among those of its size."""
    return sum(math.comb(place, size) for size, place in enumerate(subset, 1))


def numbered_subset(rank: int, size: int) -> tuple[int, ...]:
    """The ascending subset with that rank; inverse of ``subset_number``."""
    places = []
    for count in range(size, 0, -1):
        place = count - 1
        while math.comb(place + 1, count) <= rank:
            place += 1
        rank -= math.comb(place, count)
        places.append(place)
    return tuple(reversed(places))
