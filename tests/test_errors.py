"""Errors travel: from a worker's process to the one that tells them."""

import pickle

import pytest

from sheetkit.errors import IllegalMove, NotationError, PhotoError, SheetDataError, UsageError


@pytest.mark.parametrize(
    "error",
    [
        PhotoError("truncated", "cut off", "copy it again", file="a.jpg"),
        SheetDataError("no sheet", code="bad-sheet"),
        NotationError("odd", "mend it", line=2, column=5),
        IllegalMove("C5", "too early"),
        UsageError("wrong", "right"),
    ],
)
def test_an_error_is_the_same_in_another_process(error):
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - made here
    assert (type(again), str(again), again.code) == (type(error), str(error), error.code)
    assert vars(again) == vars(error)


def test_an_error_s_own_code_is_no_other_error_s():
    assert PhotoError("truncated", "cut off").code == "truncated"
    assert SheetDataError("no sheet").code == "bad-sheet"
    assert (PhotoError.code, SheetDataError.code) == ("error", "error")
