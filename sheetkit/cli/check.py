"""``sheetkit check``: the ruling for marks that were typed in."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer

from sheetkit.errors import SheetkitError

if TYPE_CHECKING:
    from sheetkit.rules import Ruling
    from sheetkit.scoresheet import Scoresheet

LEGAL, NOT_LEGAL, UNREAD = 0, 1, 3


def check(
    files: Annotated[
        list[str], typer.Argument(help="JSON, JSON Lines or one-line sheets; - for standard input.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a sheet.")] = False,
    waive: Annotated[
        list[str] | None,
        typer.Option(help="Judge without this finding or clause (a house rule); may be repeated."),
    ] = None,
    pad: Annotated[
        list[Path] | None, typer.Option(help="The layout file of a pad of your own.")
    ] = None,
) -> None:
    """Judge sheets whose marks were typed in.

    Example: echo '{"variant": "classic", "marks": ["red.5", "red.7"]}' | sheetkit check -
    """
    from sheetkit.pad import Shelf, find_pad
    from sheetkit.rules import read_waivers

    waived = read_waivers(waive or [])
    shelf = Shelf(find_pad(_toml(path)) for path in pad or [])
    status = LEGAL
    for file in files:
        status = max(status, _check_file(file, shelf, waived, as_json=as_json))
    raise typer.Exit(status)


def _toml(path: Path) -> str:
    from sheetkit.errors import UsageError

    if path.suffix != ".toml":
        raise UsageError(f"--pad {path} is no layout file", "give a file that ends in .toml")
    return str(path)


def _check_file(file: str, shelf: Any, waived: frozenset[str], *, as_json: bool) -> int:
    from sheetkit.rules import judge
    from sheetkit.sheet_file import read_sheets

    status = LEGAL
    try:
        with _opened(file) as stream:
            for entry in read_sheets(_lines(stream), shelf):
                if entry.sheet is None:
                    assert entry.error is not None
                    status = UNREAD
                    _show_error(entry.error, file, entry.line, as_json=as_json)
                    continue
                ruling = judge(entry.sheet, waive=waived)
                if entry.sheet.unsure:
                    status = UNREAD
                elif not ruling.legal:
                    status = max(status, NOT_LEGAL)
                if as_json:
                    _show_json(entry.sheet, ruling)
                else:
                    _show_text(entry.sheet, ruling, f"{file}:{entry.line}")
    except OSError as error:
        wrong = SheetkitError(error.strerror or str(error), "name a file that can be read")
        _show_error(wrong, file, 0, as_json=as_json)
        return UNREAD
    return status


def _opened(file: str) -> Any:
    return nullcontext(sys.stdin.buffer) if file == "-" else Path(file).open("rb")


def _lines(stream: IO[bytes]) -> Iterator[bytes]:
    """The stream's lines; one that is far too long comes in pieces of which the first tells."""
    from sheetkit.sheet_file import LONGEST_LINE

    while line := stream.readline(LONGEST_LINE + 1):
        yield line
        while line and len(line) > LONGEST_LINE and line[-1:] != b"\n":
            line = stream.readline(LONGEST_LINE + 1)


def _show_json(sheet: Scoresheet, ruling: Ruling) -> None:
    from sheetkit.rules import score_marks
    from sheetkit.sheet_json import sheet_object

    sys.stdout.write(json.dumps(sheet_object(sheet, score_marks(sheet), ruling)) + "\n")


def _show_text(sheet: Scoresheet, ruling: Ruling, name: str) -> None:
    from sheetkit.report.text import ruling_text
    from sheetkit.rules import score_marks

    print(ruling_text(sheet, score_marks(sheet), ruling, name=name))  # noqa: T201


def _show_error(error: SheetkitError, file: str, line: int, *, as_json: bool) -> None:
    from sheetkit.cli.main import one_line

    where = f"line {line}: " if line else ""
    message = f"{where}{error}"
    print(f"sheetkit: {one_line(file)}: {one_line(message)}", file=sys.stderr)  # noqa: T201
    if as_json:
        problem = {"code": error.code, "message": message}
        found = {"file": file, "line": line, "problems": [problem], "sheets": []}
        sys.stdout.write(json.dumps(found) + "\n")
