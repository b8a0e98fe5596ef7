"""Whose sheet is whose, for a log's players and sheets of which some came under other names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from math import perm
from typing import NamedTuple

from sheetkit.errors import SheetDataError
from sheetkit.pad import Pad, drawn_layout
from sheetkit.settle.given import Given

MOST_ORDERS = 50_000
"""Orders of players that are tried; eight sheets without names of eight players have 40,320."""


class Printed(NamedTuple):
    """What a log says of a player's sheet: its pad with the layout, its code if that is said."""

    pad: Pad
    code: str = ""


def by_code_or_name(
    players: Mapping[str, Printed], sheets: Sequence[Given]
) -> tuple[dict[str, int], list[int]]:
    """The places of the sheets whose codes or names are those of players, and those of others.

    A code that several of them bear, as copies do, tells nothing.
    """
    borne = Counter(each.sheet.code for each in sheets)
    codes = {
        said.code: player for player, said in players.items() if said.code and borne[said.code] == 1
    }
    names = {player.casefold(): player for player in players}
    known = {codes[each.sheet.code]: n for n, each in enumerate(sheets) if each.sheet.code in codes}
    for place, each in enumerate(sheets):
        player = names.get(each.player.casefold())
        if player and place not in known.values():
            known.setdefault(player, place)
    return known, [place for place in range(len(sheets)) if place not in known.values()]


def verify_printed(
    players: Mapping[str, Printed], sheets: Sequence[Given], *, exactly: bool = False
) -> None:
    """Raise SheetDataError for a sheet that isn't the one, or not printed as the one, that a log
    names as a player's. ``exactly``: what the log leaves out was taken for the pad's own layout.
    """
    known, others = by_code_or_name(players, sheets)
    names = {player.casefold() for player in players}
    for player, place in known.items():
        said, each = players[player], sheets[place]
        if said.code and each.sheet.code and said.code != each.sheet.code:
            what = f"{player} played on sheet {said.code} by the log, and gave {each.sheet.code}"
            raise SheetDataError(what, GIVE_THOSE)
        if each.player.casefold() in names - {player.casefold()}:
            what = f"sheet {said.code} is {player}'s by the log, and was given as {each.player}'s"
            raise SheetDataError(what, "name the players in the order of the sheets (--names)")
        if not _may_be(said, each):
            what = f"{each.player}'s sheet is laid out otherwise than the log says of {player}'s"
            raise SheetDataError(what, "say on the sheet what is printed there (layout)")
        if exactly and said.pad.layout() != each.sheet.pad.layout():
            what = f"the log doesn't say what is printed on {player}'s sheet, and takes the usual"
            raise SheetDataError(what, f"write in it sheet: {player} {each.sheet.code or 'CODE'}")
    free = [said for player, said in players.items() if player not in known]
    for each in (sheets[place] for place in others):
        if free and not any(
            _may_be(said, each) and (not exactly or said.pad.layout() == each.sheet.pad.layout())
            for said in free
        ):
            what = f"{each.player}'s sheet is laid out otherwise than the log says of any other"
            raise SheetDataError(what, GIVE_THOSE)


GIVE_THOSE = "give the sheets of that game"


def _may_be(said: Printed, given: Given) -> bool:
    """Whether a sheet's layout is what the log says; one that isn't drawn may go without saying."""
    return not drawn_layout(said.pad) or said.pad.layout() == given.sheet.pad.layout()


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
