"""A player without a sheet who closed a row: crosses that make it possible, from the dice alone."""

from __future__ import annotations

from sheetkit.settle.plays import Plays
from sheetkit.settle.schedule import Moment
from sheetkit.settle.throws import ThrownDice
from sheetkit.settle.windows import may_come


def crosses_before_closing(
    plays: Plays, throws: tuple[ThrownDice, ...], player: str, row: int, bit: int, closing: Moment
) -> int | None:
    """A mask of crosses with which the player may close the row at that moment (C5).

    As many as the closing number takes, each as early as can be; None where the
    dice never bring so many in order. Bonuses are left aside.
    """
    line = plays.lines[row]
    places = [place for place in range(bit.bit_length() - 1) if not line.closing >> place & 1]
    moments = {place: _moments(plays, throws, player, row, place, closing) for place in places}
    chains: dict[int, tuple[Moment, int]] = {-1: ((-1, 0), 0)}
    for _ in range(line.before):
        longer: dict[int, tuple[Moment, int]] = {}
        for last, (done, mask) in chains.items():
            for place in places:
                when = next((m for m in moments[place] if place > last and m > done), None)
                if when and (place not in longer or when < longer[place][0]):
                    longer[place] = when, mask | 1 << place
        chains = longer
    return min(chains.values())[1] if chains else None


def _moments(
    plays: Plays, throws: tuple[ThrownDice, ...], player: str, row: int, place: int, end: Moment
) -> list[Moment]:
    """When the dice bring that very number, before the row closes."""
    number, sides = plays.lines[row].numbers[place], plays.pad.die_sides
    return [
        (turn, action)
        for turn, throw in enumerate(throws[: end[0] + 1])
        for action in may_come(plays, throw, row, place, active=throw.player == player)
        if (turn, action) < end and (action > 1 or number in throw.white_sums(sides))
    ]
