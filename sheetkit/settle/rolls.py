"""Sheets against a roll log: one full explanation, or the proof that there is none."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sheetkit.counted import counted, listed
from sheetkit.errors import SheetDataError
from sheetkit.rules.doubt import doubtful_cells
from sheetkit.settle.explain import Explanation
from sheetkit.settle.given import Given, Judged
from sheetkit.settle.house_rules import not_searched
from sheetkit.settle.replayed import ToldTurn, as_log, confirm, turns_told
from sheetkit.settle.roll_case import Effort, Proof, RollCase
from sheetkit.settle.seating import GIVE_THOSE, best_seatings, by_code_or_name, verify_printed
from sheetkit.settle.thrown import readings_met
from sheetkit.settle.throws import RollLog
from sheetkit.settle.track import OutOfBudget


class Answer(enum.StrEnum):
    """What the rolls say about the sheets."""

    EXPLAINED = "explained"
    IMPOSSIBLE = "impossible"
    OPEN = "open"


class SearchEnd(enum.StrEnum):
    """How the search ended; the value says it in a sentence."""

    EXPLAINED = "the sheets can have come from {throws}; one way is shown"
    REFUTED = "the sheets can't have come from these throws"
    REFUTED_SO_FAR = (
        "the sheets can't have come from these throws; the search for a shorter proof was stopped"
    )
    STOPPED = "the search was stopped; no proof either way so far"
    GIVEN_UP = "the search was given up: too many ways; no proof either way so far"
    UNTOLD = "no way was found"
    UNDECIDED = (
        "no way was found, and no proof that there is none: sheets of all players, or the "
        "moves of the figures, would decide it"
    )
    UNDECIDED_OF_ALL = (
        "no way was found, and no proof that there is none: the moves would decide it"
    )
    WAIVED = (
        "no way was found that keeps all rules, and the search can't leave out {kept}; "
        "so the throws refute nothing"
    )


UNTOLD = (
    "whose sheet is whose the throws don't tell; name the players in the order of the sheets "
    "(--names)"
)

MENDED = "what the rules put right on the sheet of {players} is left aside"

DOUBTED = "what is doubtful is left aside: {cells}"

LEFT_ASIDE = frozenset(
    ("lock-missing", "lock-unearned", "bonus-missing", "bonus-unearned",
     "bar-gap", "bar-missing", "bar-unearned")
)  # fmt: skip
"""Breaches whose marks follow from the numbers: the throws are only asked for these."""


@dataclass(frozen=True)
class RollsVerdict:
    """What came of it.

    ``log`` is the explanation as a game log, ``turns`` its turns; ``seating`` says whose sheet is
    whose, ``kept`` names the waived rules that the search kept all the same. Where sheets are
    ``untold``, they came under other names and may be several players'; those aren't in the
    seating.
    ``doubted`` are the cells that an explanation leaves aside, for they are doubtful, by player;
    ``met`` see ``readings_met``, nothing where the search kept a waived rule and refutes nothing.
    """

    ending: SearchEnd
    throws: int
    seating: Mapping[str, Judged]
    log: str = ""
    proofs: tuple[Proof, ...] = ()
    kept: tuple[str, ...] = ()
    untold: bool = False
    doubted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    met: Mapping[str, frozenset[frozenset[str]]] = field(default_factory=dict)
    turns: tuple[ToldTurn, ...] = ()

    @property
    def answer(self) -> Answer:
        if self.ending is SearchEnd.EXPLAINED:
            return Answer.EXPLAINED
        return Answer.IMPOSSIBLE if self.proofs else Answer.OPEN

    @property
    def mended(self) -> tuple[str, ...]:
        """Whose sheets an explanation leaves as the rules put them right, not as marked."""
        if self.answer is not Answer.EXPLAINED:
            return ()
        found = {player: judged.ruling.findings for player, judged in self.seating.items()}
        return tuple(p for p in found if any(each.code in LEFT_ASIDE for each in found[p]))

    def contradicts(self, read: Judged) -> bool:
        """Whether a way was found for some readings of a doubtful sheet at most, not this one.

        Where the throws refute another sheet, no way is looked for, and none may be there.
        """
        if self.answer is Answer.IMPOSSIBLE:
            return True
        return read.player in self.met and read.sheet.crossed not in self.met[read.player]

    @property
    def beside(self) -> Iterator[str]:
        """What is to be said beside the answer, in English."""
        if self.mended:
            yield MENDED.format(players=listed(self.mended))
        if self.doubted:
            cells = (f"{player}'s {', '.join(those)}" for player, those in self.doubted.items())
            yield DOUBTED.format(cells="; ".join(cells))
        if self.untold:
            yield UNTOLD

    @property
    def says(self) -> str:
        """How the search ended, as one English sentence."""
        throws = "this throw" if self.throws == 1 else f"these {counted(self.throws, 'throw')}"
        said = self.ending.format(throws=throws, kept=", ".join(self.kept))
        return "; ".join([said, *self.beside])


def settle_rolls(
    log: RollLog,
    sheets: Sequence[Judged],
    effort: Effort | None = None,
    waived: frozenset[str] = frozenset(),
) -> RollsVerdict:
    """Whether the sheets can have come from the rolls, and why; what is known when stopped.

    The ``sheets`` are judged by their marks alone, whatever earlier looks show of them.
    ``waived`` are house rules; where the search can't do without the rule of one, it
    explains sheets but refutes none. A KeyboardInterrupt ends the search, not the
    program. Raises SheetDataError for sheets that don't fit the log's table or pad.
    """
    effort = effort or Effort()
    verify_rolls(log, [each.given for each in sheets])
    case = RollCase(log, {each.player: each for each in sheets}, effort, waived)
    kept, certain = not_searched(waived), _named(case, sheets)
    try:
        seatings = _seatings(case, sheets)
        undecided = _undecided(log, sheets)
        ending = undecided if seatings else SearchEnd.UNTOLD
        certain = seatings[0] if len(seatings) == 1 else certain
        for number, seating in enumerate(seatings):
            seated = RollCase(log, seating, effort, waived)
            case = case if number else seated
            by_throws = counted(len(log.throws), "throw")
            effort.tell(f"explaining {counted(len(sheets), 'sheet')} by {by_throws}")
            found = None
            try:
                found = None if seated.broken else seated.explanation()
            except OutOfBudget:
                ending = SearchEnd.GIVEN_UP
            if found:
                return _explained(seated, found, certain, {} if kept else readings_met(seated))
        if kept:
            ending = SearchEnd.WAIVED if ending is undecided else ending
        elif seatings:
            case.prove()
    except KeyboardInterrupt:
        case.stop()
        ending = SearchEnd.REFUTED_SO_FAR if case.proofs else SearchEnd.STOPPED
    else:
        ending = SearchEnd.REFUTED if case.proofs else ending
    proofs = tuple(proof for proof in case.proofs if certain.keys() >= {*proof.between.players})
    ending = SearchEnd.UNTOLD if case.proofs and not proofs else ending
    told = len(certain) == len(sheets)
    return RollsVerdict(ending, len(log.throws), certain, "", proofs, kept, untold=not told)


def _undecided(log: RollLog, sheets: Sequence[Judged]) -> SearchEnd:
    """What is left to say where neither a way nor a proof is found."""
    is_all = len(sheets) == len(log.players)
    return SearchEnd.UNDECIDED_OF_ALL if is_all else SearchEnd.UNDECIDED


def _explained(
    case: RollCase,
    found: Explanation,
    certain: Mapping[str, Judged],
    met: Mapping[str, frozenset[frozenset[str]]],
) -> RollsVerdict:
    log, seating = case.log, case.seated
    pads = {p: seating[p].sheet.pad if p in seating else log.pad_of(p) for p in log.players}
    confirm(found, log.players, pads, case.waived)
    turns = turns_told(found, log.players, log.pad)
    named = {p: p if p in certain else each.player for p, each in seating.items()}
    maybe = {named[player]: doubtful_cells(each.sheet) for player, each in seating.items()}
    return RollsVerdict(
        SearchEnd.EXPLAINED, len(log.throws), certain,
        as_log(turns, log.players, log.pad, pads), turns=turns, untold=len(certain) < len(seating),
        doubted={player: cells for player, cells in maybe.items() if cells},
        met={named[player]: those for player, those in met.items()},
    )  # fmt: skip


def verify_rolls(log: RollLog, sheets: Sequence[Given]) -> None:
    """Raise SheetDataError for sheets that don't fit the log's table or pad."""
    if len(sheets) > len(log.players):
        raise SheetDataError(
            f"{counted(len(sheets), 'sheet')}, and the roll log has "
            f"{counted(len(log.players), 'player')}",
            "give the sheets of one game",
        )
    for each in sheets:
        if each.sheet.pad.name != log.pad.name:
            raise SheetDataError(
                f"the throws are of {log.pad.name}, {each.player}'s sheet of {each.sheet.pad.name}",
                GIVE_THOSE,
            )
    verify_printed(log.printed, sheets)


def _named(case: RollCase, sheets: Sequence[Judged]) -> Mapping[str, Judged]:
    """The sheets that came under names of the log."""
    known, _ = by_code_or_name(case.log.printed, [each.given for each in sheets])
    return {p: sheets[known[p]] for p in case.log.players if p in known}


def _seatings(case: RollCase, sheets: Sequence[Judged]) -> list[Mapping[str, Judged]]:
    """Whose sheet may be whose: by name where names say, else all ways that fit equally well."""
    log = case.log
    known, others = by_code_or_name(log.printed, [each.given for each in sheets])
    free = [player for player in log.players if player not in known]
    ways = best_seatings(free, others, lambda player, n: _fits(case, player, sheets[n]))
    seats = [{**known, **way} for way in ways]
    return [{p: sheets[seat[p]] for p in log.players if p in seat} for seat in seats]


def _fits(table: RollCase, player: str, judged: Judged) -> bool:
    case = RollCase(table.log, {player: judged}, table.effort, table.waived)
    return case.possible(frozenset(case.statements([player])))
