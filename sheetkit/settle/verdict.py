"""The verdict on a game: rulings, what the sheets prove about each other, the table, the winner."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sheetkit.rules import Finding, Severity
from sheetkit.rules.clauses import HouseRules
from sheetkit.settle.between import unwaived
from sheetkit.settle.doubted import Doubted
from sheetkit.settle.earlier import Since, matched, since, vanished
from sheetkit.settle.given import Between, Given, Judged, judged
from sheetkit.settle.grounds import Ground, Standing, ground_of, ground_said, refuted_by
from sheetkit.settle.names import each_sheet_once, in_order, named
from sheetkit.settle.recorded import Record, RecordedCells, against_log, left_by, with_order
from sheetkit.settle.roll_case import Effort
from sheetkit.settle.rolls import Answer, RollsVerdict, settle_rolls
from sheetkit.settle.throws import RollLog
from sheetkit.settle.total import OPEN, Total, deciding, place_of, total_of, winning
from sheetkit.settle.unseen import would_show
from sheetkit.settle.waivers import read_game_waivers


@dataclass(frozen=True, slots=True)
class Worth:
    """What one finding is worth: its points, and whether the winner would be another without it.

    ``players`` are those whom it concerns; ``changes_winner`` is None where the finding leaves a
    score open.
    """

    players: tuple[str, ...]
    finding: Finding
    points: int | None
    changes_winner: bool | None

    @property
    def player(self) -> str:
        """The players' names with commas."""
        return ", ".join(self.players)


@dataclass(frozen=True)
class PlayerVerdict:
    """One player's line of the table.

    ``because`` says the ``ground`` in English. ``by_rules`` is None while a finding leaves it
    open. With doubtful cells that change it, it is what the sheet comes to as read, and ``total``
    what it may come to. ``recorded`` says whether a recorded game leaves the sheet's marks; None
    where none was compared, or the ``doubted`` cells decide it. ``would_show`` are the kinds of
    evidence that show the order of crosses, and that nobody gave.
    """

    judged: Judged
    ground: Ground
    because: str
    written: int | None
    by_rules: int | None
    place: int | None
    total: Total
    recorded: bool | None = None
    doubted: tuple[str, ...] = ()
    would_show: tuple[str, ...] = ()

    @property
    def player(self) -> str:
        return self.judged.player

    @property
    def standing(self) -> Standing:
        return self.ground.standing

    @property
    def contradicted(self) -> bool:
        """Whether other evidence alone leaves open what should stand on the sheet."""
        return self.by_rules is None and self.judged.ruling.score is not None


@dataclass(frozen=True)
class Verdict:
    """All that can be said about the sheets of one game.

    ``winners`` holds the players with the highest total by the rules, several
    on a tie, each sheet once, nobody while that is open; ``deciding`` holds each player whose
    doubtful cells alone decide it, with those. ``taken`` maps players of the log to the
    names under which their sheets came, where the log knows no such names.
    ``unread`` holds the files of sheets that could not be read.
    """

    players: tuple[PlayerVerdict, ...]
    between: tuple[Between, ...]
    winners: tuple[str, ...]
    deciding: tuple[tuple[str, tuple[str, ...]], ...]
    worth: tuple[Worth, ...]
    since: tuple[Since, ...]
    rolls: RollsVerdict | None
    waived: tuple[str, ...]
    taken: Mapping[str, str]
    unread: tuple[str, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether every sheet is legal and the sheets don't contradict each other."""
        sound = all(each.judged.ruling.legal for each in self.players)
        return sound and all(b.finding.severity is Severity.NOTE for b in self.between)

    @property
    def is_recorded(self) -> bool:
        """Whether a recorded game was held against some sheet."""
        return any(each.recorded is not None or each.doubted for each in self.players)

    @property
    def is_proved(self) -> bool:
        """Whether the throws or a recorded game prove every sheet."""
        return self.legal and all(each.standing is Standing.PROVED for each in self.players)

    @property
    def is_open(self) -> bool:
        """Whether nothing is a breach for certain, but doubtful cells may hide one."""
        opened = any(each.judged.ruling.is_open for each in self.players)
        return self.legal and (opened or any(b.finding.is_open for b in self.between))

    @property
    def needs_a_look(self) -> bool:
        """Whether a sheet could not be read, or a person has to look at one, or the rolls proved
        nothing either way.
        """
        undecided = self.rolls is not None and self.rolls.answer is Answer.OPEN
        return undecided or bool(self.unread) or bool(self.to_look_at)

    @property
    def to_look_at(self) -> tuple[str, ...]:
        """The players at whose sheets a person has to look: a mark could not be read, or something
        else of the picture, or an earlier look doesn't show since when a cross is there.
        """
        unclear = {each.player for each in self.since if each.doubtful}
        return tuple(
            each.player
            for each in self.players
            if each.judged.sheet.unsure or each.judged.given.review or each.player in unclear
        )

    @property
    def shared(self) -> bool:
        return len(self.winners) > 1

    @property
    def may_change(self) -> bool:
        """Whether a finding, or a picture that isn't clear, leaves open who wins in the end."""
        unclear = any(each.judged.given.review for each in self.players)
        return unclear or any(each.changes_winner is None for each in self.worth)

    @property
    def first(self) -> Total:
        """The winners' total."""
        return next(each.total for each in self.players if each.player in self.winners)


def settle(
    given: Iterable[Given],
    *,
    waive: Iterable[str] = frozenset(),
    earlier: Sequence[Given] = (),
    rolls: RollLog | None = None,
    effort: Effort | None = None,
    record: Record | None = None,
    unread: Iterable[str] = (),
) -> Verdict:
    """The verdict on the sheets of one game, the same whatever their order.

    ``earlier`` holds readings of the same sheets from before, ``rolls`` the throws, ``record`` what
    a recorded game leaves, ``unread`` the files of sheets that could not be read.
    ``waive`` holds house rules, see ``read_game_waivers``; HouseRules are taken as they are.
    Raises SheetDataError for what doesn't belong together, and for two sheets of one name.
    """
    ordered = in_order(given)
    waived = waive if isinstance(waive, HouseRules) else read_game_waivers(waive)
    missing = tuple(dict.fromkeys(unread))
    before = matched(ordered, earlier, all_read=not missing)
    told = settle_rolls(rolls, judged(ordered, waived), effort, waived) if rolls else None
    record = record or Record({})
    whose = named(judged(ordered, waived, before), told, record.sheets)
    sheets = with_order(whose.sheets, whose.seats, record.looks, waived)
    changes = tuple(since(each.player, each.sheet, each.earlier) for each in sheets if each.earlier)
    left = left_by(whose.seats, record)
    played = against_log(sheets, left)
    together = Doubted(sheets, waived, all_read=not missing).between()
    shown = [*together, *vanished(changes), *filter(None, played.values())]
    # what is waived the search through the throws leaves out by itself
    found = unwaived(shown, waived) + ([proof.between for proof in told.proofs] if told else [])
    totals = [*(_total(each, found, left, told) for each in sheets), *(OPEN for _ in missing)]
    return Verdict(
        tuple(_player(each, n, totals, told, found, played, left) for n, each in enumerate(sheets)),
        tuple(found),
        each_sheet_once([sheets[place].player for place in winning(totals)], found),
        tuple((sheets[place].player, totals[place].cells) for place in deciding(totals)),
        (*_worth(sheets, totals), *_worth_between(found, sheets)),
        changes,
        told,
        tuple(sorted(waived)),
        whose.taken,
        missing,
    )


def row_names(players: Iterable[PlayerVerdict]) -> tuple[str, ...]:
    """The rows of all players' pads, each once, in the order of the pads."""
    return tuple(dict.fromkeys(row for each in players for row in each.judged.sheet.pad.row_names))


def _total(
    each: Judged,
    found: Sequence[Between],
    left: Mapping[str, RecordedCells],
    told: RollsVerdict | None,
) -> Total:
    """The total by the rules; open where marks are refuted and nothing says what stood instead."""

    def contradicted(read: Judged) -> bool:
        differs = read.player in left and not left[read.player].agrees(read)
        return differs or (told is not None and told.contradicts(read))

    return OPEN if refuted_by(each, found) else total_of(each, contradicted)


def _worth(sheets: Sequence[Judged], totals: Sequence[Total]) -> Iterator[Worth]:
    """Each breach with what the winner would be if it had been let pass."""
    for place, each in enumerate(sheets):
        for finding in each.ruling.findings:
            if finding.severity is Severity.NOTE and not finding.is_open:
                continue
            points = _points(each, finding)
            changes = None if points is None else _changes_winner(totals, place, points)
            yield Worth((each.player,), finding, points, changes)


def _changes_winner(totals: Sequence[Total], place: int, points: int) -> bool | None:
    """Whether another would win without so many points in one total; None where that is open."""
    if not points:
        return False
    without = [*totals[:place], totals[place].without(points), *totals[place + 1 :]]
    winners, others = winning(totals), winning(without)
    return winners != others if winners and others else None


def _worth_between(found: Sequence[Between], sheets: Sequence[Judged]) -> Iterator[Worth]:
    """Findings between sheets: which of the sheets is wrong, and by how much, most leave open.

    One that names no player, such as throws of no game at all, is about everybody.
    """
    for each in found:
        if each.finding.severity is Severity.BREACH or each.finding.is_open:
            names = each.players or tuple(judged.player for judged in sheets)
            points = each.finding.points
            changes = False if points == 0 else None
            yield Worth(names, each.finding, points, changes)


def _points(each: Judged, finding: Finding) -> int | None:
    """What the finding changes; for a wrong total, against the total written."""
    written = each.sheet.written.get("total")
    if finding.code == "written-wrong" and written and each.ruling.score:
        wrong = "write.total" in finding.cells
        return each.ruling.score.total - written.value if wrong else 0
    return finding.points


def _agrees(each: Judged, played: Mapping[str, Between | None]) -> bool | None:
    """Whether the recorded game leaves the sheet's marks; None where it tells nothing of them."""
    return played[each.player] is None if each.player in played else None


def _player(
    each: Judged,
    number: int,
    totals: Sequence[Total],
    told: RollsVerdict | None,
    found: Sequence[Between],
    played: Mapping[str, Between | None],
    left: Mapping[str, RecordedCells],
) -> PlayerVerdict:
    total, recorded = totals[number], _agrees(each, played)
    doubted = left[each.player].deciding(each) if recorded else ()
    ground = ground_of(each, total, told, found, recorded=bool(recorded))
    unseen = would_show(each, thrown=told is not None)
    read = each.sheet.written.get("total")
    written = read.value if read and read.sure else None
    by_rules = total.lowest if total.is_certain else None
    if by_rules is None and each.ruling.score and not refuted_by(each, found):
        by_rules = each.ruling.score.total
    return PlayerVerdict(
        each, ground, ground_said(ground, each, found, unseen), written, by_rules,
        place_of(total, totals), total, None if doubted else recorded, doubted, unseen,
    )  # fmt: skip
