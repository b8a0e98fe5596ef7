"""Figures on a board: they take each other's spaces, so one's way binds the others' (OB1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, permutations

from sheetkit.pad import Board
from sheetkit.rules.line import places
from sheetkit.settle.stops import Pins, Room
from sheetkit.settle.throws import Throw
from sheetkit.settle.track import OutOfBudget, Path, Tracker

PATIENCE = 300
"""States looked into to learn whether a figure's way can do without one of its stops."""


SOON = 3000
"""States looked into for each player before another order of the players is tried."""


def figure_paths(
    trackers: Mapping[str, Tracker],
    throws: tuple[Throw, ...],
    board: Board,
    rounds: int | None,
) -> dict[str, Path] | None:
    """A path for each player, figures never where the rules forbid; None if there is none.

    The figures' ways are searched together, without the sheets; then each
    player's sheet for its figure's way alone. What a sheet can't go along with
    is barred, and so on until all agree. Raises OutOfBudget.
    """
    near = {}
    for player, tracker in trackers.items():
        path = tracker.find()
        if path is None:
            return None
        near[player] = path
    barred: dict[str, list[Pins]] = {player: [] for player in trackers}
    for _ in count() if rounds is None else range(rounds):
        ways = _Crossing(trackers, throws, board, near, barred).ways()
        if ways is None:
            return None
        refused = False
        for player, pins in ways.items():
            if pins == _pins(near[player], trackers[player]):
                continue
            path = trackers[player].under(pins).find()
            if path is None:
                core, path = _smallest(trackers[player], pins)
                barred[player].append(core)
                refused = True
            near[player] = path or near[player]
        if not refused:
            return near
    return None


def paths_without_jumps(trackers: Mapping[str, Tracker]) -> dict[str, Path] | None:
    """A path for each player on which no figure jumps over another, if that is soon found.

    One player after another, each minding those before, in every order.
    """
    for order in permutations(trackers):
        paths: dict[str, Path] = {}
        for player in order:
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


def _pins(path: Path, tracker: Tracker) -> Pins:
    """Where the figure stands after each of its player's turns."""
    return {turn: made.figure for turn, made in enumerate(path) if tracker.mine[turn]}


def _smallest(tracker: Tracker, pins: Pins) -> tuple[Pins, Path | None]:
    """Few of the pins that no path meets, and a path that meets many of them if one was seen."""
    near: Path | None = None
    for turn in pins:
        fewer = {at: space for at, space in pins.items() if at != turn}
        narrower = tracker.under(fewer, effort=PATIENCE)
        path = _soon(narrower, tracker)
        if path:
            near = path
        elif narrower.budget.left >= 0:
            pins = fewer
    return pins, near


@dataclass(frozen=True)
class _Crossing:
    """The search for the figures' ways alone: nearest to paths that sheets can go along with."""

    trackers: Mapping[str, Tracker]
    throws: tuple[Throw, ...]
    board: Board
    near: Mapping[str, Path]
    barred: Mapping[str, Sequence[Pins]]

    def ways(self) -> dict[str, Pins] | None:
        """For each player where the figure stands after each turn of theirs."""
        start = dict.fromkeys(self.trackers, 0)
        failed: set[tuple[object, ...]] = set()
        stack = [(start, self._moves(0, start, ()))]
        made: list[int] = []
        while stack:
            turn = len(stack) - 1
            if turn == len(self.throws):
                return self._read(made)
            for space in stack[-1][1]:
                spaces = {**stack[-1][0], self.throws[turn].player: space}
                if self._key((*made, space), spaces) not in failed:
                    made.append(space)
                    stack.append((spaces, self._moves(turn + 1, spaces, tuple(made))))
                    break
            else:
                spaces, _ = stack.pop()
                failed.add(self._key(tuple(made), spaces))
                if made:
                    made.pop()
        return None

    def _moves(self, turn: int, spaces: Mapping[str, int], made: tuple[int, ...]) -> Iterator[int]:
        """Where the active player's figure may stand after the turn, the likeliest first."""
        if turn == len(self.throws):
            return
        active = self.throws[turn].player
        if active not in self.trackers:
            yield 0
            return
        tracker = self.trackers[active]
        tracker.budget.spend()
        here = spaces[active]
        likely = self.near[active][turn].figure
        reach = tracker.stops[turn + 1] & (tracker.plays.landings[here] | 1 << here)
        for space in sorted(places(reach), key=lambda space: abs(space - likely)):
            free = self._is_free_way(active, here, space, spaces)
            if free and not self._is_barred((*made, space)):
                yield space

    def _is_free_way(self, active: str, before: int, after: int, spaces: Mapping[str, int]) -> bool:
        """OB1: a free space, no more free ones away than a figure may go."""
        taken = {space for player, space in spaces.items() if player != active}
        steps = sum(space not in taken for space in range(before + 1, after + 1))
        return after == before or (after not in taken and steps <= self.board.steps)

    def _is_barred(self, made: Sequence[int]) -> bool:
        """Whether the way so far is one that the active player's sheet can't go along with."""
        turn = len(made) - 1
        return any(
            turn in pins and all(at <= turn and made[at] == space for at, space in pins.items())
            for pins in self.barred[self.throws[turn].player]
        )

    def _key(self, made: Sequence[int], spaces: Mapping[str, int]) -> tuple[object, ...]:
        """What decides how it can go on: the figures, and the bars that are still in play."""
        threats = frozenset(
            (player, number)
            for player, all_pins in self.barred.items()
            for number, pins in enumerate(all_pins)
            if all(at >= len(made) or made[at] == space for at, space in pins.items())
        )
        return len(made), tuple(spaces.values()), threats

    def _read(self, made: Sequence[int]) -> dict[str, Pins]:
        return {
            player: {turn: space for turn, space in enumerate(made) if tracker.mine[turn]}
            for player, tracker in self.trackers.items()
        }
