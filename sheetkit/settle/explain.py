"""Whether all sheets together can have come from the rolls, and one way if so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product

from sheetkit.pad import Board, Pad
from sheetkit.rules.line import Line, places
from sheetkit.rules.referee import referee_for
from sheetkit.settle.absent import crosses_before_closing
from sheetkit.settle.dice import disputed_turn, read_dice
from sheetkit.settle.figures import figure_paths, paths_without_jumps
from sheetkit.settle.plays import Plays
from sheetkit.settle.schedule import Moment, Schedule, closing_turns, schedules
from sheetkit.settle.target import Target, free_target
from sheetkit.settle.throws import RollLog, ThrownDice
from sheetkit.settle.track import Budget, OutOfBudget, Path, Tracker
from sheetkit.settle.windows import may_come

ABSENT_EFFORT = 3000
"""States looked into for a player whose sheet isn't there; what fails then stays open."""


@dataclass(frozen=True)
class Seat:
    """A player at the table: their pad with its layout, and what their sheet demands.

    ``target`` is None for a player whose sheet isn't there.
    """

    player: str
    pad: Pad
    target: Target | None

    def eased(self) -> Seat:
        """The seat with a likely way tried alone, where crosses are all that is demanded."""
        target = self.target
        if target is None or any(target.never) or target.penalties is not None:
            return self
        return replace(self, target=replace(target, absent=True))


@dataclass(frozen=True)
class Explanation:
    """One full way: what everybody did in each turn, and the throws with every die read."""

    throws: tuple[ThrownDice, ...]
    paths: Mapping[str, Path]


@dataclass
class Table:
    """The search for one way that all seats share.

    With ``loose``, figures on a board stand wherever they help and players
    without a sheet do whatever helps: a way is not to be had from that, but
    where there is none, there is none at all. ``waived`` are house rules.
    """

    log: RollLog
    seats: tuple[Seat, ...]
    budget: Budget
    loose: bool = False
    waived: frozenset[str] = frozenset()
    _plays: dict[tuple[str, Target, int], Plays] = field(init=False, default_factory=dict)

    def explain(self) -> Explanation | None:
        """A way for everybody at once, None if none was found. Raises OutOfBudget."""
        for schedule in self.schedules():
            found = self._under(schedule, self.log.throws)
            if found:
                return found
        return None

    def schedules(self) -> Iterator[Schedule]:
        """The schedules that the dice and the sheets' closing numbers leave open."""
        rows = range(len(self.log.pad.rows))
        needed = sum(1 << row for row in rows if any(self._closes(s, row) for s in self.seats))
        to_end = referee_for(self.log.pad, self.waived).rows_to_end
        return schedules(self.log, [self._closing_moments(row) for row in rows], needed, to_end)

    def _closes(self, seat: Seat, row: int) -> int:
        """The closing numbers of the row that the seat's sheet must show crossed."""
        return seat.target.must[row] & self._lines(seat)[row].closing if seat.target else 0

    def _lines(self, seat: Seat) -> tuple[Line, ...]:
        return self._plays_of(seat, seat.target).lines

    def _plays_of(self, seat: Seat, target: Target | None, jumps: int | None = None) -> Plays:
        target = target or free_target(seat.pad)
        others = len(self.log.players) - 1 if jumps is None else jumps
        key = seat.player, target, others
        if key not in self._plays:
            self._plays[key] = Plays(seat.pad, target, others=others, waived=self.waived)
        return self._plays[key]

    def _closing_moments(self, row: int) -> frozenset[Moment]:
        """When somebody can have crossed the row's closing number, as far as the dice go."""
        moments = set()
        turns = closing_turns(self.log, row)
        for seat in self.seats:
            plays = self._plays_of(seat, seat.target)
            for turn in turns:
                throw = self.log.throws[turn]
                active = throw.player == seat.player
                for place in places(plays.lines[row].closing & ~plays.target.never[row]):
                    for action in may_come(plays, throw, row, place, active=active):
                        moments.add((turn, action))
        return frozenset(moments)

    def _under(self, schedule: Schedule, throws: tuple[ThrownDice, ...]) -> Explanation | None:
        """A way under that schedule, with unreadable dice read so that all agree on them."""
        for targets in self._castings(schedule):
            paths = self._paths(schedule, throws, targets)
            if paths is None:
                continue
            turn = disputed_turn(throws, paths, self.log.pad.die_sides)
            if turn is None:
                read = read_dice(throws, paths, schedule, self.log.pad.die_sides)
                return Explanation(read, paths)
            found = self._with_whites_read(schedule, throws, turn)
            if found:
                return found
        return None

    def _with_whites_read(
        self, schedule: Schedule, throws: tuple[ThrownDice, ...], turn: int
    ) -> Explanation | None:
        for whites in throws[turn].white_pairs(self.log.pad.die_sides):
            read = replace(throws[turn], whites=whites)
            found = self._under(schedule, (*throws[:turn], read, *throws[turn + 1 :]))
            if found:
                return found
        return None

    def _castings(self, schedule: Schedule) -> Iterator[Mapping[str, Target]]:
        """Everybody's targets, with who closes the rows that no sheet must show closed."""
        given = {seat.player: seat.target for seat in self.seats if seat.target}
        orphans = [
            (row, moment)
            for row, moment in enumerate(schedule.closings)
            if moment
            and not any(self._closes(s, row) and self._acts(s, moment) for s in self.seats)
        ]
        could = [list(self._could_close(row, moment)) for row, moment in orphans]
        if self.loose:
            if all(could):
                yield given
            return
        for cast in product(*could):
            targets = {seat.player: seat.target or free_target(seat.pad) for seat in self.seats}
            for (player, bit), (row, moment) in zip(cast, orphans, strict=True):
                target = targets[player]
                due = target.must[row] | bit | self._leading_up_to(player, row, bit, moment)
                must = (*target.must[:row], due, *target.must[row + 1 :])
                targets[player] = replace(target, must=must)
            yield targets

    def _leading_up_to(self, player: str, row: int, bit: int, moment: Moment) -> int:
        """The crosses before a closing number, for a player without a sheet."""
        seat = next(seat for seat in self.seats if seat.player == player)
        if seat.target:
            return 0
        plays = self._plays_of(seat, None)
        throws = self.log.throws
        return crosses_before_closing(plays, throws, player, row, bit, moment) or 0

    def _could_close(self, row: int, moment: Moment) -> Iterator[tuple[str, int]]:
        """Players of whom nothing says that they didn't close the row then, with the number."""
        for seat in self.seats:
            target = seat.target or free_target(seat.pad)
            closing = self._lines(seat)[row].closing & ~target.never[row] & ~target.must[row]
            if self._acts(seat, moment) and not target.must[row] & self._lines(seat)[row].closing:
                for place in places(closing):
                    yield seat.player, 1 << place

    def _acts(self, seat: Seat, moment: Moment) -> bool:
        return moment[1] == 1 or self.log.throws[moment[0]].player == seat.player

    def _paths(
        self, schedule: Schedule, throws: tuple[ThrownDice, ...], targets: Mapping[str, Target]
    ) -> dict[str, Path] | None:
        """A path for every player of those targets."""
        trackers = self._trackers(schedule, throws, targets)
        paths = {}
        for player, tracker in trackers.items():
            path = _path_of(tracker)
            if path is None:
                return None
            paths[player] = path
        board = self.log.pad.mechanic(Board)
        if not board or self.loose:
            return paths
        found = paths_without_jumps(self._trackers(schedule, throws, targets, 0))
        for jumps in range(len(trackers)):
            found = found or figure_paths(
                self._trackers(schedule, throws, targets, jumps), throws, board
            )
        return found

    def _trackers(
        self,
        schedule: Schedule,
        throws: tuple[ThrownDice, ...],
        targets: Mapping[str, Target],
        jumps: int | None = None,
    ) -> dict[str, Tracker]:
        """The search for each player; ``jumps`` bounds the figures that one jumps over."""
        return {
            seat.player: self._tracker(seat, schedule, throws, targets[seat.player], jumps)
            for seat in self.seats
            if seat.player in targets
        }

    def _tracker(
        self,
        seat: Seat,
        schedule: Schedule,
        throws: tuple[ThrownDice, ...],
        target: Target,
        jumps: int | None,
    ) -> Tracker:
        plays = self._plays_of(seat, target, jumps)
        table = len(self.log.players)
        budget = Budget(ABSENT_EFFORT, whole=self.budget) if target.absent else self.budget
        return Tracker(plays, throws, seat.player, schedule, budget=budget, table=table)


def _path_of(tracker: Tracker) -> Path | None:
    """The player's path; of one without a sheet, None also where the search was given up."""
    try:
        return tracker.find()
    except OutOfBudget:
        whole = tracker.budget.whole
        if whole is None or whole.left < 0:
            raise
        return None
