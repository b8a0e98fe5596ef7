"""The referee of one pad: reads marks into bits, joins the checks, adds up the score."""

from __future__ import annotations

from collections.abc import Sequence

from sheetkit.pad import CellKind, Pad
from sheetkit.rules.clauses import source_of
from sheetkit.rules.crosses import Crosses
from sheetkit.rules.line import lines_of
from sheetkit.rules.rows import RowJudge
from sheetkit.rules.ruling import Finding, Ruling, Score, Severity
from sheetkit.scoresheet import Mark, Scoresheet

_OUTSIDE_ROWS = (CellKind.PENALTY, CellKind.BAR, CellKind.BONUS, CellKind.BOARD)


class Referee:
    """Everything about one pad that judging its sheets needs, worked out once."""

    def __init__(self, pad: Pad, waived: frozenset[str] = frozenset()) -> None:
        self.pad = pad
        self.waived = waived
        self.lines = lines_of(pad)
        self.rows = tuple(RowJudge(line, waived) for line in self.lines)
        self.names = tuple(line.name for line in self.lines)
        self.bits = _bits(pad)
        self.penalty_points = tuple(
            boxes * pad.penalty_points for boxes in range(pad.penalty_boxes + 1)
        )

    def crosses(self, sheet: Scoresheet) -> Crosses:
        """The cells that count as crossed, as bits."""
        masks = self._masks(sheet)[0]
        return self._as_crosses(masks)

    def _as_crosses(self, masks: Sequence[int]) -> Crosses:
        rows = len(self.lines)
        penalties, bar, bonus, board = masks[rows:]
        return Crosses(tuple(masks[:rows]), penalties.bit_count(), bar, bonus, board)

    def _masks(self, sheet: Scoresheet) -> tuple[list[int], list[str]]:
        """A mask for each row and kind of cell, and the cells marked otherwise than crossed."""
        masks = [0] * (len(self.lines) + len(_OUTSIDE_ROWS))
        odd = []
        bits = self.bits
        for cell, mark in sheet.marks.items():
            if mark is Mark.CROSS:
                group, bit = bits[cell]
                masks[group] |= bit
            elif mark is Mark.BOTH:
                group, bit = bits[cell]
                masks[group] |= bit
                odd.append(cell)
            elif mark is Mark.VOID:
                odd.append(cell)
        return masks, odd

    def judge(self, sheet: Scoresheet) -> Ruling:
        """The ruling on the sheet's marks as they are."""
        masks, odd = self._masks(sheet)
        findings: list[Finding] = []
        scores = {}
        locks = 0
        for place, judge in enumerate(self.rows):
            verdict = judge.verdict(masks[place])
            scores[judge.line.name] = verdict.score
            if verdict.counted & judge.line.lock:
                locks += 1
            for finding, _ in verdict.steps:
                findings.append(finding)
        penalties = masks[len(self.lines)].bit_count()
        if locks >= self.pad.closed_rows_to_end:
            findings += self._end(locks, penalties)
        findings += [_noted(cell, sheet.marks[cell]) for cell in odd]
        findings = [
            finding for finding in findings if self.waived.isdisjoint((finding.code, finding.rule))
        ]
        minus = self.penalty_points[penalties]
        legal = all(finding.severity is Severity.NOTE for finding in findings)
        is_open = any(finding.points is None for finding in findings)
        score = None if is_open else Score(scores, 0, minus, sum(scores.values()) + minus)
        return Ruling(legal, score, tuple(findings), tuple(sorted(self.waived)))

    def _end(self, locks: int, penalties: int) -> list[Finding]:
        """C8: the game ends at once, so nothing comes after."""
        found = []
        if locks > self.pad.closed_rows_to_end:
            cells = tuple(f"{name}.lock" for name in self.names)
            found.append(
                Finding("too-many-locks", Severity.BREACH, cells, None,
                        f"{locks} rows are closed on this sheet; the game ends with "
                        f"{self.pad.closed_rows_to_end}", "C8", source_of("C8"))
            )  # fmt: skip
        if penalties == self.pad.penalty_boxes:
            found.append(
                Finding("after-the-end", Severity.BREACH, (), None,
                        f"{locks} closed rows and {penalties} penalties can't be on one sheet: "
                        "the game ends at once with the one or the other", "C8", source_of("C8"))
            )  # fmt: skip
        return found

    def score_marks(self, sheet: Scoresheet) -> Score:
        """What is marked, added up."""
        masks, _ = self._masks(sheet)
        scores = {
            judge.line.name: judge.verdict(mask).marked_score
            for judge, mask in zip(self.rows, masks, strict=False)
        }
        minus = self.penalty_points[masks[len(self.lines)].bit_count()]
        return Score(scores, 0, minus, sum(scores.values()) + minus)


def _noted(cell: str, mark: Mark) -> Finding:
    """C1: what a mark that is more or less than a cross means."""
    if mark is Mark.BOTH:
        code = "skipped-and-crossed"
        message = f"{cell} is struck as skipped and crossed; it counts as crossed"
    else:
        code = "taken-back"
        message = f"{cell} is blacked out; a cross taken back counts nothing"
    return Finding(code, Severity.NOTE, (cell,), 0, message, "C1", source_of("C1"))


def _bits(pad: Pad) -> dict[str, tuple[int, int]]:
    """Each markable cell's group (its row, or the kind of cell after all rows) and bit."""
    bits: dict[str, tuple[int, int]] = {}
    for group, row in enumerate(pad.rows):
        for place in range(len(row.spaces)):
            bits[row.cell(place)] = group, 1 << place
        bits[row.lock] = group, 1 << len(row.spaces)
    for group, kind in enumerate(_OUTSIDE_ROWS, len(pad.rows)):
        cells = [cell.id for cell in pad.cells.values() if cell.kind is kind]
        for place, cell in enumerate(cells):
            bits[cell] = group, 1 << place
    return bits


_KEPT = 256
_referees: dict[tuple[int, frozenset[str]], Referee] = {}


def referee_for(pad: Pad, waived: frozenset[str] = frozenset()) -> Referee:
    """The pad's referee; the last few hundred are kept."""
    key = id(pad), waived
    found = _referees.get(key)
    if found is None or found.pad is not pad:
        if len(_referees) >= _KEPT:
            _referees.clear()
        found = _referees[key] = Referee(pad, waived)
    return found
