"""The clauses of play by name: Classic, Longo and the mixed pads (C, L, MA, MB, MC)."""

import random

import pytest

from sheetkit.errors import IllegalMove
from sheetkit.pad import find_pad
from sheetkit.rules import (
    Dice,
    First,
    Game,
    Second,
    Throw,
    clauses,
    doubt,
    finding_codes,
    judge,
    referee,
    score_marks,
)
from sheetkit.settle import (
    between,
    closings,
    doubted,
    grounds,
    house_rules,
    recorded,
    roll_case,
    rolls,
)
from tests.rules.marked import CLOSED, FIVE_RED, found, game, log, played, row, sheet


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


@pytest.mark.parametrize(
    ("module", "name"),
    [
        (referee, "SHOWN_AS"),
        (doubt, "OF_ONE_ROW"),
        (doubt, "OF_THEIR_CELLS"),
        (roll_case, "BREAKS_PLAY"),
        (rolls, "LEFT_ASIDE"),
        (house_rules, "SEARCHED_WITHOUT"),
        (house_rules, "OF_NO_MATTER"),
        (doubted, "OF_BARS"),
        (doubted, "OF_MARKS"),
        (grounds, "CONTRADICTING"),
        (grounds, "REFUTING"),
        (recorded, "OWED"),
        (between, "SOURCES"),
        (closings, "LUCK_UNBOUND"),
    ],
)
def test_lists_of_findings_and_clauses_hold_no_other_names(module, name):
    known = {*finding_codes(), *between.CODES, *clauses()}
    assert set(getattr(module, name)) <= known


def test_findings_show_moves_against_clauses_that_there_are():
    assert {clause for rules in referee.SHOWN_AS.values() for clause in rules} <= set(clauses())
