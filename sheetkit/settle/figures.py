"""Figures on a board: they take each other's spaces, so one's way binds the others' (OB1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

from sheetkit.pad import Board
from sheetkit.rules.crosses import Crosses
from sheetkit.settle.stops import Room
from sheetkit.settle.throws import ThrownDice
from sheetkit.settle.track import OutOfBudget, Path, Tracker, space_of

SOON = 1500
"""States looked into for each player before another order of the players is tried."""

States: TypeAlias = frozenset[Crosses]
"""What a player may have crossed at the start of a turn, the figure on one space in all of them."""

Layer: TypeAlias = Mapping[Crosses, frozenset[Crosses]]
"""For each state at the start of a turn, those that it can turn into."""


def paths_without_jumps(trackers: Mapping[str, Tracker]) -> dict[str, Path] | None:
    """A path for each player on which no figure jumps over another, if that is soon found.

    One player after another, each minding those before; everybody is first once.
    """
    names = list(trackers)
    for first in range(len(names)):
        paths: dict[str, Path] = {}
        for player in (*names[first:], *names[:first]):
            room = _room(player, trackers, paths)
            path = _soon(trackers[player].beside(room, SOON), trackers[player])
            if path is None:
                break
            paths[player] = path
        else:
            return {player: paths[player] for player in trackers}
    return None


def _soon(narrower: Tracker, tracker: Tracker) -> Path | None:
    """A path within the narrower search's own budget. Raises OutOfBudget for the tracker's."""
    try:
        return narrower.find()
    except OutOfBudget:
        if tracker.budget.left < 0:
            raise
        return None


def _room(player: str, trackers: Mapping[str, Tracker], paths: Mapping[str, Path]) -> Room:
    """Where a figure may stand after each turn, beside those whose ways are fixed (OB1)."""
    room = {}
    mine = trackers[player].mine
    for turn, my_turn in enumerate(mine):
        moving = [other for other in paths if my_turn or trackers[other].mine[turn]]
        taken = sum({1 << paths[other][turn].figure for other in moving})
        room[turn] = ~taken | 1
    return room


def figure_paths(
    trackers: Mapping[str, Tracker], throws: tuple[ThrownDice, ...], board: Board
) -> dict[str, Path] | None:
    """A path for each player, figures never where the rules forbid; None if there is none.

    First every state through which a player's sheet alone can come about, then
    the figures' ways together, each with the states that go along with it.
    Raises OutOfBudget.
    """
    if any(tracker.is_lost for tracker in trackers.values()):
        return None
    courses = {}
    for player, tracker in trackers.items():
        layers = _course_of_one(tracker) if tracker.plays.target.absent else all_states(tracker)
        if layers is None:
            return None
        courses[player] = Course(tracker, layers)
    ways = _Crossing(courses, throws, board).ways()
    if ways is None:
        return None
    return {player: courses[player].path(states) for player, states in ways.items()}


def all_states(tracker: Tracker) -> tuple[Layer, ...] | None:
    """For each turn the states from which the target is reached; None if there are none."""
    layers: list[dict[Crosses, frozenset[Crosses]]] = []
    here = {tracker.plays.start}
    for turn in range(len(tracker.throws)):
        layers.append(
            {state: frozenset(left for left, _ in tracker.hopeful(turn, state)) for state in here}
        )
        here = {left for leads in layers[-1].values() for left in leads}
    for turn in reversed(range(len(layers))):
        leading = ((state, leads & here) for state, leads in layers[turn].items())
        layers[turn] = {state: leads for state, leads in leading if leads}
        here = set(layers[turn])
    return tuple(layers) if here else None


def _course_of_one(tracker: Tracker) -> tuple[Layer, ...] | None:
    """The states of one likely way of a player whose sheet isn't there, the figure at the start."""
    staying = dict.fromkeys(range(len(tracker.throws)), 1)
    states = _soon_states(tracker.beside(staying, SOON), tracker) or tracker.states()
    if states is None:
        return None
    return tuple({state: frozenset((left,))} for state, left in pairwise(states))


def _soon_states(narrower: Tracker, tracker: Tracker) -> tuple[Crosses, ...] | None:
    try:
        return narrower.states()
    except OutOfBudget:
        if tracker.budget.left < 0:
            raise
        return None


@dataclass
class Course:
    """All states of one player turn by turn, and which of them go along with a figure's way."""

    tracker: Tracker
    layers: Sequence[Layer]
    _kept: dict[tuple[int, States], dict[int, States]] = field(init=False, default_factory=dict)

    def after(self, turn: int, states: States) -> dict[int, States]:
        """What the states can turn into, by the space on which the figure then stands."""
        key = turn, states
        if key not in self._kept:
            found: dict[int, set[Crosses]] = {}
            for state in states:
                for left in self.layers[turn][state]:
                    found.setdefault(space_of(left), set()).add(left)
            self._kept[key] = {space: frozenset(lefts) for space, lefts in found.items()}
        return self._kept[key]

    def path(self, states: Sequence[States]) -> Path:
        """One path through those states, of which there is a set for each turn and the end."""
        left = next(iter(states[-1]))
        path = []
        for turn in reversed(range(len(self.layers))):
            before = next(each for each in states[turn] if left in self.layers[turn][each])
            outcomes = self.tracker.outcomes(turn, before)
            path.append(next(made for after, made in outcomes if after == left))
            left = before
        return tuple(reversed(path))


@dataclass
class _Crossing:
    """The search for the figures' ways together, each with the states that go along with it."""

    courses: Mapping[str, Course]
    throws: tuple[ThrownDice, ...]
    board: Board
    _failed: set[tuple[int, tuple[States, ...]]] = field(init=False, default_factory=set)

    def ways(self) -> dict[str, list[States]] | None:
        """For each player the states at the start of each turn, and at the end."""
        start = tuple(frozenset((each.tracker.plays.start,)) for each in self.courses.values())
        stack = [(start, self._moves(0, start))]
        while stack:
            here, moves = stack[-1]
            if len(stack) > len(self.throws):
                return {
                    player: [each[place] for each, _ in stack]
                    for place, player in enumerate(self.courses)
                }
            turn = len(stack)
            for after in moves:
                if (turn, after) not in self._failed:
                    stack.append((after, self._moves(turn, after)))
                    break
            else:
                self._failed.add((turn - 1, here))
                stack.pop()
        return None

    def _moves(self, turn: int, here: tuple[States, ...]) -> Iterator[tuple[States, ...]]:
        """What everybody's states may be after the turn, the most of them first."""
        if turn == len(self.throws):
            return
        following = [
            course.after(turn, states)
            for course, states in zip(self.courses.values(), here, strict=True)
        ]
        active = self.throws[turn].player
        if active not in self.courses:
            yield tuple(next(iter(each.values())) for each in following)
            return
        place = list(self.courses).index(active)
        spaces = [space_of(next(iter(states))) for states in here]
        others = frozenset(spaces[:place] + spaces[place + 1 :])
        offered = following[place]
        for space in sorted(offered, key=lambda space: -len(offered[space])):
            self.courses[active].tracker.budget.spend()
            if self._is_free_way(spaces[place], space, others):
                yield tuple(
                    offered[space] if at == place else next(iter(each.values()))
                    for at, each in enumerate(following)
                )

    def _is_free_way(self, before: int, after: int, taken: frozenset[int]) -> bool:
        """OB1: a free space, no more free ones away than a figure may go."""
        steps = sum(space not in taken for space in range(before + 1, after + 1))
        return after == before or (after not in taken and steps <= self.board.steps)
