"""Print Qwixx score pads, read photos of finished sheets, rule on disputes. Unofficial.

The names below are loaded when they are first used, so that whoever only judges
marks doesn't wait for OpenCV. docs/library.md shows each job in a few lines.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sheetkit.notation import format_sheet, parse_sheet
    from sheetkit.pad import Pad, Shelf, find_pad, pad_names
    from sheetkit.printing import Order, page_of, write_map, write_pad
    from sheetkit.reading import Reading, SheetReading, read_photo, read_photos
    from sheetkit.rules import (
        Dice,
        Finding,
        First,
        Game,
        Ruling,
        Score,
        Second,
        Third,
        Throw,
        explain,
        judge,
        score_marks,
    )
    from sheetkit.scoresheet import Mark, Scoresheet

__version__ = "0.1.0"

__all__ = [
    "Dice",
    "Finding",
    "First",
    "Game",
    "Mark",
    "Order",
    "Pad",
    "Reading",
    "Ruling",
    "Score",
    "Scoresheet",
    "Second",
    "SheetReading",
    "Shelf",
    "Third",
    "Throw",
    "explain",
    "find_pad",
    "format_sheet",
    "judge",
    "pad_names",
    "page_of",
    "parse_sheet",
    "read_photo",
    "read_photos",
    "score_marks",
    "write_map",
    "write_pad",
]

_HOMES = {
    "sheetkit.notation": ("format_sheet", "parse_sheet"),
    "sheetkit.pad": ("Pad", "Shelf", "find_pad", "pad_names"),
    "sheetkit.printing": ("Order", "page_of", "write_map", "write_pad"),
    "sheetkit.reading": ("Reading", "SheetReading", "read_photo", "read_photos"),
    "sheetkit.rules": (
        *("Dice", "First", "Game", "Second", "Third", "Throw"),
        *("Finding", "Ruling", "Score", "explain", "judge", "score_marks"),
    ),
    "sheetkit.scoresheet": ("Mark", "Scoresheet"),
}


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(importlib.import_module(home), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
