"""The verdict in the terminal."""

from pathlib import Path

from sheetkit.game_files import log_in, read_file, read_game
from sheetkit.pad import Shelf
from sheetkit.report.verdict_text import verdict_text
from sheetkit.settle.throws import rolls_of
from sheetkit.settle.verdict import settle

DISPUTES = Path(__file__).parents[2] / "samples" / "disputes"


def verdict_of(*files):
    found = read_game([str(DISPUTES / file) for file in files], Shelf()).found
    throws = rolls_of(log_in(read_file(str(DISPUTES / "throws.log")), Shelf()))
    return settle([each.given for each in found], rolls=throws)


def test_a_sheet_that_the_throws_refute_is_not_called_legal():
    text = verdict_text(verdict_of("anna-changed.txt", "ben-true.txt"))
    assert "Classic: no breach on the sheet itself, 0 points\n" in text
    assert "Classic: legal, -2 points\n" in text
