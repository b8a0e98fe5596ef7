"""Sums written in by hand, beside other findings (C9)."""

from sheetkit.pad import find_pad
from sheetkit.rules import judge
from sheetkit.scoresheet import Mark, Scoresheet, Written

TOO_EARLY = ("green.12", "green.11", "green.2", "green.lock")


def codes(*cells, pad="classic", **sums):
    marks = dict.fromkeys(cells, Mark.CROSS)
    written = {field: Written(value, 0.99) for field, value in sums.items()}
    findings = judge(Scoresheet(find_pad(pad), marks, written=written)).findings
    return [finding.code for finding in findings]


def test_c9_a_wrong_sum_is_told_beside_a_breach():
    assert codes(*TOO_EARLY, total=99) == ["closing-too-early", "written-wrong"]
    sheet = Scoresheet(
        find_pad("classic"),
        dict.fromkeys(TOO_EARLY, Mark.CROSS),
        written={"total": Written(99, 0.99)},
    )
    assert judge(sheet).findings[1].message == "total is written as 99 and comes to 3"


def test_c9_the_sum_of_the_marks_is_not_told_twice():
    assert codes(*TOO_EARLY, total=10) == ["closing-too-early"]
    assert codes(*TOO_EARLY, total=3) == ["closing-too-early"]


def test_c9_no_sum_is_wrong_while_the_score_is_open():
    penalties = [f"penalty.{number}" for number in (1, 2, 3, 4)]
    closed = [f"{row}.{n}" for row in ("red", "yellow") for n in (2, 3, 4, 5, 6, 12, "lock")]
    assert codes(*penalties, *closed, total=99) == ["after-the-end"]


def test_c9_a_sum_read_with_just_enough_confidence_counts():
    for confidence, said in ((0.95, ["written-wrong"]), (0.949, [])):
        sheet = Scoresheet(
            find_pad("classic"),
            {"red.5": Mark.CROSS},
            written={"total": Written(2, confidence)},
        )
        assert [finding.code for finding in judge(sheet).findings] == said


def test_c9_only_a_bonus_lets_the_lowest_row_be_written_twice():
    cells = ("red.2", "yellow.2", "yellow.3", "green.12", "green.11", "blue.12", "blue.11")
    assert codes(*cells, red=1) == []
    assert codes(*cells, red=2) == ["written-wrong"]


def test_c9_a_field_that_is_no_sum_is_never_wrong():
    assert codes("red.5", player=7, total=1) == []


def test_ob4_the_board_is_written_as_its_space_says():
    figure = {"pad": "on-board"}
    assert codes("green.10", "board.5", **figure, board=3, total=4) == []
    assert codes("green.10", "board.5", **figure, board=4) == ["written-wrong"]
    assert codes("green.10", **figure, board=0, total=1) == []
    assert codes("green.10", **figure, board=3) == ["written-wrong"]


def test_ob4_points_of_a_space_that_was_not_earned_are_not_told_twice():
    unearned = ("red.5", "board.5")
    for sums in ({"board": 3, "total": 4}, {"board": 0, "total": 1}):
        assert codes(*unearned, pad="on-board", **sums) == ["board-unearned"]
    assert codes(*unearned, pad="on-board", board=4) == ["board-unearned", "written-wrong"]


DOUBLED = ("red.8", "red.9", "blue.10", "blue.9", "yellow.2", "green.12", "green.11")


def test_bb1_the_row_that_counts_twice_is_written_either_way():
    ticked = ("bonus.double-fewest", *DOUBLED)
    for yellow in (1, 2):
        assert codes(*ticked, pad="bonus-b", yellow=yellow, total=11) == []
    assert codes(*ticked, pad="bonus-b", yellow=3) == ["written-wrong"]
    assert codes(*ticked, pad="bonus-b", red=6) == ["written-wrong"]


def test_bb1_a_row_doubled_by_a_bonus_that_is_not_ticked_or_not_earned_is_right_either_way():
    for yellow in (1, 2):
        assert codes(*DOUBLED, pad="bonus-b", yellow=yellow) == ["bonus-missing"]
        unearned = ("bonus.double-fewest", *DOUBLED[1:])
        assert codes(*unearned, "red.10", pad="bonus-b", yellow=yellow) == ["bonus-unearned"]
    for total in (10, 11):
        assert codes(*DOUBLED, pad="bonus-b", total=total) == ["bonus-missing"]


def test_bb1_penalties_that_cost_nothing_are_written_as_nothing():
    free = ("yellow.3", "green.5", "penalty.1")
    assert codes(*free, "bonus.no-penalties", pad="bonus-b", penalties=0, total=2) == []
    assert codes(*free, "bonus.no-penalties", pad="bonus-b", penalties=5) == ["written-wrong"]
    assert codes(*free, pad="bonus-b", penalties=5, total=-3) == ["bonus-missing"]
