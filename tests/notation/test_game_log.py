"""Game logs and roll logs: what they say, and where they go wrong."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetkit.errors import AmbiguousMove, IllegalMove, MalformedLog, TextError
from sheetkit.game_log import OUT, UNREADABLE, read_log
from sheetkit.pad import SheetCode, find_pad
from sheetkit.rules.replay import replay

LOG = """variant: classic
players: Anna, Ben, Cleo
# active: dice            | action 1 (everybody)        | action 2 (the active player)
Anna: 4 1 3 2 6 6         | Anna yellow.5, Ben red.5    | blue.10
Ben:  2 2 1 5 3 4         | -                           | penalty
"""


def test_the_interface_s_example_is_a_game():
    log = read_log(LOG)
    assert log.players == ("Anna", "Ben", "Cleo")
    assert [turn.player for turn in log.turns] == [0, 1]
    assert log.turns[0].dice == (4, 1, 3, 2, 6, 6)
    assert log.turns[1].penalty
    assert all(turn.first is not None for turn in log.turns)
    played = replay(log)
    assert played.error is None
    assert [score.total for score in played.game.scores()] == [2, -4, 0]


def test_a_roll_log_has_dice_alone_and_may_have_unreadable_ones():
    log = read_log("variant: classic\nplayers: A, B\nA: 1 2 ? - 5 6\nB: 1 1 1 1 1 1\n")
    assert all(turn.first is None for turn in log.turns)
    assert log.turns[0].dice == (1, 2, UNREADABLE, OUT, 5, 6)
    assert isinstance(replay(log).error, MalformedLog)


def test_each_player_may_have_a_layout_of_their_own():
    code = SheetCode(find_pad("longo").with_layout({"lucky": [4, 9]}), 7).printed
    text = f"variant: longo\nplayers: A, B\nlucky: A 6 11\nsheet: B {code}\n"
    log = read_log(text)
    assert [pad.layout()["lucky"] for pad in log.pads] == [[6, 11], [4, 9]]
    assert log.codes[0] == ""


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "said"),
    [
        ("variant: classic", "variant: clasic", 1, 10, "did you mean classic"),
        ("variant: classic\n", "\n", 4, 1, "variant"),
        ("Anna, Ben, Cleo", "Anna, Ben, Anna", 2, 10, "twice"),
        ("Anna: 4", "Ana: 4", 4, 1, "did you mean Anna"),
        ("4 1 3 2 6 6", "4 1 3 2 6", 4, 7, "6 are thrown"),
        ("4 1 3 2 6 6", "4 7 3 2 6 6", 4, 9, "1 to 6"),
        ("yellow.5", "yelow.5", 4, 34, "did you mean yellow.5"),
        ("Ben red.5", "Bob red.5", 4, 44, "'Bob' doesn't play; the players are Anna, Ben, Cleo"),
        ("Ben red.5", "ben red.5", 4, 44, "'ben' doesn't play; did you mean Ben?"),
        ("Ben red.5", "Bem > red.5", 4, 44, "'Bem' doesn't play; did you mean Ben?"),
        ("Ben red.5", "red.5", 4, 44, "'red.5' doesn't say who crosses; write Anna red.5"),
        ("Ben red.5", "red.5 > red.6", 4, 44, "doesn't say who crosses; write Anna red.5"),
        (", Ben red.5", ",", 4, 43, "a cross is missing; write Anna red.5"),
        ("Ben red.5", "Anna red.5", 4, 44, "crosses twice"),
        ("Anna, Ben", "Anna, Ben" + ", x" * 97, 2, 10, "100 players are too many for one log"),
        ("| blue.10", "| blue.10 | red.2 | -", 4, 69, "one action too many"),
        ("    | blue.10", "", 4, 29, "no second action"),
    ],
)
def test_a_malformed_log_is_told_with_line_and_column(old, new, line, column, said):
    with pytest.raises(MalformedLog) as error:
        read_log(LOG.replace(old, new, 1))
    assert said in str(error.value)
    assert error.value.line == line
    assert error.value.column == column


@pytest.mark.parametrize("name", ["A#1", "A# 1", "A>1", "A|1", "A:1", "A,", "A\x1b"])
def test_a_name_has_nothing_that_begins_something_else_in_a_log(name):
    with pytest.raises(MalformedLog) as error:
        read_log(f"variant: classic\nplayers: {name}, B\n")
    assert (
        "is no player's name; separate names by commas, and write none of : | > # in them"
        in str(error.value)
    )


@pytest.mark.parametrize("comment", ["# said later", "#", "#: | >", "\t#,"])
def test_a_comment_begins_a_line_or_follows_a_blank(comment):
    lines = [f"{line} {comment}" for line in LOG.splitlines()]
    log = read_log("\n".join((comment, *lines, f"  {comment}")))
    assert log.players == ("Anna", "Ben", "Cleo")
    assert [turn.dice for turn in log.turns] == [turn.dice for turn in read_log(LOG).turns]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("6 6  ", "6 6#late  ", "'6#late' is nothing that a die shows"),
        ("blue.10", "blue.10#late", "'blue.10#late' is no cell of the pad classic"),
        ("variant: classic", "variant: classic#late", "there is no pad 'classic#late'"),
    ],
)
def test_a_sign_within_a_word_cuts_nothing_off(old, new, said):
    with pytest.raises(MalformedLog) as error:
        read_log(LOG.replace(old, new, 1))
    assert said in str(error.value)


def test_malformed_illegal_and_ambiguous_are_three_errors():
    illegal = replay(read_log(LOG.replace("blue.10", "blue.9"))).error
    assert isinstance(illegal, IllegalMove)
    assert "line 4, column 59" in str(illegal)
    assert "legal is blue.10" in illegal.remedy
    text = "variant: bonus-a\nplayers: A, B\nA: 5 6 1 1 1 1 | A green.11 | -\n"
    ambiguous = replay(read_log(text)).error
    assert isinstance(ambiguous, AmbiguousMove)
    assert ambiguous.line == 3


def test_turns_go_round():
    error = replay(read_log(LOG.replace("Ben:  2", "Cleo: 2"))).error
    assert isinstance(error, IllegalMove)
    assert "Ben's turn" in str(error)


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="AnaBe:|>-,.# 123red\npenltyboad{}?", max_size=80))
def test_no_text_breaks_the_reader(text):
    with contextlib.suppress(TextError):
        replay(read_log(LOG + text))


CODE = SheetCode(find_pad("longo"), 7).printed


TWO = "variant: longo\nplayers: A, B\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"variant: classic\n{TWO}", "line 2, column 10: the line 'variant' is there twice"),
        (f"{TWO}players: C, D\n", "line 3, column 10: the line 'players' is there twice"),
        (f"{TWO}lucky: A 5 10, A 6 11\n", "line 3, column 16: A is there twice; name each"),
        (f"{TWO}lucky: A 5 10\nlucky: A 6 11\n", "line 4, column 8: A is there twice"),
        (f"{TWO}lucky: Q 5 10\n", "'Q' doesn't play; the players are A, B"),
        (f"{TWO}sheet: Q {CODE}\n", "isn't said; write A CODE; the players are A, B"),
        (f"{TWO}sheet: A {CODE}, B {CODE.lower()}\n", "this is A's sheet"),
        (f"{TWO}sheet: A {CODE}\nsheet: A {CODE}\n", "A is there twice"),
        (f"{TWO}layout: 5 10\n", "this layout is no JSON; sheetkit variants longo --json"),
        (f"{TWO}layout: [5]\n", "this layout isn't one of longo: it is no JSON object"),
        (f"{TWO}lucky: A 6 11\nsheet: A {CODE}\n", "line 3, column 8: A's sheet has other lucky"),
        (f"{TWO}lukcy: 5 10\n", "'lukcy' begins no line of a log; did you mean lucky?"),
        (f"{LOG}players: C, D\n", "line 6, column 1: the line 'players' stands after a turn"),
    ],
)
def test_lines_that_contradict_each_other_or_name_nobody_are_told(text, said):
    with pytest.raises(MalformedLog) as error:
        read_log(text)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("yellow.5", "yellow 5", "'yellow 5' is no cell of the pad classic; write yellow.5"),
        ("yellow.5", "Yellow.5", "'Yellow.5' is no cell of the pad classic; write yellow.5"),
        ("| blue.10", "| Anna blue.10", "is no cell of the pad classic; write blue.10"),
        ("yellow.5", "yellow.5 red.5", "write one, and what it forces after it: yellow.5 > red.5"),
        ("Ben red.5", "penalty", "a penalty is no first action; write it last in the turn"),
        (
            "Ben red.5",
            "Ben penalty",
            "only the active player takes a penalty (C4), and in no first",
        ),
        ("Ben red.5", "Ben penalty.1", "only the active player takes a penalty (C4), and in no"),
        ("| penalty", "| Penalty", "isn't how a penalty is written; write penalty"),
        ("| penalty", "| penalty.1", "isn't how a penalty is written; write penalty"),
        ("4 1 3 2 6 6", "4,1,3,2,6,6", "there is 1 die here, and 6 are thrown"),
    ],
)
def test_a_move_written_otherwise_is_answered_with_how_to_write_it(old, new, said):
    assert old in LOG
    with pytest.raises(MalformedLog) as error:
        read_log(LOG.replace(old, new, 1))
    assert said in str(error.value)


def test_a_sheet_s_code_may_be_typed_as_it_is_printed():
    code = SheetCode(find_pad("classic"), 7)
    for typed in (code.text, code.printed, code.printed.lower().replace(" ", "-")):
        log = read_log(f"variant: classic\nplayers: Anna, Ben\nsheet: Anna {typed}\n")
        assert log.codes == (code.text, "")
