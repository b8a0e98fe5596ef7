"""Doubtful cells beside throws: no winner where the throws contradict a reading."""

import pytest

from sheetkit.game_log import read_log
from sheetkit.pad import find_pad
from sheetkit.report.speech import speech_in
from sheetkit.report.verdict_json import verdict_object
from sheetkit.scoresheet import Scoresheet
from sheetkit.settle.given import Given
from sheetkit.settle.roll_case import Effort
from sheetkit.settle.rolls import Answer
from sheetkit.settle.throws import rolls_of
from sheetkit.settle.verdict import settle

THROWS = "variant: classic\nplayers: Anna, Ben\nAnna: 4 1 3 2 6 6\nBen: 2 2 1 5 3 4\n"
MAYBE = {"cross": 0.5, "empty": 0.5}


def settled(cells, doubtful, odds=MAYBE, *, waive=(), effort=None):
    """Anna's sheet with doubtful cells, beside one of Ben's that the throws can leave."""
    pad = find_pad("classic")
    anna = Scoresheet(
        pad, dict.fromkeys(cells.split(), "cross"), dict.fromkeys(doubtful.split(), odds)
    )
    ben = Scoresheet(pad, dict.fromkeys(("red.5", "penalty.1"), "cross"))
    given = [Given("Anna", anna), Given("Ben", ben)]
    throws = rolls_of(read_log(THROWS))
    return settle(given, rolls=throws, waive=["not-over", *waive], effort=effort)


def test_no_winner_is_named_where_the_throws_cannot_give_a_reading():
    verdict = settled("yellow.5 blue.10", "blue.8")
    assert verdict.rolls.answer is Answer.EXPLAINED
    assert (verdict.winners, verdict.deciding) == ((), (("Anna", ("blue.8",)),))
    told = verdict_object(verdict)["rolls"]
    assert told["doubtful"] == {"Anna": ["blue.8"]}
    assert told["message"].endswith(
        "one way is shown; what is doubtful is left aside: Anna's blue.8"
    )
    assert "Was zweifelhaft ist, bleibt außer Acht: Anna: " in speech_in("de").ending(verdict.rolls)
    assert speech_in("en").ending(verdict.rolls) == "What is doubtful is left aside: Anna's blue.8."


@pytest.mark.parametrize("doubtful", ["yellow.5", "yellow.5 blue.10"])
def test_the_winner_is_named_where_the_throws_can_give_every_reading(doubtful):
    sure = " ".join({"yellow.5", "blue.10"} - {*doubtful.split()})
    verdict = settled(f"{sure} red.4", doubtful)
    assert (verdict.winners, verdict.deciding) == (("Anna",), ())


def test_more_readings_than_are_asked_about_leave_the_winner_open():
    doubtful = "red.4 yellow.5 green.4 green.5 blue.10"
    verdict = settled("", doubtful)
    assert (verdict.winners, verdict.deciding) == ((), (("Anna", tuple(doubtful.split())),))


def test_c5_what_is_wrong_whatever_was_thrown_counts_by_the_rules():
    """Crossed or not, a 12 before five crosses is worth nothing."""
    verdict = settled("yellow.5 blue.10", "red.12")
    assert (verdict.winners, verdict.players[0].total.highest) == (("Anna",), 2)


def test_a_cell_that_is_crossed_in_every_reading_is_not_left_aside():
    verdict = settled("yellow.5 blue.10", "blue.8", {"cross": 0.5, "both": 0.5})
    assert verdict.rolls.answer is Answer.IMPOSSIBLE
    assert verdict.winners == ()


def test_throws_that_refute_nothing_leave_no_reading_open():
    """The search can't do without the rule that was waived."""
    assert settled("yellow.5 blue.10", "blue.8", waive=["C2"]).winners == ("Anna",)


def test_a_search_that_is_stopped_keeps_what_it_found():
    def stop(stage):
        if "doubtful" in stage:
            raise KeyboardInterrupt

    verdict = settled("blue.10", "yellow.5", effort=Effort(say=stop))
    assert verdict.rolls.answer is Answer.EXPLAINED
    assert verdict.winners == ()


def test_where_throws_refute_another_sheet_none_of_a_doubtful_one_s_readings_is_met():
    pad = find_pad("classic")
    ben = Scoresheet(pad, {"yellow.3": "cross"}, {"green.3": MAYBE})
    throws = rolls_of(read_log("variant: classic\nplayers: Anna, Ben\nAnna: 1 2 6 6 6 6\n"))
    for cells in ("red.3 red.8 red.12", "red.3 red.8"):  # red.12 refutes itself, too
        anna = Scoresheet(pad, dict.fromkeys(cells.split(), "cross"))
        given = [Given("Anna", anna), Given("Ben", ben)]
        verdict = settle(given, rolls=throws, waive=["not-over"])
        assert verdict.winners == ()
        assert verdict.players[1].total.is_open
