"""The examples that the rulebooks give themselves."""

import pytest

from sheetkit.pad import find_pad
from sheetkit.rules import Dice, First, Game, Second, Throw, judge
from tests.rules.marked import game, log, played, row, sheet


def test_examples_1_and_2_the_scores():
    def total(pad, counts):
        lines = find_pad(pad).rows
        cells = [row.cell(place) for row, count in zip(lines, counts, strict=True)
                 for place in range(count)]  # fmt: skip
        return judge(sheet(pad, *cells, "penalty.1", "penalty.2")).score.total

    assert [total("classic", (4, 3, 8, 7)), total("classic", (4, 3, 7, 8))] == [70, 70]
    assert total("longo", (4, 3, 9, 8)) == 87


def test_example_3_what_is_still_open():
    referee = game().referees[0]
    crosses = referee.crosses(sheet("classic", "red.5", "red.7", "yellow.10", "green.6", "blue.10"))
    free = [line.cells(line.free(mask)) for line, mask in
            zip(referee.lines, crosses.rows, strict=True)]  # fmt: skip
    assert free[0][0] == "red.8"
    assert free[2] == tuple(row("green", 5, 4, 3))


def test_example_4_white_and_blue():
    text = "Chris: 4 1 1 1 1 6 | Tony yellow.5, Caroline red.5 | blue.10"
    assert played(log(text, players="Chris, Tony, Caroline")).error is None


@pytest.mark.parametrize(("pad", "six", "white", "before"), [
    ("classic", 12, (6, 6), 5), ("longo", 16, (8, 8), 6)])  # fmt: skip
def test_example_5_three_rows_closed_at_once(pad, six, white, before):
    state = Game.start([find_pad(pad)] * 2, ["a", "b"])
    ready = (1 << before) - 1
    first, second = state.sheets[0].with_row(0, ready), state.sheets[1].with_row(1, ready)
    state = Game(state.players, state.referees, (first, second), closed=0b0100)
    state = state.play(Throw(Dice(white, {"red": 1, "yellow": 1, "blue": 1})))
    state = state.play(First(((f"red.{six}",), (f"yellow.{six}",))))
    assert state.is_over
    assert state.closed == 0b0111


def test_example_6_lucky_and_white_with_blue():
    turn = "Max: 5 1 1 1 1 8 | Laura green.16 | blue.13"
    assert played(log(turn, "longo", "Max, Laura", "lucky: Laura 6 11")).error is None


def test_example_7_a_longo_closing_number_before_the_last_brings_the_lock():
    state = game("longo")
    ready = state.sheets[0].with_row(2, 0b111111)
    state = Game(state.players, state.referees, (ready, state.sheets[1]))
    dice = Dice((1, 2), {"red": 1, "yellow": 1, "green": 1, "blue": 1})
    state = state.play(Throw(dice)).play(First((("green.3",), ())))
    assert {"green.3", "green.lock"} <= state.scoresheet(0).crossed
    assert "green" not in state.dice_in_play


def test_example_11_a_closed_row_of_mixed_a_leaves_its_colour_to_the_white_sum():
    ready = game("mixed-a").sheets[0].with_row(0, 0b11111)
    state = game("mixed-a")
    state = Game(state.players, state.referees, (ready, state.sheets[1]))
    dice = Dice((6, 6), {"red": 1, "yellow": 1, "green": 1, "blue": 1})
    state = state.play(Throw(dice)).play(First((("red.12",), ())))
    assert {"red.12", "red.lock"} <= state.scoresheet(0).crossed
    assert state.dice_in_play == ("yellow", "green", "blue")
    state = state.play(Second())
    state = state.play(Throw(Dice((1, 2), {"yellow": 1, "green": 1, "blue": 1})))
    assert state.can(First((("yellow.3",), ("yellow.3",))))
    cards = sheet("mixed-a", "yellow.3", "blue.8")
    colours = [cards.pad.cells[cell].colour for cell in ("yellow.3", "blue.8")]
    assert colours == ["red", "red"]
    assert judge(cards).legal


def test_example_8_a_chain_on_the_bar():
    state = Game.start([find_pad("bonus-a")] * 2, ["a", "b"])
    pad = state.referees[0]
    marks = ["red.5", "red.8", "blue.6", *(f"bar.{n}" for n in range(1, 7)), "yellow.9"]
    start = pad.crosses(sheet("bonus-a", *marks))
    state = Game(state.players, state.referees, (start, state.sheets[1]))
    state = state.play(Throw(Dice((4, 5), {"red": 1, "yellow": 1, "green": 1, "blue": 1})))
    chain = ("red.9", "bar.7", "blue.5", "bar.8", "yellow.10")
    assert state.can(First((chain, ())))


def test_example_9_everybody_crosses_the_closed_colour_s_fields():
    state = Game.start([find_pad("bonus-a")] * 2, ["a", "b"])
    ready = state.sheets[0].with_row(1, 0b11111)
    state = Game(state.players, state.referees, (ready, state.sheets[1]))
    dice = Dice((6, 6), {"red": 1, "yellow": 1, "green": 1, "blue": 1})
    state = state.play(Throw(dice)).play(First((("yellow.12",), ())))
    yellow = sum(1 << place for place in (2 - 1, 8 - 1, 10 - 1))
    assert [crosses.bar for crosses in state.sheets] == [yellow, yellow]


def test_examples_10_and_12():
    done = sheet("bonus-b", "yellow.3", "green.5", "bonus.no-penalties")
    assert judge(done).legal
    track = sheet("on-board", "green.10", "green.7", "board.12")
    assert judge(track).legal
