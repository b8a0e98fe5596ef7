"""Counts and lists in messages: the noun as the count asks for, commas and an "and"."""

from __future__ import annotations

from collections.abc import Iterable


def counted(count: int, noun: str) -> str:
    """``1 cross``, ``2 crosses``, ``3 penalties``, ``0 boxes``."""
    if count == 1:
        return f"1 {noun}"
    if noun.endswith("y"):
        plural = f"{noun[:-1]}ies"
    else:
        plural = f"{noun}es" if noun.endswith(("s", "x")) else f"{noun}s"
    return f"{count} {plural}"


def ranged(fewest: int, most: int, noun: str) -> str:
    """``1 player``, ``1 to 4 players``."""
    return counted(most, noun) if fewest == most else f"{fewest} to {counted(most, noun)}"


def listed(texts: Iterable[str]) -> str:
    """``Anna``, ``Anna and Ben``, ``Anna, Ben and Cleo``."""
    *others, last = texts
    return f"{', '.join(others)} and {last}" if others else last
