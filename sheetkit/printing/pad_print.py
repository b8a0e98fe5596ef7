"""Which sheets a pad has: the designs, and a code for each sheet from the seed."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from sheetkit.design import SheetDesign, design_sheet
from sheetkit.pad import Pad, SheetCode
from sheetkit.pad.code import SHEETS
from sheetkit.printing.drawing import PT
from sheetkit.printing.pad_map import sheet_entry
from sheetkit.printing.paper import Page

TABLE = 10
"""Sheets dealt together: whoever plays with neighbours in a pad has lucky numbers unlike
theirs, and no official pad has more fair sets of them."""


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
    rng = random.Random(f"{order.pad.name} {order.seed}")
    number = 0
    while number < order.sheets:
        for pad in order.pad.dealt(min(TABLE, order.sheets - number), rng):
            yield design, SheetCode(pad, (first + number) % SHEETS)
            number += 1


def about(order: Order, page: Page) -> dict[str, Any]:
    """What the printed file says about itself."""
    return {
        "title": f"{order.pad.title} score pad",
        "subject": f"{order.sheets} sheets, seed {order.seed}, unofficial",
        "variant": order.pad.name,
        "seed": order.seed,
        "language": order.language,
        "paper": page.paper,
        "sheets": order.sheets,
        "layout": order.pad.layout(),
    }


def write_map(file: BinaryIO, order: Order, page: Page) -> None:
    """Where every cell of every sheet is, as JSON, one sheet a line."""
    size = [round(page.width * PT, 3), round(page.height * PT, 3)]
    head = {"variant": order.pad.name, "seed": order.seed, "paper": size}
    file.write(json.dumps(head)[:-1].encode() + b', "sheets": [')
    for number, (design, code) in enumerate(ordered_sheets(order)):
        entry = sheet_entry(design, code, page, number)
        file.write((",\n" if number else "\n").encode() + json.dumps(entry).encode())
    file.write(b"\n]}\n")
