"""A sheet in one line, to fit in a message. docs/notation.md has the grammar.

::

    classic red 2 3 5 =4 | green 12 11 10 9 8 2 lock | penalty 1
    CC0-4G7K-2N9Q-X4 red 5 7

First the pad's name or the sheet's code, a layout in braces where one is needed,
then the groups of cells, with ``|`` between them: a row's name and its numbers,
``penalty``, ``bar``, ``bonus`` and ``board`` with theirs. Before a number ``=`` is a
skip, ``!`` a box blacked out, ``&`` both a cross and a skip; nothing is a cross.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from sheetkit.errors import NotationError, SheetkitError, did_you_mean
from sheetkit.pad import Pad, Shelf, find_pad
from sheetkit.pad.code import grouped, normal
from sheetkit.pad.nearest import cells_of_group, groups_of, nearest_cell, nearest_group
from sheetkit.scoresheet import Mark, Scoresheet

SIGNS = {"": Mark.CROSS, "=": Mark.SKIP, "!": Mark.VOID, "&": Mark.BOTH}
"""What stands before a cell for each mark."""

PENALTY = "penalty"
"""The one group that nobody writes without a cell: of a row it may say that nothing is crossed."""

_SIGN_OF = {mark: sign for sign, mark in SIGNS.items()}


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    column: int


def format_sheet(sheet: Scoresheet) -> str:
    """The sheet in one line, without what is unsure or written in by hand."""
    parts = [_pad_text(sheet)]
    groups: dict[str, list[str]] = {}
    for cell in sheet.pad.markable:
        mark = sheet.marks.get(cell)
        if mark is not None:
            group, _, name = cell.partition(".")
            groups.setdefault(group, []).append(_SIGN_OF[mark] + name)
    parts.append(" | ".join(" ".join((group, *names)) for group, names in groups.items()))
    return " ".join(part for part in parts if part)


def _pad_text(sheet: Scoresheet) -> str:
    """The code where there is one, else the pad's name, with its layout if it isn't its own."""
    if sheet.code:
        return grouped(sheet.code).replace(" ", "-")
    pad = sheet.pad
    layout = pad.layout()
    if pad.digest is not None or layout == find_pad(pad.name).layout():
        return pad.name  # a pad of its owner's has no other layout than its file's
    return f"{pad.name} {json.dumps(layout, separators=(',', ':'))}"


def parse_sheet(text: str, shelf: Shelf | None = None, *, line: int = 1) -> Scoresheet:
    """The sheet written in ``text``. Raises NotationError with line and column."""
    shelf = shelf or Shelf()
    first = re.match(r"\s*(\S+)", text)
    if first is None:
        raise NotationError("there is nothing here", "write classic red 5 7", line=line)
    said = _Word(first[1], first.start(1) + 1)
    pad, code = _read_pad(said, shelf, line)
    start = first.end()
    if text[start:].lstrip().startswith("{"):
        pad, start = _read_layout(text, start, pad, shelf, line)
    marks = _read_groups(text, start, pad, line)
    ordered = {cell: marks[cell] for cell in pad.markable if cell in marks}
    return Scoresheet(pad, ordered, code=code)


def _read_pad(said: _Word, shelf: Shelf, line: int) -> tuple[Pad, str]:
    is_code = any(letter.isdigit() for letter in said.text) and said.text not in shelf.names
    try:
        if is_code:
            return shelf.of_code(said.text), normal(said.text)
        return shelf.named(said.text), ""
    except SheetkitError as error:
        remedy = f"{error.remedy}; a sheet begins with its pad or its code"
        raise NotationError(error.what, remedy, line=line, column=said.column) from error


def _read_layout(text: str, start: int, pad: Pad, shelf: Shelf, line: int) -> tuple[Pad, int]:
    begin = text.index("{", start)
    try:
        layout, end = json.JSONDecoder().raw_decode(text, begin)
        return shelf.laid_out(pad, layout), end
    except (ValueError, RecursionError) as error:
        raise NotationError(
            f"this layout isn't one of {pad.name}: {error}",
            f"sheetkit variants {pad.name} --json shows one",
            line=line,
            column=begin + 1,
        ) from error


def _words(text: str, start: int) -> Iterator[_Word]:
    for found in re.finditer(r"\||[^\s|]+", text[start:]):
        yield _Word(found[0], start + found.start() + 1)


def _read_groups(text: str, start: int, pad: Pad, line: int) -> dict[str, Mark]:
    groups = groups_of(pad)
    marks: dict[str, Mark] = {}
    group, begun = "", _Word("", 0)
    for word in (*_words(text, start), _Word("|", len(text) + 1)):
        if word.text == "|":
            if group == PENALTY and not any(cell.startswith(f"{PENALTY}.") for cell in marks):
                raise NotationError(
                    "penalty which?", "write penalty 1", line=line, column=begun.column
                )
            group = ""
        elif not group:
            begun = word
            group = word.text.lower()
            if group not in groups:
                near = nearest_group(group, pad)
                raise NotationError(
                    f"{word.text!r} begins no group of cells on the pad {pad.name}",
                    f"{did_you_mean(near)}{cells_of_group('', pad)}",
                    line=line,
                    column=word.column,
                )
        else:
            cell, mark = _read_cell(word, group, pad, line)
            if cell in marks:
                raise NotationError(
                    f"{cell} is marked twice", "name each cell once", line=line, column=word.column
                )
            marks[cell] = mark
    return marks


def _read_cell(word: _Word, group: str, pad: Pad, line: int) -> tuple[str, Mark]:
    sign = word.text[0] if word.text[0] in SIGNS else ""
    cell = f"{group}.{word.text[len(sign) :].lower()}"
    if cell in pad.markable_set:
        return cell, SIGNS[sign]
    near = nearest_cell(cell, pad).partition(".")[2]
    remedy = f"{did_you_mean(near)}{cells_of_group(group, pad)}"
    if word.text in groups_of(pad):
        remedy = f"write | before {word.text}"
    raise NotationError(
        f"{word.text!r} is no cell of {group}", remedy, line=line, column=word.column
    )
