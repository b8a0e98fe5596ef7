"""Which sheets a pad has: the designs, and a code for each sheet from the seed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from sheetkit.design import SheetDesign, design_sheet
from sheetkit.pad import Pad, SheetCode
from sheetkit.pad.code import SHEETS


@dataclass(frozen=True, slots=True)
class Order:
    """What somebody asked to be printed."""

    pad: Pad
    sheets: int
    seed: int
    language: str = "en"


def first_sheet(seed: int, pad: str) -> int:
    """The number of the first sheet: pads of other seeds have other codes."""
    digest = hashlib.sha256(f"{pad} {seed}".encode()).digest()
    return int(int.from_bytes(digest[:8]) % SHEETS)


def ordered_sheets(order: Order) -> Iterator[tuple[SheetDesign, SheetCode]]:
    """Each sheet's design and code, in order."""
    first = first_sheet(order.seed, order.pad.name)
    design = design_sheet(order.pad, order.language)
    for number in range(order.sheets):
        yield design, SheetCode(order.pad, (first + number) % SHEETS)
