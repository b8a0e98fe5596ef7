"""The sheets of one game as they were given, each with its ruling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sheetkit.pad import CellKind
from sheetkit.rules import Finding, Ruling, Score, Severity, judge, score_marks
from sheetkit.rules.clauses import HouseRules
from sheetkit.rules.crosses import cells_of
from sheetkit.rules.doubt import with_crosses
from sheetkit.rules.line import lines_of
from sheetkit.scoresheet import Scoresheet
from sheetkit.settle.looks import order_shown
from sheetkit.settle.target import last_space


@dataclass(frozen=True)
class Given:
    """One sheet that somebody handed in: whose, from which file, as the how-manieth in it.

    A person has to look at its picture for ``review``, whatever its cells are.
    """

    player: str
    sheet: Scoresheet
    file: str = ""
    number: int = 1
    review: bool = False

    @property
    def key(self) -> tuple[object, ...]:
        """What sheets are ordered by, whatever the order of the files."""
        marks = tuple(sorted((cell, str(mark)) for cell, mark in self.sheet.marks.items()))
        return self.player.casefold(), self.sheet.pad.name, self.sheet.code, marks


@dataclass(frozen=True)
class Judged:
    """A given sheet with its score as marked and the ruling on it, in view of earlier readings.

    ``recorded`` holds how a recorded game shows the sheet before crosses out of order (C1).
    """

    given: Given
    score: Score
    ruling: Ruling
    earlier: tuple[Scoresheet, ...] = ()
    recorded: tuple[Scoresheet, ...] = ()

    @property
    def player(self) -> str:
        return self.given.player

    @property
    def sheet(self) -> Scoresheet:
        return self.given.sheet

    def read(self, crossed: frozenset[str]) -> Judged:
        """The sheet judged as one of whose doubtful cells just these are crossed; sums aren't
        looked at, but for a board's points that are only written in.
        """
        board = {name: each for name, each in self.sheet.written.items() if name == "board"}
        surely = self.sheet.crossed.intersection(self.sheet.unsure)
        sheet = replace(with_crosses(self.sheet, crossed | surely), unsure={}, written=board)
        shown = order_shown(self.sheet, self.earlier, self.recorded)
        ruling = judge(sheet, waive=HouseRules(self.ruling.waived), earlier=shown)
        given = replace(self.given, sheet=sheet)
        return replace(self, given=given, score=score_marks(sheet), ruling=ruling)

    def in_view_of(self, earlier: Sequence[Scoresheet]) -> Judged:
        """The sheet judged in view of these earlier looks."""
        shown = order_shown(self.sheet, earlier, self.recorded)
        ruling = judge(self.sheet, waive=HouseRules(self.ruling.waived), earlier=shown)
        return replace(self, ruling=ruling, earlier=tuple(earlier))

    def closed_with(self) -> dict[str, int]:
        """The number with which this player closed each row that the rules let count (C5, C7)."""
        early = {
            cell
            for finding in self.ruling.findings
            if finding.code in {"closing-too-early", "two-closing-numbers"}
            for cell in finding.cells
        }
        closed: dict[str, int] = {}
        for line in lines_of(self.sheet.pad):
            for place, number in enumerate(line.numbers):
                cell = line.ids[place]
                if line.closing >> place & 1 and cell in self.sheet.crossed - early:
                    closed.setdefault(line.name, number)
        return closed

    def rows_marked_closed(self) -> frozenset[str]:
        """The rows on which a closing number or the lock is crossed, rightly or not."""
        return frozenset(
            line.name
            for line in lines_of(self.sheet.pad)
            if not self.sheet.crossed.isdisjoint(line.cells(line.closing | line.lock))
        )

    @property
    def has_bare_rows(self) -> bool:
        """Whether no cell of any row is crossed."""
        return all(self.sheet.crossed.isdisjoint(line.ids) for line in lines_of(self.sheet.pad))

    @property
    def bar_is_wrong(self) -> bool:
        """BA1: whether the bar is wrong by itself, whatever the others' sheets show."""
        return any(
            finding.code.startswith("bar-") and finding.severity is Severity.BREACH
            for finding in self.ruling.findings
        )

    @property
    def penalties(self) -> int:
        boxes = cells_of(self.sheet.pad, CellKind.PENALTY)
        return len(self.sheet.crossed.intersection(boxes))

    @property
    def space(self) -> int:
        """The space of the figure, 0 for the start or where there is no board."""
        return last_space(self.sheet.pad, self.sheet.crossed)


def judged(
    given: Sequence[Given],
    waived: frozenset[str],
    earlier: Mapping[int, Sequence[Scoresheet]] | None = None,
    recorded: Mapping[int, Sequence[Scoresheet]] | None = None,
) -> tuple[Judged, ...]:
    """Each sheet with its ruling; ``earlier`` holds earlier readings by the sheet's place,
    ``recorded`` what a recorded game shows of the order.
    """
    read, played = earlier or {}, recorded or {}
    found = []
    for place, each in enumerate(given):
        looks = tuple(read.get(place, ())), tuple(played.get(place, ()))
        shown = order_shown(each.sheet, *looks)
        ruling = judge(each.sheet, waive=waived, earlier=shown)
        found.append(Judged(each, score_marks(each.sheet), ruling, *looks))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Between:
    """What sheets prove about each other; ``marks`` holds each player's cells that do."""

    finding: Finding
    marks: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(player for player, _ in self.marks)
