"""The board (OB1–OB4): where a figure may go, and what its space is worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sheetkit.pad import Board
from sheetkit.rules.crosses import Crosses
from sheetkit.rules.line import Line
from sheetkit.rules.mechanic import Extra, MechanicRules


class Limits(NamedTuple):
    """What a figure's way may take: crosses made by its last stop, penalties, figures jumped."""

    crosses: int
    penalties: int
    jumps: int


class _Stop(NamedTuple):
    """A figure's stop: crosses needed by then in each row, made by then, and turns without one."""

    space: int
    needed: tuple[int, ...]
    made: int
    idle: int

    def is_no_better(self, others: list[_Stop]) -> bool:
        """Whether another way to the same space asks for no more in anything."""
        return any(
            other.made <= self.made
            and other.idle <= self.idle
            and all(mine >= theirs for mine, theirs in zip(self.needed, other.needed, strict=True))
            for other in others
        )


class BoardRules(MechanicRules):
    """The track of one pad. ``spaces`` holds each space's (row, bit); spaces count from 1."""

    def __init__(self, board: Board, lines: tuple[Line, ...]) -> None:
        super().__init__(lines)
        self.board = board
        where = {
            (colour, number): (row, 1 << place)
            for row, line in enumerate(lines)
            for place, (colour, number) in enumerate(zip(line.colours, line.numbers, strict=True))
        }
        self.spaces = tuple(where[space.colour, space.number] for space in board.spaces)
        self.last_zone = len(self.spaces) - board.last + 1

    def within_reach(self, space: int, occupied: frozenset[int]) -> Iterator[int]:
        """OB1: the free spaces that the figure may move to; occupied ones aren't counted."""
        steps = 0
        for ahead in range(space + 1, len(self.spaces) + 1):
            if ahead not in occupied:
                steps += 1
                yield ahead
            if steps == self.board.steps:
                return

    def is_crossed(self, crosses: Crosses, space: int) -> bool:
        """Whether the space's number is crossed on the sheet."""
        row, bit = self.spaces[space - 1]
        return bool(crosses.rows[row] & bit)

    def is_last(self, space: int) -> bool:
        """OB3: whether the figure's reaching this space lets the game run out."""
        return space >= self.last_zone

    def worth(self, crosses: Crosses) -> Extra:
        """OB4: the points of the figure's space; of the furthest where several are crossed."""
        return Extra(self.board.points[crosses.board.bit_length() - 1] if crosses.board else 0)

    def way_to(self, space: int, crosses: Crosses, limit: Limits) -> tuple[int, ...] | None:
        """OB1–OB3: the spaces on which the figure stopped on its way; None where there is none.

        Each stop takes a turn of the player's own, in which something is crossed
        or a penalty taken (OB2), and its number must be crossed by then, with all
        crosses to its left. Other players' figures may be jumped over.
        """
        stops = self._useful_stops(space, crosses, limit)
        seen: dict[int, list[_Stop]] = {}
        stack: list[tuple[_Stop, tuple[int, ...]]] = [(_Stop(0, (0,) * len(self.lines), 0, 0), ())]
        while stack:
            here, way = stack.pop()
            if here.space == space:
                return way
            for stop in stops:
                if not here.space < stop <= here.space + self.board.steps + limit.jumps:
                    continue
                for there in self._stopped(here, stop, crosses):
                    in_time = sum(there.needed) <= there.made <= limit.crosses
                    known = seen.setdefault(stop, [])
                    if in_time and there.idle <= limit.penalties and not there.is_no_better(known):
                        known.append(there)
                        stack.append((there, (*way, stop)))
        return None

    def _stopped(self, here: _Stop, stop: int, crosses: Crosses) -> tuple[_Stop, _Stop]:
        """OB2: the next stop in a turn with a penalty, and in one with a cross."""
        row, bit = self.spaces[stop - 1]
        needed = (crosses.rows[row] & (2 * bit - 1)).bit_count()
        after = (*here.needed[:row], max(here.needed[row], needed), *here.needed[row + 1 :])
        return (
            _Stop(stop, after, here.made, here.idle + 1),
            _Stop(stop, after, max(here.made + 1, sum(after)), here.idle),
        )

    def _useful_stops(self, space: int, crosses: Crosses, limit: Limits) -> list[int]:
        """OB1, OB3: the spaces to stop on from which that space can be reached, in order."""
        useful = [space]
        for stop in range(space - 1, 0, -1):
            reaches = useful[-1] - stop <= self.board.steps + limit.jumps
            if reaches and self.is_crossed(crosses, stop) and not self.is_last(stop):
                useful.append(stop)
        return useful[::-1]
