"""``sheetkit print``: a pad as PDF."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated

import typer

from sheetkit.cli.completion import complete_language, complete_pad
from sheetkit.cli.files import is_same_file, written
from sheetkit.cli.options import named
from sheetkit.cli.streams import warn
from sheetkit.counted import counted
from sheetkit.errors import UsageError, one_line

if TYPE_CHECKING:
    from sheetkit.design import Palette
    from sheetkit.pad import Pad
    from sheetkit.printing import Order

DRAWN_SEEDS = 10**9
"""Seeds to draw one from where none is given. Two pads of one seed have the same codes, by which
their sheets are taken for one; a pad has 32**6 codes, a little more. Nine digits are soon typed."""
MOST_SHEETS = 1_000_000
"""A thousandth of a pad's codes."""
SHEETS = 4
"""Printed where nobody says how many: a page of A4."""

Variant = Annotated[
    str,
    typer.Argument(
        metavar="PAD",
        help="A pad's name, or a layout file ./MY-PAD.toml.",
        autocompletion=complete_pad,
    ),
]
Output = Annotated[
    str | None,
    typer.Option(
        "-o", "--output", metavar="PAD.pdf", help="The PDF; - for stdout.", callback=named
    ),
]
Sheets = Annotated[
    int | None,
    typer.Option(
        "--sheets", metavar="N", min=1, max=MOST_SHEETS, help="How many sheets.", show_default="4"
    ),
]
PerPage = Annotated[
    str, typer.Option("--per-page", metavar="auto|1|2|4|…", help="Sheets on a page.")
]
Paper = Annotated[
    str, typer.Option("--paper", metavar="PAPER", help="a4, letter, legal, a5, a6, a3 or tabloid.")
]
Seed = Annotated[
    int | None, typer.Option("--seed", metavar="N", help="The same seed gives the same bytes.")
]
Language = Annotated[
    str,
    typer.Option(
        "--language",
        metavar="CODE",
        help="Language of the sheets: en, de, …",
        autocompletion=complete_language,
    ),
]
AtRandom = Annotated[
    bool, typer.Option("--random", help="Draw colours, numbers, bonus boxes and boards anew.")
]
Players = Annotated[
    int | None,
    typer.Option(
        "--players",
        metavar="N",
        min=1,
        max=99,
        help="Sheets per table: they share a layout, each with lucky numbers of its own.",
    ),
]
Size = Annotated[
    str, typer.Option("--size", metavar="normal|large", help="Large: one or two on a page.")
]
Colours = Annotated[
    str,
    typer.Option(
        "--palette", metavar="NAME", help="safe (for colour-blind eyes), traditional or grey."
    ),
]
Ink = Annotated[
    str, typer.Option("--ink", metavar="normal|low", help="Low: lines instead of tints.")
]
Duplex = Annotated[
    bool, typer.Option("--duplex", help="Sheets on both sides, turned over the long edge.")
]
Fillable = Annotated[bool, typer.Option("--fillable", help="A form, to tick on a tablet.")]
OnlyBoard = Annotated[
    bool, typer.Option("--board", help="The board instead of the sheets (same seed, same board).")
]
MapFile = Annotated[
    str | None,
    typer.Option(
        "--map", metavar="MAP.json", help="Also write where every cell is.", callback=named
    ),
]


def print_pad(
    variant: Variant,
    *,
    output: Output = None,
    sheets: Sheets = None,
    per_page: PerPage = "auto",
    paper: Paper = "a4",
    seed: Seed = None,
    language: Language = "en",
    at_random: AtRandom = False,
    players: Players = None,
    size: Size = "normal",
    palette: Colours = "safe",
    ink: Ink = "normal",
    duplex: Duplex = False,
    fillable: Fillable = False,
    board: OnlyBoard = False,
    map_file: MapFile = None,
) -> None:
    """Print a pad: score sheets to scale as PDF, each with its code.

    Example: sheetkit print classic --sheets 40 -o pad.pdf
    """
    from sheetkit.fairness import fair_as
    from sheetkit.printing import Order

    large = _one_of("--size", size, ("normal", "large")) == "large"
    if board:
        no_tables = players is None or not at_random
        _refuse_beside_board({
            "--players": players and no_tables, "--sheets": sheets and no_tables,
            "--per-page": _count(per_page), "--size": large,
            "--duplex": duplex, "--fillable": fillable, "--map": map_file,
        })  # fmt: skip
    pad = _printable_pad(variant)
    if pad.digest is not None:
        _spare_layout_file(variant, {"-o": output, "--map": map_file})
    order = Order(
        pad=pad,
        sheets=sheets or players or SHEETS,
        seed=_any_seed() if seed is None else seed,
        language=_language(language),
        palette=_palette(palette, ink),
        players=players,
        drawn=at_random,
        duplex=duplex,
        fillable=fillable,
        acceptable=fair_as(pad) if at_random else None,
    )
    order.verify()
    if board:
        _print_boards(order, output or f"{order.pad.name}-board.pdf", paper.lower())
        return
    target = output or f"{order.pad.name}.pdf"
    _print_sheets(order, target, paper.lower(), _count(per_page), map_file, large=large)


def _printable_pad(variant: str) -> Pad:
    """The pad of that name or file; one of somebody's own has to be fit for printing."""
    from sheetkit.pad import find_pad
    from sheetkit.printing import verify_own_pad

    pad = find_pad(variant)
    if pad.digest is not None:
        verify_own_pad(pad, variant)
    return pad


def _spare_layout_file(layout_file: str, targets: Mapping[str, str | None]) -> None:
    """Raise UsageError where what an option names is the file that the pad is read from."""
    for option, target in targets.items():
        if target and is_same_file(layout_file, target):
            raise UsageError(
                f"{option} would write over {layout_file}, the pad's own file", "name another file"
            )


def _any_seed() -> int:
    import secrets

    return secrets.randbelow(DRAWN_SEEDS)


def _print_sheets(
    order: Order,
    target: str,
    paper: str,
    per_page: int | None,
    map_file: str | None,
    *,
    large: bool,
) -> None:
    from sheetkit.printing import page_of, write_map, write_pad

    if map_file and is_same_file(map_file, target):
        raise UsageError(f"-o and --map both write to {target}", "name another file for one")
    page = page_of(paper, per_page, large=large)
    with written(target) as file, written(map_file) if map_file else nullcontext() as places:
        pages = write_pad(file, order, page)
        if places:
            write_map(places, order, page)
    what = f"{counted(order.sheets, 'sheet')} on {counted(pages, 'page')} of {paper}"
    warn(f"{one_line(target)}: {what}, seed {order.seed}")


def _print_boards(order: Order, target: str, paper: str) -> None:
    from sheetkit.printing import write_boards

    with written(target) as file:
        boards = write_boards(file, order, paper)
    what = f"{counted(boards, 'board')} on {paper}"
    warn(f"{one_line(target)}: {what}, seed {order.seed}")


def _refuse_beside_board(given: Mapping[str, object]) -> None:
    """Raise UsageError for options that only sheets have; tables drawn anew each have a board."""
    beside = [option for option, is_given in given.items() if is_given]
    if beside:
        raise UsageError(
            f"--board prints no sheets, which {' and '.join(beside)} would be for",
            "leave out one or the other",
        )


def _language(name: str) -> str:
    """Its code in small letters; one that there isn't stays as it was given, to be named."""
    from sheetkit.design import language_names

    return name.lower() if name.lower() in language_names() else name


def _palette(name: str, ink: str) -> Palette:
    from sheetkit.design import find_palette, outlined

    palette = find_palette(name.lower())
    return outlined(palette) if _one_of("--ink", ink, ("normal", "low")) == "low" else palette


def _one_of(option: str, value: str, choices: tuple[str, ...]) -> str:
    if value.lower() not in choices:
        raise UsageError(f"{option} {value!r} is not known", f"choose {' or '.join(choices)}")
    return value.lower()


def _count(per_page: str) -> int | None:
    if per_page.lower() == "auto":
        return None
    if not re.fullmatch(r"0*[1-9]\d{0,5}", per_page, re.ASCII):
        raise UsageError(f"--per-page {per_page!r} is no count", "give auto, 1, 2, 4, …")
    return int(per_page)
