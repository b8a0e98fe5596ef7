"""Sheets against a roll log: one full explanation, or the proof that there is none."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations

from sheetkit.errors import SheetDataError
from sheetkit.pad import Bar, Pairs
from sheetkit.rules import Finding, Severity
from sheetkit.rules.clauses import source_of
from sheetkit.settle.core import Statement, in_every_proof, smallest_core
from sheetkit.settle.explain import Explanation, Seat, Table
from sheetkit.settle.given import Between, Judged
from sheetkit.settle.plays import Plays
from sheetkit.settle.reasons import reason
from sheetkit.settle.replayed import as_log, replay
from sheetkit.settle.target import BAR, FIGURE, PENALTIES, full_target, statements, target_of
from sheetkit.settle.throws import RollLog
from sheetkit.settle.track import Budget, OutOfBudget


class Answer(enum.StrEnum):
    """What the rolls say about the sheets."""

    EXPLAINED = "explained"
    IMPOSSIBLE = "impossible"
    OPEN = "open"


@dataclass(frozen=True)
class RollsVerdict:
    """What came of it. ``log`` is the explanation as a game log, ``seating`` whose sheet is whose.

    ``needed`` holds the cells of each proof's core that are part of every proof.
    """

    answer: Answer
    says: str
    seating: Mapping[str, Judged]
    log: str = ""
    proofs: tuple[Between, ...] = ()
    needed: tuple[tuple[tuple[str, str], ...], ...] = ()


@dataclass(frozen=True)
class Effort:
    """How many states a search may look into, and whom to tell about it.

    ``whole`` bounds the search for an explanation, ``check`` each question that
    makes a core small. ``tick`` is called now and then, ``say`` with each stage.
    """

    whole: int = 250_000
    check: int = 20_000
    checks: int = 200_000
    tick: Callable[[], None] | None = None
    say: Callable[[str], None] | None = None

    def tell(self, stage: str) -> None:
        if self.say:
            self.say(stage)


BREAKS_PLAY = frozenset(
    {
        "closing-too-early",
        "two-closing-numbers",
        "too-many-locks",
        "after-the-end",
        "forced-cross-missing",
        "board-unearned",
        "unreachable",
        "left-of-a-cross",
    }
)
"""Breaches that no play at all can leave, whatever was thrown."""


@dataclass
class RollCase:
    """One roll log, and the sheets as seated at its table."""

    log: RollLog
    seated: Mapping[str, Judged]
    effort: Effort
    _asked: dict[frozenset[Statement], bool] = field(default_factory=dict)
    _spent: int = 0

    def explanation(self) -> Explanation | None:
        """One way for everybody at once. Raises OutOfBudget."""
        seats = tuple(self._seat(player) for player in self.log.players)
        return self._table(seats, self.effort.whole, loose=False).explain()

    def _seat(self, player: str) -> Seat:
        judged = self.seated.get(player)
        if judged is None:
            return Seat(player, self.log.pad_of(player), None)
        pad = judged.sheet.pad
        return Seat(player, pad, target_of(pad, judged.sheet.crossed, self._stated(judged)))

    def _stated(self, judged: Judged) -> tuple[str, ...]:
        """What the sheet says; a bar that is wrong by itself is left aside."""
        odd_bar = any(finding.code.startswith("bar-") for finding in judged.ruling.findings)
        return tuple(s for s in statements(judged.sheet.pad) if s != BAR or not odd_bar)

    def _table(self, seats: tuple[Seat, ...], budget: int, *, loose: bool) -> Table:
        return Table(self.log, seats, Budget(budget, self.effort.tick), loose)

    def statements(self, players: Sequence[str]) -> tuple[Statement, ...]:
        """All that these players' sheets say, crosses first."""
        said = [
            (player, statement)
            for player in players
            for statement in self._stated(self.seated[player])
        ]
        return tuple(sorted(said, key=lambda each: self._is_free_cell(*each)))

    def _is_free_cell(self, player: str, statement: str) -> bool:
        crossed = self.seated[player].sheet.crossed
        return statement not in crossed and statement not in (PENALTIES, BAR, FIGURE)

    def possible(self, stated: frozenset[Statement]) -> bool:
        """Whether some play meets the statements; True where that takes too long to tell."""
        if stated not in self._asked:
            self._asked[stated] = self._possible(stated, hide=True, in_doubt=True)
        return self._asked[stated]

    def surely_possible(self, stated: frozenset[Statement]) -> bool:
        """Whether some play meets the statements, nothing taken as it suits; False in doubt."""
        return self.possible(stated) and self._possible(stated, hide=False, in_doubt=False)

    def _possible(self, stated: frozenset[Statement], *, hide: bool, in_doubt: bool) -> bool:
        seats = tuple(
            self._stated_seat(player, frozenset(s for p, s in stated if p == player), hide=hide)
            for player in self.log.players
        )
        left = min(self.effort.check, self.effort.checks - self._spent)
        table = self._table(seats, max(left, 0), loose=hide)
        try:
            return table.explain() is not None
        except OutOfBudget:
            return in_doubt
        finally:
            self._spent += left - max(table.budget.left, 0)

    def _stated_seat(self, player: str, said: frozenset[str], *, hide: bool) -> Seat:
        judged = self.seated.get(player)
        if judged is None or not said:
            return Seat(player, self.log.pad_of(player), None)
        pad = judged.sheet.pad
        chained = bool(pad.mechanic(Bar) or pad.mechanic(Pairs))
        return Seat(
            player, pad, target_of(pad, judged.sheet.crossed, said, hide=hide and not chained)
        )

    def blamed(self) -> Iterator[tuple[str, ...]]:
        """The smallest groups of players whose sheets can't be: single ones, else all."""
        alone = [p for p in self.seated if not self.possible(frozenset(self.statements([p])))]
        yield from ((player,) for player in alone)
        everybody = tuple(self.seated)
        if not alone and not self.possible(frozenset(self.statements(everybody))):
            yield everybody

    def proof(self, players: tuple[str, ...]) -> tuple[Between, tuple[tuple[str, str], ...]]:
        """The finding that names the core, and the cells in every proof."""
        broken = self._broken(players)
        if broken:
            return broken, tuple((p, cell) for p, cells in broken.marks for cell in cells)
        said = self.statements(players)
        self.effort.tell(f"looking for the shortest proof about {', '.join(players)}")
        core = smallest_core(said, in_every_proof(said, self.possible), self.possible)
        everything = frozenset(self.statements(tuple(self.seated)))
        needed = [each for each in core if self.surely_possible(everything - {each})]
        return self._finding(core), tuple(
            (player, cell)
            for player, statement in needed
            for cell in self._cells(player, statement)
        )

    def _broken(self, players: tuple[str, ...]) -> Between | None:
        """The proof for a sheet that is illegal whatever the rolls were."""
        for player in players if len(players) == 1 else ():
            for finding in self.seated[player].ruling.findings:
                if finding.code in BREAKS_PLAY:
                    message = f"{player}'s sheet can't come from any rolls: {finding.message}"
                    return _between(message, finding.rule, ((player, finding.cells),))
        return None

    def _finding(self, core: tuple[Statement, ...]) -> Between:
        plays = {p: _plays(self.seated[p]) for p, _ in core}
        counts = {player: self.seated[player].penalties for player in plays}
        why = reason(core, plays, self.log, counts)
        marks: dict[str, tuple[str, ...]] = {}
        for player, statement in core:
            marks[player] = marks.get(player, ()) + self._cells(player, statement)
        return _between(why.says, why.rule, tuple(marks.items()))

    def _cells(self, player: str, statement: str) -> tuple[str, ...]:
        """The cells that show what is stated; of the penalties the next free box too."""
        if statement not in (PENALTIES, BAR, FIGURE):
            return (statement,)
        group = {PENALTIES: "penalty", BAR: "bar", FIGURE: "board"}[statement]
        sheet = self.seated[player].sheet
        there = tuple(cell for cell in sheet.pad.markable if cell.startswith(f"{group}."))
        crossed = tuple(cell for cell in there if cell in sheet.crossed)
        free = tuple(cell for cell in there if cell not in sheet.crossed)
        return (*crossed, *free[:1]) if statement == PENALTIES else crossed or there[:1]


def _plays(judged: Judged) -> Plays:
    return Plays(judged.sheet.pad, full_target(judged.sheet.pad, judged.sheet.crossed))


def _between(message: str, rule: str, marks: tuple[tuple[str, tuple[str, ...]], ...]) -> Between:
    cells = tuple(dict.fromkeys(cell for _, each in marks for cell in each))
    finding = Finding(
        "rolls-cannot-give", Severity.BREACH, cells, None, message, rule, source_of(rule)
    )
    return Between(finding, marks)


def settle_rolls(
    log: RollLog, sheets: Sequence[Judged], effort: Effort | None = None
) -> RollsVerdict:
    """Whether the sheets can have come from the rolls, and why.

    Raises SheetDataError for sheets that don't fit the log's table or pad.
    """
    effort = effort or Effort()
    _verify_fit(log, sheets)
    best: RollCase | None = None
    try:
        for seating in _seatings(log, sheets, effort):
            case = RollCase(log, seating, effort)
            best = best or case
            effort.tell(f"explaining {len(sheets)} sheets by {len(log.throws)} throws")
            found = case.explanation() if not _any_broken(seating) else None
            if found:
                return _explained(log, seating, found)
        assert best is not None
        return _unexplained(best)
    except (OutOfBudget, KeyboardInterrupt) as stopped:
        return _stopped(best, sheets, interrupted=isinstance(stopped, KeyboardInterrupt))


def _any_broken(seating: Mapping[str, Judged]) -> bool:
    return any(f.code in BREAKS_PLAY for each in seating.values() for f in each.ruling.findings)


def _explained(log: RollLog, seating: Mapping[str, Judged], found: Explanation) -> RollsVerdict:
    pads = {p: seating[p].sheet.pad if p in seating else log.pad_of(p) for p in log.players}
    replay(found, log.players, pads)
    told = f"the sheets can have come from these {len(log.throws)} throws; one way is shown"
    return RollsVerdict(Answer.EXPLAINED, told, seating, as_log(found, log.players, log.pad))


def _unexplained(case: RollCase) -> RollsVerdict:
    proofs, needed = [], []
    for players in case.blamed():
        proof, cells = case.proof(players)
        proofs.append(proof)
        needed.append(cells)
    if not proofs:
        broken = [case.proof((p,)) for p in case.seated if _any_broken({p: case.seated[p]})]
        proofs, needed = [proof for proof, _ in broken], [cells for _, cells in broken]
    if not proofs:
        says = (
            "no way was found, and no proof that there is none: sheets of all players, or the "
            "moves of the figures, would decide it"
        )
        return RollsVerdict(Answer.OPEN, says, case.seated)
    says = "the sheets can't have come from these throws"
    return RollsVerdict(Answer.IMPOSSIBLE, says, case.seated, "", tuple(proofs), tuple(needed))


def _stopped(case: RollCase | None, sheets: Sequence[Judged], *, interrupted: bool) -> RollsVerdict:
    """What is known where the search ended before its time: who alone can't be explained."""
    why = "the search was stopped" if interrupted else "the search was given up: too many ways"
    seating = case.seated if case else {each.player: each for each in sheets}
    return RollsVerdict(Answer.OPEN, f"{why}; no proof either way so far", seating)


def _verify_fit(log: RollLog, sheets: Sequence[Judged]) -> None:
    if len(sheets) > len(log.players):
        raise SheetDataError(
            f"{len(sheets)} sheets, and the roll log has {len(log.players)} players",
            "give the sheets of one game",
        )
    for each in sheets:
        if each.sheet.pad.name != log.pad.name:
            raise SheetDataError(
                f"the rolls are of {log.pad.name}, {each.player}'s sheet of {each.sheet.pad.name}",
                "give the sheets of that game",
            )


def _seatings(
    log: RollLog, sheets: Sequence[Judged], effort: Effort
) -> Iterator[Mapping[str, Judged]]:
    """Whose sheet is whose, likeliest first: by name where names say, else whatever fits."""
    names = {player.casefold(): player for player in log.players}
    fixed = {}
    rest = []
    for each in sheets:
        player = names.get(each.player.casefold())
        if player and player not in fixed:
            fixed[player] = each
        else:
            rest.append(each)
    if not rest:
        yield {player: fixed[player] for player in log.players if player in fixed}
        return
    free = [player for player in log.players if player not in fixed]
    fits = {
        (player, place): _fits(log, player, each, effort)
        for player in free
        for place, each in enumerate(rest)
    }
    orders = sorted(
        permutations(free, len(rest)),
        key=lambda order: -sum(fits[player, place] for place, player in enumerate(order)),
    )
    most = sum(fits[player, place] for place, player in enumerate(orders[0]))
    for order in orders:
        if sum(fits[player, place] for place, player in enumerate(order)) == most:
            chosen = {**fixed, **dict(zip(order, rest, strict=True))}
            yield {player: chosen[player] for player in log.players if player in chosen}


def _fits(log: RollLog, player: str, judged: Judged, effort: Effort) -> bool:
    case = RollCase(log, {player: judged}, effort)
    return case.possible(frozenset(case.statements([player])))
