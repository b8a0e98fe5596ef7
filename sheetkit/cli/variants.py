"""``sheetkit variants``: which pads there are, and what one of them is."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sheetkit.cli.completion import complete_pad
from sheetkit.cli.options import named
from sheetkit.counted import counted
from sheetkit.errors import UsageError

if TYPE_CHECKING:
    from sheetkit.pad import Pad


def variants(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="PAD", help="A pad's name, or a layout file.", autocompletion=complete_pad
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
    layout: Annotated[
        str | None,
        typer.Option(
            metavar="LAYOUT",
            help="The pad in another layout, and how fair it is: JSON, or a sheet's code.",
        ),
    ] = None,
    check: Annotated[
        str | None,
        typer.Option(help="Say whether a layout file can be used.", metavar="FILE", callback=named),
    ] = None,
) -> None:
    """Show the pads that can be printed, or one of them in full.

    Example: sheetkit variants longo
    """
    from sheetkit.pad import find_pad, pad_names
    from sheetkit.report.pad_json import fairness_object, pad_object
    from sheetkit.report.pad_table import fairness_line, pad_table

    if check is not None:
        _refuse_beside_check(name, layout)
        _check(check, as_json=as_json)
        return
    if name is not None or layout is not None:
        pad = _laid_out(name, layout)
        scores = fairness_object(pad) if layout is not None else None
        if as_json:
            typer.echo(json.dumps(pad_object(pad) | ({"fairness": scores} if scores else {})))
            return
        typer.echo(pad_table(pad))
        if layout is not None:
            typer.echo(fairness_line(scores))
        return
    pads = [find_pad(each) for each in pad_names()]
    if as_json:
        typer.echo(json.dumps([pad_object(pad) for pad in pads]))
    else:
        for pad in pads:
            typer.echo(f"{pad.name:10} {pad.title}")


def _refuse_beside_check(name: str | None, layout: str | None) -> None:
    beside = f"--layout {layout}" if name is None and layout is not None else name
    if beside is not None:
        raise UsageError(
            f"--check is about its own file, not about {beside}", "leave out one or the other"
        )


def _check(file: str, *, as_json: bool) -> None:
    """Say that the layout file can be used; raise what is wrong with it."""
    from sheetkit.pad import read_pad
    from sheetkit.printing import verify_own_pad
    from sheetkit.report.pad_json import pad_object

    pad = read_pad(Path(file), own=True)
    verify_own_pad(pad, file)
    if as_json:
        typer.echo(json.dumps({"file": file, "problems": []} | pad_object(pad)))
        return
    typer.echo(
        f"{file}: good; {pad.title}, {counted(len(pad.rows), 'row')}, "
        f"{counted(len(pad.markable), 'cell')} to mark"
    )


def _laid_out(name: str | None, layout: str | None) -> Pad:
    """The pad of that name, in the layout given as JSON or by a sheet's code."""
    from sheetkit.pad import find_pad, pad_names

    if layout is None:
        return find_pad(name or "")
    if not layout.lstrip().startswith("{"):
        meant = [find_pad(name)] if name else []
        found = _pad_of_code(layout, [*meant, *map(find_pad, pad_names())])
        if meant and (found.name, found.digest) != (meant[0].name, meant[0].digest):
            raise UsageError(
                f"{layout} is a sheet of {found.name}, not of {name}", f"leave out {name}"
            )
        return found
    if not name:
        raise UsageError("a layout in JSON is of some pad", "name the pad before it")
    try:
        given = json.loads(layout)
    except (ValueError, RecursionError) as error:
        what = f"--layout does not fit {name}: it is no JSON"
        raise UsageError(what, f"see sheetkit variants {name} --json") from error
    try:
        return find_pad(name).with_layout(given)
    except ValueError as error:
        raise UsageError(
            f"--layout does not fit {name}: {error}", f"see sheetkit variants {name} --json"
        ) from error


def _pad_of_code(code: str, pads: Iterable[Pad]) -> Pad:
    """The pad that a sheet's code is of. Raises UsageError."""
    from sheetkit.errors import CodeError
    from sheetkit.pad import read_code

    try:
        return read_code(code, pads).pad
    except CodeError as error:
        remedy = "give a layout as JSON, or a code; before that of your own pad its file's name"
        raise UsageError(f"--layout: {error.what}", remedy) from error
