"""Options that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer


def set_option(of: str, example: str) -> Any:
    """``--set``, which says what a cell is; ``of`` names what tells the sheets apart."""
    said = f"What a cell is, for one the scan can't tell: {example}"
    return typer.Option("--set", metavar=f"[{of}:]CELL=MARK", help=said)


Waive = Annotated[
    list[str] | None,
    typer.Option(help="Judge without this finding or clause (a house rule); may be repeated."),
]
OwnPad = Annotated[list[Path] | None, typer.Option(help="The layout file of a pad of your own.")]
