"""Lucky numbers (L2, L3): two sums that let a player cross elsewhere."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, ClassVar, Self

from sheetkit.pad.mechanic import Mechanic, numbered_subset, subset_number
from sheetkit.pad.table import Table

MOST_NUMBERS = 4
"""Lucky numbers for which a sheet has room."""


@dataclass(frozen=True, slots=True)
class Lucky(Mechanic):
    """The lucky numbers of one sheet.

    ``fair_ways``: a fair set of lucky numbers comes up in that many throws of
    the two white dice, of ``sides`` sides each (L3).
    """

    key: ClassVar[str] = "lucky"
    numbers: tuple[int, ...]
    fair_ways: int
    sides: int

    @classmethod
    def read(cls, table: Table, sides: int, *, known: bool) -> Lucky:
        """The numbers for dice of so many ``sides``, unless that isn't ``known`` for a fault."""
        numbers = table.integers("numbers", 2, 2 * sides if known else 99)
        if len(set(numbers)) != len(numbers):
            table.fault("numbers", "different numbers", list(numbers))
        if len(numbers) > MOST_NUMBERS:
            table.fault("numbers", f"at most {MOST_NUMBERS} numbers", len(numbers))
            known = False
        ways = table.integer("fair_ways", 1, sides * sides if known else 999)
        table.close()
        lucky = cls(tuple(sorted(numbers)), ways, sides)
        if known and numbers and not table.faulty("fair_ways") and not lucky.fair_sets():
            said = f"a figure that some set of numbers has, as these have {lucky.throws()}"
            table.fault("fair_ways", said, ways)
        return lucky

    def ways(self, number: int) -> int:
        """In how many of all throws two dice show that sum."""
        return self.sides - abs(number - self.sides - 1)

    def throws(self) -> int:
        """In how many of all ``sides`` × ``sides`` throws one of the numbers comes up."""
        return sum(map(self.ways, self.numbers))

    def fair_sets(self) -> tuple[tuple[int, ...], ...]:
        """All sets of lucky numbers that come up in ``fair_ways`` throws."""
        sums = range(2, 2 * self.sides + 1)
        return tuple(
            numbers
            for numbers in combinations(sums, len(self.numbers))
            if sum(map(self.ways, numbers)) == self.fair_ways
        )

    def layout(self) -> dict[str, Any]:
        return {"lucky": list(self.numbers)}

    def with_layout(self, layout: Mapping[str, Any]) -> Self:
        if "lucky" not in layout:
            return self
        given = layout["lucky"]
        wanted = f"lucky must be {len(self.numbers)} different numbers from 2 to {2 * self.sides}"
        if not isinstance(given, list | tuple) or not all(type(n) is int for n in given):
            raise ValueError(wanted)
        in_range = all(2 <= number <= 2 * self.sides for number in given)
        if not in_range or len(set(given)) != len(given) or len(given) != len(self.numbers):
            raise ValueError(wanted)
        return replace(self, numbers=tuple(sorted(given)))

    @property
    def layouts(self) -> int:
        return math.comb(2 * self.sides - 1, len(self.numbers))

    def number(self) -> int:
        return subset_number(tuple(number - 2 for number in self.numbers))

    def numbered(self, number: int) -> Self:
        places = numbered_subset(number, len(self.numbers))
        return replace(self, numbers=tuple(place + 2 for place in places))

    def drawn(self, rng: random.Random) -> Self:
        return replace(self, numbers=rng.choice(self.fair_sets()))

    def dealt(self, sheets: int, rng: random.Random) -> tuple[Self, ...]:
        """Fair numbers for each sheet, all different as long as there are enough (L2)."""
        fair = self.fair_sets()
        hands: list[tuple[int, ...]] = []
        while len(hands) < sheets:
            hands += rng.sample(fair, len(fair))
        return tuple(replace(self, numbers=numbers) for numbers in hands[:sheets])
