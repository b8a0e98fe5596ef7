"""One roll log with the sheets of its table: what can have been, and the proofs of what can't."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sheetkit.pad import Bar, CellKind, Pad, Pairs
from sheetkit.rules import Finding, Severity
from sheetkit.rules.clauses import source_of
from sheetkit.rules.crosses import cells_of
from sheetkit.rules.doubt import doubtful_cells
from sheetkit.settle.core import Statement, in_every_proof, smallest_core
from sheetkit.settle.explain import Explanation, Seat, Table
from sheetkit.settle.given import Between, Judged
from sheetkit.settle.plays import Plays
from sheetkit.settle.reasons import Reason, reason
from sheetkit.settle.target import BAR, FIGURE, PENALTIES, full_target, statements, target_of
from sheetkit.settle.throws import RollLog
from sheetkit.settle.track import Budget, OutOfBudget

BREAKS_PLAY = frozenset(
    {
        "closing-too-early",
        "two-closing-numbers",
        "too-many-locks",
        "after-the-end",
        "forced-cross-missing",
        "board-unearned",
        "unreachable",
    }
)
"""Breaches that no play at all can leave, whatever was thrown."""


TOGETHER = {CellKind.PENALTY: PENALTIES, CellKind.BAR: BAR, CellKind.BOARD: FIGURE}
"""The kinds of cells of which one statement is made together."""


@dataclass(frozen=True)
class Effort:
    """How many states a search may look into, and whom to tell about it.

    ``whole`` bounds the search for an explanation, ``check`` each question that
    makes a core small, ``checks`` all of them, ``last`` the questions whether
    any statement of the core can be spared. ``tick`` is called every few
    thousand states, ``say`` with each stage.
    """

    whole: int = 250_000
    check: int = 20_000
    checks: int = 200_000
    last: int = 40_000
    tick: Callable[[], None] | None = None
    say: Callable[[str], None] | None = None

    def tell(self, stage: str) -> None:
        if self.say:
            self.say(stage)


@dataclass(frozen=True, slots=True)
class Proof:
    """A set of statements that no play meets, as a finding about their cells.

    ``needed`` are the cells that are part of every proof, ``reason`` is None
    where the sheet is illegal whatever was thrown. ``irreducible`` says that
    without any one of the statements there is a play that meets the rest.
    """

    between: Between
    needed: tuple[tuple[str, str], ...]
    reason: Reason | None
    irreducible: bool


@dataclass
class RollCase:
    """One roll log, and the sheets as seated at its table.

    ``waived`` are house rules. ``refuted`` is the smallest set of statements known
    so far to be impossible, while a proof is being made short.
    """

    log: RollLog
    seated: Mapping[str, Judged]
    effort: Effort
    waived: frozenset[str] = frozenset()
    proofs: list[Proof] = field(init=False, default_factory=list)
    refuted: frozenset[Statement] = field(init=False, default=frozenset())
    _asked: dict[frozenset[Statement], bool] = field(init=False, default_factory=dict)
    _spent: int = field(init=False, default=0)

    def explanation(self, budget: Budget | None = None) -> Explanation | None:
        """One way for everybody at once. Raises OutOfBudget."""
        seats = tuple(self._seat(player) for player in self.log.players)
        budget = budget or Budget(self.effort.whole, self.effort.tick)
        return Table(self.log, seats, budget, waived=self.waived).explain()

    @property
    def broken(self) -> bool:
        """Whether some sheet is illegal whatever was thrown."""
        return any(_breaks_play(f) for j in self.seated.values() for f in j.ruling.findings)

    def prove(self) -> None:
        """A proof for each group of players whose sheets can't be, into ``proofs``."""
        self.proofs += [proof for player in self.seated for proof in self._broken_by_itself(player)]
        named = {player for proof in self.proofs for player, _ in proof.between.marks}
        for players in self._blamed([player for player in self.seated if player not in named]):
            self.refuted = frozenset(self.statements(players))
            self.proofs.append(self._proof(players))
            self.refuted = frozenset()

    def stop(self) -> None:
        """The proof that was being made short, as short as it has become."""
        if self.refuted:
            everything = self.statements(tuple(self.seated))
            core = tuple(each for each in everything if each in self.refuted)
            self.proofs.append(self._shown(core, (), irreducible=False))
            self.refuted = frozenset()

    def _seat(self, player: str) -> Seat:
        judged = self.seated.get(player)
        if judged is None:
            return Seat(player, self.log.pad_of(player), None)
        pad = judged.sheet.pad
        return Seat(player, pad, target_of(pad, judged.sheet.crossed, self._stated(judged)))

    def _stated(self, judged: Judged) -> tuple[str, ...]:
        """What the sheet says for certain; a bar that is wrong by itself is left aside."""
        cells = judged.sheet.pad.cells
        left = {TOGETHER.get(cells[cell].kind, cell) for cell in doubtful_cells(judged.sheet)}
        codes = {finding.code for finding in judged.ruling.findings}
        if any(code.startswith("bar-") for code in codes | self.waived):
            left.add(BAR)
        return tuple(each for each in statements(judged.sheet.pad) if each not in left)

    def _table(self, seats: tuple[Seat, ...], budget: int, *, loose: bool) -> Table:
        return Table(self.log, seats, Budget(budget, self.effort.tick), loose, self.waived)

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
            left = min(self.effort.check, self.effort.checks - self._spent)
            answer = self._is_met(stated, max(left, 0), hide=True, loose=True)
            self._asked[stated] = answer is not False
        if not self._asked[stated] and stated < self.refuted:
            self.refuted = stated
        return self._asked[stated]

    def surely(self, stated: frozenset[Statement], effort: int) -> bool | None:
        """Whether some play meets the statements, nothing taken as it suits; None in doubt."""
        if self._is_met(stated, effort, hide=False, loose=False):
            return True
        impossible = self._is_met(stated, effort, hide=False, loose=True) is False
        return False if impossible else None

    def _is_met(
        self, stated: frozenset[Statement], effort: int, *, hide: bool, loose: bool
    ) -> bool | None:
        """Whether a way meets the statements; None where the search was given up."""
        seats = tuple(
            self._stated_seat(player, frozenset(s for p, s in stated if p == player), hide=hide)
            for player in self.log.players
        )
        if not loose:
            seats = tuple(seat.eased() for seat in seats)
        table = self._table(seats, effort, loose=loose)
        try:
            return table.explain() is not None
        except OutOfBudget:
            return None
        finally:
            self._spent += effort - max(table.budget.left, 0)

    def _stated_seat(self, player: str, said: frozenset[str], *, hide: bool) -> Seat:
        judged = self.seated.get(player)
        if judged is None or not said:
            return Seat(player, self.log.pad_of(player), None)
        pad = judged.sheet.pad
        chained = bool(pad.mechanic(Bar) or pad.mechanic(Pairs))
        return Seat(
            player, pad, target_of(pad, judged.sheet.crossed, said, hide=hide and not chained)
        )

    def _blamed(self, players: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """The smallest groups of players whose sheets can't be: single ones, else all.

        Nobody where the throws are of no game.
        """
        if not self.possible(frozenset()):
            yield ()
            return
        alone = [p for p in players if not self.possible(frozenset(self.statements([p])))]
        yield from ((player,) for player in alone)
        everybody = tuple(self.seated)
        blameless = not alone and not self.proofs
        if blameless and not self.possible(frozenset(self.statements(everybody))):
            yield everybody

    def _broken_by_itself(self, player: str) -> Iterator[Proof]:
        """The proof for a sheet that is illegal whatever the rolls were; it costs what its own
        finding does, where that is known.
        """
        ruling, pad = self.seated[player].ruling, self.seated[player].sheet.pad
        for finding in ruling.findings:
            if _breaks_play(finding):
                message = f"{player}'s sheet can't come from any throws: {finding.message}"
                points = 0 if ruling.score else None
                between = _between(message, finding.rule, pad, ((player, finding.cells),), points)
                yield Proof(
                    between, tuple((player, cell) for cell in finding.cells), None, irreducible=True
                )
                return

    def _proof(self, players: tuple[str, ...]) -> Proof:
        said = self.statements(players)
        self.effort.tell(f"looking for the shortest proof about {', '.join(players)}")
        core = smallest_core(said, in_every_proof(said, self.possible), self.possible)
        everything = frozenset(self.statements(tuple(self.seated)))
        effort = self.effort.check
        needed = [each for each in core if self.surely(everything - {each}, effort) is True]
        core, irreducible = self._without_spare(core, needed)
        return self._shown(core, needed, irreducible=irreducible)

    def _without_spare(
        self, core: tuple[Statement, ...], needed: Sequence[Statement]
    ) -> tuple[tuple[Statement, ...], bool]:
        """The core less what it can spare, and whether the rest is known to be irreducible.

        The ``needed`` ones are part of every proof, so no core can spare them.
        """
        irreducible = True
        for each in core:
            left = frozenset(core) - {each}
            answer = self._meets(left) if left and each not in needed else True
            if answer is False:
                self.refuted = left
                core = tuple(kept for kept in core if kept != each)
            irreducible = irreducible and answer is not None
        return core, irreducible

    def _meets(self, core: frozenset[Statement]) -> bool | None:
        """Whether some play meets these statements: soonest shown with the others' whole sheets."""
        effort = self.effort.last // (2 * len(core) + 2)
        accused = {player for player, _ in core}
        others = self.statements([player for player in self.seated if player not in accused])
        if others and self._is_met(core | frozenset(others), effort, hide=False, loose=False):
            return True
        return self.surely(core, effort)

    def _shown(
        self, core: tuple[Statement, ...], needed: Sequence[Statement], *, irreducible: bool
    ) -> Proof:
        why = reason(
            core,
            {player: self._plays(self.seated[player]) for player, _ in core},
            self.log,
            {player: self.seated[player].penalties for player, _ in core},
        )
        marks: dict[str, tuple[str, ...]] = {}
        for player, statement in core:
            marks[player] = marks.get(player, ()) + self._cells(player, statement)
        cells = tuple((p, cell) for p, said in needed for cell in self._cells(p, said))
        between = _between(why.says, why.rule, self.log.pad, tuple(marks.items()))
        return Proof(between, cells, why, irreducible)

    def _plays(self, judged: Judged) -> Plays:
        target = full_target(judged.sheet.pad, judged.sheet.crossed)
        return Plays(judged.sheet.pad, target, waived=self.waived)

    def _cells(self, player: str, statement: str) -> tuple[str, ...]:
        """The cells that show what is stated; of the penalties the next free box too, and of a
        figure that stands nowhere the field for its points.
        """
        if statement not in (PENALTIES, BAR, FIGURE):
            return (statement,)
        kind = next(kind for kind, about in TOGETHER.items() if about == statement)
        sheet = self.seated[player].sheet
        there = cells_of(sheet.pad, kind)
        crossed = tuple(cell for cell in there if cell in sheet.crossed)
        free = tuple(cell for cell in there if cell not in sheet.crossed)
        if statement == FIGURE:
            return crossed or ("write.board",)
        return (*crossed, *free[:1]) if statement == PENALTIES else crossed or free[:1]


def _breaks_play(finding: Finding) -> bool:
    return finding.code in BREAKS_PLAY and finding.severity is Severity.BREACH


def _between(
    message: str,
    rule: str,
    pad: Pad,
    marks: tuple[tuple[str, tuple[str, ...]], ...],
    points: int | None = None,
) -> Between:
    cells = tuple(dict.fromkeys(cell for _, each in marks for cell in each))
    finding = Finding(
        "rolls-cannot-give", Severity.BREACH, cells, points, message, rule, source_of(rule, pad)
    )
    return Between(finding, marks)
