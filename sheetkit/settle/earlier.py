"""An earlier look at the same sheets: what was added since, and what can't have been (C1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sheetkit.errors import SheetDataError
from sheetkit.pad import Row
from sheetkit.rules import Finding, Severity
from sheetkit.rules.doubt import doubtful_cells
from sheetkit.scoresheet import Mark, Scoresheet
from sheetkit.settle.between import SOURCES
from sheetkit.settle.given import Between, Given
from sheetkit.settle.target import last_space


@dataclass(frozen=True, slots=True)
class Since:
    """What changed on a player's sheet since it was looked at before.

    ``doubtful`` are cells that are crossed now and were doubtful then: nobody can say since when.
    ``answered`` are those of the earlier looks for which a person answered, each with the answer.
    """

    player: str
    added: tuple[str, ...]
    taken_back: tuple[str, ...]
    vanished: tuple[str, ...]
    doubtful: tuple[str, ...] = ()
    answered: tuple[tuple[str, str], ...] = ()


def matched(given: Sequence[Given], earlier: Sequence[Given]) -> dict[int, list[Scoresheet]]:
    """For each given sheet, by its place, the earlier readings of it.

    By the sheet's code, else by the player's name; among several sheets that are laid out alike
    marks don't tell whose it is. Raises SheetDataError for an earlier sheet that is none of these,
    or may be several.
    """
    found: dict[int, list[Scoresheet]] = {}
    for before in earlier:
        found.setdefault(_match(given, before), []).append(before.sheet)
    return found


def _match(given: Sequence[Given], before: Given) -> int:
    pads = [n for n, each in enumerate(given) if _rows(each) == _rows(before)]
    coded = [n for n in pads if before.sheet.code and given[n].sheet.code == before.sheet.code]
    named = [n for n in pads if given[n].player.casefold() == before.player.casefold()]
    another = before.sheet.code and _all_coded(given)
    choice = coded or ([] if another else named or pads)
    if not choice:
        raise SheetDataError(
            f"the earlier sheet {before.sheet.code or before.file} is none of these sheets",
            "name an earlier photo of one of them",
            file=before.file,
        )
    if len(choice) > 1 and not coded:
        players = " or ".join(given[place].player for place in choice)
        raise SheetDataError(
            f"whose the earlier sheet is doesn't show: it may be {players}'s",
            "call its file by the player's name",
            file=before.file,
        )
    return choice[0]


def _rows(given: Given) -> tuple[str, tuple[Row, ...]]:
    """The pad with its rows as they are laid out: a sheet never changes them."""
    return given.sheet.pad.name, given.sheet.pad.rows


def _all_coded(given: Sequence[Given]) -> bool:
    return all(each.sheet.code for each in given)


def since(player: str, sheet: Scoresheet, earlier: Sequence[Scoresheet]) -> Since:
    """What was added to the sheet after the earlier looks, and what is gone."""
    order = sheet.pad.markable
    before = crossed_before(earlier)
    gone = before - sheet.crossed - frozenset(sheet.unsure) - _moved_on(sheet)
    back = {cell for cell in gone if sheet.marks.get(cell) is Mark.VOID}
    perhaps: frozenset[str] = frozenset().union(*map(doubtful_cells, earlier)) - before
    added = sheet.crossed - before - perhaps
    answers = {cell: mark for each in earlier for cell, mark in each.answers().items()}
    return Since(
        player,
        tuple(cell for cell in order if cell in added),
        tuple(cell for cell in order if cell in back),
        tuple(cell for cell in order if cell in gone - back),
        tuple(cell for cell in order if cell in sheet.crossed & perhaps),
        tuple(answers.items()),
    )


def crossed_before(earlier: Sequence[Scoresheet]) -> frozenset[str]:
    """What the earlier looks show as crossed for certain."""
    return frozenset().union(*(each.crossed for each in earlier))


def _moved_on(sheet: Scoresheet) -> frozenset[str]:
    """OB1: the spaces that the figure may have left since, those behind it."""
    return frozenset(f"board.{space}" for space in range(1, last_space(sheet.pad, sheet.crossed)))


def vanished(changes: Sequence[Since]) -> tuple[Between, ...]:
    """Crosses that were there before and are bare now."""
    found = []
    for each in changes:
        if each.vanished:
            cells = ", ".join(each.vanished)
            message = f"{each.player}'s sheet had crosses before that are gone now: {cells}"
            finding = Finding(
                "marks-vanished", Severity.BREACH, each.vanished, None, message, "",
                SOURCES["marks-vanished"],
            )  # fmt: skip
            found.append(Between(finding, ((each.player, each.vanished),)))
    return tuple(found)
