"""Whose sheet is whose, for a log's players and sheets of which some came under other names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from math import perm

from sheetkit.settle.given import Given

MOST_ORDERS = 50_000
"""Orders of players that are tried; eight sheets without names of eight players have 40,320."""


def by_name(players: Sequence[str], sheets: Sequence[Given]) -> tuple[dict[str, int], list[int]]:
    """The places of the sheets whose names are those of players, and those of the others."""
    names = {player.casefold(): player for player in players}
    known: dict[str, int] = {}
    others = []
    for place, each in enumerate(sheets):
        player = names.get(each.player.casefold())
        if player and player not in known:
            known[player] = place
        else:
            others.append(place)
    return known, others


def best_seatings(
    players: Sequence[str], places: Sequence[int], fits: Callable[[str, int], int]
) -> list[dict[str, int]]:
    """The ways to give these sheets to players in which they fit best, all that are equally good.

    Nothing where there are too many ways, or no player for each sheet.
    """
    if not 0 < perm(len(players), len(places)) <= MOST_ORDERS:
        return []
    worth = {(player, place): fits(player, place) for player in players for place in places}
    best: list[dict[str, int]] = []
    most = 0
    for order in permutations(players, len(places)):
        total = sum(worth[pair] for pair in zip(order, places, strict=True))
        if not best or total > most:
            best, most = [], total
        if total == most:
            best.append(dict(zip(order, places, strict=True)))
    return best
