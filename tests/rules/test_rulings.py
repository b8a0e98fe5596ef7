"""Crowded sheets, and sheets of games with some cells changed, each with its whole ruling.

What ``rulings/`` says of a sheet is what the judge said when it was written down; that the
judge is right is for the tests on small pads to show, where another judge plays everything.
"""

import pytest

from sheetkit.notation import parse_sheet
from tests.rules.played_out import play_out
from tests.rules.ruled import FILES, ruled, rulings

PART = 40
PARTS = [(path, start) for path in FILES for start in range(0, len(rulings(path)), PART)]


@pytest.mark.parametrize(("path", "start"), PARTS, ids=lambda each: getattr(each, "stem", None))
def test_each_sheet_is_ruled_as_written_down(path, start):
    for line, said in rulings(path)[start : start + PART]:
        assert ruled(line) == said, line
        if said[0].startswith("legal"):
            play_out(parse_sheet(line))
