"""How many free crosses rows take before a chain that compares them by their crosses (BB1)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import NamedTuple


class Bounds(NamedTuple):
    """How many free crosses a row takes, at least and at most; at most if it has fewest crosses."""

    least: int
    most: int
    in_fewest: int


def with_fewest(
    near: list[set[int]],
    others: list[set[int]],
    counts: list[int],
    bounds: list[Bounds],
    drift: int,
) -> list[tuple[int, ...]]:
    """The numbers of free crosses by which each row in turn, near what lies ahead, has no more
    crosses than any other, give or take the drift.

    Other rows take just enough for that, or so many as ``others`` says.
    """
    found: set[tuple[int, ...]] = set()
    for row, kept in enumerate(near):
        for more in within(kept, bounds[row]._replace(most=bounds[row].in_fewest)):
            level = counts[row] + more
            each: list[Iterable[int]] = []
            for far, count, bound in zip(others, counts, bounds, strict=True):
                lowest = max(level - drift - count, bound.least)
                highest = min(max(level + drift - count, lowest), bound.most)
                enough = range(lowest, highest + 1)
                farther = [n for n in far if lowest <= n <= bound.most]
                each.append({*enough, *farther} if farther else enough)
            each[row] = [more]
            found.update(product(*each))
    return sorted(found)


def within(kept: set[int], bounds: Bounds) -> list[int]:
    return sorted(n for n in kept if bounds.least <= n <= bounds.most)


def with_equals(
    heads: list[list[int]], near: list[set[int]], counts: list[int], drift: int
) -> list[set[int]]:
    """Also the numbers of free crosses that bring a row level with another, give or take the
    drift: for rows that are compared more than once.
    """
    levels = {
        count + more + change
        for count, kept in zip(counts, near, strict=True)
        for more in kept
        for change in range(-drift, drift + 1)
    }
    return [
        kept | {n for n in range(len(masks)) if count + n in levels}
        for masks, kept, count in zip(heads, near, counts, strict=True)
    ]
