"""Counts in messages, with the noun as the count asks for."""

from __future__ import annotations


def counted(count: int, noun: str) -> str:
    """``1 cross``, ``2 crosses``, ``3 penalties``, ``0 boxes``."""
    if count == 1:
        return f"1 {noun}"
    if noun.endswith("y"):
        plural = f"{noun[:-1]}ies"
    else:
        plural = f"{noun}es" if noun.endswith(("s", "x")) else f"{noun}s"
    return f"{count} {plural}"
