"""Copies of one printed sheet: several sheets that bear the same code."""

from dataclasses import replace

import pytest

from sheetkit.errors import SheetDataError
from sheetkit.game_log import read_log
from sheetkit.pad import find_pad
from sheetkit.report.speech import speech_in
from sheetkit.report.words import report_languages
from sheetkit.settle.given import Given
from sheetkit.settle.recorded import Record, record_of
from sheetkit.settle.rolls import Answer
from sheetkit.settle.seating import Printed, by_code_or_name
from sheetkit.settle.throws import rolls_of
from sheetkit.settle.verdict import settle

CODE = "CC0YZ36WASCCX"


@pytest.fixture
def copies(sheet_of):
    def given(**cells):
        return [Given(name, sheet_of(each, code=CODE)) for name, each in cells.items()]

    return given


def codes(verdict):
    own = [found.code for each in verdict.players for found in each.judged.ruling.findings]
    return own + [each.finding.code for each in verdict.between]


def test_c1_an_earlier_look_at_a_copy_is_its_players_own_by_name(copies):
    now = copies(Anna="red.2 red.7", Ben="red.5 red.7", Cleo="red.8")
    found = settle(now, earlier=copies(ben="red.5"))
    assert [since.player for since in found.since] == ["Ben"]
    assert "left-of-a-cross" not in codes(found)


def test_an_earlier_look_at_a_copy_under_another_name_is_nobodys(copies, sheet_of):
    now = [*copies(Anna="red.2", Ben="red.5"), Given("Half", sheet_of("red.5"))]
    with pytest.raises(SheetDataError, match="it may be Anna or Ben's"):
        settle(now, earlier=copies(Half="red.5"))


THROWS = f"""variant: classic
players: Anna, Ben
sheet: Anna {CODE}
Anna: 4 1 3 2 6 6 | Anna yellow.5, Ben red.5 | blue.10
Ben: 2 2 1 5 3 4 | - | penalty
"""


@pytest.mark.parametrize(("one", "other"), [("Anna", "Ben"), ("P1", "P2")])
def test_the_code_of_copies_tells_the_throws_and_a_record_no_player(copies, one, other):
    log = read_log(THROWS)
    given = copies(**{one: "yellow.5 blue.10", other: "red.5 penalty.1"})
    told = settle(given, rolls=rolls_of(log), waive=["not-over"])
    assert told.rolls.answer is Answer.EXPLAINED
    assert [each.player for each in told.players] == ["Anna", "Ben"]
    recorded = settle(given, record=Record(record_of(log, frozenset()).sheets), waive=["not-over"])
    assert [each.recorded for each in recorded.players] == [True, True]


def test_a_sheet_without_a_code_is_not_that_of_a_player_of_whose_sheet_no_code_is_said(sheet_of):
    pad = find_pad("classic")
    players = {"Anna": Printed(pad), "Ben": Printed(pad)}
    assert by_code_or_name(players, [Given("X", sheet_of(""))]) == ({}, [0])


def twice(verdict):
    """Each finding that sheets are of one code: whose, and whether it takes them for copies."""
    found = [each for each in verdict.between if each.finding.code == "same-sheet-twice"]
    return [(each.players, "perhaps one was copied" in each.finding.message) for each in found]


def test_c9_copies_with_the_same_total_share_the_win(copies):
    tie = settle(copies(Anna="red.2 red.3", Ben="blue.12 blue.11"), waive=["not-over"])
    assert (tie.winners, twice(tie)) == (("Anna", "Ben"), [(("Anna", "Ben"), True)])
    again = settle(copies(Anna="red.2 red.3", Ben="red.2 red.3"), waive=["not-over"])
    assert (again.winners, twice(again)) == (("Anna",), [(("Anna", "Ben"), False)])
    three = copies(Anna="red.2 red.3", Ben="blue.12 blue.11", Cleo="blue.12 blue.11")
    verdict = settle(three, waive=["not-over"])
    assert verdict.winners == ("Anna", "Ben")
    assert twice(verdict) == [(("Anna", "Ben"), True), (("Ben", "Cleo"), False)]


def test_a_doubtful_cell_makes_no_copy_of_a_sheet_seen_twice(copies):
    one, other = copies(Anna="red.2 red.3", Ben="red.2")
    doubtful = replace(other.sheet, unsure={"red.3": {"cross": 0.6, "empty": 0.4}})
    assert twice(settle([one, replace(other, sheet=doubtful)])) == [(("Anna", "Ben"), False)]


@pytest.mark.parametrize("language", report_languages())
def test_every_language_says_that_sheets_of_one_code_may_be_copies(copies, language):
    one, other = (
        settle(copies(Anna="red.2", Ben=ben), waive=["not-over"]).between[0]
        for ben in ("red.2", "red.3")
    )
    said = [speech_in(language).between(each) for each in (one, other)]
    assert said[0] != said[1]
    assert all(CODE in each and "Ben" in each for each in said)
