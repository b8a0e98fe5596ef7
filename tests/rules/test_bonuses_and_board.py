"""The clauses of play by name: bonuses and the board (BA, BB, OB)."""

import random
from dataclasses import replace

import pytest

from sheetkit.errors import AmbiguousMove
from sheetkit.pad import find_pad
from sheetkit.rules import (
    Dice,
    First,
    Game,
    GreedyPlayer,
    Second,
    Third,
    Throw,
    explain,
    judge,
    play_game,
)
from sheetkit.rules.line import places
from sheetkit.rules.referee import referee_for
from sheetkit.scoresheet import Mark, Scoresheet
from tests.rules.marked import PENALTIES, found, log, played, row, sheet


def test_ba1_a_bonus_box_crosses_the_bar_and_forces_a_cross():
    chain = "Tim: 5 6 1 1 1 1 | Tim green.11 > bar.1 > red.2 | -"
    assert played(log(chain, "bonus-a", "Tim, Sarah")).error is None
    wrong = chain.replace("bar.1", "bar.2")
    assert played(log(wrong, "bonus-a", "Tim, Sarah")).error.clause == "BA1"
    bare = chain.replace(" > bar.1 > red.2", "")
    assert isinstance(played(log(bare, "bonus-a", "Tim, Sarah")).error, AmbiguousMove)


def test_ba1_a_cross_further_on_is_a_note():
    ruling = judge(sheet("bonus-a", "green.11", "bar.1", "red.5"))
    assert ruling.legal
    assert [finding.code for finding in ruling.findings] == ["further-than-next"]
    assert not judge(sheet("bonus-a", "green.11", "bar.1", "red.2")).findings


def test_ba2_a_closed_colour_s_fields_are_crossed_unused():
    others = sheet("bonus-a", "bar.1", "bar.6", "bar.9")
    assert judge(others).legal
    assert explain(others) == ("(another player closes the red row)",)


def test_ba3_a_bonus_cross_that_no_number_can_take_is_lost():
    cells = ["red.11", "green.11", "bar.1"]
    assert judge(sheet("bonus-a", *cells)).legal


def test_ba3_bonus_crosses_that_no_row_can_take_are_lost_at_once():
    pad = find_pad("bonus-b")
    rows, pairs = pad.mechanics
    many = tuple(replace(pair, amount=99) for pair in pairs.pairs)
    referee = referee_for(replace(pad, mechanics=(rows, replace(pairs, pairs=many))))
    (row, bit), crosses = (
        referee.place_of["blue.7"],
        referee.crosses(Scoresheet(pad, {"yellow.7": Mark.CROSS})),
    )
    outcomes = referee.chains.cross(
        crosses, 0, row, bit, lambda _duty, _mask, free: (1 << max(places(free)),)
    )
    chain = {"blue.7", "bonus.one-in-each", "red.11", "yellow.11", "green.3", "blue.3"}
    assert [set(outcome.trace) for outcome in outcomes] == [chain]


def test_bb1_the_second_box_of_a_pair_takes_effect_at_once():
    legal = sheet("bonus-b", "yellow.11", "green.9", "bonus.two-in-fewest", "red.2", "red.3")
    assert judge(legal).legal
    crossed = ["red.6", "blue.4", "bonus.thirteen"]
    assert judge(sheet("bonus-b", *crossed)).score.total == 1 + 1 + 13


def test_bb1_the_fewest_row_counts_twice_once_only():
    cells = ["red.8", "blue.10", "bonus.double-fewest", "yellow.2", "green.12"]
    assert judge(sheet("bonus-b", *cells)).score.bonus == 1


def test_bb1_penalties_cost_nothing_and_the_fourth_still_ends_the_game():
    cells = ["yellow.3", "green.5", "bonus.no-penalties", *PENALTIES]
    ruling = judge(sheet("bonus-b", *cells))
    assert ruling.legal
    assert ruling.score.penalties == 0


def test_ob1_the_figure_moves_up_to_five_free_spaces_onto_a_crossed_number():
    assert judge(sheet("on-board", "green.10", "board.5")).legal
    far = judge(sheet("on-board", "red.6", "board.6"))
    assert far.legal, "a figure of another player may stand on the way"
    assert found(judge(sheet("on-board", "red.11", "board.27"))) == [("unreachable", None)]


def test_ob1_moves_of_the_figure_are_verified():
    turn = "Tiago: 1 1 1 1 1 1 | - | - | {}"
    assert played(log(turn.format("board.5"), "on-board", "Tiago, Luis")).error is None
    assert played(log(turn.format("board.6"), "on-board", "Tiago, Luis")).error.clause == "OB1"


def test_ob2_moving_onto_a_number_crossed_before_is_no_cross():
    both = sheet("on-board", "red.7", "red.8", "board.11")
    assert judge(both).legal
    state = Game.start([find_pad("on-board")] * 2, ["a", "b"])
    dice = Dice((6, 6), {"red": 1, "yellow": 1, "green": 1, "blue": 1})
    state = state.play(Throw(dice)).play(First(((), ()))).play(Second()).play(Third())
    assert state.sheets[0].penalties == 1


def test_ob3_the_others_have_one_more_turn_once_a_figure_arrives():
    games = [
        play_game(
            [find_pad("on-board")] * 2, [GreedyPlayer(random.Random(n))] * 2, random.Random(n)
        )
        for n in range(40)
    ]
    ended = {state.ended_by for state in games}
    assert all(state.is_over for state in games)
    assert "the last turns are over" in ended


def test_ob4_the_space_gives_its_points():
    assert judge(sheet("on-board", "green.10", "board.5")).score.bonus == 3


GREEN_SHUT = ("bar.3", "bar.5", "bar.12")
"""The bar's green fields, which everybody crosses when somebody closes green."""


def bar_findings(*cells):
    ruling = judge(sheet("bonus-a", *cells))
    return [(f.code, f.cells) for f in ruling.findings], [f.message for f in ruling.findings]


def test_ba2_a_field_that_is_missing_is_named_beside_those_of_a_row_that_others_closed():
    """Both boxes took a field in turn, whatever became of green."""
    found, said = bar_findings("green.11", "green.7", "bar.1", *GREEN_SHUT, "red.2", "yellow.2")
    assert found == [("bar-missing", ("bar.2",))]
    assert said[0].startswith("apart from the fields of green, which others may have closed, 1 ")
    assert said[0].endswith("2 were earned; bar.2 is missing")
    assert judge(
        sheet("bonus-a", "green.11", "green.7", "bar.1", "bar.2", *GREEN_SHUT, "red.2", "yellow.2")
    ).legal


@pytest.mark.parametrize(
    ("cells", "missing"),
    [
        (("green.11", "green.7", "bar.1", *GREEN_SHUT, "red.2"), "bar.2"),
        (("green.11", *GREEN_SHUT), "bar.1"),
    ],
)
def test_ba1_a_missing_field_is_named_and_so_is_the_cross_that_it_asks_for(cells, missing):
    found, said = bar_findings(*cells)
    assert found == [("bar-missing", (missing,)), ("forced-cross-missing", (missing,))]
    assert said[1].startswith(f"a cross that {missing} asked for is missing")


def test_ba2_bare_fields_of_a_row_closed_by_its_own_sheet_are_no_gap():
    red = ("red.2", "red.4", "red.5", "red.7", "red.8", "red.12", "red.lock")
    found, _ = bar_findings(*red, "bar.4", "bar.9")
    assert ("bar-gap", ("bar.1", "bar.2", "bar.3")) in found
    found, _ = bar_findings(*red, "bar.1", "bar.6")
    assert "bar-gap" not in dict(found)


def test_ob2_a_penalty_that_is_lacking_or_too_many_breaks_the_boards_own_clause():
    turn = "Tiago: 1 1 1 1 1 1 | {} | {} | -"
    for cells in (("-", "-"), ("Tiago red.2", "penalty")):
        told = played(log(turn.format(*cells), "on-board", "Tiago, Luis"))
        assert told.error.clause == "OB2"


RED_SHUT = row("red", 2, 4, 5, 7, 8, 12, "lock")
YELLOW_SHUT = row("yellow", 2, 3, 4, 6, 7, 12, "lock")


def severities(*cells):
    ruling = judge(sheet("bonus-a", *cells))
    return ruling.legal, [(f.code, f.severity, f.cells) for f in ruling.findings]


def test_ba2_fields_of_the_row_that_may_have_ended_the_game_may_be_bare():
    assert severities(*RED_SHUT) == (True, [("bar-missing", "note", ("bar.1", "bar.6", "bar.9"))])


def test_ba2_before_the_last_penalty_a_closed_row_has_no_bare_fields():
    found = [("bar-missing", "breach", ("bar.1", "bar.6", "bar.9"))]
    assert severities(*RED_SHUT, *PENALTIES) == (False, found)
    assert severities(*RED_SHUT, *PENALTIES, *row("bar", 1, 6, 9)) == (True, [])


def test_ba2_of_rows_closed_one_after_the_other_only_the_last_has_bare_fields():
    legal, found = severities(*RED_SHUT, *YELLOW_SHUT)
    assert (legal, [each[:2] for each in found]) == (False, [("bar-missing", "breach")])
    for first, last in ((1, 6, 9), (2, 8, 10)), ((2, 8, 10), (1, 6, 9)):
        bare = tuple(row("bar", *last))
        ruling = severities(*RED_SHUT, *YELLOW_SHUT, *row("bar", *first))
        assert ruling == (True, [("bar-missing", "note", bare)])


def test_ba1_a_field_that_a_box_used_is_never_bare_for_the_end():
    """Green 2 is the cross that bar 5 asks for: the row is closed by it, the field was used."""
    cells = (
        *row("yellow", 5, 8, 9, 10), *row("green", 12, 11, 10, 7, 5, 2, "lock"),
        *row("red", 2, 4), *row("blue", 10, 6), *row("bar", 1, 2, 3, 4),
    )  # fmt: skip
    assert severities(*cells) == (False, [("bar-missing", "breach", ("bar.5",))])
    assert severities(*cells, "bar.5") == (True, [("bar-missing", "note", ("bar.12",))])


def test_ba2_the_moves_shown_close_the_row_with_bare_fields_last():
    for bare, last in ((1, 6, 9), "red.12"), ((2, 8, 10), "yellow.12"):
        bar = [cell for cell in row("bar", 1, 2, 6, 8, 9, 10) if cell not in row("bar", *bare)]
        assert explain(sheet("bonus-a", *RED_SHUT, *YELLOW_SHUT, *bar))[-1] == last


def test_moves_are_shown_where_a_house_rule_leaves_the_bar_out():
    cells = sheet("bonus-a", *RED_SHUT, *PENALTIES)
    moves = explain(cells, waive=frozenset({"bar-missing"}))
    assert moves[-2:] == ("red.12", "penalty")
    alone = sheet("bonus-a", "red.3", "bar.1")
    assert explain(alone, waive=frozenset({"forced-cross-missing"})) is None
