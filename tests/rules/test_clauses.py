"""Every clause and every finding by name, and the examples of the rulebooks."""

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from played_out import play_out
from slow_judge import row_is_legal

from sheetkit.errors import AmbiguousMove, IllegalMove, UsageError
from sheetkit.game_log import read_log
from sheetkit.pad import find_pad, pad_names
from sheetkit.rules import (
    Dice,
    First,
    Game,
    GreedyPlayer,
    RandomPlayer,
    Second,
    Stage,
    Third,
    Throw,
    clauses,
    explain,
    finding_codes,
    judge,
    play_game,
    read_waivers,
    score_marks,
)
from sheetkit.rules.replay import replay
from sheetkit.scoresheet import Mark, Scoresheet, Written

HERE = Path(__file__).parent


def sheet(pad, *cells, marks=None, written=None):
    marks = {**dict.fromkeys(cells, Mark.CROSS), **(marks or {})}
    return Scoresheet(find_pad(pad), marks, written=written or {})


def row(name, *numbers):
    return [f"{name}.{number}" for number in numbers]


def found(ruling):
    return [(finding.code, finding.points) for finding in ruling.findings]


def game(pad="classic", players=2):
    return Game.start([find_pad(pad)] * players, [f"p{n}" for n in range(players)])


def played(text):
    return replay(read_log(text))


def log(turns, pad="classic", players="Anna, Ben", more=""):
    return f"variant: {pad}\nplayers: {players}\n{more}\n{turns}"


FIVE_RED = row("red", 2, 3, 4, 5, 6)
CLOSED = {"red": [*FIVE_RED, "red.12", "red.lock"],
          "yellow": [*row("yellow", 2, 3, 4, 5, 6), "yellow.12", "yellow.lock"],
          "green": [*row("green", 12, 11, 10, 9, 8), "green.2", "green.lock"]}  # fmt: skip
PENALTIES = [f"penalty.{box}" for box in (1, 2, 3, 4)]


# The clauses of play


def test_c1_crosses_go_from_left_to_right():
    state = game().play(Throw(Dice((2, 3), {"red": 1, "yellow": 1, "green": 1, "blue": 1})))
    state = state.play(First((("red.5",), ()))).play(Second())
    state = state.play(Throw(Dice((2, 2), {"red": 1, "yellow": 1, "green": 1, "blue": 1})))
    with pytest.raises(IllegalMove, match=r"red.4 is left of red.5") as error:
        state.verify(First((("red.4",), ())))
    assert error.value.clause == "C1"


def test_c2_everybody_may_cross_the_white_sum_in_one_row():
    state = game().play(Throw(Dice((4, 1), {"red": 1, "yellow": 1, "green": 1, "blue": 1})))
    assert state.can(First((("red.5",), ("yellow.5",))))
    assert state.can(First(((), ())))
    with pytest.raises(IllegalMove) as error:
        state.verify(First((("red.6",), ())))
    assert error.value.clause == "C2"
    assert "red.5" in error.value.remedy


def test_c3_the_active_player_may_cross_white_and_colour():
    state = game().play(Throw(Dice((4, 1), {"red": 3, "yellow": 2, "green": 6, "blue": 6})))
    state = state.play(First(((), ())))
    assert state.can(Second(("blue.10",)))
    assert state.can(Second(("red.7",)))
    with pytest.raises(IllegalMove) as error:
        state.verify(Second(("red.10",)))
    assert error.value.clause == "C3"


def test_c4_who_crosses_nothing_as_active_player_takes_a_penalty():
    state = game().play(Throw(Dice((4, 1), {"red": 3, "yellow": 2, "green": 6, "blue": 6})))
    state = state.play(First(((), ("red.5",)))).play(Second())
    assert [crosses.penalties for crosses in state.sheets] == [1, 0]


def test_c4_a_log_says_each_penalty():
    missing = played(log("Anna: 4 1 3 2 6 6 | - | -"))
    surplus = played(log("Anna: 4 1 3 2 6 6 | Anna red.5 | penalty"))
    assert [missing.error.clause, surplus.error.clause] == ["C4", "C4"]


def test_c5_a_closing_number_takes_five_crosses_and_brings_its_lock():
    ruling = judge(sheet("classic", *row("green", 12, 11, 10, 9, 2, "lock")))
    assert found(ruling) == [("closing-too-early", 10 - 21)]
    assert ruling.findings[0].cells == ("green.2", "green.lock")
    assert judge(sheet("classic", *CLOSED["green"])).legal


def test_c6_a_closed_row_is_closed_for_everybody_and_its_die_leaves_at_once():
    turns = [f"Anna: 1 {n - 1} 1 1 1 1 | Anna red.{n}, Ben red.{n} | -\n"
             f"Ben: 1 {n - 1} 1 1 1 1 | - | penalty" for n in (2, 3, 4)]  # fmt: skip
    turns += ["Anna: 1 4 1 1 1 1 | Anna red.5, Ben red.5 | -",
              "Ben: 1 5 1 1 1 1 | Anna red.6, Ben red.6 | -",
              "Anna: 6 6 1 1 1 1 | Anna red.12, Ben red.12 | {}"]  # fmt: skip
    both = played(log("\n".join(turns).format("-")))
    assert both.error is None
    assert both.game.dice_in_play == ("yellow", "green", "blue")
    assert all(crosses.rows[0].bit_count() == 7 for crosses in both.game.sheets)
    late = played(log("\n".join(turns).format("red.7")))
    assert late.error.clause == "C6"


def test_c7_only_the_closing_number_earns_the_lock_which_counts():
    ruling = judge(sheet("classic", *FIVE_RED, "red.lock"))
    assert found(ruling) == [("lock-unearned", 15 - 21)]
    assert score_marks(sheet("classic", *CLOSED["red"])).rows["red"] == 28


def test_c8_two_closed_rows_end_the_game_at_once():
    three = sheet("classic", *CLOSED["red"], *CLOSED["yellow"], *CLOSED["green"])
    assert found(judge(three)) == [("too-many-locks", None)]
    assert judge(three).score is None
    assert judge(sheet("classic", *CLOSED["red"], *CLOSED["yellow"])).legal


def test_c8_nothing_is_played_after_the_end():
    turns = [f"Anna: 6 6 1 1 1 1 | - | penalty\nBen: 1 {n} 1 1 1 1 | Ben red.{n + 1} | -"
             for n in (1, 2, 3)]  # fmt: skip
    text = "\n".join([*turns, "Anna: 6 6 1 1 1 1 | - | penalty"])
    assert played(log(text)).game.is_over
    after = played(log(text + "\nBen: 6 6 1 1 1 1 | - | penalty"))
    assert after.error.clause == "C8"


def test_c9_rows_score_by_their_crosses_and_ties_are_shared():
    cells = [*row("red", 2, 3, 4, 5), *row("yellow", 2, 3, 4), *row("green", *range(12, 5, -1)),
             *row("blue", *range(12, 4, -1)), "penalty.1", "penalty.2"]  # fmt: skip
    assert judge(sheet("classic", *cells)).score.total == 70
    assert game().winners() == ("p0", "p1")


def test_l1_either_of_the_last_two_numbers_closes_with_six_crosses():
    six = row("green", 16, 15, 14, 13, 12, 11)
    assert judge(sheet("longo", *six, "green.3", "green.lock")).legal
    assert judge(sheet("longo", *six, "green.2", "green.lock")).legal
    early = judge(sheet("longo", *six[:5], "green.3", "green.lock"))
    assert found(early) == [("closing-too-early", 15 - 28)]
    assert early.findings[0].rule == "L1"


def test_l2_a_lucky_number_crosses_the_next_of_the_emptiest_row():
    text = log("Anna: 5 1 1 1 1 1 | Anna green.16 | -", "longo", more="lucky: Anna 6 11, Ben 5 8")
    assert played(text).error is None
    assert played(text.replace("Anna green.16", "Ben green.16")).error.clause == "C2"


def test_l2_a_lucky_number_is_for_a_row_with_fewest_crosses_only():
    lines = ("Anna: 8 8 1 1 1 1 | Anna green.16 | -\nBen: 1 1 1 1 1 1 | - | penalty\n"
             "Anna: 5 1 1 1 1 1 | Anna {} | -")  # fmt: skip
    more = "lucky: Anna 6 11, Ben 5 8"
    assert played(log(lines.format("red.2"), "longo", more=more)).error is None
    assert played(log(lines.format("green.15"), "longo", more=more)).error.clause == "C2"


def test_l3_drawn_lucky_numbers_are_fair():
    pad = find_pad("longo").drawn(random.Random(3))
    lucky = pad.layout()["lucky"]
    assert sum(8 - abs(number - 9) for number in lucky) == 11


def test_ma1_the_die_of_a_cell_s_colour_crosses_it_in_any_row():
    turn = "Anna: 1 2 5 6 6 6 | - | {}"
    assert played(log(turn.format("green.6"), "mixed-a")).error is None
    assert played(log(turn.format("red.6"), "mixed-a")).error.clause == "MA1"


def test_ma2_a_closed_row_takes_out_the_die_of_its_closing_number():
    pad = find_pad("mixed-a")
    state = Game.start([pad] * 2, ["a", "b"])
    closed = state.sheets[0].with_row(0, 0b100000011111 | 1 << 10)
    state = Game(state.players, state.referees, (closed, state.sheets[1]), closed=1)
    state = state.play(Throw(Dice((3, 3), {"yellow": 1, "green": 1, "blue": 1})))
    assert state.can(First((("green.6",), ("green.6",))))
    state = state.play(First(((), ())))
    with pytest.raises(IllegalMove) as error:
        state.verify(Second(("green.6",)))
    assert error.value.clause == "MA2"


def test_l3_pairs_drawn_for_a_table_are_fair_and_in_range():
    fair = {(4, 9), (5, 8), (5, 10), (6, 7), (6, 11), (7, 12), (8, 13), (9, 14), (10, 13), (11, 12)}
    drawn = {tuple(find_pad("longo").drawn(random.Random(n)).layout()["lucky"]) for n in range(80)}
    assert drawn <= fair
    assert len(drawn) > 5


def test_ma3_a_row_scores_whatever_colours_run_along_it():
    line = find_pad("mixed-a").rows[0]
    cells = [line.cell(place) for place in range(0, 10, 2)]
    assert len({line.spaces[place].colour for place in range(0, 10, 2)}) > 2
    ruling = judge(sheet("mixed-a", *cells, line.cell(10), line.lock))
    assert ruling.score.rows[line.name] == 28


def test_mb1_a_number_left_of_a_cross_is_lost_though_it_is_higher():
    state = game("mixed-b").play(Throw(Dice((1, 1), dict.fromkeys(CLOSED, 1) | {"blue": 1})))
    state = state.play(First((("red.2",), ()))).play(Second())
    state = state.play(Throw(Dice((5, 5), dict.fromkeys(CLOSED, 1) | {"blue": 1})))
    with pytest.raises(IllegalMove, match=r"red.10 is left of red.2") as error:
        state.verify(First((("red.10",), ())))
    assert error.value.clause == "C1"


def test_mc1_what_the_card_game_leaves_is_judged_alike():
    skipping = judge(sheet("mixed-a", "red.2", "red.11", "yellow.8", "yellow.10"))
    assert skipping.legal
    early = judge(sheet("mixed-b", *row("red", 10, 6, 2, 8, 11, "lock")))
    assert found(early) == [("closing-too-early", 10 - 21)]
    lock = judge(sheet("mixed-b", *row("red", 10, 6, 2, 8, 3, "lock")))
    assert found(lock) == [("lock-unearned", 15 - 21)]


def test_ma3_mixed_rows_score_one_by_one():
    assert judge(sheet("mixed-a", *FIVE_RED)).score.rows["red"] == 15


def test_mb1_left_to_right_goes_by_place():
    assert judge(sheet("mixed-b", *row("red", 10, 6, 2, 8, 3, 11, "lock"))).legal
    early = judge(sheet("mixed-b", *row("red", 10, 6, 2, 8, 11, "lock")))
    assert found(early) == [("closing-too-early", 10 - 21)]


def test_mc1_in_the_card_game_rows_close_for_their_player_only():
    ruling = judge(sheet("mixed-b", *row("red", 10, 6, 2, 8, 3, 11, "lock")))
    assert ruling.score.rows["red"] == 28


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


# The findings


def test_closing_too_early_counts_neither_number_nor_lock():
    ruling = judge(sheet("classic", "red.2", "red.12", "red.lock"))
    assert found(ruling) == [("closing-too-early", 1 - 6)]
    assert ruling.score.total == 1


def test_lock_missing_is_owed_and_counts():
    ruling = judge(sheet("classic", *FIVE_RED, "red.12"))
    assert found(ruling) == [("lock-missing", 28 - 21)]
    assert ruling.score.total == 28


def test_lock_unearned_does_not_count():
    assert judge(sheet("classic", "blue.lock")).score.total == 0


def test_two_closing_numbers_count_once():
    cells = row("red", 2, 3, 4, 5, 6, 7, 15, 16, "lock")
    ruling = judge(sheet("longo", *cells))
    assert found(ruling) == [("two-closing-numbers", 36 - 45)]
    assert ruling.findings[0].cells == ("red.16",)


def test_too_many_locks_stays_open():
    cells = [*CLOSED["red"], *CLOSED["yellow"], *CLOSED["green"]]
    assert found(judge(sheet("on-board", *cells))) == [("too-many-locks", None)]


def test_after_the_end_two_locks_and_four_penalties():
    ruling = judge(sheet("classic", *CLOSED["red"], *CLOSED["yellow"], *PENALTIES))
    assert found(ruling) == [("after-the-end", None)]


def test_skipped_and_crossed_is_a_note_and_counts():
    ruling = judge(sheet("classic", marks={"red.5": Mark.BOTH}))
    assert ruling.legal
    assert found(ruling) == [("skipped-and-crossed", 0)]
    assert ruling.score.total == 1


def test_taken_back_is_a_note_and_counts_nothing():
    ruling = judge(sheet("classic", marks={"red.5": Mark.VOID}))
    assert (ruling.legal, ruling.score.total) == (True, 0)
    assert found(ruling) == [("taken-back", 0)]


def test_left_of_a_cross_shows_against_an_earlier_reading():
    ruling = judge(sheet("classic", "red.5", "red.7"), earlier=[sheet("classic", "red.7")])
    assert found(ruling) == [("left-of-a-cross", 1 - 3)]


def test_bar_gap():
    assert found(judge(sheet("bonus-a", "green.11", "red.2", "bar.2"))) == [("bar-gap", 0)]


@pytest.mark.parametrize(
    ("cells", "gap", "asking"),
    [
        (["green.11", "blue.10", "bar.1", "bar.3", "red.5"], ("bar.2",), ("bar.2",)),
        (["green.11", "bar.2", "yellow.5"], ("bar.1",), ("bar.1",)),
    ],
)
def test_bar_gap_and_the_cross_it_cost_are_both_told(cells, gap, asking):
    findings = {finding.code: finding for finding in judge(sheet("bonus-a", *cells)).findings}
    assert findings["bar-gap"].cells == gap
    assert findings["forced-cross-missing"].cells == asking


def test_findings_count_one_thing_as_one():
    messages = [f.message for cells in (["red.12"], ["green.11"], ["green.11", "bar.1"], ["bar.3"])
                for f in judge(sheet("bonus-a", *cells)).findings]  # fmt: skip
    assert any("1 point as marked" in message for message in messages)
    assert any("1 field of the bar is crossed" in message for message in messages)
    assert not [m for m in messages if re.search(r"\b1 (points|crosses|fields|rows)\b", m)]


def test_bar_unearned():
    ruling = judge(sheet("bonus-a", "green.11", "red.2", "bar.1", "bar.2"))
    assert found(ruling) == [("bar-unearned", 0)]
    assert ruling.findings[0].cells == ("bar.2",)


def test_bar_missing():
    assert found(judge(sheet("bonus-a", "green.11", "red.2"))) == [("bar-missing", 0)]


def test_bar_missing_is_a_note_where_the_last_closing_left_fields_bare():
    ruling = judge(sheet("bonus-a", *row("red", 2, 4, 5, 7, 8, 12, "lock")))
    assert ruling.legal
    assert found(ruling) == [("bar-missing", 0)]


def test_bonus_unearned():
    assert found(judge(sheet("bonus-b", "red.6", "bonus.thirteen"))) == [("bonus-unearned", -13)]


def test_bonus_missing():
    assert found(judge(sheet("bonus-b", "red.6", "blue.4"))) == [("bonus-missing", 13)]


def test_forced_cross_missing_stays_open():
    ruling = judge(sheet("bonus-a", "green.11", "bar.1"))
    assert found(ruling) == [("forced-cross-missing", None)]
    assert ruling.findings[0].cells == ("bar.1",)


def test_further_than_next_says_where():
    ruling = judge(sheet("bonus-a", "green.11", "bar.1", "red.5"))
    assert ruling.findings[0].cells == ("red.5",)


def test_board_unearned_brings_no_points():
    ruling = judge(sheet("on-board", "red.2", "board.5"))
    assert found(ruling) == [("board-unearned", -3)]


def test_written_wrong_when_surely_read():
    cells = ["red.5", "red.7"]
    wrong = judge(sheet("classic", *cells, written={"total": Written(4, 0.99)}))
    assert found(wrong) == [("written-wrong", 0)]
    assert wrong.score.total == 3
    assert judge(sheet("classic", *cells, written={"total": Written(4, 0.9)})).legal
    assert judge(sheet("classic", *cells, written={"total": Written(3, 0.99)})).legal


def test_no_sum_is_wrong_while_a_mark_is_doubtful():
    wrong = sheet("classic", "red.5", written={"total": Written(4, 0.99)})
    doubtful = replace(wrong, unsure={"red.7": {"cross": 0.6, "empty": 0.4}})
    assert found(judge(wrong)) == [("written-wrong", 0)]
    assert found(judge(doubtful)) == []


def test_written_wrong_in_a_row_the_penalties_or_the_board():
    cells = ["green.10", "board.5", "penalty.1"]
    right = {"green": Written(1, 0.99), "penalties": Written(-5, 0.99), "board": Written(3, 0.99)}
    assert judge(sheet("on-board", *cells, written=right)).legal
    wrong = judge(sheet("on-board", *cells, written=dict.fromkeys(right, Written(9, 0.99))))
    assert [finding.cells[0] for finding in wrong.findings] == [f"write.{name}" for name in right]


def test_bb1_the_row_that_counts_twice_may_be_written_either_way():
    cells = ["red.8", "blue.10", "bonus.double-fewest", "yellow.2", "green.12"]
    for value, legal in ((1, True), (2, True), (3, False)):
        written = {"yellow": Written(value, 0.99)}
        assert judge(sheet("bonus-b", *cells, written=written)).legal == legal


def test_unreachable_two_spaces_of_the_board():
    ruling = judge(sheet("on-board", "green.10", "red.6", "board.5", "board.6"))
    assert found(ruling) == [("unreachable", None)]


def test_no_clause_and_no_finding_lacks_a_test():
    text = "".join(path.read_text() for path in HERE.glob("test_*.py"))
    named = re.findall(r"def test_(\w+)", text)
    for clause in clauses():
        assert any(name.startswith(f"{clause.lower()}_") for name in named), clause
    for code in finding_codes():
        assert any(name.startswith(code.replace("-", "_")) for name in named), code


# The rulebooks' own examples


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


# Whole rows and whole games


def test_all_1662_legal_classic_rows_and_no_other():
    pad = find_pad("classic")
    for name in pad.row_names:
        numbers = pad.row(name).numbers
        legal = 0
        for mask in range(1 << 12):
            crossed = {n for place, n in enumerate((*numbers, "lock")) if mask >> place & 1}
            ruling = judge(sheet("classic", *(f"{name}.{n}" for n in crossed)))
            assert ruling.legal == row_is_legal(crossed, numbers, 1, 5), crossed
            legal += ruling.legal
        assert legal == 1662


@pytest.mark.parametrize("name", pad_names())
def test_every_sheet_of_a_random_game_is_legal(name):
    for seed in range(300):
        rng = random.Random(seed)
        pad = find_pad(name)
        if seed % 3 == 0:
            pad = pad.drawn(rng)
        count = rng.randint(pad.fewest_players, pad.most_players)
        players = [rng.choice([RandomPlayer, GreedyPlayer])(rng) for _ in range(count)]
        state = play_game([pad] * count, players, rng)
        assert state.stage is Stage.OVER
        for player, score in enumerate(state.scores()):
            ruling = judge(state.scoresheet(player))
            assert ruling.legal, (seed, player, ruling.findings)
            assert ruling.score == score
            if seed < 50:
                play_out(state.scoresheet(player))


@pytest.mark.parametrize("name", pad_names())
def test_any_one_change_to_a_game_s_sheet_is_caught_or_has_moves_that_leave_it(name):
    pad = find_pad(name)
    caught = legal = 0
    for seed in range(4):
        rng = random.Random(seed)
        state = play_game([pad] * 2, [GreedyPlayer(rng), RandomPlayer(rng)], rng)
        marks = state.scoresheet(seed % 2).marks
        for cell in pad.markable:
            changed = {each: mark for each, mark in marks.items() if each != cell}
            if cell not in marks:
                changed[cell] = Mark.CROSS
            other = Scoresheet(pad, changed)
            if judge(other).legal:
                legal += 1
                play_out(other)
            else:
                caught += 1
                assert explain(other) is None
    assert caught
    assert legal


def test_as_marked_plus_the_findings_is_by_the_rules():
    rng = random.Random(5)
    for name in pad_names():
        pad = find_pad(name)
        for _ in range(15):
            marks = {cell: Mark.CROSS for cell in pad.markable if rng.random() < 0.25}
            given = Scoresheet(pad, marks)
            ruling = judge(given)
            if ruling.score is not None:
                change = sum(finding.points for finding in ruling.findings)
                assert score_marks(given).total + change == ruling.score.total


# House rules


def test_a_waived_code_or_clause_is_left_out_of_account():
    early = sheet("classic", *row("green", 12, 11, 10, 9, 2, "lock"))
    for name in ("closing-too-early", "C5", "c5"):
        ruling = judge(early, waive=read_waivers([name]))
        assert ruling.legal
        assert ruling.score.total == 21
        assert ruling.waived


def test_an_unknown_waiver_says_which_exist():
    with pytest.raises(UsageError, match="closing-too-early"):
        read_waivers(["closing-to-early"])


def test_a_waived_end_lets_a_third_row_close():
    three = sheet("classic", *CLOSED["red"], *CLOSED["yellow"], *CLOSED["green"])
    assert judge(three, waive=frozenset(["C8"])).legal
