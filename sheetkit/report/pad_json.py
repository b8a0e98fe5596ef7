"""A pad as plain values for JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from sheetkit.fairness import fair_as, mean_score
from sheetkit.game_log import WHITES
from sheetkit.pad import Board, Lucky, Pad, Pairs, find_pad


def pad_object(pad: Pad) -> dict[str, Any]:
    """The pad as plain values for JSON: all that its table says."""
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
    told: dict[str, Any] = {}
    if pairs := pad.mechanic(Pairs):
        told["pairs"] = [asdict(pair) for pair in pairs.pairs]
    if lucky := pad.mechanic(Lucky):
        fair = lucky.throws() == lucky.fair_ways
        told["lucky"] = {"numbers": list(lucky.numbers), "throws": lucky.throws(), "fair": fair}
    if board := pad.mechanic(Board):
        told["board"] = {"points": list(board.points), "steps": board.steps, "last": board.last}
    return told


def fairness_object(pad: Pad) -> dict[str, float] | None:
    """In how many throws lucky numbers come up, else mean scores in simulated games.

    None for a pad that these games don't know.
    """
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
