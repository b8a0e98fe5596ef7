"""Full games at random, by moves that this file makes from the engine's chains alone."""

from dataclasses import dataclass

from sheetkit.game_log import OUT
from sheetkit.pad import Board
from sheetkit.rules.chain import Chains
from sheetkit.rules.crosses import Crosses
from sheetkit.rules.line import lines_of
from sheetkit.rules.register import mechanics_of
from sheetkit.settle.throws import RollLog, ThrownDice

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eva")


@dataclass
class Game:
    log: RollLog
    sheets: dict[str, frozenset[str]]


class Player:
    def __init__(self, pad, rng, eager):
        self.pad, self.rng, self.eager = pad, rng, eager
        self.lines = lines_of(pad)
        self.mechanics = mechanics_of(pad, self.lines)
        self.chains = Chains(self.lines, self.mechanics, pad.closed_rows_to_end)
        self.crosses = Crosses((0,) * len(self.lines))
        self.space = 0

    def pick(self, cells, closed):
        """Cross one of these cells with all it forces, or none; the rows closed by it."""
        may = [
            (row, bit)
            for row, bit in cells
            if not closed >> row & 1 and self.lines[row].free(self.crosses.rows[row]) & bit
        ]
        near = [
            (row, bit)
            for row, bit in may
            if bit.bit_length() - self.crosses.rows[row].bit_length() <= self.eager
        ]
        if not near or self.rng.random() < 0.08:
            return None
        row, bit = self.rng.choice(near)

        further = self.rng.random() < 0.1

        def choose(duty, mask, free):
            following = free & -free
            far = free & ~following
            return (far & -far,) if far and further else (following,)

        found = self.chains.cross(self.crosses, closed, row, bit, choose)
        outcome = self.rng.choice(found)
        self.crosses = outcome.crosses
        return outcome.closed & ~closed

    def close(self, rows):
        for row in range(len(self.lines)):
            if rows >> row & 1:
                self.crosses = self.chains.close(self.crosses, row)

    def white(self, total, closed):
        cells = [(r, 1 << i) for r, line in enumerate(self.lines)
                 for i, n in enumerate(line.numbers) if n == total]  # fmt: skip
        for mechanic in self.mechanics:
            cells += mechanic.other_places(self.crosses, closed, total)
        return self.pick(cells, closed)

    def colour(self, sums, closed):
        cells = [
            (row, 1 << place)
            for row, line in enumerate(self.lines)
            for place, space in enumerate(zip(line.colours, line.numbers, strict=True))
            if space in sums
        ]
        return self.pick(cells, closed)

    def figure(self, board, occupied, closed):
        """Whether a cross was made, and the rows closed by it."""
        reach, free = [], 0
        for space in range(self.space + 1, len(board.spaces) + 1):
            if space not in occupied:
                free += 1
                reach.append(space)
            if free == board.steps:
                break
        self.rng.shuffle(reach)
        for space in reach:
            spot = board.spaces[space - 1]
            row = [line.name for line in self.lines].index(spot.colour)
            bit = 1 << self.lines[row].numbers.index(spot.number)
            if self.crosses.rows[row] & bit:
                self.space = space
                return False, 0
            shut = self.pick([(row, bit)], closed)
            if shut is not None:
                self.space = space
                return True, shut
        return False, 0

    def cells(self):
        found = set()
        for line, mask in zip(self.lines, self.crosses.rows, strict=True):
            found |= set(line.cells(mask))
        found |= {f"penalty.{n + 1}" for n in range(self.crosses.penalties)}
        found |= {f"bar.{n + 1}" for n in range(12) if self.crosses.bar >> n & 1}
        tally = [cell for cell in self.pad.cells if cell.startswith("bonus.")]
        found |= {cell for n, cell in enumerate(tally) if self.crosses.bonus >> n & 1}
        if self.space:
            found.add(f"board.{self.space}")
        return frozenset(found)


def random_game(pad, rng, players, limit=200, pads=None):
    """A game played to its end (or for ``limit`` turns)."""
    names = NAMES[:players]
    sheets = {
        name: Player((pads or {}).get(name, pad), rng, rng.choice((2, 3, 4))) for name in names
    }
    closed, throws = 0, []
    board = pad.mechanic(Board)
    turns_left = None
    for turn in range(limit):
        name = names[turn % players]
        sides = pad.die_sides
        whites = (rng.randint(1, sides), rng.randint(1, sides))
        colours = tuple(
            OUT if closed >> row & 1 else rng.randint(1, sides) for row in range(len(pad.rows))
        )
        throws.append(ThrownDice(name, whites, colours, turn + 3))
        over, closed, reached = _turn(pad, board, sheets, name, whites, colours, closed)
        if turns_left is not None:
            turns_left -= 1
        elif reached:
            turns_left = players - 1
        if over or turns_left == 0:
            break
    return Game(RollLog(pad, names, tuple(throws)), {name: s.cells() for name, s in sheets.items()})


def _turn(pad, board, sheets, name, whites, colours, closed):
    moved = {each: sheet.white(sum(whites), closed) for each, sheet in sheets.items()}
    crossed = moved[name] is not None
    closed = _close(sheets, closed, moved.values())
    if closed.bit_count() >= pad.closed_rows_to_end:
        return True, closed, False
    me = sheets[name]
    sums = {
        (row, w + die) for row, die in zip(pad.row_names, colours, strict=True) for w in whites
        if die != OUT and not closed >> pad.row_names.index(row) & 1
    }  # fmt: skip
    second = me.colour(sums, closed)
    crossed |= second is not None
    closed = _close(sheets, closed, [second])
    if closed.bit_count() >= pad.closed_rows_to_end:
        return True, closed, False
    reached = False
    if board:
        occupied = {each.space for each in sheets.values() if each is not me}
        third, shut = me.figure(board, occupied, closed)
        crossed |= third
        closed = _close(sheets, closed, [shut])
        reached = me.space > len(board.spaces) - board.last
        if closed.bit_count() >= pad.closed_rows_to_end:
            return True, closed, reached
    if not crossed:
        me.crosses = me.crosses._replace(penalties=me.crosses.penalties + 1)
    return me.crosses.penalties >= pad.penalty_boxes, closed, reached


def _close(sheets, closed, shut):
    for rows in shut:
        closed |= rows or 0
    for sheet in sheets.values():
        sheet.close(closed)
    return closed
