"""The referee of one pad: reads marks into bits, calls the checks in order, adds up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache

from sheetkit.errors import IllegalMove
from sheetkit.pad import Board, CellKind, Pad
from sheetkit.rules.case import Case
from sheetkit.rules.chain import Chains
from sheetkit.rules.clauses import source_of
from sheetkit.rules.crosses import Crosses, cells_of
from sheetkit.rules.doubt import doubtful_cells, is_breached_in_all, weighed, with_crosses
from sheetkit.rules.line import lines_of
from sheetkit.rules.notes import check_order, note_marks
from sheetkit.rules.pairs import PairRules
from sheetkit.rules.reach import check_board, check_reach
from sheetkit.rules.register import mechanics_of
from sheetkit.rules.rows import RowJudge, RowVerdict, lock_missing, with_row
from sheetkit.rules.ruling import Finding, Ruling, Score, Severity
from sheetkit.rules.tally import check_tally
from sheetkit.rules.written import board_as_written, check_written
from sheetkit.scoresheet import Mark, Scoresheet, surely_crossed

SHOWN_AS = {
    "closing-too-early": ("C5", "L1"),
    "left-of-a-cross": ("C1",),
    "forced-cross-missing": ("BA1", "BB1"),
    "bar-gap": ("BA1",),
    "bar-unearned": ("BA1",),
    "bar-missing": ("BA1",),
    "bonus-unearned": ("BB1",),
    "bonus-missing": ("BB1",),
}
"""The findings that let pass moves against a clause, of a chain those alone that they show."""

_OUTSIDE_ROWS = (CellKind.PENALTY, CellKind.BAR, CellKind.BONUS, CellKind.BOARD)


class Referee:
    """Everything about one pad that playing it and judging its sheets needs, worked out once."""

    def __init__(self, pad: Pad, waived: frozenset[str] = frozenset()) -> None:
        self.pad = pad
        self.waived = waived
        self.lines = lines_of(pad)
        if self.waives("C5") or self.waives("L1"):  # one clause, with one closing number or several
            self.lines = tuple(replace(line, before=0) for line in self.lines)
        self.mechanics = mechanics_of(pad, self.lines)
        self.rows_to_end = pad.closed_rows_to_end
        if not waived.isdisjoint(("C8", "too-many-locks")):
            self.rows_to_end = len(self.lines) + 1
        self.penalties_to_end = pad.penalty_boxes
        if not waived.isdisjoint(("C8", "after-the-end")):
            self.penalties_to_end = pad.penalty_boxes + 1
        self.penalties_as_written = self.waives("C4") or (
            pad.mechanic(Board) is not None and self.waives("OB2")
        )
        self.chains = Chains(self.lines, self.mechanics, self.rows_to_end)
        self.penalty_points = tuple(
            boxes * pad.penalty_points for boxes in range(pad.penalty_boxes + 1)
        )
        self.place_of = {
            line.ids[place]: (row, 1 << place)
            for row, line in enumerate(self.lines)
            for place in range(len(line.numbers))
        }
        self.where = {
            (colour, number): (row, line.bit_of[number])
            for row, line in enumerate(self.lines)
            for colour, number in zip(line.colours, line.numbers, strict=True)
        }
        self._rows = tuple(RowJudge(line, waived) for line in self.lines)
        self._names = tuple(line.name for line in self.lines)
        self._bits = _bits(pad)
        self._rows_alone = all(mechanic.rows_alone for mechanic in self.mechanics)
        self._said = tuple(sorted(waived))

    def insist(self, breach: IllegalMove) -> None:
        """Raise the breach unless its clause, or the finding that a sheet would show, is waived."""
        if not self.waives(breach.clause):
            raise breach

    def waives(self, clause: str) -> bool:
        """Whether moves need not keep to that clause (a house rule)."""
        codes = (code for code, rules in SHOWN_AS.items() if clause in rules)
        return not self.waived.isdisjoint((clause, *codes))

    def crosses(self, sheet: Scoresheet) -> Crosses:
        """The cells that count as crossed, as bits."""
        return self._as_crosses(self._masks(sheet)[0])

    def cells(self, crosses: Crosses) -> tuple[str, ...]:
        """The ids of the cells crossed, penalty boxes from the first, in the pad's order."""
        penalties = (1 << crosses.penalties) - 1
        masks = (*crosses.rows, penalties, crosses.bar, crosses.bonus, crosses.board)
        return tuple(
            cell for cell in self.pad.markable if masks[self._bits[cell][0]] & self._bits[cell][1]
        )

    def _as_crosses(self, masks: Sequence[int]) -> Crosses:
        rows = len(self.lines)
        penalties, bar, bonus, board = masks[rows:]
        return Crosses(tuple(masks[:rows]), penalties.bit_count(), bar, bonus, board)

    def _masks(self, sheet: Scoresheet) -> tuple[list[int], list[str]]:
        """A mask for each row and kind of cell, and the cells marked otherwise than crossed."""
        masks = [0] * (len(self.lines) + len(_OUTSIDE_ROWS))
        odd = []
        bits = self._bits
        for cell, mark in sheet.marks.items():
            if mark == Mark.CROSS:
                group, bit = bits[cell]
                masks[group] |= bit
            elif mark != Mark.SKIP:
                odd.append(cell)
                if mark == Mark.BOTH:
                    group, bit = bits[cell]
                    masks[group] |= bit
        for cell, odds in sheet.unsure.items():
            if surely_crossed(odds):
                group, bit = bits[cell]
                masks[group] |= bit
        return masks, odd

    def judge(self, sheet: Scoresheet, earlier: Sequence[Scoresheet] = ()) -> Ruling:
        """The ruling on the sheet's marks as they are, given earlier readings of the sheet."""
        masks, odd = self._masks(sheet)
        verdicts = [judge.verdict(mask) for judge, mask in zip(self._rows, masks, strict=False)]
        if not (odd or earlier or sheet.written) and self._is_plain(masks, verdicts):
            score = self._plain_score(masks, [verdict.score for verdict in verdicts])
            return Ruling(legal=True, score=score, findings=(), waived=self._said)
        case = Case(self, self._as_crosses(masks), self._as_crosses(masks))
        self._check(case, sheet, odd, earlier)
        findings = tuple(case.findings)
        legal = all(finding.severity is Severity.NOTE for finding in findings)
        if doubtful_cells(sheet):
            findings, breached = self._weighed(findings, sheet, earlier)
            legal = not breached
        is_open = any(finding.points is None for finding in findings)
        ruled = None if is_open else _with_board(self.score(case.crosses), sheet)
        return Ruling(legal, ruled, findings, self._said)

    def _weighed(
        self, findings: tuple[Finding, ...], sheet: Scoresheet, earlier: Sequence[Scoresheet]
    ) -> tuple[tuple[Finding, ...], bool]:
        """The findings, those that doubtful cells of the sheet could undo as open ones; whether
        there is a breach however they are read, the same one or another.
        """

        @cache
        def found_in(crossed: frozenset[str]) -> list[Finding]:
            masks, odd = self._masks(with_crosses(sheet, crossed))
            case = Case(self, self._as_crosses(masks), self._as_crosses(masks))
            self._check(case, sheet, odd, earlier)
            return case.findings

        doubtful = doubtful_cells(sheet)
        rows_apart = not any(isinstance(mechanic, PairRules) for mechanic in self.mechanics)
        weighed_ones = tuple(
            weighed(finding, doubtful, found_in, rows_apart=rows_apart) for finding in findings
        )
        certain = any(finding.severity is Severity.BREACH for finding in weighed_ones)
        return weighed_ones, certain or is_breached_in_all(doubtful, found_in)

    def _is_plain(self, masks: list[int], verdicts: list[RowVerdict]) -> bool:
        """Whether each row is in order and nothing but the rows needs a look."""
        locks = 0
        for verdict in verdicts:
            if verdict.steps:
                return False
            locks += verdict.closed
        if not self._rows_alone:
            return False
        rows, most = len(self.lines), self.pad.closed_rows_to_end
        return locks < most or (locks == most and masks[rows].bit_count() < self.pad.penalty_boxes)

    def _plain_score(self, masks: list[int], scores: list[int]) -> Score:
        minus = self.penalty_points[masks[len(scores)].bit_count()]
        rows = dict(zip(self._names, scores, strict=True))
        return Score(rows, 0, minus, sum(scores) + minus)

    def _check(
        self, case: Case, sheet: Scoresheet, odd: list[str], earlier: Sequence[Scoresheet]
    ) -> None:
        """All checks, in this order: each works on what the ones before it leave."""
        check_order(case, [self._looked_at(each) for each in earlier])
        self._check_rows(case)
        ruled = case.crosses.rows
        case.crosses = self._with_owed_locks(case.crosses)
        check_tally(case)
        check_board(case)
        check_reach(case)
        case.crosses = case.crosses._replace(rows=ruled)
        note_marks(case, sheet, odd, earlier)
        check_written(case, sheet)

    def _looked_at(self, sheet: Scoresheet) -> tuple[Crosses, Crosses]:
        """What is crossed for certain, and that with what may be crossed."""
        everything = with_crosses(sheet, frozenset(doubtful_cells(sheet)))
        return self.crosses(sheet), self.crosses(everything)

    def _with_owed_locks(self, crosses: Crosses) -> Crosses:
        """C5: a closing number closes its row, also where its lock isn't asked for."""
        rows = zip(self.lines, crosses.rows, strict=True)
        return crosses._replace(
            rows=tuple(
                mask | line.lock if lock_missing(line, mask) else mask for line, mask in rows
            )
        )

    def _check_rows(self, case: Case) -> None:
        """C5, C7, L1, row by row."""
        for row, judge in enumerate(self._rows):
            marked = self.lines[row].score(case.marked.rows[row])
            verdict = judge.verdict(case.crosses.rows[row])
            for finding, after in verdict.steps:
                crosses = case.crosses.with_row(row, after)
                points = self.total(crosses) - self.total(case.crosses)
                told = with_row(finding, marked, verdict.score)
                source = source_of(told.rule, self.pad)
                case.findings.append(replace(told, points=points, source=source))
                case.crosses = crosses

    def score_marks(self, sheet: Scoresheet) -> Score:
        """What is marked, added up."""
        masks, _ = self._masks(sheet)
        if not self._rows_alone:
            return _with_board(self.score(self._as_crosses(masks)), sheet)
        marked = zip(self._rows, masks, strict=False)
        return self._plain_score(
            masks, [judge.verdict(mask).marked_score for judge, mask in marked]
        )

    def score(self, crosses: Crosses) -> Score:
        """C9: the rows, what the mechanics add, and the penalties."""
        rows = {
            line.name: line.score(mask) for line, mask in zip(self.lines, crosses.rows, strict=True)
        }
        extras = [mechanic.worth(crosses) for mechanic in self.mechanics]
        bonus = sum(extra.points for extra in extras)
        free = any(extra.no_penalties for extra in extras)
        minus = 0 if free else self.penalty_points[crosses.penalties]
        return Score(rows, bonus, minus, sum(rows.values()) + bonus + minus)

    def total(self, crosses: Crosses) -> int:
        return self.score(crosses).total


def _with_board(score: Score, sheet: Scoresheet) -> Score:
    """OB4: the score with the board's points where they are only written in."""
    points = board_as_written(sheet) or 0
    return replace(score, bonus=score.bonus + points, total=score.total + points)


def _bits(pad: Pad) -> dict[str, tuple[int, int]]:
    """Each markable cell's group (its row, or the kind of cell after all rows) and bit."""
    bits: dict[str, tuple[int, int]] = {}
    for group, row in enumerate(pad.rows):
        for place in range(len(row.spaces)):
            bits[row.cell(place)] = group, 1 << place
        bits[row.lock] = group, 1 << len(row.spaces)
    for group, kind in enumerate(_OUTSIDE_ROWS, len(pad.rows)):
        for place, cell in enumerate(cells_of(pad, kind)):
            bits[cell] = group, 1 << place
    return bits


class _Itself:
    """A pad as a key that no other pad equals: comparing all that a pad says takes as long as
    judging a sheet. It holds the pad, so that no other object gets its identity meanwhile.
    """

    __slots__ = ("pad",)

    def __init__(self, pad: Pad) -> None:
        self.pad = pad

    def __hash__(self) -> int:
        return id(self.pad)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and other.pad is self.pad


def referee_for(pad: Pad, waived: frozenset[str] = frozenset()) -> Referee:
    """The referee of this very pad; the 256 that were asked for last are kept."""
    return _referee(_Itself(pad), waived)


@lru_cache(maxsize=256)
def _referee(pad: _Itself, waived: frozenset[str]) -> Referee:
    return Referee(pad.pad, waived)
