"""``sheetkit print``: a pad as PDF."""

from __future__ import annotations

import io
import json
import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer

from sheetkit.errors import SheetkitError, UsageError

LARGEST_DRAWN_SEED = 10**6
MOST_SHEETS = 1_000_000


def print_pad(
    variant: Annotated[str, typer.Argument(help="A pad's name, or a layout file ./MY-PAD.toml.")],
    *,
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="PAD.pdf", help="The PDF; - for stdout.")
    ] = "",
    sheets: Annotated[
        int, typer.Option("--sheets", min=1, max=MOST_SHEETS, help="How many sheets.")
    ] = 4,
    per_page: Annotated[
        str, typer.Option("--per-page", metavar="auto|1|2|4|…", help="Sheets on a page.")
    ] = "auto",
    paper: Annotated[
        str, typer.Option("--paper", help="a4, letter, legal, a5, a6, a3 or tabloid.")
    ] = "a4",
    seed: Annotated[
        int | None, typer.Option("--seed", help="The same seed gives the same bytes.")
    ] = None,
    language: Annotated[str, typer.Option("--language", help="Of the words on the sheet.")] = "en",
    map_file: Annotated[
        str, typer.Option("--map", metavar="MAP.json", help="Also write where every cell is.")
    ] = "",
) -> None:
    """Print a pad: score sheets as PDF, true to scale, with a code on each.

    Example: sheetkit print classic --sheets 40 -o pad.pdf
    """
    from sheetkit.pad import find_pad
    from sheetkit.printing import (
        Order,
        ordered_sheets,
        page_of,
        sheet_entry,
        write_pad,
    )

    page = page_of(paper.lower(), _count(per_page))
    pad = find_pad(variant)
    chosen = secrets.randbelow(LARGEST_DRAWN_SEED) if seed is None else seed
    order = Order(pad, sheets, chosen, language.lower())
    buffer = io.BytesIO()
    write_pad(buffer, page, ordered_sheets(order), f"sheetkit {pad.title}")
    target = output or f"{pad.name}.pdf"
    _write(target, buffer.getvalue())
    if map_file:
        entries = [
            sheet_entry(design, code, page, number)
            for number, (design, code) in enumerate(ordered_sheets(order))
        ]
        size = [round(page.width * 72 / 25.4, 3), round(page.height * 72 / 25.4, 3)]
        document = {"variant": pad.name, "seed": chosen, "paper": size, "sheets": entries}
        _write(map_file, (json.dumps(document) + "\n").encode())
    pages = -(-sheets // len(page.sheets))
    typer.echo(
        f"{target}: {sheets} sheets on {pages} pages of {page.paper}, seed {chosen}", err=True
    )


def _count(per_page: str) -> int | None:
    if per_page == "auto":
        return None
    if not per_page.isdecimal() or int(per_page) < 1:
        raise UsageError(f"--per-page {per_page!r} is no count", "give auto, 1, 2, 4, …")
    return int(per_page)


def _write(target: str, content: bytes) -> None:
    if target == "-":
        sys.stdout.buffer.write(content)
        return
    try:
        Path(target).write_bytes(content)
    except OSError as error:
        reason = (error.strerror or "it can't be written").lower()
        raise SheetkitError(reason, "name another file with -o", file=target) from error
