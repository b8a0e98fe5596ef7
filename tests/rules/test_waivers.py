"""House rules: what is judged and played without one of the rules."""

import random
from contextlib import suppress
from dataclasses import replace

import pytest

from sheetkit.errors import IllegalMove, UsageError
from sheetkit.game_log import read_log
from sheetkit.notation import parse_sheet
from sheetkit.pad import find_pad, pad_names
from sheetkit.rules import (
    Dice,
    First,
    Game,
    RandomPlayer,
    Severity,
    Throw,
    explain,
    judge,
    play_game,
    read_waivers,
    referee_for,
)
from sheetkit.rules.moves import first_places, second_places, whys_not_first, whys_not_second
from sheetkit.rules.replay import replay
from sheetkit.settle.given import Given
from sheetkit.settle.rolls import Answer
from sheetkit.settle.throws import rolls_of
from sheetkit.settle.verdict import settle
from sheetkit.settle.waivers import read_game_waivers
from tests.rules.marked import CLOSED, found, log, played, row, sheet


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


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("nonsense", "name a finding, such as lock-missing, or a clause, such as C5"),
        ("", "name a finding, such as lock-missing"),
        ("not-ovr", "did you mean not-over?"),
        ("too-many", "too-many-locks"),
        ("lock", "did you mean lock-missing?"),
    ],
)
def test_what_cannot_be_waived_is_answered_with_the_nearest_names_in_a_line(typed, said):
    with pytest.raises(UsageError) as error:
        read_game_waivers([typed])
    assert said in error.value.remedy
    assert len(str(error.value)) < 160


def test_a_waived_end_lets_a_third_row_close():
    closed = [*CLOSED["red"], *CLOSED["yellow"], *CLOSED["green"]]
    fourth = row("blue", 12, 11, 10, 9, 8, 2, "lock")
    for cells in (closed, closed + fourth):
        for name in ("C8", "too-many-locks"):
            assert judge(sheet("classic", *cells), waive=frozenset([name])).legal


def test_ba1_waived_just_what_is_written_is_crossed():
    state = Game.start([find_pad("bonus-a")] * 2, ["a", "b"], waive=frozenset(["BA1"]))
    state = state.play(Throw(Dice((5, 6), dict.fromkeys(state.dice_in_play, 1))))
    state = state.play(First((("green.11", "bar.2", "blue.9"), ())))
    assert state.scoresheet(0).crossed == {"green.11", "bar.2", "blue.9"}


def test_bb1_waived_the_bonuses_of_earlier_chains_stay():
    state = Game.start([find_pad("bonus-b")] * 2, ["a", "b"], waive=frozenset(["BB1"]))
    ready = state.sheets[0]._replace(rows=(0, 0b1000000000, 0b1000, 0), bonus=1)
    state = replace(state, sheets=(ready, state.sheets[1]))
    state = state.play(Throw(Dice((1, 1), dict.fromkeys(state.dice_in_play, 1))))
    state = state.play(First((("red.2", "blue.12"), ())))
    assert {"red.2", "blue.12"} <= state.scoresheet(0).crossed
    assert state.sheets[0].bonus == 1


@pytest.mark.parametrize("waiver", ["C8", "too-many-locks"])
def test_a_waived_end_lets_all_rows_of_a_pad_with_bonuses_close(waiver):
    red, yellow = row("red", 2, 3, 4, 5, 7, 12, "lock"), row("yellow", 2, 4, 5, 6, 8, 12, "lock")
    green, blue = row("green", 12, 11, 10, 8, 7, 2, "lock"), row("blue", 12, 11, 9, 8, 6, 2, "lock")
    rows = (*red, *yellow, *green, *blue)
    for penalties in ((), row("penalty", 1, 2, 3, 4)):
        every = sheet("bonus-b", *rows, *penalties)
        assert not judge(every).legal
        assert judge(every, waive=frozenset([waiver])).legal


@pytest.mark.parametrize("waiver", ["BA1", "bar-missing", "forced-cross-missing"])
@pytest.mark.parametrize(
    ("follows", "clause"),
    [("yellow.12", "C5"), ("red.2", "C1"), ("red.3", "C1"), ("penalty.1", "BA1")],
)
def test_a_waived_chain_crosses_no_number_that_another_rule_forbids(waiver, follows, clause):
    text = log(f"Anna: 1 2 3 2 6 6 | Anna red.3 > {follows} | -", pad="bonus-a")
    told = replay(read_log(text), waive=frozenset([waiver]))
    assert (told.error.clause, told.game.sheets[0].rows) == (clause, (0, 0, 0, 0))


def test_c6_a_waived_chain_crosses_nothing_in_a_closed_row():
    state = Game.start([find_pad("bonus-a")] * 2, ["a", "b"], waive=frozenset(["BA1"]))
    state = replace(state, closed=0b0010)
    state = state.play(Throw(Dice((1, 2), dict.fromkeys(state.dice_in_play, 1))))
    with pytest.raises(IllegalMove) as error:
        state.play(First((("red.3", "yellow.5"), ())))
    assert error.value.clause == "C6"
    assert "legal is red.3 > bar.1 > red.4" in error.value.remedy


@pytest.mark.parametrize("more", ["C5", "closing-too-early"])
def test_a_waived_chain_closes_a_row_early_where_that_is_waived_too(more):
    text = log("Anna: 1 2 3 2 6 6 | Anna red.3 > yellow.12 | -", pad="bonus-a")
    told = replay(read_log(text), waive=frozenset(["BA1", more]))
    assert told.error is None
    assert {"yellow.12", "yellow.lock"} <= told.game.scoresheet(0).crossed


CHAINS = {
    "green.11 > bar.1": ["forced-cross-missing"],
    "green.11 > bar.1 > red.2 > bar.2": ["bar-unearned"],
    "green.11 > bar.2 > red.2": ["bar-gap", "bar-unearned"],  # bar.1 may go without saying
    "green.11 > red.2 > blue.12": [],
}


@pytest.mark.parametrize("waiver", ["forced-cross-missing", "bar-unearned", "bar-gap"])
@pytest.mark.parametrize(("chain", "shows"), CHAINS.items())
def test_a_waived_finding_lets_chains_that_lead_to_it_pass_and_no_others(waiver, chain, shows):
    text = log(f"Anna: 5 6 1 1 1 1 | Anna {chain} | -", pad="bonus-a")
    told = replay(read_log(text), waive=frozenset([waiver]))
    assert (told.error is None) == (waiver in shows)
    assert judge(told.game.scoresheet(0), waive=[waiver]).legal
    assert replay(read_log(text), waive=frozenset(["BA1"])).error is None


def test_bar_missing_waived_a_chain_may_leave_out_what_the_sheet_shows_no_other_way():
    waive = frozenset(["bar-missing"])
    for first, is_legal in (("red.2", True), ("yellow.2", False)):
        turns = f"Anna: 1 1 1 1 1 1 | Anna {first} | -\nBen: 5 6 1 1 1 1 | Anna green.11 | penalty"
        told = replay(read_log(log(turns, pad="bonus-a")), waive=waive)
        assert (told.error is None) == is_legal
        assert judge(told.game.scoresheet(0), waive=waive).legal


def test_a_sheet_that_is_not_legal_by_itself_is_noted_where_moves_pass_without_a_rule():
    turns = """Anna: 1 4 2 6 5 2 | Anna blue.5 > bar.1 > red.2, Ben red.5 | -
Ben: 2 3 6 5 4 2 | Anna red.5, Ben yellow.5 | -
Anna: 2 3 6 6 1 6 | Ben blue.5 > bar.3 > green.11 > bar.4 > blue.4 | yellow.8 > bar.2 > yellow.9"""
    text = log(turns, pad="bonus-a")
    told = replay(read_log(text), waive=frozenset(["bar-gap", "bar-unearned"]))
    assert told.error is None
    assert told.notes == (
        "each move passes without what is waived, but Ben's sheet by itself is not legal: "
        "forced-cross-missing (BA1)",
    )
    assert replay(read_log(text), waive=frozenset(["BA1"])).notes == ()
    assert played(text).notes == ()


@pytest.mark.parametrize(
    ("space", "waiver", "is_legal"),
    [
        (3, "board-unearned", True),  # red 7 is left of red 9
        (1, "board-unearned", False),
        (8, "board-unearned", False),
        (1, "OB1", True),
        (8, "OB1", True),
    ],
)
def test_ob1_a_waived_finding_lets_a_figure_go_no_further_and_not_back(space, waiver, is_legal):
    turns = f"""Anna: 3 5 1 1 1 1 | Anna blue.8 | - | board.2
Ben: 4 5 1 1 1 1 | Anna red.9 | penalty
Anna: 1 1 1 1 1 1 | - | yellow.2 | board.{space}"""
    told = replay(read_log(log(turns, pad="on-board")), waive=frozenset([waiver]))
    assert (told.error is None) == is_legal
    if not is_legal:
        assert told.error.clause == "OB1"


def test_ob1_a_figure_crosses_a_number_that_only_a_waived_clause_forbids():
    turns = """Anna: 3 5 1 1 1 1 | Anna blue.8 | - | board.2
Ben: 4 5 1 1 1 1 | Anna red.9 | penalty
Anna: 1 1 1 1 1 1 | - | yellow.2 | board.3"""
    text = log(turns, pad="on-board")
    told = replay(read_log(text), waive=frozenset(["C1"]))
    assert told.error is None
    assert "red.7" in told.game.scoresheet(0).crossed
    stops = replay(read_log(text), waive=frozenset(["C5"])).error
    assert stops.clause == "OB1"


def test_c2_waived_a_closing_number_that_is_written_closes_its_row():
    state = Game.start([find_pad("classic")] * 2, ["a", "b"], waive=frozenset(["C2"]))
    ready = state.sheets[0]._replace(rows=(31, 31, 0, 0))
    state = replace(state, sheets=(ready, state.sheets[1]))
    state = state.play(Throw(Dice((5, 1), dict.fromkeys(state.dice_in_play, 1))))
    state = state.play(First((("green.6", "yellow.12"), ())))
    assert {"green.6", "yellow.12", "yellow.lock"} <= state.scoresheet(0).crossed
    assert state.dice_in_play == ("red", "green", "blue")


def idle(turns):
    names = ("Anna", "Ben")
    return "\n".join(f"{names[n % 2]}: 6 6 1 1 1 1 | - | penalty" for n in range(turns))


def test_a_waived_sum_lets_no_cross_pass_that_another_rule_forbids():
    turn = "Anna: 1 4 3 2 6 6 | Anna {} | {}"
    for first, second, clause in (
        ("blue.5", "green.2", "C5"),
        ("blue.5", "blue.12", "C1"),
        ("blue.5", "green.9", None),
    ):
        text = log(turn.format(first, second))
        assert played(text).error.clause == "C3"
        error = replay(read_log(text), waive=frozenset(["C3"])).error
        assert (error and error.clause) == clause


@pytest.mark.parametrize("waiver", ["lock-missing", "C5"])
@pytest.mark.parametrize(
    "text",
    [
        "bonus-b yellow 7 8 9 10 11 12 | blue 7 | bonus one-in-each",
        "bonus-a red 2 | yellow 2 3 4 6 7 12 | green 11 | bar 1",
        "classic yellow 7 8 9 10 11 12",
    ],
)
def test_a_lock_that_is_not_asked_for_is_no_other_breach(waiver, text):
    owed = parse_sheet(text)
    assert [f.code for f in judge(owed).findings if f.severity is Severity.BREACH] == [
        "lock-missing"
    ]
    assert judge(owed, waive=[waiver]).legal


@pytest.mark.parametrize("name", pad_names())
def test_what_is_no_place_has_a_reason(name):
    """Whatever is thrown and crossed: of all that is against a cross, something is always said."""
    dice, referee = random.Random(3), referee_for(find_pad(name))
    for _ in range(40):
        game = play_game([find_pad(name)] * 2, [RandomPlayer(dice)] * 2, dice)
        crosses, closed = game.sheets[0], game.closed
        roll = Dice((dice.randint(1, 6), dice.randint(1, 6)),
                    {colour: dice.randint(1, 6) for colour in game.dice_in_play})  # fmt: skip
        for cell in referee.pad.markable:
            if cell not in referee.place_of or cell.endswith("lock"):
                continue
            if referee.place_of[cell] not in set(first_places(referee, crosses, closed, roll.sum)):
                with suppress(IllegalMove):  # it is crossed already
                    assert [*whys_not_first(referee, crosses, closed, cell, roll.sum)]
            if referee.place_of[cell] not in set(second_places(referee, crosses, closed, roll)):
                with suppress(IllegalMove):
                    assert [*whys_not_second(referee, crosses, closed, cell, roll)]


def test_c8_waived_a_game_goes_on_after_the_last_penalty():
    assert played(log(idle(8))).game.ended_by == "Anna has crossed the last penalty box"
    for waiver in ("C8", "after-the-end"):
        more = idle(8) + "\n" + idle(3).replace("penalty", "-")
        going = replay(read_log(log(more)), waive=frozenset([waiver]))
        assert (going.error, going.turns, going.game.is_over) == (None, 11, False)
        assert [score.total for score in going.game.scores()] == [-20, -20]


def test_c8_waived_a_game_goes_on_after_the_second_closed_row():
    for waiver, is_over in (("C8", False), ("too-many-locks", False), ("after-the-end", True)):
        state = Game.start([find_pad("classic")] * 2, ["a", "b"], waive=frozenset([waiver]))
        ready = tuple(crosses._replace(rows=(31, 31, 0, 0)) for crosses in state.sheets)
        state = replace(state, closed=0b0100)
        dice = Dice((6, 6), dict.fromkeys(state.dice_in_play, 1))
        state = replace(state, sheets=ready).play(Throw(dice))
        assert state.play(First((("red.12",), ("yellow.12",)))).is_over == is_over


def test_a_waived_finding_lets_moves_that_lead_to_it_pass_and_no_others():
    waived = frozenset(["closing-too-early"])
    state = Game.start([find_pad("classic")] * 2, ["a", "b"], waive=waived)
    state = state.play(Throw(Dice((6, 6), dict.fromkeys(state.dice_in_play, 1))))
    assert state.can(First((("red.12",), ())))
    assert not state.can(First((("red.11",), ())))


@pytest.mark.parametrize("waiver", ["C8", "too-many-locks"])
def test_c8_waived_a_figure_moves_on_after_the_second_closed_row(waiver):
    cells = [*row("yellow", 2, 4, 5, 6, 8, 9, 12, "lock"), *row("blue", 12, 7, 6, 5, 4, 3, 2)]
    after = sheet("on-board", *cells, "blue.lock", "board.39")
    assert found(judge(after)) == [("unreachable", None)]
    assert judge(after, waive=frozenset([waiver])).legal


@pytest.mark.parametrize(
    ("cells", "rule"),
    [(["yellow.6", "yellow.9", "board.9"], "OB2"), (["red.11", "board.27"], "OB1")],
)
def test_what_keeps_a_figure_from_its_space_is_named_and_can_be_waived(cells, rule):
    there = sheet("on-board", *cells)
    assert [finding.rule for finding in judge(there).findings] == [rule]
    for waiver in (rule, "unreachable", "OB1"):
        assert judge(there, waive=[waiver]).legal
        assert explain(there, waive=[waiver]) is None, "by a house rule that no moves follow"


PENALTIES = """Anna: 1 1 1 1 1 1 | - | penalty
Ben:  1 1 1 1 1 1 | - | -
Anna: 1 1 1 1 1 1 | Anna red.2 | penalty
Ben:  6 6 1 1 1 1 | Ben green.12 | -"""


def test_c4_waived_penalties_are_those_that_are_written():
    text = log(PENALTIES)
    assert played(text).turns == 1
    told = replay(read_log(text), waive=frozenset(["C4"]))
    assert (told.error, told.turns) == (None, 4)
    assert [sheet.penalties for sheet in told.game.sheets] == [2, 0]
    assert [score.total for score in told.game.scores()] == [-9, 1]
    kept = replay(read_log(text), waive=frozenset(["OB2"]))
    assert (kept.error.clause, kept.turns) == ("C4", 1)


@pytest.mark.parametrize("waiver", ["C4", "OB2"])
def test_ob2_waived_penalties_are_those_that_are_written(waiver):
    text = log(
        """Anna: 5 5 1 1 1 1 | - | - | board.5
Ben:  1 1 1 1 1 1 | - | - | -
Anna: 1 1 1 1 1 1 | - | - | penalty
Ben:  6 6 1 1 1 1 | Ben green.12 | penalty | -
Anna: 1 1 1 1 1 1 | Anna red.2 | - | penalty""",
        pad="on-board",
    )
    assert played(text).turns == 1
    told = replay(read_log(text), waive=frozenset([waiver]))
    assert (told.error, told.turns) == (None, 5)
    assert [sheet.penalties for sheet in told.game.sheets] == [2, 1]


def test_c4_waived_the_last_penalty_that_is_written_ends_the_game():
    turns = [f"{name}: 1 1 1 1 1 1 | - | penalty" for name in ("Anna", "Ben")] * 4
    turns[0] = turns[0].replace("| - |", "| Anna red.2 |")
    told = replay(read_log(log("\n".join(turns[:7]))), waive=frozenset(["C4"]))
    assert (told.error, told.game.ended_by) == (None, "Anna has crossed the last penalty box")


def test_c4_waived_no_penalty_is_written_after_the_end():
    waived = frozenset(["C4", "C5"])
    rows = "Anna: 6 6 1 1 1 1 | Anna red.12 | -\nBen: 6 6 - 1 1 1 | Anna yellow.12 | "
    assert replay(read_log(log(rows + "-")), waive=waived).error is None
    told = replay(read_log(log(rows + "penalty")), waive=waived)
    assert (told.error.clause, told.turns) == ("C8", 1)


@pytest.mark.parametrize("wrong", ["C5", ["closing-to-early"], ("C5", "Q1")])
def test_house_rules_that_mean_nothing_are_refused(wrong):
    sheet = parse_sheet("classic red 2 12 lock")
    for say in (judge, explain):
        with pytest.raises(UsageError, match="there is no finding or clause"):
            say(sheet, waive=wrong)


def test_house_rules_may_be_given_in_any_collection():
    sheet = parse_sheet("classic red 2 12 lock")
    for waive in (["c5"], ("C5",), {"closing-too-early"}, frozenset({"C5"})):
        assert judge(sheet, waive=waive).legal


EARLY = {
    "bonus-a": """variant: bonus-a
players: Anna, Ben
Anna: 5 6 1 1 1 1 | Anna red.11 | -
Ben: 1 4 1 1 1 1 | Anna yellow.5 > bar.1 > red.12 | penalty
""",
    "bonus-b": """variant: bonus-b
players: Anna
Anna: 5 6 1 1 1 1 | Anna red.11 | -
Anna: 3 4 1 1 1 1 | Anna yellow.7 | -
Anna: 3 4 1 1 1 1 | Anna blue.7 > bonus.one-in-each > red.12 > yellow.8 > green.12 > blue.6 | -
""",
    "longo": """variant: longo
players: Anna
lucky: Anna 5 10
Anna: 6 8 1 1 1 1 | Anna red.14 | yellow.7
Anna: 8 8 1 8 1 1 | Anna green.16 | blue.9
Anna: 2 3 1 1 1 1 | Anna red.15 | -
""",
}


@pytest.mark.parametrize("waiver", ["C5", "L1", "closing-too-early"])
@pytest.mark.parametrize("pad", EARLY)
def test_c5_waived_a_bonus_and_a_lucky_number_close_a_row_early_too(pad, waiver):
    log = read_log(EARLY[pad])
    told = replay(log, waive=read_waivers([waiver]))
    assert told.error is None
    assert replay(log).error is not None
    sheets = [told.game.scoresheet(player) for player in range(len(log.players))]
    assert judge(sheets[0], waive=[waiver]).legal
    given = [Given(*each) for each in zip(log.players, sheets, strict=True)]
    verdict = settle(given, rolls=rolls_of(log), waive=[waiver, "not-over"])
    assert verdict.rolls.answer is Answer.EXPLAINED
