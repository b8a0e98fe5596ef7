"""Doubtful cells: what they could undo is open, what they can't is certain."""

import random
from dataclasses import replace
from itertools import chain, combinations

import pytest

from sheetkit.pad import find_pad
from sheetkit.rules import Severity, doubt, explain, judge, score_marks
from sheetkit.rules.doubt import with_crosses
from sheetkit.scoresheet import Mark, Scoresheet, Written
from sheetkit.settle.given import Given
from sheetkit.settle.grounds import Standing
from sheetkit.settle.verdict import settle

EITHER = {"cross": 0.6, "empty": 0.4}


def sheet(cells, doubtful="", variant="classic", odds=EITHER):
    marks = dict.fromkeys(cells.split(), Mark.CROSS)
    return Scoresheet(find_pad(variant), marks, dict.fromkeys(doubtful.split(), odds))


def ruled(*said, **more):
    return judge(sheet(*said, **more))


def test_a_finding_that_one_cross_would_undo_is_open():
    ruling = ruled("blue.12 blue.8 blue.7 blue.6 blue.2 blue.lock", "blue.5 blue.4 red.3")
    (finding,) = ruling.findings
    assert finding.code == "closing-too-early"
    assert finding.unless == (("blue.5",), ("blue.4",))
    assert finding.severity is Severity.NOTE
    assert finding.points is None
    assert finding.message.endswith("open: would hold unless blue.5 or blue.4 is crossed")
    assert ruling.is_open
    assert ruling.legal
    assert ruling.score is None


def test_no_moves_are_shown_for_a_sheet_that_only_a_doubtful_cross_makes_legal():
    closing = "red.2 red.3 red.4 red.5 red.12 red.lock"
    assert explain(sheet(closing, "red.6")) is None
    moves = explain(sheet(closing, "red.6", odds={"cross": 0.6, "both": 0.4}))
    assert moves[-2:] == ("red.6", "red.12")


def test_where_several_crosses_are_lacking_all_of_them_have_to_be_there():
    ruling = ruled("red.2 red.3 red.4 red.12 red.lock", "red.5 red.6")
    assert ruling.findings[0].unless == (("red.5", "red.6"),)
    assert ruling.findings[0].message.endswith("unless red.5 and red.6 are crossed")
    ruling = ruled("red.2 red.3 red.4 red.12 red.lock", "red.5 red.6 red.7")
    assert ruling.findings[0].message.endswith("unless 2 of red.5, red.6, red.7 are crossed")


def test_what_no_reading_undoes_is_a_breach():
    ruling = ruled("red.2 red.12 red.lock", "red.5 red.6 blue.5 penalty.1")
    assert [(f.code, f.unless, f.severity) for f in ruling.findings] == [
        ("closing-too-early", None, Severity.BREACH)
    ]
    assert not ruling.legal
    assert not ruling.is_open


def test_what_a_doubtful_cell_changes_of_a_breach_is_not_said_as_certain():
    ruling = ruled("red.2 red.3 red.12 red.lock", "red.6 blue.5")
    (finding,) = ruling.findings
    assert (finding.severity, finding.points, finding.details) == (Severity.BREACH, None, ())
    assert finding.message.endswith("; that is without red.6, which is doubtful: -9 to -7 points")
    assert (ruling.legal, ruling.score) == (False, None)
    (finding,) = ruled("red.2 red.12 red.lock", "red.6 red.7").findings
    assert finding.message.endswith("red.6 and red.7, which are doubtful: -9 to -5 points")


def test_what_no_doubtful_cell_changes_of_a_breach_is_certain():
    others = " ".join(f"blue.{number}" for number in range(3, 13))
    ruling = ruled("red.2 red.3 red.12 red.lock", others)
    assert [(f.code, f.points) for f in ruling.findings] == [("closing-too-early", -7)]
    assert "doubtful" not in ruling.findings[0].message
    assert ruling.score.total == 3


def test_where_too_many_cells_may_change_a_breach_its_numbers_are_left_open():
    others = " ".join(f"blue.{number}" for number in range(3, 13))
    ruling = ruled("red.2 red.12 red.lock", others, variant="bonus-b")
    (finding,) = ruling.findings
    assert (finding.severity, finding.points) == (Severity.BREACH, None)
    assert finding.message.endswith("; the doubtful cells decide the numbers")


def test_a_breach_without_points_says_which_doubtful_cells_it_is_told_without():
    (finding,) = ruled("board.5 board.7", "board.9 red.5", variant="on-board").findings
    assert (finding.severity, finding.points) == (Severity.BREACH, None)
    assert finding.message.endswith("; that is without board.9, which is doubtful")


def test_a_range_of_points_may_end_at_none():
    ruling = ruled("bonus.double-fewest red.8 yellow.2", "green.12 blue.11", variant="bonus-b")
    assert ruling.findings[0].message.endswith("which are doubtful: -1 to 0 points")


def test_a_cell_that_is_no_cross_either_way_undoes_nothing():
    odds = {"void": 0.6, "empty": 0.4}
    ruling = ruled("blue.12 blue.8 blue.7 blue.6 blue.2 blue.lock", "blue.5", odds=odds)
    assert not ruling.legal


def test_a_cell_that_is_certainly_no_cross_is_in_no_doubt():
    closing = "blue.12 blue.8 blue.7 blue.6 blue.2 blue.lock"
    never = {"cross": 0.0, "void": 0.6, "empty": 0.4}
    assert not ruled(closing, "blue.5", odds=never).legal
    assert ruled(closing, "blue.5", odds={**never, "cross": 0.1}).is_open


CROSS_OR_BOTH = {"cross": 0.6, "both": 0.4}


@pytest.mark.parametrize(
    ("cells", "doubtful", "found", "points"),
    [
        ("red.2 red.3 red.4 red.5 red.12 red.lock", "red.6", [], 28),
        ("red.2 red.3", "red.12", ["closing-too-early"], 3),
        ("red.2 red.3 red.4 red.5 red.6", "red.lock", ["lock-unearned"], 15),
        ("red.2 red.3 red.4 red.5 red.6 red.12", "red.lock", [], 28),
        ("red.2 penalty.1", "penalty.2", [], -9),
    ],
)
def test_where_only_the_line_under_a_cross_is_doubtful_the_cross_counts(
    cells, doubtful, found, points
):
    ruling = ruled(cells, doubtful, odds=CROSS_OR_BOTH)
    assert [finding.code for finding in ruling.findings] == found
    assert ruling.legal == (not found)
    assert not ruling.is_open
    assert ruling.score.total == points


def test_what_may_be_a_cross_or_nothing_beside_it_is_no_certain_cross():
    odds = {**CROSS_OR_BOTH, "empty": 0.1}
    closing = "red.2 red.3 red.4 red.5 red.12 red.lock"
    assert ruled(closing, "red.6", odds=odds).is_open
    assert not ruled(closing, "red.6", odds={**odds, "empty": 0.0}).is_open


@pytest.mark.parametrize("variant", ["classic", "bonus-b", "on-board"])
def test_the_marks_add_up_with_the_crosses_that_are_certain(variant):
    read = sheet("red.2 red.3", "red.4", variant=variant, odds=CROSS_OR_BOTH)
    assert score_marks(read).total == 6
    assert read.crossed == {"red.2", "red.3", "red.4"}
    nothing = sheet("red.2 red.3", "red.4", variant=variant, odds={"skip": 0.5, "void": 0.5})
    assert score_marks(nothing).total == 3
    assert nothing.crossed == {"red.2", "red.3"}


def test_an_earlier_look_shows_a_cross_too_late_where_only_a_line_was_doubtful():
    now = sheet("red.5 red.7")
    before = sheet("", "red.7", odds=CROSS_OR_BOTH)
    assert [f.code for f in judge(now, earlier=[before]).findings] == ["left-of-a-cross"]


@pytest.mark.parametrize(
    ("odds", "said"),
    [(CROSS_OR_BOTH, ["written-wrong"]), ({"skip": 0.5, "empty": 0.5}, ["written-wrong"]),
     (EITHER, [])],
)  # fmt: skip
def test_a_sum_is_wrong_unless_a_cross_is_doubtful(odds, said):
    read = replace(sheet("red.2", "red.3", odds=odds), written={"total": Written(50, 0.99)})
    assert [finding.code for finding in judge(read).findings] == said


def test_a_doubtful_lock_leaves_the_finding_what_it_is():
    assert not ruled("red.2 red.3 red.12", "red.lock").legal
    assert ruled("red.2 red.3 red.4 red.5 red.6 red.12", "red.lock").findings[0].unless == (
        ("red.lock",),
    )


def test_too_many_doubtful_cells_for_all_readings_leave_a_finding_open():
    locks = " ".join(
        f"{row}.{number}"
        for row, numbers in (("red", "2 3 4 5 6 12 lock"), ("yellow", "2 3 4 5 6 12 lock"),
                             ("green", "12 11 10 9 8 2 lock"))
        for number in numbers.split()
    )  # fmt: skip
    few = ruled(locks, "blue.12 blue.11")
    assert [f.code for f in few.findings] == ["too-many-locks"]
    assert not few.legal
    many = ruled(locks, " ".join(f"blue.{number}" for number in range(2, 13)))
    assert many.is_open
    assert many.findings[0].unless == ()
    assert many.findings[0].message.endswith("open: the doubtful cells decide it")


@pytest.mark.parametrize(
    ("variant", "cells", "doubtful"),
    [
        ("longo", "red.2 red.3 red.4 red.5 red.15 red.16 red.lock", "red.6 red.7"),
        ("bonus-b", "yellow.11 bonus.thirteen red.6 green.9", "blue.4 yellow.12 red.7"),
        ("bonus-a", "red.3 red.5 bar.2 red.9", "bar.1 red.4 yellow.5"),
        ("on-board", "board.5 red.3", "green.10 green.11 red.2"),
        ("classic", "penalty.1 red.2 red.3 red.4 red.12", "red.lock red.5 red.6 penalty.2"),
        ("classic", "red.2 red.12 red.lock", "red.5 red.6 blue.7"),
        ("bonus-b", "red.8 blue.10 bonus.double-fewest red.12", "yellow.2 green.12 red.5"),
        ("bonus-b", "red.8 yellow.2 green.12 red.12 bonus.double-fewest", "blue.10 blue.11"),
        ("bonus-b", "bonus.double-fewest red.8 yellow.2", "yellow.3 green.12 blue.11"),
    ],
)
def test_a_breach_is_one_in_every_reading(variant, cells, doubtful):
    names = doubtful.split()
    readings = chain.from_iterable(combinations(names, n) for n in range(len(names) + 1))
    points = [
        {f.code: f.points for f in ruled(f"{cells} {' '.join(each)}", variant=variant).findings}
        for each in readings
    ]
    ruling = ruled(cells, doubtful, variant=variant)
    for finding in ruling.findings:
        if finding.severity is Severity.BREACH:
            every = {found[finding.code] for found in points}
            assert every == {finding.points} or (finding.points is None and len(every) > 1)
        for way in finding.unless or ():
            read = ruled(f"{cells} {' '.join(way)}", variant=variant)
            assert finding.code not in {f.code for f in read.findings}
    assert ruling.findings


def test_an_earlier_look_in_doubt_shows_no_cross_too_late():
    now = sheet("red.5 red.7")
    assert judge(now, earlier=[sheet("red.7")]).findings
    assert not judge(now, earlier=[sheet("red.7", "red.5")]).findings


RED = "red.2 red.3 red.4 red.5 red.6 red.12 red.lock"


def test_what_sheets_prove_together_is_open_where_a_doubtful_cell_could_undo_it():
    blue = sheet("blue.12 blue.11 blue.10 blue.9 blue.8 blue.lock", "blue.2 red.5")
    verdict = settle([Given("Anna", sheet(RED)), Given("Ben", blue)])
    (found,) = verdict.between
    assert found.finding.code == "not-over"
    assert found.finding.unless == (("Ben blue.2",),)
    assert verdict.is_open
    assert verdict.needs_a_look
    doubt = sheet("blue.12 blue.11", "blue.2 red.5")
    assert not settle([Given("Anna", sheet(RED)), Given("Ben", doubt)]).legal


def test_a_sheet_in_doubt_is_illegal_where_no_reading_makes_it_legal():
    certain = settle([Given("Anna", sheet("red.2 red.12 red.lock", "blue.5"))])
    assert certain.players[0].standing is Standing.ILLEGAL
    opened = settle([Given("Anna", sheet("red.2 red.3 red.4 red.5 red.12 red.lock", "red.6"))])
    assert opened.players[0].standing is Standing.OPEN
    assert [(w.points, w.changes_winner) for w in opened.worth] == [(None, None)]


def test_a_ruling_is_open_where_one_of_its_findings_is():
    both = ruled("red.2 red.3 red.4 red.5 red.12 red.lock", "red.6")
    marks = {**sheet("red.2 red.3 red.4 red.5 red.12 red.lock").marks, "blue.12": Mark.VOID}
    one = judge(replace(sheet("", "red.6"), marks=marks))
    assert (len(both.findings), len(one.findings)) == (1, 2)
    assert both.is_open
    assert one.is_open


def test_a_reading_of_some_doubtful_cells_leaves_the_others_in_doubt():
    read = with_crosses(sheet("red.2", "red.5 red.6"), frozenset(["red.5"]))
    assert read.crossed == {"red.2", "red.5"}
    assert list(read.unsure) == ["red.6"]


@pytest.mark.parametrize(("readings", "unless"), [(8, None), (7, None), (6, ())])
def test_what_is_judged_often_enough_to_be_certain_is(monkeypatch, readings, unless):
    monkeypatch.setattr(doubt, "READINGS", readings)
    (finding,) = ruled("red.2 red.12 red.lock", "red.5 red.6 red.7").findings
    assert (finding.code, finding.unless) == ("closing-too-early", unless)


def test_a_sheet_with_another_breach_in_each_reading_is_not_legal():
    """Without red.12 the lock is unearned, with it the row is closed too early."""
    ruling = ruled("red.2 red.3 red.4 red.5 red.lock", "red.12")
    assert [(f.code, f.unless) for f in ruling.findings] == [("lock-unearned", (("red.12",),))]
    assert not ruling.legal
    assert not ruling.is_open


@pytest.mark.parametrize("variant", ["classic", "longo", "bonus-a", "bonus-b"])
def test_a_sheet_is_legal_or_open_where_some_reading_is_legal_and_only_there(variant):
    rng = random.Random(5)
    pad = find_pad(variant)
    outcomes = set()
    for _ in range(60):
        row = [cell for cell in pad.markable if cell.startswith(("red.", "bonus", "bar.1"))]
        share = rng.uniform(0, 0.7) ** 2
        marked = {cell for cell in row if rng.random() < share}
        asked = rng.sample(sorted({*row} - marked), min(3, len({*row} - marked)))
        given = sheet(" ".join(marked), " ".join(asked), variant)
        readings = chain.from_iterable(combinations(asked, n) for n in range(len(asked) + 1))
        possible = any(judge(with_crosses(given, frozenset(each))).legal for each in readings)
        assert judge(given).legal == possible
        outcomes.add(possible)
    assert outcomes == {True, False}


def test_of_eight_doubtful_cells_every_way_to_undo_a_finding_is_told():
    """Four of them crossed are enough, any four: that takes 162 readings."""
    doubtful = " ".join(f"red.{number}" for number in range(3, 11))
    (finding,) = ruled("red.2 red.12 red.lock", doubtful).findings
    assert {len(way) for way in finding.unless} == {4}
    assert len(finding.unless) == 70
