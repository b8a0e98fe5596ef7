"""``sheetkit variants``: which pads there are, and what one of them is."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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
    from sheetkit.report.pad_table import pad_table

    if check is not None:
        _refuse_beside_check(name, layout)
        _check(check, as_json=as_json)
        return
    if name is not None or layout is not None:
        pad = _laid_out(name, layout)
        scores = _fairness(pad) if layout is not None else None
        if as_json:
            typer.echo(json.dumps(summary(pad) | ({"fairness": scores} if scores else {})))
            return
        typer.echo(pad_table(pad))
        for line in _pair_lines(pad):
            typer.echo(line)
        if scores:
            typer.echo(f"fairness  {_fairness_text(scores)}")
        return
    pads = [find_pad(each) for each in pad_names()]
    if as_json:
        typer.echo(json.dumps([summary(pad) for pad in pads]))
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

    pad = read_pad(Path(file), own=True)
    verify_own_pad(pad, file)
    if as_json:
        typer.echo(json.dumps({"file": file, "problems": []} | summary(pad)))
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


def _fairness(pad: Pad) -> dict[str, float] | None:
    """In how many throws lucky numbers come up, else mean scores in simulated games.

    None for a pad that these games don't know.
    """
    from sheetkit.fairness import fair_as, mean_score
    from sheetkit.pad import Lucky, find_pad

    lucky = pad.mechanic(Lucky)
    if lucky is not None:
        return {
            "lucky_throws": lucky.throws(),
            "fair_throws": lucky.fair_ways,
            "throws": lucky.sides**2,
        }
    if pad.digest is not None or fair_as(find_pad(pad.name)) is None:
        return None
    mine, official = mean_score(pad), mean_score(find_pad(pad.name))
    return {
        "mean_score": round(mine, 1),
        "official": round(official, 1),
        "difference_percent": round(100 * (mine / official - 1), 1),
    }


def _fairness_text(fairness: Mapping[str, float]) -> str:
    if "lucky_throws" in fairness:
        throws = f"{fairness['lucky_throws']} of {fairness['throws']} throws"
        return f"a lucky number comes up in {throws}, with a fair pair in {fairness['fair_throws']}"
    return (
        f"{fairness['mean_score']} points a sheet in simulated games, "
        f"{fairness['official']} on the official pad ({fairness['difference_percent']:+} %)"
    )


def _pair_lines(pad: Pad) -> Iterator[str]:
    """What each bonus pair brings, in a line."""
    from sheetkit.pad import Pairs

    pairs = pad.mechanic(Pairs)
    for pair in pairs.pairs if pairs else ():
        brings = {
            "crosses-in-fewest": f"{counted(pair.amount, 'cross')} in the row with fewest",
            "crosses-in-each": f"{counted(pair.amount, 'cross')} in every row",
            "double-fewest": "the row with fewest crosses counts twice",
            "points": counted(pair.amount, "point"),
            "no-penalties": "penalties cost nothing",
        }
        yield f"{pair.bonus} brings: {brings[pair.effect]}"


def summary(pad: Pad) -> dict[str, Any]:
    """The pad as plain values for JSON: all that its table says."""
    from sheetkit.settle.throws import WHITES

    rows = pad.rows_mechanic
    return {
        "variant": pad.name,
        "title": pad.title,
        "players": [pad.fewest_players, pad.most_players],
        "die_sides": pad.die_sides,
        "dice": {"white": WHITES, "coloured": len(pad.rows), "sides": pad.die_sides},
        "closing": {"numbers": rows.closing_numbers, "crosses_before": rows.crosses_before},
        "ended_by": {"closed_rows": pad.closed_rows_to_end, "penalties": pad.penalty_boxes},
        "points": list(pad.points),
        "penalties": {"boxes": pad.penalty_boxes, "points": pad.penalty_points},
        "layout": pad.layout(),
        "cells": [
            {
                "id": cell.id,
                "kind": cell.kind,
                "row": cell.row,
                "colour": cell.colour,
                "number": cell.number,
                "bonus": cell.bonus,
            }
            for cell in pad.cells.values()
        ],
        "sources": list(pad.sources),
        **_mechanics(pad),
    }


def _mechanics(pad: Pad) -> dict[str, Any]:
    """What pads have besides rows, under the mechanics' names."""
    from sheetkit.pad import Board, Lucky, Pairs

    told: dict[str, Any] = {}
    if pairs := pad.mechanic(Pairs):
        told["pairs"] = [asdict(pair) for pair in pairs.pairs]
    if lucky := pad.mechanic(Lucky):
        fair = lucky.throws() == lucky.fair_ways
        told["lucky"] = {"numbers": list(lucky.numbers), "throws": lucky.throws(), "fair": fair}
    if board := pad.mechanic(Board):
        told["board"] = {"points": list(board.points), "steps": board.steps, "last": board.last}
    return told
