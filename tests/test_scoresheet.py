"""A sheet as values: what can be in it."""

import copy
import pickle

import pytest

from sheetkit.errors import SheetDataError, UsageError
from sheetkit.pad import find_pad
from sheetkit.printing import Order
from sheetkit.rules import judge, score_marks
from sheetkit.scoresheet import Mark, Scoresheet, Written
from sheetkit.settle.given import Given
from sheetkit.settle.verdict import settle
from sheetkit.sheet_json import read_sheet

CLASSIC = find_pad("classic")


def test_marks_may_be_given_as_their_names():
    named = Scoresheet(CLASSIC, {"red.5": "cross", "red.6": "skip"})
    assert named == Scoresheet(CLASSIC, {"red.5": Mark.CROSS, "red.6": Mark.SKIP})
    assert all(type(mark) is Mark for mark in named.marks.values())
    assert judge(named).legal
    assert score_marks(named).total == 1


@pytest.mark.parametrize("mark", list(Mark))
def test_a_mark_s_name_put_among_the_marks_later_is_that_mark(mark):
    meant = Scoresheet(CLASSIC, {"red.5": Mark.CROSS, "red.7": mark})
    sheet = Scoresheet(CLASSIC, {"red.5": Mark.CROSS})
    sheet.marks["red.7"] = str(mark)
    assert judge(sheet) == judge(meant)
    assert score_marks(sheet) == score_marks(meant)
    assert sheet.crossed == meant.crossed
    assert (
        settle([Given("A", sheet)]).players[0].total == settle([Given("A", meant)]).players[0].total
    )


@pytest.mark.parametrize(
    ("marks", "unsure", "code", "said"),
    [
        ({"red.5": "kross"}, {}, "unknown-mark", "red.5 bears 'kross', which is no mark"),
        ({"red.99": Mark.CROSS}, {}, "unknown-cell", "red.99 is no cell of the pad classic"),
        ({}, {"pink.2": {"cross": 1.0}}, "unknown-cell", "pink.2 is no cell of the pad classic"),
        ({}, {"red.2": {"kross": 1}}, "unknown-mark", "red.2 bears 'kross', which is no mark"),
    ],
)
def test_what_no_sheet_has_is_refused(marks, unsure, code, said):
    with pytest.raises(SheetDataError) as error:
        Scoresheet(CLASSIC, marks, unsure)
    assert (error.value.code, error.value.what) == (code, said)


def test_an_answer_that_is_no_mark_is_refused():
    with pytest.raises(SheetDataError, match="'kross', which is no mark"):
        Scoresheet(CLASSIC, {}).with_answer("red.5", "kross")


def test_a_sheet_keeps_what_it_was_given_whatever_becomes_of_that():
    marks, unsure = {"red.5": Mark.CROSS}, {"red.7": {"cross": 0.5, "empty": 0.5}}
    written = {"total": Written(1, 1.0)}
    sheet = Scoresheet(CLASSIC, marks, unsure, written)
    before = copy.deepcopy(sheet)
    marks["red.99"] = Mark.CROSS
    unsure["red.7"]["void"] = 1.0
    written.clear()
    assert sheet == before


@pytest.mark.parametrize(
    "value",
    [
        Scoresheet(CLASSIC, {"red.5": Mark.CROSS}),
        Order(CLASSIC, 4, 7),
        Given("Anna", Scoresheet(CLASSIC, {})),
        settle([Given("Anna", Scoresheet(CLASSIC, {"red.5": Mark.CROSS}))]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_go_to_other_processes_and_back(value):
    assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301 - of this test's own making
    assert copy.deepcopy(value) == value


@pytest.mark.parametrize("kind", [list, tuple, set, frozenset])
def test_a_house_rule_that_there_is_not_is_refused_in_any_collection(kind):
    with pytest.raises(UsageError, match="closing-to-early"):
        judge(Scoresheet(CLASSIC, {}), waive=kind(["closing-to-early"]))
    assert judge(Scoresheet(CLASSIC, {}), waive=kind(["c5"])).waived == ("C5",)


def test_clauses_to_judge_without_may_be_of_any_kind():
    early = Scoresheet(CLASSIC, dict.fromkeys(("green.12", "green.2", "green.lock"), Mark.CROSS))
    assert not judge(early).legal
    for waived in ({"closing-too-early"}, ["closing-too-early"], ("C5",)):
        assert judge(early, waive=waived).legal


@pytest.mark.parametrize(
    "said",
    [
        {"written": {"total": {"value": 1, "confidence": 1.5}}},
        {"unsure": {"red.6": {"cross": 60, "empty": 40}}},
        {"unsure": {"red.6": {"cross": -0.1, "empty": 1}}},
    ],
)
def test_a_probability_is_from_0_to_1(said):
    with pytest.raises(SheetDataError, match="no number from 0 to 1"):
        read_sheet({"variant": "classic", "marks": ["red.5"], **said})
