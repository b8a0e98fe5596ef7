"""``sheetkit print``: a pad as PDF."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from sheetkit.errors import SheetkitError, UsageError

LARGEST_DRAWN_SEED = 10**6
MOST_SHEETS = 1_000_000
SHEETS = 4
"""Printed where nobody says how many: a page of A4."""


def print_pad(
    variant: Annotated[str, typer.Argument(help="A pad's name, or a layout file ./MY-PAD.toml.")],
    *,
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="PAD.pdf", help="The PDF; - for stdout.")
    ] = "",
    sheets: Annotated[
        int | None,
        typer.Option("--sheets", min=1, max=MOST_SHEETS, help="How many sheets.", show_default="4"),
    ] = None,
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
    at_random: Annotated[
        bool, typer.Option("--random", help="Draw colours, numbers, bonus boxes and boards anew.")
    ] = False,
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            min=1,
            max=99,
            help="Sheets of one table share a layout; each has its own lucky numbers.",
        ),
    ] = None,
    size: Annotated[
        str, typer.Option("--size", metavar="normal|large", help="Large: one or two on a page.")
    ] = "normal",
    palette: Annotated[
        str, typer.Option("--palette", help="safe (for colour-blind eyes), traditional or grey.")
    ] = "safe",
    ink: Annotated[
        str, typer.Option("--ink", metavar="normal|low", help="Low: lines instead of tints.")
    ] = "normal",
    duplex: Annotated[
        bool, typer.Option("--duplex", help="Sheets on both sides, flipped over the long edge.")
    ] = False,
    map_file: Annotated[
        str, typer.Option("--map", metavar="MAP.json", help="Also write where every cell is.")
    ] = "",
) -> None:
    """Print a pad: score sheets as PDF, true to scale, with a code on each.

    Example: sheetkit print classic --sheets 40 -o pad.pdf
    """
    from sheetkit.design import find_palette, outlined
    from sheetkit.pad import find_pad
    from sheetkit.printing import (
        Order,
        page_of,
        write_map,
        write_pad,
    )

    large = _one_of("--size", size, ("normal", "large")) == "large"
    page = page_of(paper.lower(), _count(per_page), large=large)
    colours = find_palette(palette.lower())
    if _one_of("--ink", ink, ("normal", "low")) == "low":
        colours = outlined(colours)
    pad = find_pad(variant)
    chosen = secrets.randbelow(LARGEST_DRAWN_SEED) if seed is None else seed
    count = sheets or players or SHEETS
    order = Order(
        pad, count, chosen, language.lower(), palette=colours,
        players=players, drawn=at_random, duplex=duplex,
    )  # fmt: skip
    order.verify()
    target = output or f"{pad.name}.pdf"
    with _opened(target) as file:
        pages = write_pad(file, order, page)
    if map_file:
        with _opened(map_file) as file:
            write_map(file, order, page)
    typer.echo(
        f"{target}: {_counted(count, 'sheet')} on {_counted(pages, 'page')} of {page.paper}, "
        f"seed {chosen}",
        err=True,
    )


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _one_of(option: str, value: str, choices: tuple[str, ...]) -> str:
    if value.lower() not in choices:
        raise UsageError(f"{option} {value!r} is not known", f"choose {' or '.join(choices)}")
    return value.lower()


def _count(per_page: str) -> int | None:
    if per_page == "auto":
        return None
    if not per_page.isdecimal() or int(per_page) < 1:
        raise UsageError(f"--per-page {per_page!r} is no count", "give auto, 1, 2, 4, …")
    return int(per_page)


@contextmanager
def _opened(target: str) -> Iterator[BinaryIO]:
    """The file to write, ``-`` for standard output; a half-written one never stays."""
    if target == "-":
        yield sys.stdout.buffer
        return
    path = Path(target)
    half = path.with_name(f".{path.name}.part")
    try:
        with half.open("wb") as file:
            yield file
        half.replace(path)
    except OSError as error:
        reason = (error.strerror or "it can't be written").lower()
        raise SheetkitError(reason, "name another file", file=target) from error
    finally:
        half.unlink(missing_ok=True)
