"""Which look belongs to which mechanic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from sheetkit.design.bar import BarLook
from sheetkit.design.board import BoardLook
from sheetkit.design.look import Look
from sheetkit.design.lucky import LuckyLook
from sheetkit.design.pairs import PairsLook
from sheetkit.pad import Bar, Board, Lucky, Mechanic, Pad, Pairs, Rows

LOOKS: Mapping[type[Mechanic], Look[Any]] = MappingProxyType(
    {
        Rows: Look(),
        Lucky: LuckyLook(),
        Bar: BarLook(),
        Pairs: PairsLook(),
        Board: BoardLook(),
    }
)
"""One line a mechanic; rows draw themselves, they are on every pad."""


def looks(pad: Pad) -> Iterator[tuple[Mechanic, Look[Any]]]:
    """The pad's mechanics, each with its look."""
    for mechanic in pad.mechanics:
        yield mechanic, LOOKS[type(mechanic)]
