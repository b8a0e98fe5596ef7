"""A file's faults as they are told: each kind once, however often it is there."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sheetkit.errors import Fault

MOST_LIKEWISE = 2
"""Further places that are named; of more, how many there are."""


def each_kind_once(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """The first of each kind, with where else it is: one slip is often made in every row."""
    kinds: dict[tuple[str, str], list[Fault]] = {}
    for fault in faults:
        kind = re.sub(r"\[\d+\]", "[]", fault.key), fault.expected
        kinds.setdefault(kind, []).append(fault)
    return tuple(_told(first, rest) for first, *rest in kinds.values())


def _told(first: Fault, rest: list[Fault]) -> Fault:
    keys = [key for key in dict.fromkeys(fault.key for fault in rest) if key != first.key]
    if not keys:
        return first
    others = ", ".join(keys[:MOST_LIKEWISE])
    if len(keys) > MOST_LIKEWISE:
        others += f" and {len(keys) - MOST_LIKEWISE} more"
    return Fault(first.key, first.expected, f"{first.found} (likewise {others})")
