"""Whether a layout drawn at random is worth as much as the official one.

Thousands of games at once, as arrays: the rules of rows, bars and pairs (C, MA, MB,
BA, BB) in the short form that a simulation needs, players who pass over as few
numbers as can be. The engine under ``rules`` plays single games and judges; a test
holds the mean scores of both against each other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sheetkit.pad import Bar, Pad, Pairs, Rows

BAND = 0.02
"""A drawn layout's mean score is that near the official pad's."""

GAMES = (400, 2500)
MARGINS = (0.03, 0.012)
"""How near a simulation of so many games must find it. Their own errors are 1.4 and 0.6 %:
the short one sorts out what is far off, the long one leaves room within the band."""

PLAYERS = 2
PATIENCE = 2
"""Numbers that a player passes over for a cross, and no more."""

MOST_TURNS = 150
PUT_AWAY = 0.1
"""Of the games, the part that must have ended before they are taken off the table."""

NEVER = 99
SIMULATED = (Rows, Bar, Pairs)
"""The mechanics that these games know."""

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]


def fair_as(official: Pad, seed: int = 0) -> Callable[[Pad], bool] | None:
    """Whether a layout is as fair as the official one, by games with the same dice.

    None for a pad with a mechanic that is not simulated.
    """
    if not all(isinstance(mechanic, SIMULATED) for mechanic in official.mechanics):
        return None
    aims = [mean_score(official, seed, games) for games in GAMES]
    known: dict[int, bool] = {}

    def as_fair(pad: Pad) -> bool:
        number = pad.layout_number()
        if number not in known:
            known[number] = all(
                abs(mean_score(pad, seed, games) / aim - 1) <= margin
                for games, aim, margin in zip(GAMES, aims, MARGINS, strict=True)
            )
        return known[number]

    return as_fair


def mean_score(pad: Pad, seed: int = 0, games: int = GAMES[-1]) -> float:
    """The mean score of a sheet over so many games; equal seeds throw equal dice."""
    table = _tabled(pad)
    rng = np.random.default_rng(seed)
    play = _Games(table, games)
    ended = 0
    for turn in range(MOST_TURNS):
        play.turn(turn % PLAYERS, rng)
        ended += play.put_away()
        if not len(play.indices):
            break
    return (ended + int(play.scores().sum())) / (games * PLAYERS)


@dataclass(frozen=True)
class _Table:
    """A pad as arrays of int64. Rows, places, colours and pairs are numbers from 0.

    ``sides`` has a die. Row ``r`` has ``lengths[r]`` numbers, of which those from the place
    ``closing[r]`` on close it and take ``before`` crosses before them. ``white[r, s]`` is the
    place of sum ``s`` in row ``r``; ``row[c, s]`` and ``place[c, s]`` say where colour ``c``
    has ``s``; a place is ``NEVER`` where there is none. ``boxes[r, p]`` is 1 on a box of the
    bar and else 0, ``pair[r, p]`` a pair's number or -1. ``bar[n]`` is the colour of the bar's
    field ``n``, ``points[n]`` what ``n`` crosses of a row are worth.
    """

    pad: Pad
    sides: int
    lengths: Numbers
    closing: Numbers
    before: int
    white: Numbers
    row: Numbers
    place: Numbers
    boxes: Numbers
    bar: Numbers
    pair: Numbers
    points: Numbers


def _tabled(pad: Pad) -> _Table:
    names = list(pad.row_names)
    lengths = np.array([len(row.spaces) for row in pad.rows])
    sums = max(NEVER, 2 * pad.die_sides) + 1
    white = np.full((len(names), sums), NEVER)
    row_of, place_of = (np.full((len(names), sums), value) for value in (0, NEVER))
    boxes = np.zeros((len(names), lengths.max() + 1), np.int64)
    pair = np.full(boxes.shape, -1)
    bar, pairs = pad.mechanic(Bar), pad.mechanic(Pairs)
    for r, row in enumerate(pad.rows):
        for p, space in enumerate(row.spaces):
            white[r, space.number] = p
            colour = names.index(space.colour)
            row_of[colour, space.number], place_of[colour, space.number] = r, p
            boxes[r, p] = bar is not None and row.cell(p) in bar.boxed
            for number, each in enumerate(pairs.pairs if pairs else ()):
                if row.cell(p) in each.boxes:
                    pair[r, p] = number
    rows = pad.rows_mechanic
    fields = [names.index(colour) for colour in bar.fields] if bar else []
    return _Table(
        pad, pad.die_sides, lengths, lengths - rows.closing_numbers, rows.crosses_before,
        white, row_of, place_of, boxes, np.array(fields, np.int64), pair,
        np.array([0, *pad.points]),
    )  # fmt: skip


class _Games:
    """Games side by side on one pad; the first axis of every array is the game.

    Integers are int64. ``games`` is how many were begun; those still on the table have in

    - ``indices`` (games): 0, 1, 2, … to pick from the other arrays by;
    - ``dice`` (games): its number among all that were begun, by which it has its dice, so that
      it throws the same whatever became of the others;
    - ``last`` (games × players × rows): the place of the rightmost cross, -1 for none;
    - ``count`` (games × players × rows): the crosses, a lock counted as one;
    - ``locked`` (games × players × rows), bool: whether that player crossed the lock;
    - ``closed`` (games × rows), bool: whether the row is closed for everybody;
    - ``penalties`` (games × players): how many there are;
    - ``over`` (games), bool: whether the game has ended;
    - ``next_field`` (games × players): the bar's field that comes next, from 0;
    - ``pair_crosses`` (games × players × pairs): how many of the pair's boxes are crossed.

    What the player who is crossing has still to do at once, all 0 after each action:

    - ``fields_due`` (games): fields of the bar to take;
    - ``row_due`` (games × rows): crosses to make in that row;
    - ``fewest_due`` (games): crosses to make in the row with fewest.
    """

    def __init__(self, table: _Table, games: int) -> None:
        self.table = table
        self.games = games
        rows = len(table.lengths)
        pairs = table.pad.mechanic(Pairs)
        self.pairs = pairs.pairs if pairs else ()
        self.indices = np.arange(games)
        self.dice = np.arange(games)
        self.last = np.full((games, PLAYERS, rows), -1)
        self.count = np.zeros((games, PLAYERS, rows), np.int64)
        self.locked = np.zeros((games, PLAYERS, rows), bool)
        self.closed = np.zeros((games, rows), bool)
        self.penalties = np.zeros((games, PLAYERS), np.int64)
        self.over: Flags = np.zeros(games, bool)
        self.next_field = np.zeros((games, PLAYERS), np.int64)
        self.pair_crosses = np.zeros((games, PLAYERS, len(self.pairs)), np.int64)
        self.fields_due = np.zeros(games, np.int64)
        self.row_due = np.zeros((games, rows), np.int64)
        self.fewest_due = np.zeros(games, np.int64)

    def turn(self, active: int, rng: np.random.Generator) -> None:
        """Both actions of a turn, the penalty, and the end (C2–C8)."""
        table, rows = self.table, len(self.table.lengths)
        white = rng.integers(1, table.sides + 1, (self.games, 2))[self.dice]
        coloured = rng.integers(1, table.sides + 1, (self.games, rows))[self.dice]
        luck = rng.random((self.games, PLAYERS + 1, 2 * rows))[self.dice] / 2
        games = len(self.indices)
        idle = ~self.over
        everywhere = np.broadcast_to(np.arange(rows), (games, rows))
        for player in range(PLAYERS):
            places = table.white[:, white.sum(1)].T
            nobody = np.zeros(games, bool)
            made = self._pick(player, everywhere, places, luck[:, player, :rows], nobody)
            if player == active:
                idle &= ~made
        dice_out = self.closed | self._closing()
        self._end_action()
        sums = np.concatenate([white[:, :1] + coloured, white[:, 1:] + coloured], 1)
        colours = np.tile(np.arange(rows), 2)
        places = np.where(np.tile(dice_out, 2), NEVER, table.place[colours, sums])
        idle &= ~self.over
        made = self._pick(active, table.row[colours, sums], places, luck[:, PLAYERS], idle)
        self.penalties[:, active] += idle & ~made
        self._end_action()

    def put_away(self) -> int:
        """Take finished games off the table once they are many; the sum of their scores."""
        if self.over.mean() < PUT_AWAY and not self.over.all():
            return 0
        ended = int(self.scores()[self.over].sum())
        going = ~self.over
        self.dice = self.dice[going]
        self.last = self.last[going]
        self.count = self.count[going]
        self.locked = self.locked[going]
        self.closed = self.closed[going]
        self.penalties = self.penalties[going]
        self.over = self.over[going]
        self.next_field = self.next_field[going]
        self.pair_crosses = self.pair_crosses[going]
        self.fields_due = self.fields_due[going]
        self.row_due = self.row_due[going]
        self.fewest_due = self.fewest_due[going]
        self.indices = np.arange(len(self.dice))
        return ended

    def _closing(self) -> Flags:
        return np.asarray(self.locked.any(axis=1), np.bool_)

    def _end_action(self) -> None:
        """C6, C8: rows close for everybody; four penalties or closed rows enough end it."""
        self.closed |= self._closing()
        pad = self.table.pad
        rows_closed = self.closed.sum(axis=1) >= pad.closed_rows_to_end
        four = (self.penalties >= pad.penalty_boxes).any(axis=1)
        np.logical_or(self.over, rows_closed | four, out=self.over)

    def _pick(
        self, player: int, rows: Numbers, places: Numbers, luck: NDArray[np.float64], must: Flags
    ) -> Flags:
        """Cross the cell that passes over fewest numbers; whether one was crossed."""
        index = self.indices[:, None]
        passed = places - self.last[index, player, rows] - 1
        may = (places < NEVER) & (passed >= 0) & self._may_cross(player, rows, places)
        cost = np.where(may & ~self.over[:, None], passed + luck, float(NEVER))
        best = cost.argmin(1)
        least = cost[self.indices, best]
        made: Flags = least < np.where(must, NEVER, PATIENCE + 1)
        chosen = self.indices[made]
        self._cross(chosen, player, rows[chosen, best[made]], places[chosen, best[made]])
        self._carry_out(player)
        return made

    def _may_cross(self, player: int, rows: Numbers, places: Numbers) -> Flags:
        """C5, C6: open rows, and closing numbers with crosses enough before them."""
        index = self.indices[:, None]
        enough = self.count[index, player, rows] >= self.table.before
        open_row = ~(self.closed[index, rows] | self.locked[index, player, rows])
        may: Flags = open_row & ((places < self.table.closing[rows]) | enough)
        return may

    def _cross(self, games: Numbers, player: int, rows: Numbers, places: Numbers) -> None:
        """A cross in each of these games, with its lock (C5) and what it obliges to."""
        table = self.table
        locks = places >= table.closing[rows]
        self.last[games, player, rows] = places
        self.count[games, player, rows] += 1 + locks
        self.locked[games, player, rows] |= locks
        np.add.at(self.fields_due, games, table.boxes[rows, places])
        numbers = table.pair[rows, places]
        for number, pair in enumerate(self.pairs):
            hit = games[numbers == number]
            np.add.at(self.pair_crosses[:, player, number], hit, 1)
            ticked = np.unique(hit)
            complete = ticked[self.pair_crosses[ticked, player, number] == len(pair.boxes)]
            if pair.effect == "crosses-in-fewest":
                self.fewest_due[complete] += pair.amount
            if pair.effect == "crosses-in-each":
                self.row_due[complete] += pair.amount

    def _carry_out(self, player: int) -> None:
        """BA1, BB1: forced crosses, each in the next free number, until none is due."""
        while self.fields_due.any() or self.fewest_due.any() or self.row_due.any():
            self._take_fields(player)
            fewest = self.indices[self.fewest_due > 0]
            row = self.count[fewest, player].argmin(1)
            self.row_due[fewest, row] += self.fewest_due[fewest]
            self.fewest_due[:] = 0
            places = self.last[:, player] + 1
            rows = np.broadcast_to(np.arange(places.shape[1]), places.shape)
            may = (places < self.table.lengths) & self._may_cross(player, rows, places)
            made = (self.row_due > 0) & may
            self.row_due = np.where(may, np.maximum(self.row_due - 1, 0), 0)
            games, there = np.nonzero(made)
            self._cross(games, player, there, places[games, there])

    def _take_fields(self, player: int) -> None:
        """BA1, BA2: the next field of the bar whose row isn't closed."""
        bar = self.table.bar
        while self.fields_due.any():
            left = self.next_field[:, player] < len(bar)
            self.fields_due[~left] = 0
            games = self.indices[self.fields_due > 0]
            colours = bar[self.next_field[games, player]]
            self.next_field[games, player] += 1
            usable = ~self.closed[games, colours]
            self.row_due[games[usable], colours[usable]] += 1
            self.fields_due[games[usable]] -= 1

    def scores(self) -> NDArray[np.int64]:
        """Each sheet's total (C9, BB1)."""
        table = self.table
        rows = table.points[np.minimum(self.count, len(table.points) - 1)]
        total = rows.sum(2)
        cost = self.penalties * table.pad.penalty_points
        for number, pair in enumerate(self.pairs):
            complete = self.pair_crosses[:, :, number] == len(pair.boxes)
            if pair.effect == "points":
                total += complete * pair.amount
            elif pair.effect == "double-fewest":
                total += complete * rows.min(2)
            elif pair.effect == "no-penalties":
                cost = np.where(complete, 0, cost)
        summed: NDArray[np.int64] = total + cost
        return summed
