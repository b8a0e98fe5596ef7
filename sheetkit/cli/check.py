"""``sheetkit check``: the ruling for marks that were typed in."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, Annotated

import typer

from sheetkit.cli.exit_status import LEGAL, NOT_LEGAL, UNREAD
from sheetkit.cli.options import OwnPad, Waive, verify_files
from sheetkit.cli.streams import tell_unknown, tell_waived, warn
from sheetkit.errors import (
    FileError,
    LogAmongSheets,
    SheetDataError,
    SheetkitError,
    TextError,
    one_line,
)
from sheetkit.file_kind import UTF_16, is_text
from sheetkit.photo_codes import still_open

if TYPE_CHECKING:
    from sheetkit.cli.check_output import How
    from sheetkit.pad import Shelf
    from sheetkit.sheet_file import Entry


def check(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE", help="JSON, JSON Lines or one-line sheets; - for standard input."
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a sheet.")] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show moves that leave the marks of a legal sheet.")
    ] = False,
    why: Annotated[
        bool, typer.Option("--why", help="Say the clause behind each finding in plain words.")
    ] = False,
    waive: Waive = None,
    pad: OwnPad = None,
) -> None:
    """Judge sheets whose marks were typed in.

    Example: echo '{"variant": "classic", "marks": ["red.5", "red.7"]}' | sheetkit check -
    """
    from sheetkit.cli.check_output import How
    from sheetkit.cli.own_pads import shelf_with
    from sheetkit.settle.waivers import read_game_waivers

    verify_files(*files)
    waived = read_game_waivers(waive or [])
    shelf = shelf_with(pad or [])
    status = LEGAL
    for file in files:
        how = How(waived, as_json, explain, why)
        status = max(status, _check_file(file, shelf, how))
    raise typer.Exit(status)


def _check_file(file: str, shelf: Shelf, how: How) -> int:
    from sheetkit.cli.check_output import show_json, show_text
    from sheetkit.rules import judge

    status = LEGAL
    told: set[str] = set()
    waived: set[str] = set()
    for entry in _entries(file, shelf):
        new = [key for key in entry.unknown if key not in told]
        told.update(new)
        tell_unknown(new, file)
        tell_waived(set(entry.waived) - waived, how.waived, file)
        waived.update(entry.waived)
        if entry.sheet is None:
            assert entry.error is not None
            status = UNREAD
            _show_error(entry.error, file, entry.line, as_json=how.as_json)
            continue
        ruling = judge(entry.sheet, waive=how.waived)
        problems = still_open(entry.problems, entry.sheet.unsure)
        for problem in problems:
            _warn(problem, file, entry.line)
        if entry.sheet.unsure or problems:
            status = UNREAD
        elif not ruling.legal:
            status = max(status, NOT_LEGAL)
        if how.as_json:
            show_json(entry.sheet, ruling, how, player=entry.player, problems=problems)
        else:
            show_text(entry.sheet, ruling, f"{one_line(file)}:{entry.line}", how)
    return status


def _entries(file: str, shelf: Shelf) -> Iterator[Entry]:
    """The file's sheets; an error in place of what can't be read of it."""
    from sheetkit.opened import opened
    from sheetkit.sheet_file import Entry, read_sheets

    try:
        with opened(file) as stream:
            yield from read_sheets(_lines(stream), shelf)
    except OSError as error:
        yield Entry(0, None, FileError.of(error))
    except SheetkitError as error:
        yield Entry(0, None, error)


def _lines(stream: IO[bytes]) -> Iterator[bytes]:
    """The stream's lines.

    Raises SheetDataError where it doesn't begin as a text does, LogAmongSheets for a game log.
    """
    from sheetkit.game_log import begins_log
    from sheetkit.sheet_file import lines_of

    first, is_log = True, None
    for line in lines_of(stream):
        if first and line.startswith(UTF_16):
            raise SheetDataError("this is text in UTF-16", "save it as UTF-8")
        if first and not is_text(line):
            raise SheetDataError("this is no text", "photos and PDFs are for sheetkit scan")
        first = False
        if is_log is None:
            is_log = begins_log(line)
        if is_log:
            raise LogAmongSheets("sheetkit replay plays it")
        yield line


def _warn(error: SheetkitError, file: str, line: int) -> str:
    """Say the error in one line; what of it comes after the file."""
    where = f"line {line}: " if line and not isinstance(error, TextError) else ""
    message = f"{where}{error}"
    warn(f"sheetkit: {one_line(file)}: {one_line(message)}")
    return message


def _show_error(error: SheetkitError, file: str, line: int, *, as_json: bool) -> None:
    """Say the error that there is in place of a sheet."""
    message = _warn(error, file, line)
    if as_json:
        problem = {"code": error.code, "message": message}
        found = {"file": file, "line": line, "problems": [problem], "sheets": []}
        sys.stdout.write(json.dumps(found) + "\n")
