"""What was read from a file, as plain values for JSON: the object of ``sheetkit scan --json``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from sheetkit.report.ruling_json import sheet_object
from sheetkit.rules import Ruling, score_marks

if TYPE_CHECKING:
    from sheetkit.reading import Problem, SheetReading


def scan_object(
    file: str,
    sheets: Sequence[SheetReading],
    rulings: Sequence[Ruling],
    problems: Sequence[Problem],
    names: Mapping[int, str] = MappingProxyType({}),
) -> dict[str, Any]:
    """A file with its sheets as read, the ruling on each in their order, and what is wrong.

    ``names`` are the players' whose sheets these are, by the sheet's place, where that is certain.
    ``file`` is shown as it is given, ``problems`` are the file's; each of a sheet says of which.
    Keys are never taken away, others may be added.
    """
    of_sheets = [
        {"code": each.code, "message": each.message, "sheet": sheet.code}
        for sheet in sheets
        for each in sheet.problems
    ]
    return {
        "file": file,
        "problems": [
            *({"code": each.code, "message": each.message} for each in problems),
            *of_sheets,
        ],
        "sheets": [
            _sheet(sheet, ruling, names.get(place, ""))
            for place, (sheet, ruling) in enumerate(zip(sheets, rulings, strict=True))
        ],
    }


def unread_object(file: str, code: str, message: str) -> dict[str, Any]:
    """A file of which nothing could be read, and why."""
    return {"file": file, "problems": [{"code": code, "message": message}], "sheets": []}


def _sheet(sheet: SheetReading, ruling: Ruling, player: str) -> dict[str, Any]:
    """A sheet as ``check`` shows it, with what only a photo has; ``page`` from the second on."""
    plain = sheet.scoresheet()
    shown = sheet_object(plain, score_marks(plain), ruling)
    shown["status"] = str(sheet.status)
    shown["corners"] = [list(corner) for corner in sheet.corners]
    if sheet.page > 1:
        shown["page"] = sheet.page
    if player:
        shown["player"] = player
    return shown
