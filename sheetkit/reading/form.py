"""Sheets that were ticked on a tablet: the fields of a PDF form, not a picture."""

from __future__ import annotations

from collections.abc import Mapping

from sheetkit.errors import CodeError
from sheetkit.pad import CellKind, Pad, Shelf
from sheetkit.pad.code import check_code
from sheetkit.reading.pdf import pdf_fields
from sheetkit.reading.result import SheetReading
from sheetkit.scoresheet import EMPTY, Mark, Scoresheet, Written

_FIELD = "write."
NAME_FIELD = "write.player"
"""What a player's name is written or typed into."""
NO_SUMS = (NAME_FIELD, "write.date")
OFF = "Off"
"""The state of a box that isn't ticked; some programs leave it out."""
UNKNOWN_STATE = {Mark.CROSS: 0.5, EMPTY: 0.5}
_LARGEST_NUMBER = 99_999


def read_form(pdf: bytes, shelf: Shelf) -> tuple[Scoresheet, ...]:
    """The sheets of a form that ``sheetkit print --fillable`` made, in its order.

    Empty for a PDF that has no such form, or in which nothing was filled in: it
    may have been printed and played on paper. A box in a state that no pad's form
    has is doubtful. Raises CodeError for a sheet whose pad isn't on the shelf.
    """
    sheets = []
    for code, fields in _fields_by_sheet(pdf).items():
        pad = shelf.of_code(code)
        states = {cell: fields.get(cell, OFF) for cell in pad.markable}
        ticked = {cell: state for cell, state in states.items() if state not in ("", OFF)}
        marks = {cell: Mark(state) for cell, state in ticked.items() if state in set(Mark)}
        unsure = {cell: UNKNOWN_STATE for cell in ticked if cell not in marks}
        sheets.append(Scoresheet(pad, marks, unsure, _written(pad, fields), code))
    filled = any(sheet.marks or sheet.unsure or sheet.written for sheet in sheets)
    return tuple(sheets) if filled else ()


def drawn_besides(form: Scoresheet, seen: SheetReading) -> dict[str, Mapping[str, float]]:
    """The cells that aren't ticked in the form, but bear a mark in its picture, or may bear one:
    somebody drew on it. What each may be.
    """
    open_cells = [cell for cell in form.pad.markable if cell not in {**form.marks, **form.unsure}]
    marked = {
        cell: {seen.marks[cell]: 0.5, EMPTY: 0.5} for cell in open_cells if cell in seen.marks
    }
    return marked | {cell: seen.unsure[cell] for cell in open_cells if cell in seen.unsure}


def typed_names(pdf: bytes) -> dict[str, str]:
    """The players' names typed into the sheets of a form, by the sheet's code."""
    names = {
        code: " ".join(fields.get(NAME_FIELD, "").split())
        for code, fields in _fields_by_sheet(pdf).items()
    }
    return {code: name for code, name in names.items() if name}


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
        if cell.id in NO_SUMS or cell.kind is not CellKind.FIELD:
            continue
        if digits.isascii() and digits.isdecimal():
            value = int(text) if len(digits) < len(str(_LARGEST_NUMBER)) else _LARGEST_NUMBER
            written[cell.id.removeprefix(_FIELD)] = Written(value, 1.0)
    return written
