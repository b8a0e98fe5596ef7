"""What all sheets of one table share: everything that was drawn but lucky numbers (L2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sheetkit.pad import Lucky, Pad


@dataclass(frozen=True, slots=True)
class Layouts:
    """The several layouts of one table: whose each is, and the keys that differ among them."""

    players: tuple[tuple[str, ...], ...]
    differing: tuple[str, ...]

    def __str__(self) -> str:
        whose = "; ".join(", ".join(names) for names in self.players)
        return (
            f"{len(self.players)} layouts that differ in their {' and '.join(self.differing)} "
            f"({whose}); all sheets of a game have the same"
        )


def different_layouts(pads: Sequence[Pad], players: Sequence[str]) -> Layouts | None:
    """The layouts of one table's players; None where all have the same.

    The pads are of one kind, in the players' order.
    """
    layouts = [_shared(pad) for pad in pads]
    differing = [key for key in layouts[0] if any(at[key] != layouts[0][key] for at in layouts)]
    if not differing:
        return None
    alike: dict[str, list[str]] = {}
    for player, layout in zip(players, layouts, strict=True):
        alike.setdefault(repr(layout), []).append(player)
    return Layouts(tuple(map(tuple, alike.values())), tuple(differing))


def _shared(pad: Pad) -> dict[str, Any]:
    lucky = pad.mechanic(Lucky)
    own = lucky.layout() if lucky else {}
    return {key: value for key, value in pad.layout().items() if key not in own}
