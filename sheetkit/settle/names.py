"""Under which names sheets are told of, and whose they are by the throws and a recorded game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from sheetkit.errors import SheetDataError
from sheetkit.rules.ruling import detail
from sheetkit.scoresheet import Scoresheet
from sheetkit.settle.between import COPIED
from sheetkit.settle.given import Between, Given, Judged
from sheetkit.settle.recorded import seated
from sheetkit.settle.rolls import RollsVerdict


def in_order(given: Iterable[Given]) -> list[Given]:
    """The sheets in an order of their own, whatever the order that they are given in.

    Raises SheetDataError where two are of one player: who wins is told by names.
    """
    ordered = sorted(given, key=lambda each: each.key)
    names = Counter(each.player.casefold() for each in ordered)
    for each in ordered:
        if names[each.player.casefold()] > 1:
            what = f"two sheets are of {each.player}"
            raise SheetDataError(what, "give each sheet a name of its own")
    return ordered


def each_sheet_once(winners: Sequence[str], found: Sequence[Between]) -> tuple[str, ...]:
    """The winners without those who win by another winner's sheet, given a second time; sheets of
    one code with other marks are several.
    """
    twice = [
        set(each.players)
        for each in found
        if each.finding.code == "same-sheet-twice" and detail(COPIED) not in each.finding.details
    ]
    alone: list[str] = []
    for player in winners:
        if not any({player, other} <= pair for other in alone for pair in twice):
            alone.append(player)
    return tuple(alone)


@dataclass(frozen=True)
class Named:
    """The sheets under the names that the throws' log gives their players.

    ``seats`` says which of them is whose in a recorded game. ``taken`` are the players whose sheets
    came under names that a log doesn't know, with those names.
    """

    sheets: tuple[Judged, ...]
    seats: Mapping[str, Judged]
    taken: Mapping[str, str]


def named(
    sheets: Sequence[Judged], told: RollsVerdict | None, recorded: Mapping[str, Scoresheet]
) -> Named:
    """The sheets with their names. Whose they are in the recorded game is told by the names under
    which they came, else by which are likest; but not where the throws give one the name of another
    player of that game.

    Raises SheetDataError where they are as like in more ways than one.
    """
    seats = seated(sheets, recorded)
    taken = _taken(seats)
    if told is None:
        return Named(tuple(sheets), seats, taken)
    names = {each.player: player for player, each in told.seating.items()}
    renamed = sorted((_renamed(each, names) for each in sheets), key=lambda each: each.given.key)
    seats = {player: _renamed(each, names) for player, each in seats.items()}
    if not _is_known_by_another_name(seats):
        return Named(tuple(renamed), seats, taken | _taken(told.seating))
    return Named(tuple(renamed), seated(renamed, recorded), _taken(told.seating))


def _taken(seating: Mapping[str, Judged]) -> dict[str, str]:
    return {
        player: each.player
        for player, each in seating.items()
        if player.casefold() != each.player.casefold()
    }


def _renamed(each: Judged, names: Mapping[str, str]) -> Judged:
    return replace(each, given=replace(each.given, player=names.get(each.player, each.player)))


def _is_known_by_another_name(seats: Mapping[str, Judged]) -> bool:
    """Whether a sheet is one player's in the recorded game and has another's name."""
    names = {player.casefold() for player in seats}
    return any(
        each.player.casefold() in names - {player.casefold()} for player, each in seats.items()
    )
