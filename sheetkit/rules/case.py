"""One sheet before the judge: its crosses as corrected so far, and the findings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sheetkit.rules.clauses import source_of
from sheetkit.rules.crosses import Crosses
from sheetkit.rules.ruling import Detail, Finding, Severity

if TYPE_CHECKING:
    from sheetkit.rules.referee import Referee


@dataclass(slots=True)
class Case:
    """What the checks work on, one after another, each on what the last one left."""

    referee: Referee
    marked: Crosses
    crosses: Crosses
    findings: list[Finding] = field(init=False, default_factory=list)

    def is_waived(self, *names: str) -> bool:
        """Whether any of these findings and clauses is waived."""
        return not self.referee.waived.isdisjoint(names)

    def correct(
        self,
        code: str,
        cells: tuple[str, ...],
        message: str,
        rule: str,
        after: Crosses,
        *details: Detail,
    ) -> None:
        """Note a breach and what the sheet is taken to show instead."""
        if self.is_waived(code, rule):
            return
        points = self.referee.total(after) - self.referee.total(self.crosses)
        self.crosses = after
        self._add(code, Severity.BREACH, cells, points, message, rule, details)

    def leave_open(
        self, code: str, cells: tuple[str, ...], message: str, rule: str, *details: Detail
    ) -> None:
        """Note a breach for which the rules don't say what should stand instead."""
        if not self.is_waived(code, rule):
            self._add(code, Severity.BREACH, cells, None, message, rule, details)

    def note(
        self, code: str, cells: tuple[str, ...], message: str, rule: str, *details: Detail
    ) -> None:
        """Note what is no breach."""
        if not self.is_waived(code, rule):
            self._add(code, Severity.NOTE, cells, 0, message, rule, details)

    def _add(
        self,
        code: str,
        severity: Severity,
        cells: tuple[str, ...],
        points: int | None,
        message: str,
        rule: str,
        details: tuple[Detail, ...],
    ) -> None:
        source = source_of(rule, self.referee.pad)
        found = Finding(code, severity, cells, points, message, rule, source, details=details)
        self.findings.append(found)
