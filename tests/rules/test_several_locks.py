"""Crowded sheets of Bonus B that games leave only if rows stand right when a chain begins (BB1).

Most are closed in several rows by one chain. Each is a sheet drawn at random; the moves
that are said to leave it are carried out one after another.
"""

from pathlib import Path

import pytest

from sheetkit.notation import parse_sheet
from sheetkit.rules import judge
from tests.rules.played_out import play_out

SHEETS = Path(__file__).with_name("several_locks.txt").read_text().splitlines()


@pytest.mark.parametrize("line", range(len(SHEETS)))
def test_bb1_rows_can_stand_so_that_a_chain_leaves_the_sheet(line):
    given = parse_sheet(SHEETS[line])
    assert judge(given).legal
    play_out(given)
