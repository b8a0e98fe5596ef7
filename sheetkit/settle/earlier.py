"""An earlier look at the same sheets: what was added since, and what can't have been (C1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from sheetkit.errors import SheetDataError
from sheetkit.pad import Row
from sheetkit.rules import Finding, Severity
from sheetkit.rules.doubt import doubtful_cells
from sheetkit.rules.ruling import Detail, detail
from sheetkit.scoresheet import Mark, Scoresheet
from sheetkit.settle.between import SOURCES
from sheetkit.settle.given import Between, Given
from sheetkit.settle.looks import (
    CROSSED,
    TAKEN_BACK,
    Clash,
    clashes,
    crossed_before,
    marks_gone,
    may_be,
    moved_on,
    struck_no_more,
)


@dataclass(frozen=True, slots=True)
class Since:
    """What changed on a player's sheet since it was looked at before.

    ``doubtful`` are cells that are crossed now and were doubtful then: nobody can say since when.
    ``answered`` are those of the earlier looks for which a person answered, each with the answer.
    ``blackouts`` and ``skips`` are cells of which such a mark is gone, ``clashes`` what the earlier
    looks show of each other.
    """

    player: str
    added: tuple[str, ...]
    taken_back: tuple[str, ...]
    vanished: tuple[str, ...]
    doubtful: tuple[str, ...] = ()
    answered: tuple[tuple[str, str], ...] = ()
    blackouts: tuple[str, ...] = ()
    skips: tuple[str, ...] = ()
    clashes: tuple[Clash, ...] = ()

    @property
    def lost(self) -> tuple[tuple[str, str], ...]:
        """What is gone beside crosses: each cell with the mark."""
        marks = ((Mark.VOID, self.blackouts), (Mark.SKIP, self.skips))
        return tuple((cell, mark.value) for mark, cells in marks for cell in cells)


def matched(
    given: Sequence[Given], earlier: Sequence[Given], *, all_read: bool = True
) -> dict[int, list[Scoresheet]]:
    """For each given sheet, by its place, the earlier readings of it.

    By the sheet's code, where one bears it, else by the player's name; among several sheets that
    are laid out alike, or where not ``all_read``, marks don't tell whose it is. Raises
    SheetDataError for an earlier sheet that is none of these, or may be several.
    """
    found: dict[int, list[Scoresheet]] = {}
    for before in earlier:
        place = _match(given, before, all_read=all_read)
        found.setdefault(place, []).append(before.sheet)
    return found


def _match(given: Sequence[Given], before: Given, *, all_read: bool) -> int:
    pads = [n for n, each in enumerate(given) if _rows(each) == _rows(before)]
    coded = [n for n in pads if before.sheet.code and given[n].sheet.code == before.sheet.code]
    named = [n for n in pads if given[n].player.casefold() == before.player.casefold()]
    another = before.sheet.code and _all_coded(given)
    if len(coded) > 1:  # copies of one printed sheet
        choice = [n for n in named if n in coded] or coded
    else:
        choice = coded or ([] if another else named or pads)
    if not choice:
        raise SheetDataError(
            f"the earlier sheet {before.sheet.code or before.file} is none of these sheets",
            "name an earlier photo of one of them",
            file=before.file,
        )
    unseen = not (all_read or coded or named)
    if len(choice) > 1 or unseen:
        players = " or ".join(given[place].player for place in choice)
        raise SheetDataError(
            f"whose the earlier sheet is doesn't show: it may be {players}'s"
            + (", or of one that could not be read" if unseen else ""),
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
    before = crossed_before(earlier)
    gone = {cell for each in earlier for cell in marks_gone(each, sheet)}
    perhaps: frozenset[str] = frozenset().union(*map(doubtful_cells, earlier)) - before
    void = {cell for cell in sheet.marks if sheet.marks[cell] == Mark.VOID} - moved_on(sheet)
    blacked_out = {
        cell for each in earlier for cell, mark in each.marks.items() if mark == Mark.VOID
    }
    struck = {cell for each in earlier for cell in struck_no_more(each, sheet)}

    def in_order(cells: Set[str]) -> tuple[str, ...]:
        return tuple(cell for cell in sheet.pad.markable if cell in cells)

    return Since(
        player,
        added=in_order(sheet.crossed - before - perhaps),
        taken_back=in_order(before & void),
        vanished=in_order(gone & before),
        doubtful=in_order({cell for cell in perhaps - moved_on(sheet) if _tells(cell, sheet)}),
        answered=tuple((cell, mark) for each in earlier for cell, mark in each.answers().items()),
        blackouts=in_order(gone & blacked_out),
        skips=in_order(struck - gone),
        clashes=tuple(clashes(earlier)),
    )


def _tells(cell: str, sheet: Scoresheet) -> bool:
    """Whether it matters that the cell was crossed before, which isn't known: it is crossed now, or
    it is bare and the cross would be gone.
    """
    return cell in sheet.crossed or (CROSSED | TAKEN_BACK).isdisjoint(may_be(sheet, cell))


def vanished(changes: Sequence[Since]) -> Iterator[Between]:
    """Marks that were there before and are gone, now or on another of the earlier looks."""
    for each in changes:
        whose = f"{each.player}'s sheet had"
        if each.vanished:
            message = f"{whose} crosses before that are gone now: {', '.join(each.vanished)}"
            yield _gone(each, each.vanished, message)
        if each.blackouts:
            message = f"{whose} blackouts before that are gone now: {', '.join(each.blackouts)}"
            yield _gone(each, each.blackouts, message, detail("blackouts"))
        for one, other in each.clashes:
            first, second = ", ".join(one), ", ".join(other)
            message = f"{whose} {first} without {second} in one earlier look, and in another"
            message = f"{message} {second} without {first}: some of it was gone in between"
            said = detail("clash", one=one, other=other)
            yield _gone(each, tuple(dict.fromkeys((*one, *other))), message, said)
        if each.skips:
            message = f"{whose} skip lines before that are gone now: {', '.join(each.skips)}"
            yield _gone(each, each.skips, message, detail("skip-lines"), severity=Severity.NOTE)


def _gone(
    each: Since,
    cells: tuple[str, ...],
    message: str,
    *details: Detail,
    severity: Severity = Severity.BREACH,
) -> Between:
    """The finding; skip lines, of which there is a note alone, count nothing."""
    points = 0 if severity is Severity.NOTE else None
    source = SOURCES["marks-vanished"]
    finding = Finding("marks-vanished", severity, cells, points, message, "", source,
                      details=details)  # fmt: skip
    return Between(finding, ((each.player, cells),))
