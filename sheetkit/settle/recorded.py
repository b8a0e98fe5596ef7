"""A recorded game against the sheets handed in, cell by cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from sheetkit.counted import counted
from sheetkit.errors import SheetDataError
from sheetkit.game_log import GameLog
from sheetkit.rules import Finding, Severity, judge
from sheetkit.rules.doubt import doubtful_cells
from sheetkit.rules.order import replay_in_any_order
from sheetkit.rules.ruling import detail
from sheetkit.scoresheet import Mark, Scoresheet
from sheetkit.settle.between import SOURCES
from sheetkit.settle.given import Between, Given, Judged, judged
from sheetkit.settle.seating import (
    GIVE_THOSE,
    Printed,
    best_seatings,
    by_code_or_name,
    verify_printed,
)
from sheetkit.settle.target import unused_fields


@dataclass(frozen=True)
class Record:
    """What a recorded game leaves: each player's final sheet, and the rows that its last turn
    closed, if that is known.

    ``looks`` holds how players' sheets stood before crosses that they made left of others (C1).
    """

    sheets: Mapping[str, Scoresheet]
    closed_last: frozenset[str] | None = None
    looks: Mapping[str, tuple[Scoresheet, ...]] = field(default_factory=dict)


def record_of(log: GameLog, waived: frozenset[str]) -> Record:
    """The recorded game played to its end. Raises SheetkitError where it breaks off.

    A cross left of others doesn't break it off: what it shows of the order rules it out.
    """
    played, looks = replay_in_any_order(log, waive=waived)
    if played.error:
        raise played.error
    before, _ = replay_in_any_order(replace(log, turns=log.turns[:-1]), waive=waived)
    late = played.game.closed & ~before.game.closed
    rows = enumerate(log.pads[0].row_names)
    return Record(
        {
            name: replace(played.game.scoresheet(n), code=log.codes[n])
            for n, name in enumerate(log.players)
        },
        frozenset(name for row, name in rows if late >> row & 1),
        {
            name: tuple(look.sheet for look in looks if look.player == n)
            for n, name in enumerate(log.players)
        },
    )


def verify_record(record: Record, sheets: Sequence[Given]) -> None:
    """Raise SheetDataError for sheets that don't fit the recorded game's table or pad, or of which
    it doesn't tell whose they are.
    """
    recorded = record.sheets
    if len(sheets) > len(recorded):
        raise SheetDataError(
            f"{counted(len(sheets), 'sheet')}, and the recorded game has "
            f"{counted(len(recorded), 'player')}",
            "give the sheets of one game",
        )
    pad = next(iter(recorded.values())).pad
    for each in sheets:
        if each.sheet.pad.name != pad.name:
            raise SheetDataError(
                f"the recorded game is of {pad.name}, {each.player}'s sheet of "
                f"{each.sheet.pad.name}",
                GIVE_THOSE,
            )
    verify_printed(_printed(recorded), sheets, exactly=True)
    _places(sheets, recorded)


def with_order(
    sheets: Sequence[Judged],
    seats: Mapping[str, Judged],
    looks: Mapping[str, Sequence[Scoresheet]],
    waived: frozenset[str],
) -> tuple[Judged, ...]:
    """The sheets judged in view of what the recorded game shows of the order too.

    A cross that the sheet hasn't got shows nothing there: then the two differ.
    """
    player_of = {seat.player: player for player, seat in seats.items()}
    found: list[Judged] = []
    for each in sheets:
        seen = [
            _as_far_as_on(each.sheet, look)
            for look in looks.get(player_of.get(each.player, ""), ())
            if look.pad.rows == each.sheet.pad.rows
        ]
        found += judged([each.given], waived, {0: each.earlier}, {0: seen}) if seen else [each]
    return tuple(found)


def _as_far_as_on(sheet: Scoresheet, look: Scoresheet) -> Scoresheet:
    """What the record shows of the sheet's crosses: not whether a skip line lay under one."""
    there = sheet.crossed.union(sheet.unsure)
    crossed = {cell: _CROSSED for cell in look.crossed if cell in there}
    return replace(look, marks={}, unsure=crossed)


_CROSSED = {Mark.CROSS.value: 0.5, Mark.BOTH.value: 0.5}


def against_log(
    sheets: Sequence[Judged], left: Mapping[str, RecordedCells]
) -> dict[str, Between | None]:
    """Each player whose sheet the recorded game tells of, with where the two differ, if they do."""
    found: dict[str, Between | None] = {}
    for each in (each for each in sheets if each.player in left):
        extra, lacking = left[each.player].differing(each)
        doubtful = doubtful_cells(each.sheet)
        lacking = tuple(cell for cell in lacking if cell not in doubtful)
        found[each.player] = _differing(each, extra, lacking) if extra or lacking else None
    return found


@dataclass(frozen=True, slots=True)
class RecordedCells:
    """What the recorded game leaves of one sheet: the ``crossed`` cells, of which some may be
    ``bare``.
    """

    crossed: frozenset[str]
    bare: frozenset[str]

    def differing(self, each: Judged) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The cells that the sheet has and the record hasn't, and those that it lacks; not what the
        rules put right themselves, as the record has it.
        """
        owed = (found for found in each.ruling.findings if found.code in OWED)
        right = self.bare.union(*(found.cells for found in owed))
        there, order = each.sheet.crossed, each.sheet.pad.markable
        return (
            tuple(cell for cell in order if cell in there - self.crossed),
            tuple(cell for cell in order if cell in self.crossed - there - right),
        )

    def agrees(self, each: Judged) -> bool:
        """Whether the sheet is what the record leaves."""
        return not any(self.differing(each))

    def deciding(self, each: Judged) -> tuple[str, ...]:
        """The doubtful cells that decide whether the record leaves the sheet: those that make the
        two differ where all others are read as the record has them.
        """
        doubtful = doubtful_cells(each.sheet)
        alike = self.crossed.intersection(doubtful)
        return tuple(cell for cell in doubtful if not self.agrees(each.read(alike ^ {cell})))


def left_by(seats: Mapping[str, Judged], record: Record) -> dict[str, RecordedCells]:
    """What the recorded game leaves of each sheet, by the sheet's player; ``seats`` says whose
    sheet is whose.

    The bar's fields of the rows that the last turn closed may be bare; where that isn't known,
    those of any closed row. So may crosses that were made out of order, as the record's looks show.
    """
    closed_last = record.closed_last
    if closed_last is None:
        closed_last = _closed_rows(record.sheets)
    found = {}
    for player, each in seats.items():
        bare = unused_fields(each.sheet.pad, closed_last)
        bare |= _out_of_order(record.sheets[player], record.looks.get(player, ()))
        found[each.player] = RecordedCells(record.sheets[player].crossed, bare)
    return found


OWED = ("lock-missing", "bar-missing", "bonus-missing")
"""Findings of marks that follow from others."""


def _differing(each: Judged, extra: tuple[str, ...], lacking: tuple[str, ...]) -> Between:
    message = f"{each.player}'s sheet is not what the recorded game leaves: " + "; ".join(
        part
        for part in (
            f"crossed and not in the record: {', '.join(extra)}" if extra else "",
            f"in the record and not crossed: {', '.join(lacking)}" if lacking else "",
        )
        if part
    )
    cells = (*extra, *lacking)
    both = (("extra", extra), ("lacking", lacking))
    details = tuple(detail(kind, cells=there) for kind, there in both if there)
    source = SOURCES["log-differs"]
    finding = Finding(
        "log-differs", Severity.BREACH, cells, None, message, "", source, details=details
    )
    return Between(finding, ((each.player, cells),))


def _out_of_order(sheet: Scoresheet, looks: Sequence[Scoresheet]) -> frozenset[str]:
    """C1: the crosses that don't count, for they were made left of others."""
    if not looks:
        return frozenset()
    wrong = (f for f in judge(sheet, earlier=looks).findings if f.code == "left-of-a-cross")
    return frozenset(cell for finding in wrong for cell in finding.cells)


def _closed_rows(recorded: Mapping[str, Scoresheet]) -> frozenset[str]:
    return frozenset(
        row.name
        for sheet in recorded.values()
        for row in sheet.pad.rows
        if row.lock in sheet.crossed
    )


def seated(sheets: Sequence[Judged], recorded: Mapping[str, Scoresheet]) -> dict[str, Judged]:
    """Whose sheet is whose: by name, those left over by the likest sheets.

    Raises SheetDataError where those are as like in more ways than one.
    """
    places = _places([each.given for each in sheets], recorded) if recorded else {}
    return {player: sheets[place] for player, place in places.items()}


def _places(sheets: Sequence[Given], recorded: Mapping[str, Scoresheet]) -> dict[str, int]:
    known, others = by_code_or_name(_printed(recorded), sheets)
    free = [name for name in recorded if name not in known]
    ways = best_seatings(free, others, lambda name, n: -_difference(recorded[name], sheets[n]))
    if len(ways) != 1:
        raise SheetDataError(
            "whose sheet is whose the recorded game doesn't tell",
            "name the players in the order of the sheets (--names)",
        )
    return {**known, **ways[0]}


def _printed(recorded: Mapping[str, Scoresheet]) -> dict[str, Printed]:
    return {player: Printed(sheet.pad, sheet.code) for player, sheet in recorded.items()}


def _difference(recorded: Scoresheet, given: Given) -> int:
    return len(recorded.crossed ^ given.sheet.crossed)
