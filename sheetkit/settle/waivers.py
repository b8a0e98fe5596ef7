"""House rules for a whole game: findings between sheets may be waived too."""

from __future__ import annotations

from collections.abc import Iterable

from sheetkit.rules import read_waivers
from sheetkit.settle.between import CODES


def read_game_waivers(names: Iterable[str]) -> frozenset[str]:
    """House rules as typed: codes of findings on a sheet or between sheets, or clauses.

    Raises UsageError for a name that is none of these.
    """
    return read_waivers(names, CODES)
