"""Rows, closing numbers and locks, judged one row at a time."""

from sheetkit.pad import find_pad
from sheetkit.rules import judge
from sheetkit.scoresheet import Mark, Scoresheet


def ruling_of(*cells: str, pad: str = "classic"):
    return judge(Scoresheet(find_pad(pad), dict.fromkeys(cells, Mark.CROSS)))


def test_c5_closing_too_early_takes_closing_number_and_lock_away():
    ruling = ruling_of("green.12", "green.11", "green.10", "green.9", "green.2", "green.lock")
    assert [(f.code, f.cells, f.points) for f in ruling.findings] == [
        ("closing-too-early", ("green.2", "green.lock"), -11)
    ]
    assert not ruling.legal
    assert ruling.score is not None
    assert ruling.score.total == 10
