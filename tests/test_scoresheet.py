"""A sheet as values: what can be in it."""

import pytest

from sheetkit.errors import SheetDataError
from sheetkit.pad import find_pad
from sheetkit.rules import judge, score_marks
from sheetkit.scoresheet import Mark, Scoresheet

CLASSIC = find_pad("classic")


def test_marks_may_be_given_as_their_names():
    named = Scoresheet(CLASSIC, {"red.5": "cross", "red.6": "skip"})
    assert named == Scoresheet(CLASSIC, {"red.5": Mark.CROSS, "red.6": Mark.SKIP})
    assert all(type(mark) is Mark for mark in named.marks.values())
    assert judge(named).legal
    assert score_marks(named).total == 1


@pytest.mark.parametrize(
    ("marks", "unsure", "code", "said"),
    [
        ({"red.5": "kross"}, {}, "unknown-mark", "red.5 bears 'kross', which is no mark"),
        ({"red.99": Mark.CROSS}, {}, "unknown-cell", "red.99 is no cell of the pad classic"),
        ({}, {"pink.2": {"cross": 1.0}}, "unknown-cell", "pink.2 is no cell of the pad classic"),
    ],
)
def test_what_no_sheet_has_is_refused(marks, unsure, code, said):
    with pytest.raises(SheetDataError) as error:
        Scoresheet(CLASSIC, marks, unsure)
    assert (error.value.code, error.value.what) == (code, said)


def test_clauses_to_judge_without_may_be_of_any_kind():
    early = Scoresheet(CLASSIC, dict.fromkeys(("green.12", "green.2", "green.lock"), Mark.CROSS))
    assert not judge(early).legal
    for waived in ({"closing-too-early"}, ["closing-too-early"], ("C5",)):
        assert judge(early, waive=waived).legal
