"""Lucky numbers beside closed rows (L2), and how a figure's arrival ends the game (OB3)."""

import pytest

from sheetkit.pad import Board, Lucky, find_pad
from sheetkit.rules import Dice, First, Game, Second, Third, Throw
from sheetkit.scoresheet import Mark, Scoresheet


def start(pad, *cells, closed=0, others=()):
    """A game in which the first player has these cells crossed, the second those others."""
    state = Game.start([find_pad(pad)] * 2, ["Anna", "Ben"])
    sheets = tuple(
        referee.crosses(Scoresheet(referee.pad, dict.fromkeys(each, Mark.CROSS)))
        for referee, each in zip(state.referees, (cells, others), strict=True)
    )
    return Game(state.players, state.referees, sheets, closed)


def thrown(state, first, second):
    dice = dict.fromkeys(state.dice_in_play, 1)
    return state.play(Throw(Dice((first, second), dice)))


def first_of(state, cell):
    return state.can(First(((cell,), ())))


@pytest.mark.parametrize("row", range(4))
def test_l2_a_lucky_number_crosses_nothing_in_a_closed_row(row):
    pad = find_pad("longo")
    lucky = pad.mechanic(Lucky).numbers[0]
    closed = thrown(start("longo", closed=1 << row), lucky - 1, 1)
    for number, name in enumerate(pad.row_names):
        following = pad.rows[number].numbers[0]
        assert first_of(closed, f"{name}.{following}") == (number != row)


def test_l2_there_is_nothing_to_gain_where_the_next_number_may_not_be_crossed():
    pad = find_pad("longo")
    lucky = pad.mechanic(Lucky).numbers[0]
    others = [row.cell(place) for row in pad.rows[1:] for place in (0, 1)]
    far = thrown(start("longo", "red.14", *others), lucky - 1, 1)
    assert not first_of(far, "red.15")
    assert not first_of(far, "red.16")
    near = thrown(start("longo", "red.13", *others), lucky - 1, 1)
    assert first_of(near, "red.14")


def on_the_board(stop):
    """Both figures one space before that one, whose number both players have crossed."""
    board = find_pad("on-board").mechanic(Board)
    space = board.spaces[stop - 1]
    cells = [f"{space.colour}.{space.number}"]
    state = start("on-board", *cells, f"board.{stop - 1}", others=[*cells, f"board.{stop - 2}"])
    return arrive(state, stop)


def arrive(state, stop):
    return thrown(state, 6, 6).play(First(((), ()))).play(Second()).play(Third(stop))


def test_ob3_a_figure_before_the_last_spaces_ends_nothing():
    last = find_pad("on-board").mechanic(Board)
    assert on_the_board(len(last.spaces) - last.last).turns_left is None


def test_ob3_once_a_figure_arrives_everybody_else_has_one_turn_whoever_follows():
    board = find_pad("on-board").mechanic(Board)
    stop = len(board.spaces) - board.last + 1
    arrived = on_the_board(stop)
    assert arrived.turns_left == 1
    following = arrived.play(Throw(Dice((6, 6), dict.fromkeys(arrived.dice_in_play, 1))))
    third = following.play(First(((), ()))).play(Second())
    reachable = [space for space in range(1, len(board.spaces) + 1) if third.can(Third(space))]
    over = third.play(Third(max(reachable, default=0)))
    assert over.is_over
    assert over.ended_by == "the last turns are over"
