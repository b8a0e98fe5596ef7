"""House rules: what is judged and played without one of the rules."""

import pytest
from marked import CLOSED, row, sheet

from sheetkit.errors import UsageError
from sheetkit.rules import judge, read_waivers


def test_a_waived_code_or_clause_is_left_out_of_account():
    early = sheet("classic", *row("green", 12, 11, 10, 9, 2, "lock"))
    for name in ("closing-too-early", "C5", "c5"):
        ruling = judge(early, waive=read_waivers([name]))
        assert ruling.legal
        assert ruling.score.total == 21
        assert ruling.waived


def test_an_unknown_waiver_says_which_exist():
    with pytest.raises(UsageError, match="closing-too-early"):
        read_waivers(["closing-to-early"])


def test_a_waived_end_lets_a_third_row_close():
    three = sheet("classic", *CLOSED["red"], *CLOSED["yellow"], *CLOSED["green"])
    assert judge(three, waive=frozenset(["C8"])).legal
