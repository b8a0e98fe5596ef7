"""Options that several commands have."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from sheetkit.errors import UsageError


def set_option(of: str, example: str) -> Any:
    """``--set``, which says what a cell is; ``of`` names what tells the sheets apart."""
    said = f"What a cell is, for one the scan can't tell: {example}"
    return typer.Option("--set", metavar=f"[{of}:]CELL=MARK", help=said)


def only_one(option: str, values: Sequence[str] | None) -> str:
    """The value of an option that may be given once, empty where it wasn't.

    Raises UsageError for a second one, rather than leave out the first.
    """
    given = values or []
    if len(given) > 1:
        raise UsageError(f"{option} is given {len(given)} times", "give it once")
    return given[0] if given else ""


Waive = Annotated[
    list[str] | None,
    typer.Option(help="Judge without this finding or clause (a house rule); may be repeated."),
]
OwnPad = Annotated[list[Path] | None, typer.Option(help="The layout file of a pad of your own.")]
