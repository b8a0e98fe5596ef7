"""Several looks at one sheet: marks that are gone in between, and what they then show."""

import pytest

from sheetkit.notation import parse_sheet
from sheetkit.report.speech import speech_in
from sheetkit.report.verdict_json import verdict_object
from sheetkit.report.verdict_text import verdict_text
from sheetkit.rules import Severity
from sheetkit.scoresheet import Scoresheet
from sheetkit.settle.given import Given
from sheetkit.settle.grounds import Standing
from sheetkit.settle.verdict import settle


def of(line, unsure=None):
    """The sheet of Anna's with these marks, and its doubtful cells."""
    read = parse_sheet(line)
    marks = {cell: mark for cell, mark in read.marks.items() if cell not in (unsure or {})}
    return Given("Anna", Scoresheet(read.pad, marks, unsure or {}))


def found(now, *looks, **settings):
    """The findings on the sheet and between its looks: codes with cells and severity."""
    verdict = settle([now], earlier=looks, waive=["not-over"], **settings)
    own = list(verdict.players[0].judged.ruling.findings)
    both = own + [each.finding for each in verdict.between]
    return verdict, [(each.code, each.cells, each.severity) for each in both]


@pytest.mark.parametrize("between", ["classic red 9", "classic red 5 9"])
def test_c1_looks_that_contradict_each_other_show_no_order(between):
    looks = of(between), of("classic red 5 7" if "5" in between else "classic red 7")
    verdict, said = found(of("classic red 5 7 9" if "5" in between else "classic red 7 9"), *looks)
    assert said == [("marks-vanished", ("red.9", "red.7"), Severity.BREACH)]
    (anna,) = verdict.players
    assert (anna.standing, verdict.winners) == (Standing.OPEN, ())
    message = (
        "Anna's sheet had red.9 without red.7 in one earlier look, and in another red.7 without"
    )
    assert message in verdict_text(verdict)
    german = speech_in("de").between(verdict.between[0])
    assert "einmal rot 9 ohne rot 7, einmal rot 7 ohne rot 9" in german


@pytest.mark.parametrize(
    "looks",
    [
        ("classic red 9", "classic red 7 9"),
        ("classic red 9", "classic red 7 !9"),
        ("on-board red 2 | board 1", "on-board red 2 3 | board 2"),
    ],
)
def test_looks_of_which_one_may_be_the_later_contradict_nothing(looks):
    last = looks[1].replace("7", "7 11")
    _, said = found(of(last), *map(of, looks))
    assert "marks-vanished" not in {code for code, _, _ in said}


def test_a_doubtful_cell_contradicts_no_other_look():
    maybe = of("classic red 7", {"red.9": {"cross": 0.5, "empty": 0.5}})
    _, said = found(of("classic red 7 9"), of("classic red 9"), maybe)
    assert said == [("left-of-a-cross", ("red.7",), Severity.BREACH)]


@pytest.mark.parametrize("now", ["classic red 5 9", "classic red 5", "classic red 5 =9"])
def test_a_blackout_that_is_gone_leaves_the_winner_open(now):
    verdict, said = found(of(now), of("classic red 5 !9"))
    assert said == [("marks-vanished", ("red.9",), Severity.BREACH)]
    assert verdict.winners == ()
    assert "blackouts before that are gone now: red.9" in verdict_text(verdict)
    assert verdict_object(verdict)["since"][0]["lost"] == {"red.9": "void"}
    assert "Schwärzungen" in speech_in("de").between(verdict.between[0])


@pytest.mark.parametrize(
    ("odds", "total"),
    [
        ({"cross": 0.5, "void": 0.5}, (None, ("red.9",))),
        ({"void": 0.5, "both": 0.0}, (1, ())),
        ({"cross": 0.5, "empty": 0.5}, (None, ())),
    ],
)
def test_a_blackout_that_may_be_gone_leaves_the_total_open(odds, total):
    verdict, _ = found(of("classic red 5", {"red.9": odds}), of("classic red 5 !9"))
    (anna,) = verdict.players
    assert (anna.total.lowest, anna.total.cells) == total


@pytest.mark.parametrize("now", ["classic red 5 7", "classic red 5"])
def test_a_skip_line_that_is_gone_is_noted_and_costs_nothing(now):
    verdict, said = found(of(now), of("classic red 5 =7"))
    assert said == [("marks-vanished", ("red.7",), Severity.NOTE)]
    assert (verdict.legal, verdict.winners) == (True, ("Anna",))
    assert "gone red.7 (skip)" in verdict_text(verdict)


@pytest.mark.parametrize("now", ["classic red 5 &7", "classic red 5 !7", "classic red 5 =7"])
def test_a_skip_line_that_is_still_there_or_blacked_out_is_not_gone(now):
    _, said = found(of(now), of("classic red 5 =7"))
    assert "marks-vanished" not in {code for code, _, _ in said}


def test_a_cross_that_is_doubtful_only_as_a_line_or_nothing_is_gone():
    _, said = found(
        of("classic red 5", {"red.9": {"skip": 0.5, "empty": 0.5}}), of("classic red 9")
    )
    assert ("marks-vanished", ("red.9",), Severity.BREACH) in said


@pytest.mark.parametrize("doubtful", ["board.5", "board.9"])
def test_ob1_a_figure_that_may_have_moved_on_is_not_gone_for_certain(doubtful):
    """From space 5, which is bare once space 9 is crossed."""
    maybe = {doubtful: {"cross": 0.5, "empty": 0.5}}
    now = of("on-board red 2 3 | yellow 6 | green 10 | board 9", maybe)
    before = of("on-board red 2 3 | yellow 6 | green 10 | board 5")
    verdict, said = found(now, before)
    assert "marks-vanished" not in {code for code, _, _ in said}
    assert verdict.deciding == (("Anna", (doubtful,)),)
