"""Whether a pad's figures go together in play; how it is written is checked as it is read."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from sheetkit.errors import Fault
from sheetkit.pad.bar import Bar
from sheetkit.pad.mechanic import Mechanic
from sheetkit.pad.pad import Pad
from sheetkit.pad.pairs import COUNTED, Pairs
from sheetkit.pad.rows import Rows

LEAST_SUM = 2
"""Of two dice, white ones or a white and a coloured one (C2, C3)."""


def unplayable(pad: Pad) -> Iterator[Fault]:
    """What in a pad's file makes no sense in play, by the keys of the file."""
    yield from _sum_faults(pad)
    if pad.closed_rows_to_end > len(pad.rows):
        rows = len(pad.rows)
        yield Fault("end.closed_rows", f"{rows} at most, for there are no more rows",
                    str(pad.closed_rows_to_end))  # fmt: skip
    most = pad.rows_mechanic.most_crosses
    if len(pad.points) > most:
        expected = f"{most} figures at most, for a row with one closing number and its lock"
        yield Fault("points", expected, str(len(pad.points)))
    for before, after in pairwise(pad.points):
        if after < before:
            yield Fault("points", "figures that never fall", f"{after} after {before}")
            break
    yield from _pair_faults(pad)


def _pair_faults(pad: Pad) -> Iterator[Fault]:
    """Pairs with the sign of an earlier one: nobody could tell which two boxes belong together.

    And pairs with a box of the bar, where the bar's star would stand over their sign.
    """
    pairs, bar = pad.mechanic(Pairs), pad.mechanic(Bar)
    if pairs is None:
        return
    starred = bar.boxed if bar else frozenset[str]()
    for place, pair in enumerate(pairs.pairs, 1):
        both = [box for box in pair.boxes if box in starred]
        if both:
            expected = "cells that are no boxes of the bar, for a cell has room for one sign"
            yield Fault(f"pair[{place}].boxes", expected, ", ".join(both))
    signs = [(pair.effect, pair.amount) for pair in pairs.pairs]
    for place, (effect, amount) in enumerate(signs):
        if (effect, amount) in signs[:place]:
            expected = "an effect and amount that no other pair has, for both have one sign"
            found = f"{effect} {amount}" if effect in COUNTED else effect
            yield Fault(f"pair[{place + 1}].effect", expected, f"{found} again")


def _sum_faults(pad: Pad) -> Iterator[Fault]:
    """The numbers that no throw gives and nothing else crosses either."""
    highest = 2 * pad.die_sides
    needed = sorted({number for row in pad.rows for number in _thrown(pad, row.numbers)})
    if needed[0] < LEAST_SUM:
        expected = f"sums of two dice, {LEAST_SUM} to {highest}"
        key = next(
            f"row[{place}].numbers"
            for place, row in enumerate(pad.rows, 1)
            if needed[0] in _thrown(pad, row.numbers)
        )
        yield Fault(key, expected, str(needed[0]))
    if needed[-1] > highest:
        sides = -(-needed[-1] // 2)
        expected = f"{sides} at least, for two dice to give the {needed[-1]} of a row"
        yield Fault("dice.sides", expected, str(pad.die_sides))


def _thrown(pad: Pad, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Those of a row's numbers that must come up in throws.

    Where a bonus makes crosses, only the closing ones: it may be meant for the others.
    """
    makes_crosses = any(map(_makes_crosses, pad.mechanics))
    return numbers[-pad.rows_mechanic.closing_numbers :] if makes_crosses else numbers


def _makes_crosses(mechanic: Mechanic) -> bool:
    if isinstance(mechanic, Pairs):
        return any(pair.effect.startswith("crosses") for pair in mechanic.pairs)
    return not isinstance(mechanic, Rows)
