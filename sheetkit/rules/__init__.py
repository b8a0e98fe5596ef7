"""The rules: what may be played, what a sheet's marks prove, what they score."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sheetkit.rules.clauses import Clause, clauses, finding_codes, house_rules, read_waivers
from sheetkit.rules.explain import explain
from sheetkit.rules.game import First, Game, Second, Stage, Third, Throw
from sheetkit.rules.moves import Dice
from sheetkit.rules.players import GreedyPlayer, Player, RandomPlayer, play_game
from sheetkit.rules.referee import Referee, referee_for
from sheetkit.rules.ruling import Finding, Ruling, Score, Severity
from sheetkit.scoresheet import Scoresheet

__all__ = [
    "Clause",
    "Dice",
    "Finding",
    "First",
    "Game",
    "GreedyPlayer",
    "Player",
    "RandomPlayer",
    "Referee",
    "Ruling",
    "Score",
    "Second",
    "Severity",
    "Stage",
    "Third",
    "Throw",
    "clauses",
    "explain",
    "finding_codes",
    "house_rules",
    "judge",
    "play_game",
    "read_waivers",
    "referee_for",
    "score_marks",
]

_NOTHING: frozenset[str] = frozenset()


def judge(
    sheet: Scoresheet,
    *,
    waive: Iterable[str] = _NOTHING,
    earlier: Sequence[Scoresheet] = (),
) -> Ruling:
    """The ruling on a sheet, its marks taken as they are.

    ``waive`` holds codes of findings and ids of clauses to judge without, see ``house_rules``.
    ``earlier`` holds readings of the same sheet from before it was finished. Raises UsageError
    for a name in ``waive`` that is neither.
    """
    return referee_for(sheet.pad, house_rules(waive)).judge(sheet, earlier)


def score_marks(sheet: Scoresheet) -> Score:
    """What is marked on the sheet, added up, whether the rules allow it or not."""
    return referee_for(sheet.pad).score_marks(sheet)
