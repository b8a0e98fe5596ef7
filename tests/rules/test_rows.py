"""Rows, closing numbers and locks, judged one row at a time."""

from dataclasses import replace

from sheetkit.pad import find_pad
from sheetkit.rules import Score, judge
from sheetkit.rules.line import lines_of
from sheetkit.rules.referee import referee_for
from sheetkit.rules.rows import RowJudge
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


def test_l1_the_second_closing_number_is_told_and_counts_nothing():
    numbers = [f"blue.{number}" for number in range(16, 3, -1)]
    ruling = ruling_of(*numbers, "blue.3", "blue.2", "blue.lock", pad="longo")
    (finding,) = ruling.findings
    assert (finding.cells, finding.points) == (("blue.2",), 0)
    assert finding.message == (
        "blue: 3 closes the row, so 2 can't be crossed as well "
        "(the row: 120 points as marked, 120 by the rules)"
    )
    assert ruling.score.rows["blue"] == 120


def test_l1_two_closing_numbers_too_early_are_the_first_one_too_early():
    both = ("red.2", "red.3", "red.15", "red.16", "red.lock")
    ruling = ruling_of(*both, pad="longo")
    assert [(finding.cells, finding.points) for finding in ruling.findings] == [
        (("red.16",), 10 - 15),
        (("red.15", "red.lock"), 3 - 10),
    ]
    pad = find_pad("longo")
    sheet = Scoresheet(pad, dict.fromkeys(both, Mark.CROSS))
    (finding,) = judge(sheet, waive=frozenset(["two-closing-numbers"])).findings
    assert finding.cells == ("red.15", "red.16", "red.lock")
    assert finding.message.startswith("red: 15 was crossed after 2 crosses, but takes 6; ")


def test_a_row_s_judge_keeps_only_so_many_verdicts(monkeypatch):
    monkeypatch.setattr(RowJudge, "KEPT", 2)
    (line, *_) = lines_of(find_pad("classic"))
    row = RowJudge(line, frozenset())
    for mask in (1, 2, 1, 2, 3, 1):
        assert row.verdict(mask).marked_score == line.score(mask)
        assert len(row._verdicts) <= 2


def test_c9_a_score_says_rows_bonuses_penalties_and_their_sum():
    score = ruling_of("red.2", "red.3", "blue.7", "penalty.1").score
    assert score == Score({"red": 3, "yellow": 0, "green": 0, "blue": 1}, 0, -5, -1)


def test_a_pad_s_referee_is_kept_while_it_is_asked_for():
    pad = find_pad("classic")
    kept = referee_for(pad)
    assert referee_for(pad, frozenset({"C5"})) is not kept
    alike = [replace(pad) for _ in range(300)]
    for each in alike:
        assert referee_for(each).pad is each
        assert referee_for(pad) is kept
    assert referee_for(alike[-1]) is referee_for(alike[-1])


def test_l1_two_closing_numbers_too_early_tell_one_story():
    """Neither closes the row, and both findings name what the row comes to in the end."""
    cells = [f"red.{number}" for number in (2, 3, 4, 5, 6, 15, 16, "lock")]
    second, first = (finding.message for finding in ruling_of(*cells, pad="longo").findings)
    row = "(the row: 36 points as marked, 15 by the rules)"
    assert second == f"red: only one closing number is ever crossed, so 16 doesn't count {row}"
    assert first == (
        f"red: 15 was crossed after 5 crosses, but takes 6; it and the lock don't count {row}"
    )
