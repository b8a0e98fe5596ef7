"""What ``sheetkit check`` prints for a sheet.

Apart from the command, which starts quicker without what is imported here.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sheetkit.errors import SheetkitError
from sheetkit.report.ruling_json import sheet_object
from sheetkit.report.text import moves_text, ruling_text
from sheetkit.rules import Ruling, Score, explain, score_marks
from sheetkit.rules.clauses import clause_words
from sheetkit.scoresheet import Scoresheet


@dataclass(frozen=True, slots=True)
class How:
    """How sheets are judged and shown."""

    waived: frozenset[str]
    as_json: bool
    explain: bool
    why: bool


def show_json(
    sheet: Scoresheet,
    ruling: Ruling,
    how: How,
    *,
    player: str = "",
    problems: Sequence[SheetkitError] = (),
) -> None:
    """One line of JSON; ``player`` and ``problems`` are there only where there are any."""
    shown: dict[str, Any] = {"player": player} if player else {}
    shown |= sheet_object(sheet, _marked_score(sheet, ruling), ruling, review=bool(problems))
    if problems:
        shown["problems"] = [{"code": each.code, "message": str(each)} for each in problems]
    if how.explain:
        moves = explain(sheet, waive=how.waived)
        shown["moves"] = None if moves is None else list(moves)
    if how.why:
        shown["clauses"] = {f.rule: clause_words(f.rule, sheet.pad) for f in ruling.findings}
    sys.stdout.write(json.dumps(shown) + "\n")


def _marked_score(sheet: Scoresheet, ruling: Ruling) -> Score:
    """What is marked: the same as by the rules where nothing was found."""
    if ruling.score is not None and not ruling.findings:
        return ruling.score
    return score_marks(sheet)


def show_text(sheet: Scoresheet, ruling: Ruling, name: str, how: How) -> None:
    """The ruling in words, under that name."""
    print(ruling_text(sheet, score_marks(sheet), ruling, name=name, why=how.why))  # noqa: T201
    if how.explain:
        print(moves_text(explain(sheet, waive=how.waived)))  # noqa: T201
