"""``sheetkit variants``: which pads there are, and what one of them is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from sheetkit.pad import Pad


def variants(
    name: Annotated[str, typer.Argument(help="A pad's name, or a layout file.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Show the pads that can be printed, or one of them in full.

    Example: sheetkit variants longo
    """
    from sheetkit.pad import find_pad, pad_names
    from sheetkit.report.pad_table import pad_table

    if name:
        pad = find_pad(name)
        typer.echo(json.dumps(summary(pad)) if as_json else pad_table(pad))
        return
    pads = [find_pad(each) for each in pad_names()]
    if as_json:
        typer.echo(json.dumps([summary(pad) for pad in pads]))
    else:
        for pad in pads:
            typer.echo(f"{pad.name:10} {pad.title}")


def summary(pad: Pad) -> dict[str, Any]:
    """The pad as plain values for JSON."""
    return {
        "variant": pad.name,
        "title": pad.title,
        "players": [pad.fewest_players, pad.most_players],
        "die_sides": pad.die_sides,
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
    }
