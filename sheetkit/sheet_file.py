"""Sheets in a text: a JSON document, a JSON list, JSON Lines, or one line of notation each.

Read as a stream: a file of a million lines takes no more memory than its longest sheet.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sheetkit.errors import SheetDataError, SheetkitError
from sheetkit.notation import parse_sheet
from sheetkit.pad import Shelf
from sheetkit.scoresheet import Scoresheet
from sheetkit.sheet_json import read_sheet

LONGEST_LINE = 4_000_000
"""Bytes. A sheet has one or two thousand; a scan of many sheets in one photo some more."""

LONGEST_DOCUMENT = 64_000_000
"""Bytes of one JSON document over several lines."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One sheet of a file, or the error in its place; ``line`` is where it begins, from 1.

    ``player`` is whose it is, where a JSON object says so.
    """

    line: int
    sheet: Scoresheet | None
    error: SheetkitError | None = None
    player: str = ""


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
    for line, text in _documents(lines):
        found = True
        if isinstance(text, SheetkitError):
            yield Entry(line, None, text)
        else:
            yield from _entries(line, text, shelf)
    if not found:
        yield Entry(1, None, SheetDataError("there is nothing in it", "give it one sheet a line"))


def _entries(line: int, text: str, shelf: Shelf) -> Iterator[Entry]:
    if text[0] not in "{[":
        yield _one_line(line, text, shelf)
        return
    try:
        values = _decode(text)
    except _DuplicateKey as error:
        what = f"{error} stands twice in one object"
        yield Entry(line, None, SheetDataError(what, "name it once", code="duplicate-mark"))
        return
    except (ValueError, RecursionError) as error:
        yield Entry(line, None, _no_json(error))
        return
    for each in _sheets(values):
        try:
            yield Entry(line, read_sheet(each, shelf), player=_player(each))
        except SheetkitError as wrong:
            yield Entry(line, None, wrong)


def _player(values: Any) -> str:
    name = values.get("player")
    return name if isinstance(name, str) else ""


def _one_line(line: int, text: str, shelf: Shelf) -> Entry:
    """A sheet in notation."""
    try:
        return Entry(line, parse_sheet(text, shelf, line=line))
    except SheetkitError as error:
        return Entry(line, None, error)


def _is_cut_off(error: json.JSONDecodeError) -> bool:
    return error.pos >= len(error.doc.rstrip())


def _no_json(error: Exception) -> SheetDataError:
    if isinstance(error, json.JSONDecodeError) and _is_cut_off(error):
        kind = "list" if error.doc.lstrip()[0] == "[" else "object"
        what = f"this is no JSON: the {kind} that begins here has no end"
    elif isinstance(error, json.JSONDecodeError):
        where = f"character {error.colno}" + (
            f" of line {error.lineno}" if error.lineno > 1 else ""
        )
        what = f"this is no JSON: {error.msg} at {where}"
    elif isinstance(error, RecursionError):
        what = "this JSON is nested too deeply to be a sheet"
    else:
        what = "this JSON has a number that is too long"
    return SheetDataError(what, "mend it, or write one sheet a line", code="bad-json")


def _sheets(values: Any) -> list[Any]:
    """The sheets in a JSON value: one, a list of them, or what ``scan --json`` gives."""
    if isinstance(values, list):
        return [sheet for each in values for sheet in _sheets(each)]
    if (
        isinstance(values, dict)
        and "marks" not in values
        and isinstance(values.get("sheets"), list)
    ):
        return list(values["sheets"])
    return [values]


def _documents(lines: Iterable[bytes]) -> Iterator[tuple[int, str | SheetkitError]]:
    """Each document with the line that it begins on; JSON may run over several lines."""
    open_text: list[str] = []
    begun = depth = size = 0
    for number, raw in enumerate(lines, 1):
        try:
            text = _text(raw, first=number == 1)
        except SheetkitError as error:
            yield number, error
            continue
        if not open_text:
            if not text.strip() or text.lstrip()[0] == "#":
                continue
            depth = _depth(text) if text.lstrip()[0] in "{[" else 0
            if depth <= 0:
                yield number, text.strip()
                continue
            begun, size, open_text = number, len(text), [text]
            continue
        if text[:1] == "{" and open_text[0][:1] == "{":
            yield begun, "".join(open_text).strip()
            depth = _depth(text)
            begun, size, open_text = number, len(text), [text]
        else:
            open_text.append(text)
            depth += _depth(text)
            size += len(text)
        if depth <= 0 or size > LONGEST_DOCUMENT:
            yield begun, "".join(open_text).strip()
            open_text = []
    if open_text:
        yield begun, "".join(open_text).strip()


def _text(raw: bytes, *, first: bool) -> str:
    if len(raw) > LONGEST_LINE:
        raise SheetDataError(
            f"this line has {len(raw):,} bytes or more", "write one sheet a line", code="bad-json"
        )
    try:
        return raw.decode("utf-8-sig" if first else "utf-8")
    except UnicodeDecodeError as error:
        raise SheetDataError("this is no text in UTF-8", "save it as UTF-8") from error


def _depth(text: str) -> int:
    """How many more brackets open than close in a piece of JSON, those in texts apart."""
    if text[:1] == "{" and text.rstrip()[-1:] == "}" and text.count("{") == text.count("}"):
        return 0
    depth = 0
    in_text = escaped = False
    for character in text:
        if in_text:
            in_text = escaped or character != '"'
            escaped = character == "\\" and not escaped
        elif character == '"':
            in_text = True
        elif character in "{[":
            depth += 1
        elif character in "}]":
            depth -= 1
    return depth
