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
    """Every way to have one row with fewest crosses: how many free crosses each row takes first.

    - Each row in turn is the one with fewest. It takes a number from its ``near``, but not above
      its bound ``in_fewest``; with the crosses it has, its ``counts``, that is the level.
    - Any other row takes as few as bring it to the level, and not fewer than its bound ``least``.
    - Rows may grow by as much as ``drift`` before they are compared, each by another number, so
      that another row may also stay that far below the level, or rise that far above it.
    - Another row may as well take any number from its ``others`` that leaves it no lower.
    - No row takes more than its bound ``most``; where another can't rise to the level, there is
      no such way.

    With 3 and 1 crosses, where the second row may take none or two more to stand near a box, and
    with no drift: ``with_fewest([{0}, {0, 2}], [set(), set()], [3, 1], [Bounds(0, 4, 4)] * 2, 0)``
    is ``[(0, 0), (0, 2)]``. As it is, the second row has fewest; with two more, both have three.
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
