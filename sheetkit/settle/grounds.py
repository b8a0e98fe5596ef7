"""How the sheets of a game stand, and on what grounds."""

from __future__ import annotations

import enum
from collections.abc import Sequence

from sheetkit.settle.given import Between, Judged
from sheetkit.settle.rolls import Answer, RollsVerdict
from sheetkit.settle.total import Total
from sheetkit.settle.unseen import order_unseen

CONTRADICTING = {
    "log-differs": "the recorded game leaves other marks",
    "marks-vanished": "an earlier look shows marks that are gone",
}
"""Findings by which other evidence shows other marks, with what it shows."""

REFUTING = frozenset({"rolls-cannot-give", *CONTRADICTING})
"""Findings from other evidence that refute marks of the sheets whose cells they name."""

JOINTLY = "the throws can't have left these sheets together"
"""What a proof says that names several sheets."""


class Standing(enum.StrEnum):
    """What a sheet can show."""

    PROVED = "proved"
    AS_SEEN = "legal as far as it can be seen"
    ILLEGAL = "illegal for certain"
    OPEN = "open"


class Ground(enum.StrEnum):
    """Why a sheet stands as it does; the value says it in a sentence."""

    ILLEGAL = "see its findings"
    NO_SCORE = "nothing says what should stand instead"
    CONTRADICTED = "{shown}; which of them is wrong, the marks don't say"
    UNSURE = "a look at the paper decides what {cells} {show}"
    REVIEW = "a person has to look at its photo"
    THROWN = "the throws explain every mark"
    RECORDED = "the recorded game leaves these marks, move by move"
    BARE = "no number is crossed on it"
    UNSEEN = "{unseen}"

    @property
    def standing(self) -> Standing:
        """What a sheet can show that stands on this ground."""
        return _STANDINGS[self]


_STANDINGS = {
    Ground.ILLEGAL: Standing.ILLEGAL,
    Ground.NO_SCORE: Standing.ILLEGAL,
    Ground.CONTRADICTED: Standing.OPEN,
    Ground.UNSURE: Standing.OPEN,
    Ground.REVIEW: Standing.OPEN,
    Ground.THROWN: Standing.PROVED,
    Ground.RECORDED: Standing.PROVED,
    Ground.BARE: Standing.AS_SEEN,
    Ground.UNSEEN: Standing.AS_SEEN,
}


def ground_of(
    each: Judged,
    total: Total,
    told: RollsVerdict | None,
    found: Sequence[Between],
    *,
    recorded: bool,
) -> Ground:
    """Why the sheet stands as it does; ``recorded``: a recorded game leaves its marks."""
    refuting = refuted_by(each, found)
    refuted = any(code not in CONTRADICTING for code in refuting) and not _jointly(each, found)
    if not each.ruling.legal or refuted:
        return Ground.NO_SCORE if total.is_open else Ground.ILLEGAL
    if refuting:
        return Ground.CONTRADICTED
    if each.sheet.unsure:
        return Ground.UNSURE
    if each.given.review:
        return Ground.REVIEW
    return _ground_of_legal(each, told, recorded=recorded)


def _ground_of_legal(each: Judged, told: RollsVerdict | None, *, recorded: bool) -> Ground:
    """What speaks for a sheet that nothing speaks against."""
    if told and told.answer is Answer.EXPLAINED:
        return Ground.THROWN
    # a record with a cross out of order proves no sheet that leaves that cross out (C1)
    if recorded and not each.recorded:
        return Ground.RECORDED
    return Ground.BARE if each.has_bare_rows else Ground.UNSEEN


def ground_said(
    ground: Ground, each: Judged, found: Sequence[Between], unseen: Sequence[str]
) -> str:
    """The ground of a sheet as one English sentence; ``unseen``: what would show the order."""
    shown = (CONTRADICTING.get(code, JOINTLY) for code in refuted_by(each, found))
    return ground.format(
        shown=" and ".join(shown),
        cells=", ".join(each.sheet.unsure),
        show="shows" if len(each.sheet.unsure) == 1 else "show",
        unseen=order_unseen(unseen),
    )


def refuted_by(each: Judged, found: Sequence[Between]) -> list[str]:
    """The codes of the findings by which other evidence refutes marks of the sheet, and leaves open
    what should stand.
    """
    codes = (
        b.finding.code
        for b in found
        if b.finding.code in REFUTING
        and b.finding.points is None
        and any(name == each.player and cells for name, cells in b.marks)
    )
    return list(dict.fromkeys(codes))


def _jointly(each: Judged, found: Sequence[Between]) -> bool:
    """Whether the throws refute this sheet with others' sheets alone, of which one may be wrong."""
    proofs = [between.marks for between in found if between.finding.code == "rolls-cannot-give"]
    named = [{player for player, cells in marks if cells} for marks in proofs]
    its_own = [players for players in named if each.player in players]
    return bool(its_own) and all(len(players) > 1 for players in its_own)
