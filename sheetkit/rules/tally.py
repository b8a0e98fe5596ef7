"""The tally of bonus pairs (BB1): each ticked exactly when its two boxes are crossed."""

from __future__ import annotations

from sheetkit.rules.case import Case
from sheetkit.rules.pairs import PairRules
from sheetkit.rules.ruling import detail


def check_tally(case: Case) -> None:
    """BB1: what is ticked without its pair, and what is complete and not ticked."""
    for mechanic in case.referee.mechanics:
        if isinstance(mechanic, PairRules):
            _check_pairs(case, mechanic)


def _check_pairs(case: Case, rules: PairRules) -> None:
    complete = rules.complete(case.crosses)
    for number, pair in enumerate(rules.pairs):
        bit = 1 << number
        ticked = case.crosses.bonus & bit
        after = case.crosses._replace(bonus=case.crosses.bonus ^ bit)
        boxes = " and ".join(pair.boxes)
        said = detail("boxes", cells=tuple(pair.boxes))
        if ticked and not complete & bit:
            message = f"{pair.bonus} is ticked, but {boxes} are not both crossed"
            case.correct("bonus-unearned", (pair.cell,), message, "BB1", after, said)
        elif complete & bit and not ticked:
            message = f"{boxes} are both crossed, so {pair.bonus} counts, ticked or not"
            case.correct("bonus-missing", (pair.cell,), message, "BB1", after, said)
