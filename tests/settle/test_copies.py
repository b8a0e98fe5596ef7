"""Copies of one printed sheet: several sheets that bear the same code."""

import pytest

from sheetkit.errors import SheetDataError
from sheetkit.settle.given import Given
from sheetkit.settle.verdict import settle

CODE = "CC0YZ36WASCCX"


@pytest.fixture
def copies(sheet_of):
    def given(**cells):
        return [Given(name, sheet_of(each, code=CODE)) for name, each in cells.items()]

    return given


def codes(verdict):
    own = [found.code for each in verdict.players for found in each.judged.ruling.findings]
    return own + [each.finding.code for each in verdict.between]


def test_c1_an_earlier_look_at_a_copy_is_its_players_own_by_name(copies):
    now = copies(Anna="red.2 red.7", Ben="red.5 red.7", Cleo="red.8")
    found = settle(now, earlier=copies(ben="red.5"))
    assert [since.player for since in found.since] == ["Ben"]
    assert "left-of-a-cross" not in codes(found)


def test_an_earlier_look_at_a_copy_under_another_name_is_nobodys(copies, sheet_of):
    now = [*copies(Anna="red.2", Ben="red.5"), Given("Half", sheet_of("red.5"))]
    with pytest.raises(SheetDataError, match="it may be Anna or Ben's"):
        settle(now, earlier=copies(Half="red.5"))
