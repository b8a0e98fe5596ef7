"""What a judge says: findings, scores and the ruling as plain values."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from sheetkit.errors import Value


class Severity(enum.StrEnum):
    """A breach makes a sheet illegal, a note only says what was seen or what is open."""

    BREACH = "breach"
    NOTE = "note"


class Detail(NamedTuple):
    """A number or a name in a finding's message, for those who say it in their own words.

    ``kind`` is a key of the table ``details`` of a report's sentences.
    """

    kind: str
    values: tuple[tuple[str, Value], ...]


def detail(kind: str, **values: Value) -> Detail:
    return Detail(kind, tuple(values.items()))


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found on a sheet.

    ``points`` is what the ruling changes in the total; None while the rules
    don't say what should stand instead. ``rule`` is a clause of docs/rules.md,
    ``source`` the rulebook and section that has it. ``unless`` is None but for a
    finding that doubtful cells can undo, a note for that long: the smallest sets
    of cells that do, crossed; empty where they are too many to tell.
    """

    code: str
    severity: Severity
    cells: tuple[str, ...]
    points: int | None
    message: str
    rule: str
    source: str
    unless: tuple[tuple[str, ...], ...] | None = None
    details: tuple[Detail, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether it takes a look at doubtful cells to know that it holds."""
        return self.unless is not None


@dataclass(frozen=True, slots=True)
class Score:
    """What a sheet scores: each row, the bonuses and the board, the penalties, the total.

    ``bonus`` holds the points of bonus pairs, of a row that counts twice, and
    of the figure's space on a board. ``penalties`` is negative or 0.
    """

    rows: Mapping[str, int]
    bonus: int
    penalties: int
    total: int


@dataclass(frozen=True, slots=True)
class Ruling:
    """The judge's word on one sheet.

    ``score`` is the score by the rules, None while a finding leaves it open.
    ``waived`` names the codes and clauses that were left out of account.
    """

    legal: bool
    score: Score | None
    findings: tuple[Finding, ...]
    waived: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether nothing is a breach for certain, but something might be."""
        return self.legal and any(finding.is_open for finding in self.findings)
