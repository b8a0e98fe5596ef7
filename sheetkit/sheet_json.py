"""A sheet as JSON describes it: what ``check`` takes. ``report.ruling_json`` writes the same."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping
from typing import Any

from sheetkit.errors import SheetDataError, SheetkitError, did_you_mean
from sheetkit.pad import CellKind, Pad, Shelf
from sheetkit.pad.code import normal
from sheetkit.pad.nearest import remedy_for
from sheetkit.scoresheet import EMPTY, Mark, Scoresheet, Written

_MARKS: Mapping[str, Mark] = {mark.value: mark for mark in Mark}
_MARK_NAMES = ", ".join(_MARKS)
_READ = frozenset(
    ("variant", "sheet", "layout", "marks", "unsure", "answered", "written", "player")
)
"""The keys that say something about a sheet."""

_TOLD = frozenset(
    ("file", "line", "page", "status", "score", "ruling", "corners", "problems", "moves", "clauses",
     "standing")
)  # fmt: skip
"""Those that the commands write besides, and that say nothing when they are read again."""

_MISSPELT = ("variant", "layout", "marks", "unsure", "answered", "written")
"""A key that is nearly one of these is taken for a mistake."""

LONGEST_SHOWN = 80
"""Characters of a wrong value that a message shows."""

_FORMAT = 'write {"variant": "classic", "marks": {"red.5": "cross"}}'


def read_sheet(values: object, shelf: Shelf | None = None) -> Scoresheet:
    """The sheet that a JSON object describes.

    ``marks`` may be an object from cells to marks or a list of crossed cells.
    Raises SheetDataError, with the nearest name where one is unknown.
    """
    if not isinstance(values, dict):
        raise SheetDataError("this is no JSON object", _FORMAT)
    for key in unknown_keys(values):
        near = difflib.get_close_matches(key.casefold(), _MISSPELT, n=1, cutoff=0.8)
        if near:
            what = f'"{key}" is no key of a sheet'
            raise SheetDataError(what, f'did you mean "{near[0]}"?')
    if "marks" not in values:
        raise SheetDataError('"marks" is missing', _FORMAT)
    pad = _pad(values, shelf or Shelf())
    unsure, written = values.get("unsure"), values.get("written")
    answered = values.get("answered")
    marks = _marks(values["marks"], pad)
    return Scoresheet(
        pad,
        marks,
        _unsure(unsure, pad, marks) if unsure is not None else {},
        _written(written, pad) if written is not None else {},
        normal(values.get("sheet") or ""),
        _answered(answered, pad) if answered is not None else (),
    )


def unknown_keys(values: Mapping[str, Any]) -> tuple[str, ...]:
    """The keys of a JSON object that mean nothing on a sheet, in their order."""
    if values.keys() <= _READ:
        return ()
    return tuple(key for key in values if key not in _READ and key not in _TOLD)


def _pad(values: Mapping[str, Any], shelf: Shelf) -> Pad:
    variant, code, layout = values.get("variant"), values.get("sheet"), values.get("layout")
    for key in ("variant", "sheet", "player"):
        value = values.get(key)
        if value is not None and not isinstance(value, str):
            raise SheetDataError(f'"{key}" is {shown(value)}, no text', _FORMAT)
    if not code and not variant:
        raise SheetDataError('neither "variant" nor "sheet" says which pad this is', _FORMAT)
    try:
        pad = shelf.of_code(code) if code else shelf.named(str(variant))
    except SheetkitError as error:
        raise SheetDataError(error.what, error.remedy, code=error.code) from error
    if variant and pad.name != variant:
        raise SheetDataError(
            f"sheet {code} is of the pad {pad.name}, not of {variant!r}", "correct one of the two"
        )
    if layout is None or layout == {}:
        return pad
    if not isinstance(layout, dict):
        what = f'"layout" is {shown(layout)}, no object'
        raise SheetDataError(what, "leave it out if it is official")
    try:
        laid_out = shelf.laid_out(pad, layout)
    except ValueError as error:
        raise SheetDataError(
            f"this layout isn't one of {pad.name}: {error}",
            f"sheetkit variants {pad.name} --json shows one",
            code="bad-layout",
        ) from error
    if code and laid_out.layout() != pad.layout():
        raise SheetDataError(
            f"sheet {code} was printed with another layout than the one given",
            "correct one of the two",
            code="bad-layout",
        )
    return laid_out


def _marks(given: object, pad: Pad) -> dict[str, Mark]:
    markable = pad.markable_set
    if isinstance(given, dict):
        marks = {}
        for cell, name in given.items():
            mark = _MARKS.get(name) if isinstance(name, str) else None
            if mark is not None and cell in markable:
                marks[cell] = mark
            elif name != EMPTY or cell not in markable:
                raise _bad_mark(cell, name, pad)
        return marks
    if isinstance(given, list):
        for place, cell in enumerate(given):
            if not isinstance(cell, str) or cell not in markable:
                raise _bad_mark(cell, Mark.CROSS, pad)
            if cell in given[:place]:
                raise SheetDataError(
                    f"{cell} is marked twice", "name each cell once", code="duplicate-mark"
                )
        return dict.fromkeys(given, Mark.CROSS)
    raise SheetDataError(
        '"marks" is neither an object nor a list', 'write {"red.5": "cross"} or ["red.5"]'
    )


def _bad_mark(cell: object, name: object, pad: Pad) -> SheetDataError:
    if not isinstance(cell, str) or cell not in pad.markable_set:
        return unknown_cell(str(cell), pad)
    near = "".join(difflib.get_close_matches(str(name), _MARKS, n=1))
    return SheetDataError(
        f"{cell} has the mark {shown(name)}, which isn't one",
        f"{did_you_mean(near)}a mark is one of {_MARK_NAMES}",
        code="unknown-mark",
    )


def shown(value: object) -> str:
    """A value in a message: as it stands in JSON, of a long one the beginning."""
    said = repr(value) if isinstance(value, str) else json.dumps(value)
    return said if len(said) <= LONGEST_SHOWN else f"{said[:LONGEST_SHOWN]} …"


def unknown_cell(cell: str, pad: Pad) -> SheetDataError:
    """The error for a cell that the pad doesn't have, with the nearest that it has."""
    remedy = remedy_for(cell, pad)
    if cell.startswith("write."):
        remedy = 'a sum goes into "written", such as {"total": 70}'
    if "." not in cell:
        remedy = f"write a row and a number, such as {pad.rows[0].cell(3)}"
    return SheetDataError(f"{cell!r} is no cell of the pad {pad.name}", remedy, code="unknown-cell")


def _unsure(given: object, pad: Pad, marks: Mapping[str, Mark]) -> dict[str, dict[str, float]]:
    """The doubtful cells, none of which may have a mark as well."""
    if not isinstance(given, dict):
        raise SheetDataError('"unsure" is no object', "leave it out")
    unsure = {}
    for cell, doubts in given.items():
        if cell not in pad.markable_set:
            raise unknown_cell(cell, pad)
        if not isinstance(doubts, dict) or not all(
            name in _MARKS or name == EMPTY for name in doubts
        ):
            raise SheetDataError(
                f"unsure.{cell} is no object from marks to probabilities",
                'write {"cross": 0.6, "empty": 0.4}',
            )
        unsure[cell] = {name: _fraction(value, f"unsure.{cell}") for name, value in doubts.items()}
        if not any(unsure[cell].values()):
            raise SheetDataError(
                f"unsure.{cell} says of nothing that it may be there",
                'write {"cross": 0.6, "empty": 0.4}, or leave the cell out',
            )
        if cell in marks:
            raise SheetDataError(
                f"{cell} is marked as {marks[cell]} and is unsure as well",
                'leave it out of "marks" or of "unsure"',
                code="duplicate-mark",
            )
    return unsure


def _answered(given: object, pad: Pad) -> tuple[str, ...]:
    if not isinstance(given, dict):
        raise SheetDataError('"answered" is no object', "leave it out")
    for cell in given:
        if cell not in pad.markable_set:
            raise unknown_cell(cell, pad)
    return tuple(cell for cell in pad.markable if cell in given)


def _written(given: object, pad: Pad) -> dict[str, Written]:
    if not isinstance(given, dict):
        raise SheetDataError('"written" is no object', "leave it out")
    written = {}
    for field, value in given.items():
        if f"write.{field}" not in pad.cells:
            raise SheetDataError(
                f"written.{field} is no field of the pad {pad.name}",
                f"the fields are {', '.join(_fields_for_sums(pad))}",
            )
        match value:
            case {"value": int(number), "confidence": int() | float() as confidence} if not (
                isinstance(number, bool)
            ):
                sure = _fraction(confidence, f"written.{field}.confidence")
                written[field] = Written(number, sure)
            case int(number) if not isinstance(number, bool):
                written[field] = Written(number, 1.0)
            case _:
                raise SheetDataError(
                    f"written.{field} is no number that was read",
                    'write {"value": 70, "confidence": 0.97}, or 70',
                )
    return written


def _fields_for_sums(pad: Pad) -> tuple[str, ...]:
    """The pad's fields that are written in, but for the player's name and the date."""
    fields = (cell.id.partition(".") for cell in pad.cells.values() if cell.kind is CellKind.FIELD)
    return tuple(name for _, _, name in fields if name not in ("player", "date"))


def _fraction(value: object, where: str) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1:
        return float(value)
    what = f"{where} is {shown(value)}, no number from 0 to 1"
    raise SheetDataError(what, "write one, such as 0.9")
