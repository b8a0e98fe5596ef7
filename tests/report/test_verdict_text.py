"""The verdict in the terminal."""

from sheetkit.report.verdict_text import verdict_text
from tests.report.disputes import verdict_of


def test_a_sheet_that_the_throws_refute_is_not_called_legal():
    text = verdict_text(verdict_of("anna-changed.txt", "ben-true.txt"))
    assert "Classic: no breach on the sheet itself, 0 points\n" in text
    assert "Classic: legal, -2 points\n" in text


def test_a_proof_is_told_once():
    text = verdict_text(verdict_of("anna-changed.txt", "ben-true.txt"))
    assert text.count("red 9 can only have come from turn 6") == 1
