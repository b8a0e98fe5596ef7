"""Names under which sheets came, in the throws' log and in a recorded game."""

from sheetkit.game_log import read_log
from sheetkit.settle.given import Given
from sheetkit.settle.grounds import Standing
from sheetkit.settle.recorded import Record
from sheetkit.settle.throws import rolls_of
from sheetkit.settle.verdict import settle

THROWS = "variant: classic\nplayers: Anna, Ben\nAnna: 4 1 3 2 6 6\n"


def settled(given, recorded):
    return settle(
        given, rolls=rolls_of(read_log(THROWS)), record=Record(recorded), waive=["not-over"]
    )


def codes(verdict):
    return [(each.finding.code, each.players) for each in verdict.between]


def test_throws_and_a_record_may_have_other_names(sheet_of):
    """The record knows the sheets by the names under which they came, and leaves the same twice."""
    same = sheet_of("red.5")
    given = [Given("A", sheet_of("red.5 blue.10")), Given("B", same)]
    verdict = settled(given, {"A": same, "B": same})
    assert codes(verdict) == [("log-differs", ("Anna",))]
    assert [each.player for each in verdict.players] == ["Anna", "Ben"]
    assert verdict.taken == {"Anna": "A", "Ben": "B"}
    assert verdict.players[1].standing is Standing.PROVED


def test_a_record_is_held_against_the_sheet_to_which_the_throws_give_its_players_name(sheet_of):
    """By the throws x is Anna's, who has crossed what a record has of Ben."""
    anna, ben = sheet_of("red.5 blue.10"), sheet_of("red.5")
    verdict = settled([Given("x", anna), Given("y", ben)], {"Anna": ben, "Ben": anna})
    assert codes(verdict) == [("log-differs", ("Anna",)), ("log-differs", ("Ben",))]
    assert verdict.taken == {"Anna": "x", "Ben": "y"}
    assert verdict.winners == ()
