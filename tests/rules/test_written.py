"""Sums written in by hand, beside other findings (C9)."""

from sheetkit.pad import Board, find_pad
from sheetkit.report.text import ruling_text
from sheetkit.rules import judge, score_marks
from sheetkit.scoresheet import Mark, Scoresheet, Written
from sheetkit.settle import Given, settle

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
    assert codes("green.10", **figure, board=3) == []


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


def on_board(*cells, unsure=None, confidence=1.0, **sums):
    marks = dict.fromkeys(cells, Mark.CROSS)
    written = {field: Written(value, confidence) for field, value in sums.items()}
    return Scoresheet(find_pad("on-board"), marks, unsure or {}, written)


def test_ob4_points_that_are_only_written_in_are_the_boards():
    for total, said in ((13, []), (1, ["written-wrong"])):
        sheet = on_board("red.2", board=12, total=total)
        ruling = judge(sheet)
        assert [finding.code for finding in ruling.findings] == said
        assert (ruling.score.bonus, ruling.score.total) == (12, 13)
        assert score_marks(sheet) == ruling.score
        text = ruling_text(sheet, score_marks(sheet), ruling)
        assert "so the board counts as written: 12 points [OB4]" in text


def test_ob4_a_space_that_is_crossed_or_may_be_brings_its_own_points():
    crossed = judge(on_board("green.10", "board.5", board=12))
    assert ([f.code for f in crossed.findings], crossed.score.bonus) == (["written-wrong"], 3)
    doubtful = on_board("red.2", unsure={"board.5": {"cross": 0.5, "empty": 0.5}}, board=12)
    assert judge(doubtful).score.bonus == 0


def test_ob4_points_that_no_board_gives_or_nobody_can_read_count_nothing():
    assert [f.code for f in judge(on_board("red.2", board=21)).findings] == ["written-wrong"]
    unread = judge(on_board("red.2", board=12, confidence=0.5))
    assert (unread.findings, unread.score.bonus) == ((), 0)


def test_ob4_points_that_are_only_written_in_count_while_crosses_are_doubtful():
    sheet = on_board("red.2", unsure={"red.3": {"cross": 0.5, "empty": 0.5}}, board=12)
    verdict = settle([Given("A", sheet), Given("B", on_board("blue.5"))])
    assert (verdict.players[0].total.lowest, verdict.players[0].total.highest) == (13, 15)
    assert not verdict.between, "where the figures stand isn't known"


def test_ob4_the_most_that_a_space_brings_may_be_written_in():
    most = max(find_pad("on-board").mechanic(Board).points)
    ruling = judge(on_board("red.2", board=most))
    assert (ruling.findings, ruling.score.bonus) == ((), most)
