"""Drawing the colours of a pad whose rows have several (MA1–MA3)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import permutations

from sheetkit.pad.row import Row, Space

SHORTEST_RUN, LONGEST_RUN = 2, 4
"""Cells of one colour in a run on a drawn pad."""


def coloured(rows: tuple[Row, ...], rng: random.Random) -> tuple[Row, ...]:
    """The rows in new colours: each (colour, number) once, runs of 2 to 4 cells,
    each row ending in the colour that it locks.

    All rows hold the same numbers, rising or falling. So the search goes from
    number to number: the colours that one number has in the rows are all
    different, and each row goes on with its run or begins another.
    """
    names = tuple(row.name for row in rows)
    numbers = sorted(rows[0].numbers)
    found = next(_colourings(rows, names, numbers, [], rng), None)
    if found is None:
        raise ValueError("these rows cannot be coloured in runs of 2 to 4 cells")
    colours = dict(zip(numbers, found, strict=True))
    return tuple(
        Row(row.name, tuple(Space(colours[n][place], n) for n in row.numbers))
        for place, row in enumerate(rows)
    )


def _colourings(
    rows: tuple[Row, ...],
    names: tuple[str, ...],
    numbers: Sequence[int],
    chosen: list[tuple[str, ...]],
    rng: random.Random,
) -> Iterator[list[tuple[str, ...]]]:
    """All ways to go on from the colours chosen so far, in random order.

    ``chosen`` has, for each number from the lowest on, the rows' colours there.
    """
    if len(chosen) == len(numbers):
        if all(_run(chosen, place) >= SHORTEST_RUN for place in range(len(rows))):
            yield chosen
        return
    number = numbers[len(chosen)]
    free = [_free(row, place, chosen, names, number) for place, row in enumerate(rows)]
    orders = [
        order
        for order in permutations(names)
        if all(colour in free[place] for place, colour in enumerate(order))
    ]
    rng.shuffle(orders)
    for order in orders:
        yield from _colourings(rows, names, numbers, [*chosen, order], rng)


def _free(
    row: Row, place: int, chosen: list[tuple[str, ...]], names: tuple[str, ...], number: int
) -> frozenset[str]:
    """The colours that the row at ``place`` can have at ``number``."""
    free = {row.name} if number == row.numbers[-1] else set(names)
    if chosen:
        current, length = chosen[-1][place], _run(chosen, place)
        if length < SHORTEST_RUN:
            free &= {current}
        if length == LONGEST_RUN:
            free -= {current}
    return frozenset(free)


def _run(chosen: list[tuple[str, ...]], place: int) -> int:
    """How long the last run of the row at ``place`` is by now."""
    colour = chosen[-1][place]
    length = 0
    for order in reversed(chosen):
        if order[place] != colour:
            break
        length += 1
    return length
