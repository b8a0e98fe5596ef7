"""Copies of one printed sheet: several sheets that bear the same code."""

import pytest

from sheetkit.errors import SheetDataError
from sheetkit.game_log import read_log
from sheetkit.pad import find_pad
from sheetkit.settle.given import Given
from sheetkit.settle.recorded import record_of
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
    recorded = settle(given, recorded=record_of(log, frozenset()).sheets, waive=["not-over"])
    assert [each.recorded for each in recorded.players] == [True, True]


def test_a_sheet_without_a_code_is_not_that_of_a_player_of_whose_sheet_no_code_is_said(sheet_of):
    pad = find_pad("classic")
    players = {"Anna": Printed(pad), "Ben": Printed(pad)}
    assert by_code_or_name(players, [Given("X", sheet_of(""))]) == ({}, [0])
