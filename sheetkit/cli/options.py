"""Options that several commands have."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from sheetkit.errors import UsageError


def set_option(of: str, example: str) -> Any:
    """``--set``, which says what a cell is; ``of`` names what tells the sheets apart."""
    said = f"Say what a cell is where the scan can't tell: {example}"
    return typer.Option("--set", metavar=f"[{of}:]CELL=MARK", help=said)


def only_one(option: str, values: Sequence[str] | None) -> str:
    """The value of an option that may be given once, empty where it wasn't.

    Raises UsageError for a second one, rather than leave out the first.
    """
    given = values or []
    if len(given) > 1:
        raise UsageError(f"{option} is given {len(given)} times", "give it once")
    return given[0] if given else ""


def verify_files(*files: str) -> None:
    """Raise UsageError for an empty name, and where standard input is read more than once."""
    if "" in files:
        raise UsageError("the name of a file is empty", "name the file")
    if files.count("-") > 1:
        raise UsageError("- is there twice, and standard input is read once", "name a file")


def named(file: str | None) -> str | None:
    """The name of a file where one is given. Raises UsageError for an empty one."""
    if file is not None:
        verify_files(file)
    return file


def wrong_call(error: typer.TyperException) -> str:
    """What is wrong with a call: the option, what it was given, and what it takes."""
    option = next(iter(getattr(getattr(error, "param", None), "opts", ())), "")
    told = getattr(error.__cause__, "errors", None)
    if not option or told is None:
        return error.format_message().rstrip(".")
    wrong = told()[0]
    given, bounds = wrong["input"], wrong.get("ctx", {})
    match wrong["type"]:
        case "int_parsing" | "int_from_float" | "int_parsing_size":
            return f"{option} {given!r} is no whole number"
        case "greater_than_equal":
            return f"{option} {given} is too small: it takes {bounds['ge']} or more"
        case "less_than_equal":
            return f"{option} {given} is too large: it takes {bounds['le']} or less"
    return error.format_message().rstrip(".")


Waive = Annotated[
    list[str] | None,
    typer.Option(
        metavar="CODE", help="Judge without this finding or clause (a house rule); may be repeated."
    ),
]
OwnPad = Annotated[
    list[Path] | None,
    typer.Option(
        metavar="FILE.toml", help="The layout file of a pad of your own; may be repeated."
    ),
]
