"""Options that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Waive = Annotated[
    list[str] | None,
    typer.Option(help="Judge without this finding or clause (a house rule); may be repeated."),
]
OwnPad = Annotated[list[Path] | None, typer.Option(help="The layout file of a pad of your own.")]
