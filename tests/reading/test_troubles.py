"""Many doubtful cells have to do with the picture, unless they are doubts about a writer."""

from types import SimpleNamespace

import pytest

from sheetkit.pad import SheetCode, find_pad
from sheetkit.reading.troubles import MANY, OF_WRITERS, sheet_problems
from sheetkit.reading.verdict import Doubt, Verdict

PAD = find_pad("classic")


def kinds(reason, count):
    """The problems of a sheet of which so many cells are doubtful for that reason."""
    doubtful = Verdict({"cross": 0.5, "empty": 0.5}, reason)
    cells = PAD.markable
    read = dict.fromkeys(cells, Verdict({"empty": 1.0})) | dict.fromkeys(cells[:count], doubtful)
    seen = SimpleNamespace(verdicts=read, hidden={})
    return [problem.said.kind for problem in sheet_problems(seen, SheetCode(PAD, 1), PAD)]


def test_many_doubtful_cells_ask_for_another_picture():
    assert kinds(Doubt.DARK_INK, MANY) == ["unclear-stray"]
    assert kinds(Doubt.DARK_INK, MANY - 1) == []


@pytest.mark.parametrize("reason", OF_WRITERS)
def test_a_second_sign_is_as_doubtful_on_another_picture(reason):
    assert kinds(reason, MANY) == []


def test_a_second_sign_is_no_stray_mark():
    odds = {"cross": 0.6, "empty": 0.4}
    assert Verdict(odds, Doubt.DARK_INK).may_be_stray
    assert not Verdict(odds, Doubt.NOUGHT).may_be_stray
