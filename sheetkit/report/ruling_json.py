"""A sheet, its score and the ruling on it as plain values for JSON.

Keys are never taken away, others may be added.
"""

from __future__ import annotations

from typing import Any

from sheetkit.rules import Finding, Ruling, Score
from sheetkit.scoresheet import Scoresheet


def sheet_object(
    sheet: Scoresheet, score: Score, ruling: Ruling, *, review: bool = False
) -> dict[str, Any]:
    """One sheet as ``check`` and ``scan`` give it, without what only a photo has.

    A person has to look at it for ``review``, or for its doubtful cells.
    ``answered`` is there only when a person was asked.
    """
    marked = score_object(score)
    answered = {"answered": sheet.answers()} if sheet.answered else {}
    return {
        "sheet": sheet.code,
        "variant": sheet.pad.name,
        "layout": sheet.pad.layout(),
        "status": "review" if review or sheet.unsure else "read",
        "marks": dict(sheet.marks),
        "unsure": {cell: dict(doubts) for cell, doubts in sheet.unsure.items()},
        **answered,
        "written": {
            field: {"value": read.value, "confidence": read.confidence}
            for field, read in sheet.written.items()
        },
        "score": marked,
        "ruling": ruling_object(ruling, marked if ruling.score is score else None),
    }


def score_object(score: Score) -> dict[str, Any]:
    """The score: points by the rows' names, the bonus, the penalties (0 or less), their total."""
    return {
        "rows": dict(score.rows),
        "bonus": score.bonus,
        "penalties": score.penalties,
        "total": score.total,
    }


def ruling_object(ruling: Ruling, score: dict[str, Any] | None = None) -> dict[str, Any]:
    """The ruling; ``waived`` is there only when something was. ``score``: its score's object."""
    if score is None and ruling.score is not None:
        score = score_object(ruling.score)
    shown: dict[str, Any] = {
        "legal": ruling.legal,
        "score": score,
        "findings": [finding_object(finding) for finding in ruling.findings],
    }
    if ruling.is_open:
        shown["open"] = True
    if ruling.waived:
        shown["waived"] = list(ruling.waived)
    return shown


def finding_object(finding: Finding) -> dict[str, Any]:
    """A finding; ``open`` and ``unless`` are there only where doubtful cells can undo it."""
    ways = [list(way) for way in finding.unless or ()]
    left_open = {"open": True, "unless": ways} if finding.is_open else {}
    return {
        "code": finding.code,
        "severity": finding.severity,
        "cells": list(finding.cells),
        "points": finding.points,
        "message": finding.message,
        "rule": finding.rule,
        "source": finding.source,
        **left_open,
    }
