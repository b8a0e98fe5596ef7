"""``sheetkit replay`` from outside."""

import json
import random

import pytest
from typer.testing import CliRunner

from sheetkit.cli.main import app
from sheetkit.errors import FileError
from sheetkit.pad import SheetCode, find_pad

LOG = """variant: classic
players: Anna, Ben
Anna: 4 1 3 2 6 6 | Anna yellow.5, Ben red.5 | blue.10
Ben:  2 2 1 5 3 4 | -                        | penalty
"""


def replay(text, *options):
    return CliRunner().invoke(app, ["replay", "-", *options], input=text)


def test_a_legal_game_with_its_sheets_and_scores():
    result = replay(LOG, "--json")
    shown = json.loads(result.stdout)
    assert (result.exit_code, shown["legal"], shown["turns"]) == (0, True, 2)
    assert [sheet["score"]["total"] for sheet in shown["sheets"]] == [2, -4]
    assert shown["sheets"][0]["marks"] == {"yellow.5": "cross", "blue.10": "cross"}


def test_the_first_illegal_move_with_its_clause_and_what_is_legal():
    result = replay(LOG.replace("blue.10", "blue.9"), "--json")
    shown = json.loads(result.stdout)
    assert result.exit_code == 1
    assert shown["problems"][0]["rule"] == "C3"
    assert "line 3, column 48" in result.stderr
    assert "legal is blue.10" in result.stderr


def test_a_malformed_log_is_status_3_and_one_line():
    result = replay(LOG.replace("Ben:", "Bob:"))
    assert result.exit_code == 3
    assert "line 4, column 1" in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("waiver", ["too-many-rows-closed", "Not-Over", "C9"])
def test_a_finding_that_a_replay_has_not_is_waived_all_the_same(waiver):
    result = replay(LOG, "--waive", waiver)
    assert result.exit_code == 0
    assert "waived: " in result.stdout


def test_a_waived_clause_lets_the_move_pass():
    text = LOG.replace("yellow.5", "yellow.6")
    assert replay(text).exit_code == 1
    result = replay(text, "--waive", "C2")
    assert result.exit_code == 0
    assert "waived: C2" in result.stdout


CHAIN = """variant: bonus-a
players: Anna, Ben
Anna: 5 6 1 1 1 1 | Anna green.11 | -
"""
FIGURE = """variant: on-board
players: Anna, Ben
Anna: 1 1 1 1 1 1 | - | - | board.7
"""


@pytest.mark.parametrize(
    ("text", "waiver", "marks"),
    [
        (CHAIN, "BA1", {"green.11"}),
        (CHAIN, "forced-cross-missing", {"green.11", "bar.1"}),
        (CHAIN.replace("green.11", "green.11 > bar.2 > red.3"), "BA1",
         {"green.11", "bar.2", "red.3"}),
        (FIGURE, "OB1", {"blue.10", "board.7"}),
        (FIGURE.replace("1 1 1 1 1 1 | - | - | board.7", "4 5 1 1 1 1 | Anna red.9 | - | board.3"),
         "board-unearned", {"red.9", "board.3"}),
    ],
)  # fmt: skip
def test_a_house_rule_for_the_bar_or_the_board_lets_the_move_pass(text, waiver, marks):
    assert replay(text).exit_code != 0
    result = replay(text, "--json", "--waive", waiver)
    shown = json.loads(result.stdout)
    assert (result.exit_code, shown["problems"], shown["waived"]) == (0, [], [waiver])
    assert set(shown["sheets"][0]["marks"]) == marks
    assert f"waived: {waiver}" in replay(text, "--waive", waiver).stdout


@pytest.mark.parametrize(
    ("turn", "left"),
    [
        ("Anna yellow.5, Ben red.5 | blue.9", ["yellow.5", "red.5"]),
        ("Anna yellow.5, Ben red.6 | blue.10", ["yellow.5"]),
        ("Anna yellow.5, Ben red.5 | penalty", ["yellow.5", "red.5"]),
        ("Ben red.5 | -", ["red.5"]),
        ("Ben red.6, Anna yellow.5 | -", []),
    ],
)
def test_the_sheets_have_what_was_crossed_before_the_illegal_move_of_its_turn(turn, left):
    text = LOG.rpartition("Ben:")[0].replace("Anna yellow.5, Ben red.5 | blue.10", turn)
    result = replay(text, "--json")
    shown = json.loads(result.stdout)
    assert result.exit_code == 1
    assert [cell for sheet in shown["sheets"] for cell in sheet["marks"]] == left
    assert (shown["turns"], shown["in_part"]) == (0, bool(left))
    assert ("0 turns and part of the next played" in replay(text).stdout) == bool(left)


def test_ob1_the_second_action_stands_before_an_illegal_move_of_the_figure():
    text = FIGURE.replace("| - | - |", "| - | red.2 |")
    shown = json.loads(replay(text, "--json").stdout)
    assert list(shown["sheets"][0]["marks"]) == ["red.2"]


def test_json_has_the_same_keys_whether_the_log_can_be_read_or_not():
    read = json.loads(replay(LOG, "--json").stdout)
    for text in (LOG.replace("Ben:", "Bob:"), "", "classic red 5\n"):
        result = replay(text, "--json")
        unread = json.loads(result.stdout)
        assert result.exit_code == 3
        assert list(unread) == list(read)
        assert (unread["legal"], unread["sheets"]) == (None, [])
        assert unread["problems"][0]["code"] == "malformed-log"


@pytest.mark.parametrize(
    ("text", "code", "legal"),
    [
        (LOG, None, True),
        (LOG.replace("blue.10", "blue.9"), "illegal-move", False),
        (CHAIN, "ambiguous-move", None),
        ("variant: classic\nplayers: Anna, Ben\nAnna: 4 1 3 2 6 6\n", "malformed-log", None),
        (LOG.replace("4 1 3 2 6 6", "4 1 ? 2 6 6"), "malformed-log", None),
    ],
)
def test_only_an_illegal_move_makes_a_game_not_legal(text, code, legal):
    shown = json.loads(replay(text, "--json").stdout)
    assert [problem["code"] for problem in shown["problems"]] == ([code] if code else [])
    assert shown["legal"] is legal


def test_fewer_players_than_the_pad_takes_are_noted():
    alone = "variant: classic\nplayers: Anna\nAnna: 4 1 3 2 6 6 | Anna red.5 | -\n"
    note = "the log names 1 player, and Classic takes 2 to 5"
    result = replay(alone)
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, f"note: {note}")
    assert json.loads(replay(alone, "--json").stdout)["notes"] == [note]
    assert "note" not in replay(LOG).stdout
    assert "notes" not in json.loads(replay(LOG, "--json").stdout)


def test_a_penalty_that_no_box_is_left_for_is_told_c8():
    turns = "".join(
        f"Anna: 4 1 3 2 6 6 | - | penalty\nBen: 4 1 3 2 6 6 | Ben {row}.5 | -\n"
        for row in ("red", "yellow", "green", "blue")
    )
    log = f"variant: classic\nplayers: Anna, Ben\n{turns}Anna: 4 1 3 2 6 6 | - | "
    told = replay(f"{log}penalty\n", "--waive", "C8")
    assert told.exit_code == 1
    said = "line 11, column 25: Anna has crossed all 4 penalty boxes (C4); write - in place of the"
    assert said in told.stderr
    assert replay(f"{log}-\n", "--waive", "C8").exit_code == 0
    crossed = replay(f"{log.removesuffix('- | ')}Anna red.5 | penalty\n", "--waive", "C8")
    assert "Anna takes a penalty that isn't owed (C4)" in crossed.stderr


def test_more_players_than_the_pad_takes_are_noted_and_play_all_the_same():
    log = "variant: classic\nplayers: A, B, C, D, E, F\nA: 4 1 3 2 6 6 | F red.5 | blue.10\n"
    told = json.loads(replay(log, "--json").stdout)
    assert told["notes"] == ["the log names 6 players, and Classic takes 2 to 5"]
    assert [sheet["score"]["total"] for sheet in told["sheets"]] == [1, 0, 0, 0, 0, 1]


def test_a_pad_file_that_cannot_be_read_is_told_by_its_own_name():
    result = CliRunner().invoke(app, ["replay", "-", "--pad", "nope.toml"], input=LOG)
    assert isinstance(result.exception, FileError)
    assert result.exception.file == "nope.toml"


def test_players_with_different_layouts_are_noted():
    codes = [
        SheetCode(find_pad("mixed-b").drawn(random.Random(seed)), seed).printed for seed in (1, 2)
    ]
    text = "variant: mixed-b\nplayers: Anna, Ben\nsheet: Anna {}, Ben {}\n"
    (note,) = json.loads(replay(text.format(*codes), "--json").stdout)["notes"]
    assert "the players have 2 layouts that differ in their rows (Anna; Ben)" in note
