"""Duties: what a cross obliges its player to do at once (BA1, BB1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class CrossIn:
    """A cross in that row, wherever it can be made; ``origin`` is the cell that asks for it."""

    row: int
    origin: str


@dataclass(frozen=True, slots=True)
class NextField:
    """The next free field of the bar, and what it asks for."""

    origin: str


@dataclass(frozen=True, slots=True)
class CrossInFewest:
    """So many crosses in the row that has fewest when the duty is taken up."""

    amount: int
    origin: str


Duty: TypeAlias = CrossIn | NextField | CrossInFewest
