"""A verdict as JSON, and what the page says of it: each place tells what it is named for."""

from dataclasses import replace

import pytest

from sheetkit.game_log import read_log
from sheetkit.pad import find_pad
from sheetkit.report.parts import headline, points, since_lines, state, table_cells
from sheetkit.report.replay_json import replay_object
from sheetkit.report.speech import speech_in
from sheetkit.report.verdict_json import verdict_object
from sheetkit.report.words import report_words
from sheetkit.rules import judge
from sheetkit.rules.replay import replay
from sheetkit.scoresheet import Mark, Scoresheet, Written
from sheetkit.settle.given import Given
from sheetkit.settle.recorded import Record
from sheetkit.settle.roll_case import Effort
from sheetkit.settle.throws import rolls_of
from sheetkit.settle.verdict import settle
from tests.report.disputes import verdict_of

EARLY = "green.12 green.11 green.2 green.lock"
CLOSED = "red.2 red.3 red.4 red.5 red.12 red.lock"
WORDS = report_words("en")


def sheet(cells, **more):
    return Scoresheet(find_pad("classic"), dict.fromkeys(cells.split(), Mark.CROSS), **more)


def heard(*sheets, **more):
    given = [
        Given(name, each if isinstance(each, Scoresheet) else sheet(each))
        for name, each in zip("ABC", sheets, strict=False)
    ]
    return settle(given, waive={"not-over"}, **more)


def test_a_tie_has_no_winner_and_one_winner_is_no_tie():
    tie, won = (
        verdict_object(heard("red.2", "red.3")),
        verdict_object(heard("red.2", "red.3 red.4")),
    )
    assert (tie["winner"], tie["winners"], tie["tie"]) == (None, ["A", "B"], True)
    assert (won["winner"], won["winners"], won["tie"]) == ("B", ["B"], False)
    assert won["waived"] == ["not-over"]
    assert not won["so_far"]


def test_a_winner_whom_an_open_finding_may_change_wins_so_far():
    both = [Given(name, sheet(cells)) for name, cells in (("A", "red.2"), ("B", "red.3 red.4"))]
    told = verdict_object(settle(both))
    assert (told["winner"], told["so_far"]) == ("B", True)


def test_points_by_the_rules_are_not_those_as_marked():
    verdict = heard(replace(sheet(EARLY), written={"total": Written(0, 1.0)}))
    shown = verdict_object(verdict)
    (row,), (one,) = shown["table"], shown["sheets"]
    assert (row["rows"]["green"], row["marked"], row["by_rules"]) == (3, 10, 3)
    assert (one["score"]["total"], one["ruling"]["score"]["total"]) == (10, 3)
    (player,) = verdict.players
    cells = table_cells(player, ["green"], WORDS)
    assert cells == ["3", "0", "0", "10", "3", "0"]


def test_what_a_doubtful_cell_can_undo_is_open():
    maybe = {"red.6": {"cross": 0.5, "empty": 0.5}}
    ruling = verdict_object(heard(sheet(CLOSED, unsure=maybe)))["sheets"][0]["ruling"]
    (finding,) = ruling["findings"]
    assert (ruling["open"], finding["open"], finding["unless"]) == (True, True, [["red.6"]])
    ruling = verdict_object(heard(CLOSED))["sheets"][0]["ruling"]
    assert "open" not in {*ruling, *ruling["findings"][0]}


def test_what_was_taken_back_has_not_vanished():
    now = replace(sheet("red.3"), marks={"red.3": Mark.CROSS, "red.9": Mark.VOID})
    verdict = heard(now, earlier=[Given("A", sheet("red.3 red.9 red.10"))])
    (since,) = verdict_object(verdict)["since"]
    assert (since["taken_back"], since["vanished"]) == (["red.9"], ["red.10"])
    (line,) = since_lines(verdict, WORDS, speech_in("en"))
    assert f"{WORDS['taken_back']}: red.9; {WORDS['vanished']}: red.10" in line


def stops(stage):
    if "shortest proof" in stage:
        raise KeyboardInterrupt


def test_a_way_that_explains_the_throws_and_a_proof_that_was_stopped_are_told():
    explained = verdict_of("anna-true.txt", "ben-true.txt")
    rolls = verdict_object(explained)["rolls"]
    assert rolls["explanation"] == explained.rolls.log.splitlines()
    throws = rolls_of(read_log("variant: classic\nplayers: A, B\nA: 4 1 3 2 6 6\nB: 2 2 1 5 3 4\n"))
    for effort, surely in ((Effort(), True), (Effort(say=stops), False)):
        shown = verdict_object(heard("red.4 red.5", rolls=throws, effort=effort))
        assert [proof["irreducible"] for proof in shown["rolls"]["proofs"]] == [surely]


@pytest.mark.parametrize(
    ("cells", "unsure", "told"),
    [
        ("red.2", {}, ("all_legal", "good")),
        (EARLY, {}, ("not_legal", "bad")),
        (CLOSED, {"red.6": {"cross": 0.5, "empty": 0.5}}, ("state_open", "soft")),
    ],
)
def test_the_page_begins_with_what_can_be_said_of_all_sheets(cells, unsure, told):
    verdict = heard(sheet(cells, unsure=unsure))
    assert verdict.winners == ("A",)
    assert state(verdict) == told


def test_the_page_says_of_sheets_that_are_proved_no_less():
    proved = verdict_of("anna-true.txt", "ben-true.txt")
    assert state(proved) == ("all_proved", "good")
    assert state(replace(proved, unread=("cleo.jpg",))) == ("state_open", "soft")


def test_the_page_begins_with_nothing_good_while_evidence_contradicts_a_reading():
    maybe = replace(sheet("red.5"), unsure={"red.9": {"cross": 0.5, "empty": 0.5}})
    verdict = settle([Given("A", maybe)], record=Record({"A": sheet("red.5")}))
    assert (verdict.legal, state(verdict)) == (True, ("state_open", "soft"))


def test_json_says_of_a_finding_each_player_whom_it_concerns():
    given = [Given("A", sheet(EARLY)), Given("B, jr", sheet("red.3"))]
    told = verdict_object(settle(given))["worth"]
    assert [(each["code"], each["players"], each["player"]) for each in told] == [
        ("closing-too-early", ["A"], "A"),
        ("not-over", ["A", "B, jr"], "A, B, jr"),
    ]


def test_the_page_names_a_winner_so_far_where_a_finding_may_change_it():
    given = [Given("A", sheet("red.2")), Given("B", sheet("red.3 red.4"))]
    assert headline(settle(given), WORDS) == WORDS["winner_so_far"].format(name="B")
    assert headline(settle(given, waive={"not-over"}), WORDS) == WORDS["winner"].format(name="B")


def test_one_point_less_is_one_point():
    (finding,) = judge(sheet("red.12 blue.lock")).findings[-1:]
    assert (finding.points, points(finding, WORDS)) == (-1, WORDS["point"].format(n="−1"))


LOG = """variant: classic
players: A, B
A: 1 1 5 5 5 5 | A red.2 | -
B: 6 6 5 5 5 5 | A red.12 | penalty
"""


def test_a_game_that_is_not_over_has_no_winner_and_its_house_rules_hold():
    log = read_log(LOG)
    shown = replay_object("game.log", log, replay(log, waive={"C5"}), frozenset({"C5"}))
    assert (shown["over"], shown["winners"], shown["problems"]) == (False, [], [])
    assert [each["ruling"]["legal"] for each in shown["sheets"]] == [True, True]
