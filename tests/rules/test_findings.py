"""Every finding by name; no clause and no finding lacks a test."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from sheetkit.pad import find_pad
from sheetkit.report.speech import speech_in
from sheetkit.rules import clauses, finding_codes, judge
from sheetkit.scoresheet import Mark, Scoresheet, Written
from tests.rules.marked import CLOSED, FIVE_RED, PENALTIES, found, row, sheet

HERE = Path(__file__).parent


def test_closing_too_early_counts_neither_number_nor_lock():
    ruling = judge(sheet("classic", "red.2", "red.12", "red.lock"))
    assert found(ruling) == [("closing-too-early", 1 - 6)]
    assert ruling.score.total == 1


def test_lock_missing_is_owed_and_counts():
    ruling = judge(sheet("classic", *FIVE_RED, "red.12"))
    assert found(ruling) == [("lock-missing", 28 - 21)]
    assert ruling.score.total == 28


def test_lock_unearned_does_not_count():
    assert judge(sheet("classic", "blue.lock")).score.total == 0


def test_two_closing_numbers_count_once():
    cells = row("red", 2, 3, 4, 5, 6, 7, 15, 16, "lock")
    ruling = judge(sheet("longo", *cells))
    assert found(ruling) == [("two-closing-numbers", 36 - 45)]
    assert ruling.findings[0].cells == ("red.16",)


def test_too_many_locks_stays_open():
    cells = [*CLOSED["red"], *CLOSED["yellow"], *CLOSED["green"]]
    assert found(judge(sheet("on-board", *cells))) == [("too-many-locks", None)]


def test_after_the_end_two_locks_and_four_penalties():
    ruling = judge(sheet("classic", *CLOSED["red"], *CLOSED["yellow"], *PENALTIES))
    assert found(ruling) == [("after-the-end", None)]


def test_skipped_and_crossed_is_a_note_and_counts():
    ruling = judge(sheet("classic", marks={"red.5": Mark.BOTH}))
    assert ruling.legal
    assert found(ruling) == [("skipped-and-crossed", 0)]
    assert ruling.score.total == 1


@pytest.mark.parametrize(
    ("before", "first"),
    [
        ([], "which came first can't be seen"),
        ([Mark.BOTH], "which came first can't be seen"),
        ([Mark.SKIP], "an earlier look shows that it was struck first"),
        ([Mark.CROSS], "an earlier look shows that it was crossed first"),
        ([Mark.SKIP, Mark.CROSS], "which came first can't be seen"),
    ],
)
def test_an_earlier_look_tells_which_of_a_line_and_a_cross_came_first(before, first):
    looks = [sheet("classic", marks={"red.5": mark}) for mark in before]
    ruling = judge(sheet("classic", marks={"red.5": Mark.BOTH}), earlier=looks)
    message = f"red.5 is struck as skipped and crossed; it counts as crossed, {first}"
    assert [finding.message for finding in ruling.findings] == [message]


@pytest.mark.parametrize(
    ("marks", "before"),
    [
        ({"red.12": Mark.BOTH}, {}),
        ({"red.7": Mark.BOTH, "red.9": Mark.CROSS}, {"red.9": Mark.CROSS}),
    ],
)
def test_skipped_and_crossed_does_not_count_where_another_finding_says_so(marks, before):
    ruling = judge(sheet("classic", marks=marks), earlier=[sheet("classic", marks=before)])
    said = {finding.code: finding for finding in ruling.findings}
    cell = next(iter(marks))
    assert said["skipped-and-crossed"].message == (
        f"{cell} is struck as skipped and crossed; which came first can't be seen"
    )
    assert "zählt" not in speech_in("de").finding(said["skipped-and-crossed"])
    counting = judge(sheet("classic", marks={"red.5": Mark.BOTH})).findings[0]
    assert "(es zählt; was zuerst kam, sieht man nicht)" in speech_in("de").finding(counting)


def test_taken_back_is_a_note_and_counts_nothing():
    ruling = judge(sheet("classic", marks={"red.5": Mark.VOID}))
    assert (ruling.legal, ruling.score.total) == (True, 0)
    assert found(ruling) == [("taken-back", 0)]


def test_left_of_a_cross_shows_against_an_earlier_reading():
    ruling = judge(sheet("classic", "red.5", "red.7"), earlier=[sheet("classic", "red.7")])
    assert found(ruling) == [("left-of-a-cross", 1 - 3)]
    locked = [*FIVE_RED, "red.12", "red.lock"]
    for now, before in ((["red.5"], []), (locked, FIVE_RED), (locked, [*FIVE_RED, "red.lock"])):
        assert not judge(sheet("classic", *now), earlier=[sheet("classic", *before)]).findings


def test_bar_gap():
    assert found(judge(sheet("bonus-a", "green.11", "red.2", "bar.2"))) == [("bar-gap", 0)]


@pytest.mark.parametrize(
    ("cells", "gap", "asking"),
    [
        (["green.11", "blue.10", "bar.1", "bar.3", "red.5"], ("bar.2",), ("bar.2",)),
        (["green.11", "bar.2", "yellow.5"], ("bar.1",), ("bar.1",)),
    ],
)
def test_bar_gap_and_the_cross_it_cost_are_both_told(cells, gap, asking):
    findings = {finding.code: finding for finding in judge(sheet("bonus-a", *cells)).findings}
    assert findings["bar-gap"].cells == gap
    assert findings["forced-cross-missing"].cells == asking


def test_findings_count_one_thing_as_one():
    messages = [f.message for cells in (["red.12"], ["green.11"], ["green.11", "bar.1"], ["bar.3"])
                for f in judge(sheet("bonus-a", *cells)).findings]  # fmt: skip
    assert any("1 point as marked" in message for message in messages)
    assert any("1 field of the bar is crossed" in message for message in messages)
    assert not [m for m in messages if re.search(r"\b1 (points|crosses|fields|rows)\b", m)]


def test_bar_unearned():
    ruling = judge(sheet("bonus-a", "green.11", "red.2", "bar.1", "bar.2"))
    assert found(ruling) == [("bar-unearned", 0)]
    assert ruling.findings[0].cells == ("bar.2",)


def test_bar_missing():
    assert found(judge(sheet("bonus-a", "green.11", "red.2"))) == [("bar-missing", 0)]


def test_bar_missing_is_a_note_where_the_last_closing_left_fields_bare():
    ruling = judge(sheet("bonus-a", *row("red", 2, 4, 5, 7, 8, 12, "lock")))
    assert ruling.legal
    assert found(ruling) == [("bar-missing", 0)]


def test_bonus_unearned():
    assert found(judge(sheet("bonus-b", "red.6", "bonus.thirteen"))) == [("bonus-unearned", -13)]


def test_bonus_missing():
    assert found(judge(sheet("bonus-b", "red.6", "blue.4"))) == [("bonus-missing", 13)]


def test_forced_cross_missing_stays_open():
    ruling = judge(sheet("bonus-a", "green.11", "bar.1"))
    assert found(ruling) == [("forced-cross-missing", None)]
    assert ruling.findings[0].cells == ("bar.1",)


def test_further_than_next_says_where():
    ruling = judge(sheet("bonus-a", "green.11", "bar.1", "red.5"))
    assert ruling.findings[0].cells == ("red.5",)


def test_board_unearned_brings_no_points():
    ruling = judge(sheet("on-board", "red.2", "board.5"))
    assert found(ruling) == [("board-unearned", -3)]


def test_written_wrong_when_surely_read():
    cells = ["red.5", "red.7"]
    wrong = judge(sheet("classic", *cells, written={"total": Written(4, 0.99)}))
    assert found(wrong) == [("written-wrong", 0)]
    assert wrong.score.total == 3
    assert judge(sheet("classic", *cells, written={"total": Written(4, 0.9)})).legal
    assert judge(sheet("classic", *cells, written={"total": Written(3, 0.99)})).legal


def test_no_sum_is_wrong_while_a_mark_is_doubtful():
    wrong = sheet("classic", "red.5", written={"total": Written(4, 0.99)})
    doubtful = replace(wrong, unsure={"red.7": {"cross": 0.6, "empty": 0.4}})
    assert found(judge(wrong)) == [("written-wrong", 0)]
    assert found(judge(doubtful)) == []


def test_written_wrong_in_a_row_the_penalties_or_the_board():
    cells = ["green.10", "board.5", "penalty.1"]
    right = {"green": Written(1, 0.99), "penalties": Written(-5, 0.99), "board": Written(3, 0.99)}
    assert judge(sheet("on-board", *cells, written=right)).legal
    wrong = judge(sheet("on-board", *cells, written=dict.fromkeys(right, Written(9, 0.99))))
    assert [finding.cells[0] for finding in wrong.findings] == [f"write.{name}" for name in right]


def test_bb1_the_row_that_counts_twice_may_be_written_either_way():
    cells = ["red.8", "blue.10", "bonus.double-fewest", "yellow.2", "green.12"]
    for value, legal in ((1, True), (2, True), (3, False)):
        written = {"yellow": Written(value, 0.99)}
        assert judge(sheet("bonus-b", *cells, written=written)).legal == legal
    without = ["red.7", "blue.10", "yellow.2", "green.12"]
    twice = {"yellow": Written(2, 0.99)}
    assert not judge(sheet("bonus-b", *without, written=twice)).legal
    more = {"red": Written(6, 0.99)}
    assert not judge(sheet("bonus-b", *cells, "red.9", written=more)).legal


def test_unreachable_two_spaces_of_the_board():
    ruling = judge(sheet("on-board", "green.10", "red.6", "board.5", "board.6"))
    assert found(ruling) == [("unreachable", None)]


def test_no_clause_and_no_finding_lacks_a_test():
    text = "".join(path.read_text() for path in HERE.glob("test_*.py"))
    named = re.findall(r"def test_(\w+)", text)
    for clause in clauses():
        assert any(name.startswith(f"{clause.lower()}_") for name in named), clause
    for code in finding_codes():
        assert any(name.startswith(code.replace("-", "_")) for name in named), code


def test_what_a_cell_outside_the_rows_shows_has_its_own_clause():
    rules = {"red.2": "C1", "penalty.1": "C4"}
    kinds = {"bonus-a": ("bar.1", "BA1"), "bonus-b": ("bonus.thirteen", "BB1")}
    kinds["on-board"] = ("board.5", "OB4")
    for pad, (cell, rule) in kinds.items():
        for name, clause in {**rules, cell: rule}.items():
            findings = judge(Scoresheet(find_pad(pad), {name: Mark.VOID})).findings
            assert [(each.code, each.rule) for each in findings] == [("taken-back", clause)]


def test_a_row_comes_to_what_is_marked_whatever_was_found_in_it_before():
    """C1 takes red 7 and 8 away, and C5 then red 12: as marked the row has all of them."""
    cells = sheet("classic", *row("red", 7, 8, 9, 10, 11, 12, "lock"))
    found = judge(cells, earlier=[sheet("classic", "red.9")]).findings
    assert [f.code for f in found] == ["left-of-a-cross"] * 2 + ["closing-too-early"]
    assert found[-1].message.endswith("(the row: 28 points as marked, 6 by the rules)")
    assert ("marked", 28) in found[-1].details[-1].values
