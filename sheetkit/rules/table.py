"""What all sheets of one table share: everything that was drawn but lucky numbers (L2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sheetkit.pad import Lucky, Pad


def different_layouts(pads: Sequence[Pad], players: Sequence[str]) -> str:
    """How many layouts one table's players have, whose, and in what they differ; empty for one.

    The pads are of one kind, in the players' order.
    """
    layouts = [_shared(pad) for pad in pads]
    differing = [key for key in layouts[0] if any(at[key] != layouts[0][key] for at in layouts)]
    if not differing:
        return ""
    alike: dict[str, list[str]] = {}
    for player, layout in zip(players, layouts, strict=True):
        alike.setdefault(repr(layout), []).append(player)
    whose = "; ".join(", ".join(names) for names in alike.values())
    return (
        f"{len(alike)} different layouts ({whose}), by their {' and '.join(differing)}; "
        "all sheets of a game have the same"
    )


def _shared(pad: Pad) -> dict[str, Any]:
    lucky = pad.mechanic(Lucky)
    own = lucky.layout() if lucky else {}
    return {key: value for key, value in pad.layout().items() if key not in own}
