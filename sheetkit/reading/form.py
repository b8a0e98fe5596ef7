"""Sheets that were ticked on a tablet: the fields of a PDF form, not a picture."""

from __future__ import annotations

from collections.abc import Mapping

from sheetkit.errors import CodeError
from sheetkit.pad import CellKind, Pad, Shelf
from sheetkit.pad.code import check_code
from sheetkit.reading.pdf import pdf_fields
from sheetkit.scoresheet import Mark, Scoresheet, Written

_FIELD = "write."
NAME_FIELD = "write.player"
"""What a player's name is written or typed into."""
_LARGEST_NUMBER = 99_999


def read_form(pdf: bytes, shelf: Shelf) -> tuple[Scoresheet, ...]:
    """The sheets of a form that ``sheetkit print --fillable`` made, in its order.

    Empty for a PDF that has no such form, or in which nothing was filled in: it
    may have been printed and played on paper. Raises CodeError for a sheet whose
    pad isn't on the shelf.
    """
    sheets = []
    for code, fields in _fields_by_sheet(pdf).items():
        pad = shelf.of_code(code)
        marks = {cell: Mark(fields[cell]) for cell in pad.markable if _is_mark(fields.get(cell))}
        sheets.append(Scoresheet(pad, marks, written=_written(pad, fields), code=code))
    return tuple(sheets) if any(sheet.marks or sheet.written for sheet in sheets) else ()


def typed_names(pdf: bytes) -> dict[str, str]:
    """The players' names typed into the sheets of a form, by the sheet's code."""
    names = {
        code: " ".join(fields.get(NAME_FIELD, "").split())
        for code, fields in _fields_by_sheet(pdf).items()
    }
    return {code: name for code, name in names.items() if name}


def _is_mark(value: str | None) -> bool:
    return value in set(Mark)


def _fields_by_sheet(pdf: bytes) -> dict[str, dict[str, str]]:
    """The form's values by the sheet's code and the cell's id."""
    sheets: dict[str, dict[str, str]] = {}
    for name, value in pdf_fields(pdf).items():
        code, _, cell = name.partition(".")
        if cell and _is_code(code):
            sheets.setdefault(code, {})[cell] = value
    return sheets


def _is_code(text: str) -> bool:
    try:
        return check_code(text) == text
    except CodeError:
        return False


def _written(pad: Pad, fields: Mapping[str, str]) -> dict[str, Written]:
    """The numbers typed into fields; a typed number is as it is."""
    written = {}
    for cell in pad.cells.values():
        text = fields.get(cell.id, "").strip().replace("−", "-").replace("–", "-")
        digits = text.removeprefix("-")
        if cell.kind is CellKind.FIELD and digits.isascii() and digits.isdecimal():
            value = int(text) if len(digits) < len(str(_LARGEST_NUMBER)) else _LARGEST_NUMBER
            written[cell.id.removeprefix(_FIELD)] = Written(value, 1.0)
    return written
