"""Whether a pad's figures go together in play; how it is written is checked as it is read."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from sheetkit.errors import Fault
from sheetkit.pad.bar import Bar
from sheetkit.pad.pad import Pad
from sheetkit.pad.pairs import COUNTED, Pairs

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
    """The numbers that no throw gives; a bonus alone is no way to cross one."""
    highest = 2 * pad.die_sides
    lows = [min(row.numbers) for row in pad.rows]
    if min(lows) < LEAST_SUM:
        key = f"row[{lows.index(min(lows)) + 1}].numbers"
        yield Fault(key, f"sums of two dice, {LEAST_SUM} to {highest}", str(min(lows)))
    needed = max(max(row.numbers) for row in pad.rows)
    if needed > highest:
        expected = f"{-(-needed // 2)} at least, for two dice to give the {needed} of a row"
        yield Fault("dice.sides", expected, str(pad.die_sides))
