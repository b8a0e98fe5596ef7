"""Which rules belong to which mechanic of a pad."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sheetkit.pad import Bar, Board, Lucky, Pad, Pairs
from sheetkit.rules.bar import BarRules
from sheetkit.rules.board import BoardRules
from sheetkit.rules.line import Line
from sheetkit.rules.lucky import LuckyRules
from sheetkit.rules.mechanic import MechanicRules
from sheetkit.rules.pairs import PairRules

RULES: Mapping[type, Any] = {
    Lucky: LuckyRules,
    Bar: BarRules,
    Pairs: PairRules,
    Board: BoardRules,
}
"""The rows are not here: all rules are about them."""


def mechanics_of(pad: Pad, lines: tuple[Line, ...]) -> tuple[MechanicRules, ...]:
    """The rules of the pad's mechanics, in the pad's order."""
    return tuple(
        RULES[type(mechanic)](mechanic, lines)
        for mechanic in pad.mechanics
        if type(mechanic) in RULES
    )
