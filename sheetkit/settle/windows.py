"""By when each cross has to be made: what lets the search turn back early."""

from __future__ import annotations

from sheetkit.game_log import OUT
from sheetkit.rules.line import places
from sheetkit.settle.plays import Plays
from sheetkit.settle.schedule import Moment, Schedule
from sheetkit.settle.throws import ThrownDice

Due = tuple[tuple[int, ...], ...]


def may_come(
    plays: Plays, throw: ThrownDice, row: int, place: int, *, active: bool
) -> tuple[int, ...]:
    """The actions of the turn in which the dice can bring that number.

    More than the rules allow where a bonus, a lucky number or the board may
    bring it, never less.
    """
    sides = plays.pad.die_sides
    line = plays.lines[row]
    number, colour = line.numbers[place], line.colours[place]
    sums = throw.white_sums(sides)
    free = plays.forces(row)
    actions = []
    if free or number in sums or not plays.lucky.isdisjoint(sums):
        actions.append(1)
    if active and (free or _second_action(plays, throw, colour, number)):
        actions.append(2)
    if active and plays.board and (colour, number) in plays.on_board:
        actions.append(3)
    return tuple(actions)


def _second_action(plays: Plays, throw: ThrownDice, colour: str, number: int) -> bool:
    die = plays.row_of_colour[colour]
    if throw.colours[die] == OUT:
        return False
    sides = plays.pad.die_sides
    return any(
        number in throw.colour_sums(die, whites, sides) for whites in throw.white_pairs(sides)
    )


def due_masks(
    plays: Plays,
    throws: tuple[ThrownDice, ...],
    player: str,
    schedule: Schedule,
) -> Due | None:
    """For the start of each turn, and the end: a mask a row of the crosses due by then.

    None if one of them can't be made in time at all.
    """
    due = [[0] * len(plays.lines) for _ in range(len(throws) + 1)]
    for row in range(len(plays.lines)):
        latest: Moment = (len(throws), 0)
        closing = schedule.closings[row]
        for place in reversed(places(plays.target.must[row])):
            closes = bool(plays.lines[row].closing >> place & 1)
            found = _latest(plays, throws, player, (row, place), latest, closing, closes=closes)
            if found is None:
                return None
            for turn in range(found[0] + 1, len(throws) + 1):
                due[turn][row] |= 1 << place
            latest = found
    return tuple(tuple(masks) for masks in due)


def first_turns(
    plays: Plays, throws: tuple[ThrownDice, ...], player: str, schedule: Schedule
) -> dict[tuple[int, int], int]:
    """The first turn in which each cell (row, bit) can be crossed that has to be in the end."""
    first = {}
    for row, must in enumerate(plays.target.must):
        after: Moment = (0, 0)
        closing = schedule.closings[row]
        for place in places(must):
            moments = (
                (turn, action)
                for turn in range(after[0], len(throws))
                for action in may_come(
                    plays, throws[turn], row, place, active=throws[turn].player == player
                )
            )
            together = plays.forces(row)
            after = next(
                (
                    at
                    for at in moments
                    if (at > after or (together and at == after))
                    and (closing is None or at <= closing)
                ),
                (len(throws), 0),
            )
            first[row, 1 << place] = after[0]
    return first


def _latest(
    plays: Plays,
    throws: tuple[ThrownDice, ...],
    player: str,
    cell: tuple[int, int],
    before: Moment,
    closing: Moment | None,
    *,
    closes: bool,
) -> Moment | None:
    """The last moment at which the cell can be crossed, before that of the next in its row."""
    if closes and closing is None:
        return None
    row, place = cell
    together = plays.forces(row)
    for turn in range(min(before[0], len(throws) - 1), -1, -1):
        active = throws[turn].player == player
        for action in reversed(may_come(plays, throws[turn], row, place, active=active)):
            moment = turn, action
            if moment > before or (moment == before and not together):
                continue
            if closing and moment > closing:
                continue
            if not closes or moment == closing:
                return moment
    return None
