"""What is crossed on one sheet, as bits: the form that moves and judging work on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Crosses:
    """The crosses on one sheet of a pad.

    ``rows`` holds a mask for each row: bit 0 is the leftmost number, the bit
    after the last number is the lock. ``penalties`` counts boxes. In ``bar``,
    ``bonus`` and ``board``, bit 0 is the first field, tally box or space.
    """

    rows: tuple[int, ...]
    penalties: int = 0
    bar: int = 0
    bonus: int = 0
    board: int = 0
