"""Which rules belong to which mechanic of a pad."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sheetkit.pad import Bar, Board, Lucky, Mechanic, Pad, Pairs, Rows
from sheetkit.rules.bar import BarRules
from sheetkit.rules.board import BoardRules
from sheetkit.rules.line import Line
from sheetkit.rules.lucky import LuckyRules
from sheetkit.rules.mechanic import MechanicRules
from sheetkit.rules.pairs import PairRules

RULES: Mapping[type[Mechanic], Any] = {
    Lucky: LuckyRules,
    Bar: BarRules,
    Pairs: PairRules,
    Board: BoardRules,
}
"""One line a mechanic but the rows: all rules are about them."""


def mechanics_of(pad: Pad, lines: tuple[Line, ...]) -> tuple[MechanicRules, ...]:
    """The rules of the pad's mechanics, in the pad's order."""
    return tuple(
        RULES[type(mechanic)](mechanic, lines)
        for mechanic in pad.mechanics
        if not isinstance(mechanic, Rows)
    )
