"""Sheets in a text: a JSON document, a JSON list, JSON Lines, or one line of notation each.

Read as a stream: a file of a million lines takes no more memory than its longest sheet.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sheetkit.errors import SheetDataError, SheetkitError
from sheetkit.json_pieces import Piece, pieces
from sheetkit.notation import parse_sheet
from sheetkit.pad import Shelf
from sheetkit.scoresheet import Scoresheet
from sheetkit.sheet_json import read_sheet, unknown_keys


@dataclass(frozen=True, slots=True)
class Entry:
    """One sheet of a file, or the error in its place; ``line`` is where it begins, from 1.

    ``player`` is whose it is, where a JSON object says so; ``unknown`` are its keys that mean
    nothing.
    """

    line: int
    sheet: Scoresheet | None
    error: SheetkitError | None = None
    player: str = ""
    unknown: tuple[str, ...] = ()


class _DuplicateKey(ValueError):
    pass


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        names = [name for name, _ in pairs]
        raise _DuplicateKey(next(name for name in names if names.count(name) > 1))
    return values


_decode = json.JSONDecoder(object_pairs_hook=_without_duplicates).decode


def read_sheets(lines: Iterable[bytes], shelf: Shelf | None = None) -> Iterator[Entry]:
    """All sheets of a file, in order; one that can't be read doesn't stop the rest."""
    shelf = shelf or Shelf()
    found = False
    for line, piece in pieces(lines):
        found = True
        if isinstance(piece, SheetkitError):
            yield Entry(line, None, piece)
        elif piece.is_json:
            yield from _entries(piece, shelf)
        else:
            yield _one_line(line, piece.text, shelf)
    if not found:
        yield Entry(1, None, SheetDataError("there is nothing in it", "give it one sheet a line"))


def _entries(piece: Piece, shelf: Shelf) -> Iterator[Entry]:
    line = piece.line
    try:
        values = _decode(piece.text)
    except _DuplicateKey as error:
        what = f"{error} stands twice in one object"
        yield Entry(line, None, SheetDataError(what, "name it once", code="duplicate-mark"))
        return
    except (ValueError, RecursionError) as error:
        yield Entry(line, None, _no_json(error, piece))
        return
    for each in _sheets(values):
        if _is_scan(each):
            yield Entry(line, None, _nothing_read(each))
            continue
        try:
            sheet = read_sheet(each, shelf)
            player = (each.get("player") or "").strip()
            yield Entry(line, sheet, player=player, unknown=unknown_keys(each))
        except SheetkitError as wrong:
            yield Entry(line, None, wrong)


def _one_line(line: int, text: str, shelf: Shelf) -> Entry:
    """A sheet in notation."""
    try:
        return Entry(line, parse_sheet(text, shelf, line=line))
    except SheetkitError as error:
        return Entry(line, None, error)


def _is_cut_off(error: json.JSONDecodeError) -> bool:
    return error.pos >= len(error.doc.rstrip())


def _no_json(error: Exception, piece: Piece) -> SheetDataError:
    if isinstance(error, json.JSONDecodeError) and _is_cut_off(error):
        kind = "list" if error.doc[0] == "[" else "object"
        what = f"this is no JSON: the {kind} that begins here has no end"
    elif isinstance(error, json.JSONDecodeError):
        where = f"character {error.colno + piece.column - 1}"
        if error.lineno > 1:
            where = f"character {error.colno} of line {piece.line + error.lineno - 1}"
        wrong = error.msg.removesuffix(" at")
        what = f"this is no JSON: {wrong} at {where}"
    elif isinstance(error, RecursionError):
        what = "this JSON is nested too deeply to be a sheet"
    else:
        what = "this JSON has a number that is too long"
    return SheetDataError(what, "mend it, or write one sheet a line", code="bad-json")


def _sheets(values: Any) -> list[Any]:
    """The sheets in a JSON value: one, a list of them, or what ``scan --json`` gives."""
    if isinstance(values, list):
        return [sheet for each in values for sheet in _sheets(each)]
    if _is_scan(values):
        return list(values["sheets"]) or [values]
    return [values]


def _is_scan(values: Any) -> bool:
    """Whether a JSON value is what ``scan --json`` gives for a file."""
    return (
        isinstance(values, dict)
        and "marks" not in values
        and isinstance(values.get("sheets"), list)
    )


def _nothing_read(scan: Mapping[str, Any]) -> SheetDataError:
    """The error for a file in which ``scan`` found no sheet, with what was wrong there."""
    file, problems = scan.get("file"), scan.get("problems")
    first = problems[0] if isinstance(problems, list) and problems else None
    message = first.get("message") if isinstance(first, dict) else None
    what = f"no sheet was read in {file}" if isinstance(file, str) and file else "no sheet is in it"
    if isinstance(message, str) and message:
        return SheetDataError(f"{what}: {message}", code="no-sheet")
    return SheetDataError(what, "scan a better photo of it", code="no-sheet")
