"""Errors travel: from a worker's process to the one that tells them."""

import pickle
import re

import pytest

from sheetkit import errors
from sheetkit.errors import (
    IllegalMove,
    NotationError,
    PhotoError,
    SheetDataError,
    SheetkitError,
    UsageError,
)


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


def test_the_tree_of_errors_has_them_all():
    def under(kind, depth=0):
        for each in kind.__subclasses__():
            yield "[│ ]   " * depth, each.__name__
            yield from under(each, depth + 1)

    for stem, name in under(SheetkitError):
        assert re.search(f"^    {stem}[├└]── {name}\\b", errors.__doc__, re.MULTILINE), name
