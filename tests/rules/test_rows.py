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


def test_c5_closing_too_early_says_whether_a_lock_goes_with_it():
    for lock, said in ((("green.lock",), "it and the lock don't count"), ((), "it doesn't count")):
        (finding,) = ruling_of("green.12", "green.11", "green.2", *lock).findings
        assert f"takes 5; {said} (" in finding.message
        assert finding.cells == ("green.2", *lock)


def test_c5_the_fifth_cross_is_enough_and_the_fourth_is_not():
    five = [f"red.{number}" for number in (2, 3, 4, 5, 6)]
    assert ruling_of(*five, "red.12", "red.lock").legal
    (finding,) = ruling_of(*five[1:], "red.12", "red.lock").findings
    assert finding.code == "closing-too-early"


def test_c5_a_lock_alone_and_a_closing_number_alone_each_have_one_finding():
    five = [f"blue.{number}" for number in (12, 11, 10, 9, 8)]
    (missing,) = ruling_of(*five, "blue.2").findings
    assert (missing.code, missing.points) == ("lock-missing", 7)
    (unearned,) = ruling_of(*five, "blue.lock").findings
    assert (unearned.code, unearned.points) == ("lock-unearned", -6)
