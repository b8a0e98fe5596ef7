"""Figures on a board: they take each other's spaces, so their ways are searched together (OB1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from sheetkit.pad import Board
from sheetkit.rules.crosses import Crosses
from sheetkit.settle.throws import Throw
from sheetkit.settle.track import Path, Tracker, Turn, space_of

Origins: TypeAlias = Mapping[Crosses, tuple[Crosses | None, Turn | None]]
"""States that a player can be in, each with the one before it and what led here."""


@dataclass(frozen=True, slots=True)
class _Position:
    """How things stand as a turn begins: each player's figure and all states it allows."""

    spaces: Mapping[str, int]
    states: Mapping[str, Origins]

    @property
    def key(self) -> tuple[frozenset[Crosses], ...]:
        return tuple(frozenset(states) for states in self.states.values())


WIDTHS = (4, 32)
"""How many sheets a first and a second attempt keep for each way of a figure."""

PATIENCE = 400
"""Positions that such an attempt looks into before it gives way to the next."""


def figure_paths(
    trackers: Mapping[str, Tracker], throws: tuple[Throw, ...], board: Board
) -> dict[str, Path] | None:
    """A path for each player, figures never where the rules forbid; None if there is none.

    Searches over the figures' ways alone: to each belongs the set of all sheets
    that a player can have had by then. The first attempts keep few of them.
    """
    for width in WIDTHS:
        found = _search(trackers, throws, board, width, PATIENCE)
        if found:
            return found
    return _search(trackers, throws, board, None, None)


def _search(
    trackers: Mapping[str, Tracker],
    throws: tuple[Throw, ...],
    board: Board,
    width: int | None,
    patience: int | None,
) -> dict[str, Path] | None:
    start = _Position(
        dict.fromkeys(trackers, 0),
        {player: {tracker.plays.start: (None, None)} for player, tracker in trackers.items()},
    )
    failed: set[tuple[int, tuple[frozenset[Crosses], ...]]] = set()
    stack = [(start, _moves(start, trackers, throws, 0, board, width))]
    while stack:
        turn = len(stack) - 1
        if turn == len(throws):
            return _retraced([position for position, _ in stack])
        if patience is not None and len(failed) > patience:
            return None
        for after in stack[-1][1]:
            if (turn + 1, after.key) not in failed:
                stack.append((after, _moves(after, trackers, throws, turn + 1, board, width)))
                break
        else:
            failed.add((turn, stack.pop()[0].key))
    return None


def _moves(
    position: _Position,
    trackers: Mapping[str, Tracker],
    throws: tuple[Throw, ...],
    turn: int,
    board: Board,
    width: int | None,
) -> Iterator[_Position]:
    """What the turn can lead to: one position for each space the active figure can end on."""
    if turn == len(throws):
        return
    states = {}
    for player, tracker in trackers.items():
        states[player] = _after(tracker, position.states[player], turn, width)
        if not states[player]:
            return
    active = throws[turn].player
    if active not in trackers:
        yield _Position(position.spaces, states)
        return
    reach = _reach(position.spaces, active, board)
    by_space: dict[int, dict[Crosses, tuple[Crosses | None, Turn | None]]] = {}
    for state, origin in states[active].items():
        by_space.setdefault(space_of(state), {})[state] = origin
    for space in sorted(by_space, key=lambda at: -len(by_space[at])):
        if space in reach:
            spaces = {**position.spaces, active: space}
            yield _Position(spaces, {**states, active: by_space[space]})


def _reach(spaces: Mapping[str, int], active: str, board: Board) -> frozenset[int]:
    """OB1: where the figure can be after the turn: up to so many free spaces on, or still here."""
    here = spaces[active]
    taken = {space for player, space in spaces.items() if player != active}
    free = [at for at in range(here + 1, len(board.spaces) + 1) if at not in taken]
    return frozenset((here, *free[: board.steps]))


def _after(tracker: Tracker, states: Origins, turn: int, width: int | None) -> Origins:
    """The states that the turn can lead to, and from which the target can be reached.

    All of them, or the first ``width`` with each place of the figure.
    """
    found: dict[Crosses, tuple[Crosses | None, Turn | None]] = {}
    counts: dict[int, int] = {}
    for state in states:
        for left, made in tracker.hopeful(turn, state):
            space = space_of(left)
            full = width is not None and counts.get(space, 0) >= width
            if not full and left not in found and tracker.alive(turn + 1, left):
                found[left] = state, made
                counts[space] = counts.get(space, 0) + 1
    return found


def _retraced(positions: list[_Position]) -> dict[str, Path]:
    """The players' paths, from the last position back to the first."""
    paths = {}
    for player, states in positions[-1].states.items():
        state: Crosses | None = next(iter(states))
        path: list[Turn] = []
        for position in reversed(positions[1:]):
            assert state is not None
            state, made = position.states[player][state]
            assert made is not None
            path.append(made)
        paths[player] = tuple(reversed(path))
    return paths
