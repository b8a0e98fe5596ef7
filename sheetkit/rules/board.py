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
        stops = [
            stop
            for stop in range(1, space + 1)
            if self.is_crossed(crosses, stop) and (stop == space or not self.is_last(stop))
        ]
        seen: set[_Stop] = set()
        stack: list[tuple[_Stop, tuple[int, ...]]] = [(_Stop(0, (0,) * len(self.lines), 0, 0), ())]
        while stack:
            (here, heads, made, idle), way = stack.pop()
            if here == space:
                return way
            for stop in stops:
                if not here < stop <= here + self.board.steps + limit.jumps:
                    continue
                row, bit = self.spaces[stop - 1]
                needed = crosses.rows[row] & (2 * bit - 1)
                after = (*heads[:row], max(heads[row], needed.bit_count()), *heads[row + 1 :])
                for crossed, penalty in ((made, 1), (max(made + 1, sum(after)), 0)):
                    there = _Stop(stop, after, crossed, idle + penalty)
                    in_time = sum(after) <= crossed <= limit.crosses
                    if in_time and there.idle <= limit.penalties and there not in seen:
                        seen.add(there)
                        stack.append((there, (*way, stop)))
        return None
