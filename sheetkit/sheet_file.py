"""Sheets in a text: a JSON document, a JSON list, JSON Lines, or one line of notation each.

Read as a stream: a file of a million lines takes no more memory than its longest sheet.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import IO, Any, NamedTuple

from sheetkit.errors import PhotoError, SheetDataError, SheetkitError, composed
from sheetkit.json_pieces import LONGEST_LINE, Piece, pieces
from sheetkit.notation import parse_sheet
from sheetkit.pad import Shelf
from sheetkit.photo_codes import MENDED
from sheetkit.scoresheet import Scoresheet
from sheetkit.sheet_json import read_sheet, shown, unknown_keys


@dataclass(frozen=True, slots=True)
class Entry:
    """One sheet of a file, or the error in its place; ``line`` is where it begins, from 1.

    ``player`` is whose it is, where a JSON object says so; ``unknown`` are its keys that mean
    nothing; ``problems`` is what ``scan`` said of the sheet's picture, ``file`` which that was;
    ``waived`` are the house rules by which the sheet was judged before.
    """

    line: int
    sheet: Scoresheet | None
    error: SheetkitError | None = None
    player: str = ""
    unknown: tuple[str, ...] = ()
    problems: tuple[PhotoError, ...] = ()
    file: str = ""
    waived: tuple[str, ...] = ()


class _DuplicateKey(ValueError):
    pass


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        names = [name for name, _ in pairs]
        raise _DuplicateKey(next(name for name in names if names.count(name) > 1))
    return values


def _number(text: str) -> int | float:
    """A number with a point or an exponent: 70.0 is 70, which some programs write so."""
    value = float(text)
    return int(value) if value.is_integer() else value


_decode = json.JSONDecoder(object_pairs_hook=_without_duplicates, parse_float=_number).decode


def lines_of(stream: IO[bytes]) -> Iterator[bytes]:
    """The lines of a text, with their ends of whichever kind; of one that is far too long only the
    beginning, which tells it.
    """
    while line := stream.readline(LONGEST_LINE + 1):
        too_long = len(line) > LONGEST_LINE
        yield from [line] if too_long else line.splitlines(keepends=True)
        while too_long and line and line[-1:] != b"\n":
            line = stream.readline(LONGEST_LINE + 1)


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
        yield Entry(1, None, _nothing_in_it())


def _nothing_in_it() -> SheetDataError:
    return SheetDataError("there is nothing in it", "give it one sheet a line")


def _entries(piece: Piece, shelf: Shelf) -> Iterator[Entry]:
    line = piece.line
    try:
        sheets = list(_sheets(_decode(piece.text)))
    except _DuplicateKey as error:
        what = f"{error} stands twice in one object"
        yield Entry(line, None, SheetDataError(what, "name it once", code="duplicate-mark"))
        return
    except (ValueError, RecursionError) as error:
        yield Entry(line, None, _no_json(error, piece))
        return
    if not sheets:
        yield Entry(line, None, _nothing_in_it())
    for each, problems, file in sheets:
        if isinstance(each, SheetkitError):
            yield Entry(line, None, each)
            continue
        try:
            sheet = read_sheet(each, shelf)
            player = composed(each.get("player") or "").strip()
            waived = _waived_before(each)
            yield Entry(line, sheet, None, player, unknown_keys(each), problems, file, waived)
        except SheetkitError as wrong:
            yield Entry(line, None, wrong)


def _waived_before(sheet: Mapping[str, Any]) -> tuple[str, ...]:
    """The house rules that the ruling says which stands in a sheet's object."""
    ruling = sheet.get("ruling")
    said = ruling.get("waived") if isinstance(ruling, dict) else None
    return tuple(each for each in said if isinstance(each, str)) if isinstance(said, list) else ()


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


class _Told(NamedTuple):
    """A sheet's values, with what ``scan`` said of its picture and its picture's file; or an error,
    and nothing.
    """

    values: Any
    problems: tuple[PhotoError, ...] = ()
    file: str = ""


def _sheets(values: Any) -> Iterator[_Told]:
    """The sheets in a JSON value: one, a list of them, or what ``scan --json`` gives."""
    if isinstance(values, list):
        for each in values:
            yield from _sheets(each)
    elif _is_scan(values):
        yield from _scanned(values)
    else:
        yield _Told(values, _not_seen_to(values))


def _not_seen_to(sheet: Any) -> tuple[PhotoError, ...]:
    """The problems of a sheet that a scan put to a person for something else than doubtful cells:
    those that it has itself, else that they are left out: handed on without them the sheet would
    pass for certain. So would one whose status is none.
    """
    status = sheet.get("status") if isinstance(sheet, dict) else None
    if status is None or status == "read":
        return ()
    if own := _open_problems(sheet):
        return tuple(map(_as_told, own))
    if sheet.get("unsure"):
        return ()
    what = "its status is review: a scan put it to a person, and what for isn't here"
    if status != "review":
        what = f"its status is {shown(status)}, neither read nor review: a person has to look"
    remedy = 'give all that the scan said of the photo, or write "status": "read"'
    return (PhotoError("not-seen-to", f"{what}; {remedy}"),)


def _scanned(scan: Mapping[str, Any]) -> Iterator[_Told]:
    """The sheets that ``scan`` read in a file, then what was wrong there besides."""
    if not scan["sheets"]:
        yield _Told(_nothing_read(scan))
        return
    file, problems = scan.get("file"), _open_problems(scan)
    for sheet in scan["sheets"]:
        code = sheet.get("sheet", "") if isinstance(sheet, dict) else None
        own = [each for each in problems if "sheet" in each and each["sheet"] == code]
        told = tuple(map(_as_told, own))
        named = file if isinstance(file, str) else ""
        yield _Told(sheet, told or _not_seen_to(sheet), named)
    for each in problems:
        if "sheet" not in each:
            yield _Told(_as_told(each))


def _open_problems(told: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The problems that a sheet or a scan in JSON says it has, without those that were mended."""
    said = told.get("problems")
    return [each for each in said if _is_open(each)] if isinstance(said, list) else []


def _as_told(problem: Mapping[str, Any]) -> PhotoError:
    return PhotoError(problem["code"], problem["message"])


def _is_open(problem: Any) -> bool:
    """Whether that is a problem as ``scan`` tells it, and one that wasn't mended."""
    return (
        isinstance(problem, dict)
        and isinstance(problem.get("code"), str)
        and isinstance(problem.get("message"), str)
        and problem["code"] not in MENDED
    )


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
