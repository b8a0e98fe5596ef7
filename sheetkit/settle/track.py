"""One player's way through a roll log: a search over what they had crossed turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass
from typing import TypeAlias

from sheetkit.game_log import OUT
from sheetkit.rules.crosses import Crosses
from sheetkit.settle.plays import Play, Plays, Steps
from sheetkit.settle.schedule import Moment, Schedule
from sheetkit.settle.stops import Room, figure_stops, others_on_board
from sheetkit.settle.throws import ThrownDice
from sheetkit.settle.windows import due_masks, may_come


@dataclass(frozen=True, slots=True)
class Turn:
    """What one player did in one turn.

    ``actions`` holds the steps of actions 1, 2 and 3, empty where nothing was
    crossed. ``sums`` holds the white sum that action 1 used, ``whites`` both
    white dice where the player was active (None: of no matter), ``colour`` the
    row of action 2's die with its value. ``figure`` is where the figure stands
    after the turn.
    """

    actions: tuple[Steps, Steps, Steps] = ((), (), ())
    penalty: bool = False
    total: int | None = None
    whites: tuple[int, int] | None = None
    colour: tuple[int, int] | None = None
    figure: int = 0


TurnOutcome: TypeAlias = tuple[Crosses, Turn]
Path: TypeAlias = tuple[Turn, ...]


TICK = 4096
"""States after which a search says that it is still there."""

CHOICES = 4
"""Ways to play on that are tried in each state of a player whose sheet isn't there."""


NEAR = 2
"""Numbers that a player without a sheet passes over with an easy mind."""


class OutOfBudget(Exception):
    """The search was stopped before it had an answer."""


@dataclass(slots=True)
class Budget:
    """How many states may still be looked into; ``tick`` is told now and then.

    What is spent here is spent of the ``whole`` too.
    """

    left: int = 2_000_000
    tick: Callable[[], None] | None = None
    whole: Budget | None = None

    def spend(self) -> None:
        self.left -= 1
        if self.whole:
            self.whole.spend()
        if self.left < 0:
            raise OutOfBudget
        if self.tick and self.left % TICK == 0:
            self.tick()


class Tracker:
    """Searches one player's way under one schedule of closings."""

    def __init__(
        self,
        plays: Plays,
        throws: tuple[ThrownDice, ...],
        player: str,
        schedule: Schedule,
        *,
        budget: Budget,
        table: int = 1,
    ) -> None:
        self.plays = plays
        self.throws = throws
        self.player = player
        self.schedule = schedule
        self.budget = budget
        self.table = table
        self.last = len(throws) - 1
        self.mine = [throw.player == player for throw in throws]
        self._shut = schedule.shut(len(throws))
        self._shutting = {at: schedule.closing_at(*at) for at in schedule.closings if at}
        self.own_left = [sum(self.mine[turn:]) for turn in range(len(throws) + 1)]
        self._failed: set[tuple[int, Crosses]] = set()
        self.on_board = others_on_board(throws, player)
        self.due = due_masks(plays, throws, player, schedule)
        self.stops = figure_stops(plays, throws, player, schedule, table, {})

    def beside(self, room: Room, effort: int) -> Tracker:
        """The same search for ways on which the figure keeps to the room that others leave it.

        ``effort`` bounds its states.
        """
        narrower = copy(self)
        narrower.budget = Budget(effort, whole=self.budget)
        narrower._failed = set(self._failed)
        rest = self.throws, self.player, self.schedule
        narrower.stops = figure_stops(self.plays, *rest, self.table, room)
        return narrower

    @property
    def is_lost(self) -> bool:
        """Whether the target is out of reach before the first turn."""
        return self.due is None or bool(self.stops and not self.stops[0] & 1)

    def find(self) -> Path | None:
        """One way from an empty sheet to the target, None if there is none.

        Raises OutOfBudget.
        """
        found = self._way()
        return found[0] if found else None

    def states(self) -> tuple[Crosses, ...] | None:
        """The sheet at the start of each turn of such a way, and at the end."""
        found = self._way()
        return found[1] if found else None

    def _way(self) -> tuple[Path, tuple[Crosses, ...]] | None:
        if self.is_lost:
            return None
        path: list[Turn] = []
        stack = [(self.plays.start, self.hopeful(0, self.plays.start))]
        while stack:
            turn = len(stack) - 1
            state, outcomes = stack[-1]
            if turn > self.last:
                return tuple(path), tuple(each for each, _ in stack)
            for after, made in outcomes:
                if (turn + 1, after) not in self._failed:
                    path.append(made)
                    stack.append((after, self.hopeful(turn + 1, after)))
                    break
            else:
                self._failed.add((turn, state))
                stack.pop()
                if path:
                    path.pop()
        return None

    def hopeful(self, turn: int, state: Crosses) -> Iterator[TurnOutcome]:
        """The outcomes of the turn after which the target may still be within reach."""
        if turn > self.last:
            return
        self.budget.spend()
        outcomes = self.outcomes(turn, state)
        if self.plays.target.absent:
            outcomes = iter(self._plain_choice(state, outcomes))
        for after, made in outcomes:
            if self._within_reach(turn + 1, after):
                yield after, made

    def _plain_choice(self, state: Crosses, outcomes: Iterator[TurnOutcome]) -> list[TurnOutcome]:
        """What a player without a sheet would best do: few numbers passed over, few penalties.

        Not every way is tried for a player of whom nothing is known.
        """
        return sorted(outcomes, key=lambda outcome: self._cost(state, outcome))[:CHOICES]

    def _cost(self, state: Crosses, outcome: TurnOutcome) -> float:
        """Numbers passed over; a penalty as three; crosses that are due come first."""
        after, made = outcome
        cost = 3.0 * made.penalty
        for row, (had, has) in enumerate(zip(state.rows, after.rows, strict=True)):
            added = has & ~had
            if added:
                cost += (added & -added).bit_length() - had.bit_length() - 0.4
                cost -= 9.0 * bool(added & self.plays.target.must[row])
                cost += 3.0 * bool(self.plays.target.must[row] & ~has)
        return cost + (after.board != state.board)

    def _within_reach(self, turn: int, state: Crosses) -> bool:
        assert self.due is not None
        for mask, due in zip(state.rows, self.due[turn], strict=True):
            if due & ~mask:
                return False
        if self.stops and not self.stops[turn] >> space_of(state) & 1:
            return False
        target = self.plays.target
        if turn > self.last:
            return self._is_target(state)
        if target.penalties is not None:
            missing = target.penalties - state.penalties
            if not 0 <= missing <= self.own_left[turn]:
                return False
        return state.penalties < self.plays.referee.penalties_to_end

    def _is_target(self, state: Crosses) -> bool:
        target = self.plays.target
        penalties = target.penalties is None or target.penalties == state.penalties
        bar = target.bar is None or self._bar_fits(state.bar, target.bar)
        return penalties and bar and (target.figure is None or target.figure == space_of(state))

    def _bar_fits(self, bar: int, marked: int) -> bool:
        """BA2: fields that a closing in the last turn left unused may stay bare."""
        closed = self.schedule.closed_before(self.last + 1, 1)
        late = closed & ~self.schedule.closed_before(self.last, 1)
        return not marked & ~bar and not bar & ~marked & ~self.plays.unused_fields(late)

    def outcomes(self, turn: int, state: Crosses) -> Iterator[TurnOutcome]:
        """All that the player can have done in the turn."""
        if self.mine[turn]:
            yield from self._active(turn, state)
            return
        throw = self.throws[turn]
        closed = self._shut[turn][0]
        if self.plays.target.absent and not self._may_bring_dues(state, throw):
            yield self._closed(state, turn), Turn(figure=space_of(state))
            return
        for total in throw.white_sums(self.plays.pad.die_sides):
            for after, steps, closes in self.plays.white(state, total, closed):
                if self._on_time(closes, (turn, 1)):
                    made = Turn((steps, (), ()), total=total, figure=space_of(after))
                    yield self._closed(after, turn), made
        yield self._closed(state, turn), Turn(figure=space_of(state))

    def _may_bring_dues(self, state: Crosses, throw: ThrownDice) -> bool:
        """Whether the white dice may give a cross that is still to be made."""
        both = zip(self.plays.target.must, state.rows, strict=True)
        due = [must & ~mask for must, mask in both]
        if not any(due):
            return False
        sums = throw.white_sums(self.plays.pad.die_sides)
        other_ways = self.plays.mechanics or not self.plays.lucky.isdisjoint(sums)
        return bool(other_ways) or any(
            bit & due[row] for total in sums for row, bit in self.plays.by_sum.get(total, ())
        )

    def _closed(self, state: Crosses, turn: int) -> Crosses:
        """BA2: the state after the rows that close in the turn have taken their fields."""
        return self.plays.after_closing(state, self._shut[turn + 1][0])

    def _on_time(self, closes: int, moment: Moment) -> bool:
        """Whether these rows close at that moment by the schedule."""
        return not closes or not closes & ~self._shutting.get(moment, 0)

    def _active(self, turn: int, state: Crosses) -> Iterator[TurnOutcome]:
        throw = self.throws[turn]
        closed = self._shut[turn][0]
        for whites in throw.white_pairs(self.plays.pad.die_sides):
            first: list[Play] = [
                play
                for play in self.plays.white(state, sum(whites), closed)
                if self._on_time(play.closes, (turn, 1))
            ]
            for after, steps, _ in self._near(state, first) or (*first, Play(state, (), 0)):
                yield from self._second(turn, after, Turn((steps, (), ()), whites=whites))

    def _near(self, state: Crosses, first: list[Play]) -> list[Play]:
        """What a player without a sheet would content themselves with: few numbers passed over."""
        if not self.plays.target.absent:
            return []
        return [play for play in first if _passed_over(state, play.after) <= NEAR]

    def _second(self, turn: int, state: Crosses, made: Turn) -> Iterator[TurnOutcome]:
        """C3: action 2, or none."""
        if self.schedule.end == (turn, 1):
            yield self._closed(state, turn), made
            return
        closed = self._shut[turn][1]
        state = self.plays.after_closing(state, closed)
        throw, lines = self.throws[turn], self.plays.lines
        assert made.whites is not None
        sated = self.plays.target.absent and bool(made.actions[0])
        for row, die in enumerate(throw.colours):
            if die == OUT or closed >> row & 1:
                continue
            for total in throw.colour_sums(row, made.whites, self.plays.pad.die_sides):
                if sated and not self._is_due(lines[row].name, total):
                    continue
                for after, steps, closes in self.plays.colour(
                    state, lines[row].name, total, closed
                ):
                    if self._on_time(closes, (turn, 2)):
                        shown = _die(throw, row, total, made.whites, self.plays.pad.die_sides)
                        with_second = _acted(made, 2, steps, shown)
                        yield from self._third(turn, after, with_second)
        yield from self._third(turn, state, made)

    def _is_due(self, colour: str, number: int) -> bool:
        row, bit = self.plays.by_colour.get((colour, number), (0, 0))
        return bool(bit & self.plays.target.must[row])

    def _third(self, turn: int, state: Crosses, made: Turn) -> Iterator[TurnOutcome]:
        """OB1: action 3 where there is a board, then the turn's end."""
        if self.schedule.end == (turn, 2) or not self.plays.board:
            yield from self._finish(turn, state, made)
            return
        closed = self._shut[turn][2]
        for after, steps, closes in self.plays.figure(state, closed, self.on_board[turn]):
            if self._on_time(closes, (turn, 3)):
                yield from self._finish(turn, after, _acted(made, 3, steps, None))
        yield from self._finish(turn, state, made)

    def _finish(self, turn: int, state: Crosses, made: Turn) -> Iterator[TurnOutcome]:
        """C4, OB2: a penalty for who crossed nothing, unless the game is over."""
        state = self._closed(state, turn)
        first, second, third = made.actions
        crossed = bool(first or second or third[1:])
        over = self.schedule.end is not None and self.schedule.end[0] == turn
        target = self.plays.target
        if crossed or over or (target.hides and target.penalties is None):
            yield state, _standing(made, space_of(state))
            return
        if target.hides and self._may_have_crossed(turn, state):
            yield state, _standing(made, space_of(state))
        boxes, to_end = self.plays.referee.pad.penalty_boxes, self.plays.referee.penalties_to_end
        if state.penalties == boxes < to_end:  # without C8 the game goes on, and no box is left
            yield state, _standing(made, space_of(state))
        elif target.penalties is None or state.penalties < target.penalties:
            fined = state._replace(penalties=state.penalties + 1)
            yield fined, _standing(made, space_of(state), penalty=True)

    def _may_have_crossed(self, turn: int, state: Crosses) -> bool:
        """Whether some hidden cell can have been crossed in that turn of the player's own."""
        closed = self._shut[turn][0]
        return any(
            may_come(self.plays, self.throws[turn], row, place, active=True)
            for row, place in self.plays.hidden_places(state, closed)
        )


def _passed_over(before: Crosses, after: Crosses) -> int:
    """How many numbers the crosses made since lie away from those before, the row's next is 0."""
    both = zip(before.rows, after.rows, strict=True)
    added = ((old, new & ~old) for old, new in both if new != old)
    return sum((new & -new).bit_length() - old.bit_length() - 1 for old, new in added)


def space_of(state: Crosses) -> int:
    """OB1: the space on which the figure stands, 0 for the start."""
    return state.board.bit_length()


def _acted(made: Turn, action: int, steps: Steps, colour: tuple[int, int] | None) -> Turn:
    first, second, third = made.actions
    actions = (first, steps, third) if action == 2 else (first, second, steps)
    return Turn(actions, made.penalty, made.total, made.whites, colour or made.colour)


def _standing(made: Turn, figure: int, *, penalty: bool = False) -> Turn:
    return Turn(made.actions, penalty, made.total, made.whites, made.colour, figure)


def _die(
    throw: ThrownDice, row: int, total: int, whites: tuple[int, int], sides: int
) -> tuple[int, int]:
    """Which value the coloured die of so many sides showed, one of those that give the sum."""
    die = throw.colours[row]
    return row, die if die > 0 else next(total - w for w in whites if 1 <= total - w <= sides)
