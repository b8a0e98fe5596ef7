"""The moves that ``explain`` gives for a legal sheet, carried out one after another."""

import re

from sheetkit.rules import explain, judge
from sheetkit.rules.board import BoardRules
from sheetkit.rules.crosses import Crosses
from sheetkit.rules.referee import referee_for
from sheetkit.scoresheet import Scoresheet


def play_out(sheet):
    """Play the moves; each must be legal when its turn comes, and they must leave the sheet."""
    moves = explain(sheet)
    assert moves is not None
    player = _Player(sheet.pad)
    for place, move in enumerate(moves):
        player.make(move, [*moves[place:]])
    unused = {c for f in judge(sheet).findings if f.code == "bar-missing" for c in f.cells}
    marked = referee_for(sheet.pad).crosses(sheet)
    assert player.crosses.rows == marked.rows, moves
    assert player.crosses.penalties == marked.penalties, moves
    assert (player.crosses.bonus, player.crosses.board) == (marked.bonus, marked.board), moves
    owed = Scoresheet(sheet.pad, dict.fromkeys(unused, next(iter(sheet.marks.values()), None)))
    assert player.crosses.bar == marked.bar | (referee_for(sheet.pad).crosses(owed).bar), moves
    return moves


class _Player:
    def __init__(self, pad):
        self.referee = referee_for(pad)
        self.crosses = Crosses((0,) * len(self.referee.lines))
        self.closed = 0
        self.figure = 0

    def make(self, move, rest):
        others = re.fullmatch(r"\(another player closes the (\w+) row\)", move)
        if others:
            self.close(others[1])
            return
        assert not self.is_over, (move, "after the end")
        stop = re.search(r"figure to board\.(\d+)", move)
        first = move.partition(",")[0]
        if first == "penalty" or "and a penalty" in move:
            self.crosses = self.crosses._replace(penalties=self.crosses.penalties + 1)
        else:
            self.cross(first.split(" > "))
        if stop:
            self.move_to(int(stop[1]))

    @property
    def is_over(self):
        full = self.crosses.penalties == self.referee.pad.penalty_boxes
        return full or self.referee.chains.is_over(self.closed)

    def close(self, name):
        row = [line.name for line in self.referee.lines].index(name)
        assert not self.closed >> row & 1
        assert self.crosses.penalties < self.referee.pad.penalty_boxes
        self.crosses = self.referee.chains.close(self.crosses, row)
        self.closed |= 1 << row

    def cross(self, chain):
        row, bit = self.referee.place_of[chain[0]]
        assert not self.closed >> row & 1, chain
        assert bit & self.referee.lines[row].free(self.crosses.rows[row]), chain

        def as_said(duty, mask, free):
            line = self.referee.lines[duty.row]
            bits = [1 << place for place in range(free.bit_length()) if free >> place & 1]
            return tuple(each for each in bits if line.cell(each) in chain)

        outcomes = self.referee.chains.cross(self.crosses, self.closed, row, bit, as_said)
        ticks = [cell for cell in chain if cell.startswith("bonus.")]
        fitting = [each for each in outcomes if sorted(each.trace) == sorted(chain)]
        assert fitting, (chain, outcomes, ticks)
        self.crosses, self.closed = fitting[0].crosses, fitting[0].closed

    def move_to(self, space):
        board = next(m for m in self.referee.mechanics if isinstance(m, BoardRules))
        reach = board.board.steps + self.referee.pad.most_players - 1
        assert self.figure < space <= self.figure + reach
        assert board.is_crossed(self.crosses, space)
        assert not self.figure or not board.is_last(self.figure)
        self.crosses = self.crosses._replace(board=1 << (space - 1))
        self.figure = space
