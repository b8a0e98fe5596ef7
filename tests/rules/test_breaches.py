"""Every breach that a move can have: the clause it names, and what it says."""

import pytest

from sheetkit.errors import AmbiguousMove, IllegalMove, MalformedLog, UsageError
from sheetkit.game_log import read_log
from sheetkit.pad import find_pad
from sheetkit.rules import Dice, First, Game, Second, Third, Throw, explain, judge
from sheetkit.rules.replay import replay, stages_of
from sheetkit.scoresheet import Mark, Scoresheet

ONES = dict.fromkeys(("red", "yellow", "green", "blue"), 1)


def start(pad="classic", *cells, closed=0, others=()):
    """A game in which the first player has these cells crossed, the second those others."""
    state = Game.start([find_pad(pad)] * 2, ["Anna", "Ben"])
    sheets = tuple(
        referee.crosses(Scoresheet(referee.pad, dict.fromkeys(each, Mark.CROSS)))
        for referee, each in zip(state.referees, (cells, others), strict=True)
    )
    return Game(state.players, state.referees, sheets, closed)


def thrown(state, *white, **colours):
    dice = dict.fromkeys(state.dice_in_play, 1) | colours
    return state.play(Throw(Dice(white, dice)))


def breach(state, move):
    assert not state.can(move)
    with pytest.raises(IllegalMove) as error:
        state.verify(move)
    return error.value


def in_third(state):
    return thrown(state, 6, 6).play(First(((), ()))).play(Second())


def test_c1_a_number_can_not_be_crossed_twice():
    wrong = breach(thrown(start("classic", "red.5"), 2, 3), First((("red.5",), ())))
    assert (wrong.clause, wrong.reason) == ("C1", "red.5 is crossed already")
    assert "yellow.5" in wrong.remedy


def test_c2_a_die_shows_no_more_than_its_sides():
    assert breach(start(), Throw(Dice((7, 1), ONES))).clause == "C2"
    assert start("longo").can(Throw(Dice((7, 1), ONES)))


def test_c2_only_numbers_are_crossed_in_an_action():
    wrong = breach(thrown(start(), 2, 3), First((("penalty.1",), ())))
    assert wrong.clause == "C2"
    assert wrong.reason == "penalty.1 is no number that could be crossed in an action"


def test_c2_nothing_follows_a_cross_on_a_pad_without_bonuses():
    wrong = breach(thrown(start(), 2, 3), First((("red.5", "red.6"), ())))
    assert (wrong.clause, wrong.reason, wrong.remedy) == (
        "C2", "red.5 forces nothing, so red.6 can't follow it", "legal is red.5 alone")  # fmt: skip


def test_c3_a_turn_has_its_order():
    assert breach(start(), Second()).clause == "C3"
    assert "second action" in breach(thrown(start(), 1, 1).play(First(((), ()))), Third()).reason


def test_c5_a_closing_number_too_early_says_how_many_crosses_there_are():
    for cells, said in (([], "there are none"), (["red.2"], "there is 1")):
        wrong = breach(thrown(start("classic", *cells), 6, 6), First((("red.12",), ())))
        assert (wrong.clause, wrong.reason.rpartition("; ")[2]) == ("C5", said)


def test_c6_a_closed_row_takes_no_cross_and_its_die_is_not_thrown():
    shut = start(closed=0b0001)
    assert breach(shut, Throw(Dice((1, 1), ONES))).reason == "the red die is out"
    lacking = {"yellow": 1, "green": 1}
    assert breach(shut, Throw(Dice((1, 1), lacking))).reason == "the blue die is still in play"
    wrong = breach(thrown(shut, 2, 3), First((("red.5",), ())))
    assert (wrong.clause, wrong.reason) == ("C6", "the red row is closed, so red.5 is lost")
    wrong = breach(thrown(shut, 2, 3).play(First(((), ()))), Second(("red.5",)))
    assert (wrong.clause, wrong.reason[:18]) == ("C6", "the red die is out")


@pytest.mark.parametrize("row", range(4))
def test_c6_a_closed_row_takes_no_cross_of_another_colour_nor_for_the_figure(row):
    pad = find_pad("mixed-a")
    cells = [(line, line.spaces[place].colour, number)
             for line in pad.rows for place, number in enumerate(line.numbers[:8])]  # fmt: skip
    shut = start("mixed-a", closed=1 << row)
    for line, colour, number in cells:
        if colour in shut.dice_in_play and number > 6:
            state = thrown(shut, 6, 6, **{colour: number - 6}).play(First(((), ())))
            assert state.can(Second((f"{line.name}.{number}",))) == (line != pad.rows[row])
    board = in_third(start("on-board", closed=1 << row))
    for space, name in ((1, "yellow.9"), (2, "blue.8"), (3, "red.7"), (5, "green.10")):
        colour = name.partition(".")[0]
        assert board.can(Third(space, (name,))) == (board.referees[0].pad.row_names[row] != colour)


def test_c8_nothing_is_played_once_the_game_is_over():
    last = start("classic", "penalty.1", "penalty.2", "penalty.3")
    over = thrown(last, 6, 6).play(First(((), ()))).play(Second())
    assert over.ended_by == "Anna has crossed the last penalty box"
    assert breach(over, Throw(Dice((1, 1), ONES))).clause == "C8"


def test_c9_the_highest_total_wins():
    assert start("classic", "red.5", others=["red.5", "red.6"]).winners() == ("Ben",)


def test_ba1_what_is_written_must_be_all_that_is_forced():
    state = thrown(start("bonus-a"), 5, 6)
    wrong = breach(state, First((("green.11", "bar.1", "red.2", "blue.9"), ())))
    assert (wrong.clause, wrong.reason) == ("BA1", "blue.9 is not what is forced")
    wrong = breach(state, First((("green.11", "bar.1", "blue.9"), ())))
    assert wrong.reason == "blue.9 is not what is forced"
    with pytest.raises(AmbiguousMove, match="asks for a cross in red that isn't written"):
        state.verify(First((("green.11", "bar.1"), ())))


def test_ba1_where_no_field_of_the_bar_is_left_a_box_forces_nothing():
    full = start("bonus-a", *(f"bar.{place}" for place in range(1, 13)))
    assert thrown(full, 5, 6).can(First((("green.11",), ())))
    assert not thrown(full, 5, 6).can(First((("green.11", "red.2"), ())))


def test_ba3_a_forced_cross_that_the_row_can_not_take_is_lost():
    state = thrown(start("bonus-a", "red.11"), 5, 6).play(First((("green.11", "bar.1"), ())))
    assert state.scoresheet(0).crossed == {"red.11", "green.11", "bar.1"}


def test_bb1_one_in_each_takes_one_cross_of_each_row():
    state = thrown(start("bonus-b", "yellow.7"), 3, 4)
    chain = ("blue.7", "bonus.one-in-each", "red.2", "yellow.8", "green.12", "blue.6")
    assert state.can(First((chain, ())))
    wrong = breach(state, First(((*chain[:3], "red.3", *chain[3:]), ())))
    assert wrong.clause == "BB1"


def test_bb1_a_tick_without_its_pair_can_not_follow():
    wrong = breach(thrown(start("bonus-b"), 3, 3), First((("red.6", "bonus.thirteen"), ())))
    assert wrong.clause == "BB1"


def test_ob1_each_reason_why_the_figure_can_not_move_there():
    reasons = {
        3: "the figure stands on board.5 and only moves forward",
        7: "another figure stands on board.7",
        12: "board.12 is more than 5 free spaces away",
        9: "board.9 takes yellow.6, which isn't crossed and can't be now",
    }
    state = start("on-board", "green.10", "board.5", "yellow.7", others=["blue.10", "board.7"])
    for space, reason in reasons.items():
        wrong = breach(in_third(state), Third(space))
        assert (wrong.clause, wrong.reason) == ("OB1", reason)
        assert wrong.remedy.startswith("legal is to stay, or board.")


def test_ob1_where_no_space_can_be_reached_staying_is_all():
    cells = [f"{row}.{end}" for row, end in zip(("red", "yellow", "green", "blue"), (11, 11, 3, 3),
             strict=True)]  # fmt: skip
    wrong = breach(in_third(start("on-board", *cells)), Third(1))
    assert wrong.remedy == "legal is only to stay"


def test_ob1_the_space_says_what_is_crossed_with_it():
    state = in_third(start("on-board", "green.10"))
    for move, reason in (
        (Third(0, ("red.5",)), "red.5 takes a move of the figure"),
        (Third(4, ("red.5",)), "board.4 takes yellow.3, not red.5"),
        (Third(5, ("green.10",)), "board.5 takes no cross now, or took it before"),
    ):
        wrong = breach(state, move)
        assert (wrong.clause, wrong.reason) == ("OB1", reason)
    assert state.can(Third(5))
    assert state.can(Third(4, ("yellow.3",)))


LOG = "variant: classic\nplayers: Anna, Ben\nAnna: 1 1 1 1 1 1 | Anna red.2 | -\n"


@pytest.mark.parametrize(
    ("turn", "kind", "said"),
    [
        ("Ben: 1 1 1 1 1 1", MalformedLog, "this turn has dice alone"),
        ("Ben: ? 1 1 1 1 1 | - | penalty", MalformedLog, "a die can't be read"),
        ("Anna: 1 2 1 1 1 1 | - | penalty", IllegalMove, "column 1: it is Ben's turn (C3)"),
        ("Ben: 1 1 - 1 1 1 | - | penalty", IllegalMove, "column 1: the red die is still in play"),
        ("Ben: 1 1 1 1 1 1 | - | -", IllegalMove, "line 4, column 1: Ben crossed nothing"),
        ("Ben: 1 2 1 1 1 1 | Ben red.9 | -", IllegalMove, "column 24: Ben: the white dice make 3"),
    ],
)
def test_c4_a_turn_that_can_not_be_played_is_told_with_its_line(turn, kind, said):
    played = replay(read_log(LOG + turn))
    assert isinstance(played.error, kind)
    assert played.turns == 1
    assert "line 4" in str(played.error)
    assert said in str(played.error)


def test_c8_an_action_after_the_game_s_end_is_told_where_it_stands():
    fives = [[f"{row}.{n}" for n in range(2, 7)] for row in ("red", "yellow")]
    state = start("classic", *fives[0], others=fives[1])
    text = "variant: classic\nplayers: Anna, Ben\n"
    turn = "Anna: 6 6 1 1 1 1 | Anna red.12, Ben yellow.12 | {}\n"
    *_, after = stages_of(state, read_log(text + turn.format("-")).turns[0])
    assert after.is_over
    with pytest.raises(IllegalMove, match="the game is over: red and yellow are closed") as error:
        list(stages_of(state, read_log(text + turn.format("green.7")).turns[0]))
    assert error.value.clause == "C8"
    assert "line 3, column 50" in str(error.value)


def test_unreachable_sheets_have_no_moves_to_show():
    assert explain(Scoresheet(find_pad("classic"), {"red.12": Mark.CROSS})) is None


def test_ob2_the_moves_of_a_figure_that_moved_for_a_penalty():
    cells = ["yellow.9", "blue.8", "board.2", "penalty.1"]
    marked = Scoresheet(find_pad("on-board"), dict.fromkeys(cells, Mark.CROSS))
    assert judge(marked).legal
    assert "penalty" in " ".join(explain(marked))


def test_c4_who_is_named_first_in_a_log_begins():
    assert replay(read_log("variant: classic\nplayers: Anna, Ben\n")).game.active == 0
    assert (
        replay(read_log(LOG.replace("Anna: 1", "Ben: 1").replace("| -", "| penalty"))).error is None
    )


def test_ob1_a_log_says_where_the_figure_goes_and_what_is_crossed_for_it():
    turn = "variant: on-board\nplayers: Anna, Ben\nAnna: 1 1 1 1 1 1 | - | - | {}\n"
    for said, kind in (("penalty", None), ("board.5 green.10", None), ("board.5 green.9", "OB1")):
        error = replay(read_log(turn.format(said))).error
        assert getattr(error, "clause", None) == kind


def test_ob2_a_penalty_beside_a_space_that_crosses_its_number_says_so():
    head = "variant: on-board\nplayers: Anna, Ben\n"
    alone = replay(read_log(f"{head}Anna: 1 1 1 1 1 1 | - | penalty | board.5")).error
    assert "isn't owed: board.5 alone crosses green.10 as well (OB2)" in str(alone)
    said = replay(read_log(f"{head}Anna: 1 1 1 1 1 1 | - | penalty | board.5 green.10")).error
    assert "isn't owed (OB2)" in str(said)


ENDING = """variant: classic
players: Anna, Ben, Cleo
Anna: 1 1 1 1 1 1 | Anna red.2, Ben yellow.2 | -
Ben: 1 2 1 1 1 1 | Anna red.3, Ben yellow.3 | -
Cleo: 2 2 1 1 1 1 | Anna red.4, Ben yellow.4, Cleo green.4 | -
Anna: 2 3 1 1 1 1 | Anna red.5, Ben yellow.5 | -
Ben: 3 3 1 1 1 1 | Anna red.6, Ben yellow.6 | -
Cleo: 6 6 1 1 1 1 | Anna red.12, Ben yellow.12 | -
"""


def test_c8_no_penalty_is_taken_after_the_end():
    assert replay(read_log(ENDING)).error is None
    error = replay(read_log(ENDING.replace("yellow.12 | -", "yellow.12 | penalty"))).error
    assert error.clause == "C8"
    assert str(error) == (
        "line 8, column 50: the game is over: red and yellow are closed (C8); write no penalty"
    )
    crossed = ENDING.replace("yellow.12 | -", "yellow.12, Cleo blue.12 | penalty")
    assert replay(read_log(crossed)).error.clause == "C4"


@pytest.mark.parametrize("cells", [(), ((),), ((), (), ())])
def test_a_first_action_is_every_player_s(cells):
    move = First(cells)
    assert not thrown(start(), 1, 1).can(move)
    wrong = breach(thrown(start(), 1, 1), move)
    assert (wrong.clause, wrong.remedy) == ("C2", "say it of all 2, () for nothing")


@pytest.mark.parametrize("space", [-1, 41, 99])
@pytest.mark.parametrize("waive", [frozenset(), frozenset({"OB1"})])
def test_ob1_there_is_no_other_space(space, waive):
    pad = find_pad("on-board")
    state = in_third(Game.start([pad] * 2, ["Anna", "Ben"], waive=waive))
    wrong = breach(state, Third(space))
    assert wrong.clause == "OB1"


def test_a_game_needs_a_pad_for_each_player():
    with pytest.raises(UsageError, match="1 pad for 2 players"):
        Game.start([find_pad("classic")], ["Anna", "Ben"])


def test_before_a_throw_nothing_may_be_crossed():
    state = start()
    assert state.first_places(0) == state.second_places() == []
