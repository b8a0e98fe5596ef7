"""Who wins, and what doubtful cells leave open of it."""

import random
from dataclasses import replace
from itertools import combinations, product

import pytest

from sheetkit.game_log import read_log
from sheetkit.report.verdict_text import verdict_text
from sheetkit.scoresheet import Written
from sheetkit.settle.given import Given
from sheetkit.settle.grounds import Standing
from sheetkit.settle.throws import rolls_of
from sheetkit.settle.verdict import settle

MAYBE = {"cross": 0.6, "empty": 0.4}
"""A cell that is crossed or isn't."""

CROSSED = {"cross": 0.6, "both": 0.4}
"""A cell that counts as crossed, however it is read."""

WAIVED = frozenset({"not-over"})


@pytest.fixture
def verdict_on(sheet_of):
    """The verdict on sheets of so many red crosses (from red 2 on) and their doubtful cells."""

    def verdict(*sheets, **more):
        given = [
            Given(name, replace(sheet_of(cells), unsure=unsure))
            for name, (cells, unsure) in zip("ABCD", sheets, strict=False)
        ]
        return settle(given, waive=WAIVED, **more)

    return verdict


def test_c9_no_winner_is_named_whom_a_doubtful_cell_may_unseat(verdict_on):
    verdict = verdict_on(("red.2 red.3", {}), ("red.2 red.3", {"red.4": MAYBE, "blue.9": MAYBE}))
    assert verdict.winners == ()
    assert verdict.deciding == (("B", ("red.4", "blue.9")),)
    assert [each.place for each in verdict.players] == [None, 1]
    assert "Winner: open, for doubtful cells decide it: B's red.4, blue.9" in verdict_text(verdict)


def test_c9_a_cell_that_counts_however_it_is_read_leaves_nothing_open(verdict_on):
    verdict = verdict_on(("red.2 red.3", {}), ("red.2", dict.fromkeys(["red.3", "red.4"], CROSSED)))
    assert verdict.winners == ("B",)
    assert [each.by_rules for each in verdict.players] == [3, 6]
    assert "Winner: B with 6 points" in verdict_text(verdict)


def test_c9_a_doubt_that_changes_no_winner_hides_none(verdict_on):
    verdict = verdict_on(
        ("red.2 red.3 red.4", {"red.5": MAYBE}), ("red.2 red.3", {}), ("red.2", {"red.3": MAYBE})
    )
    assert verdict.winners == ("A",)
    assert verdict.deciding == ()
    assert [each.place for each in verdict.players] == [1, 2, None]
    assert [(each.total.lowest, each.total.highest) for each in verdict.players] == [
        (6, 10), (3, 3), (1, 3)
    ]  # fmt: skip
    assert "Winner: A with 6 to 10 points" in verdict_text(verdict)


def test_c9_a_tie_that_a_doubtful_cell_may_break_is_open(verdict_on):
    sheets = ("red.2 red.3", {}), ("red.2 red.3", {})
    assert verdict_on(*sheets, ("red.2", {})).winners == ("A", "B")
    assert verdict_on(*sheets, ("red.2", {"red.3": CROSSED})).winners == ("A", "B", "C")
    assert verdict_on(*sheets, ("red.2", {"red.3": MAYBE})).winners == ()


def test_only_the_cells_that_change_a_total_decide(verdict_on):
    """A lock alone counts nothing, and a mark that is no cross in any reading changes nothing."""
    unsure = {"red.lock": MAYBE, "blue.9": {"skip": 0.5, "void": 0.5}, "red.4": MAYBE}
    assert verdict_on(("red.2 red.3", {}), ("red.2 red.3", unsure)).deciding == (("B", ("red.4",)),)


def test_a_sheet_of_too_many_doubtful_cells_leaves_its_total_open(verdict_on):
    many = {f"blue.{n}": MAYBE for n in range(2, 13)}
    verdict = verdict_on(("red.2 red.3", {}), ("", many))
    assert verdict.winners == ()
    assert [name for name, _ in verdict.deciding] == ["B"]
    assert "open" in verdict_text(verdict)


def test_a_finding_changes_the_winner_only_if_it_does_in_every_reading(verdict_on):
    early = "yellow.2 yellow.3 yellow.4 yellow.5 yellow.12 yellow.lock"
    worth = verdict_on((early, {}), ("red.2 red.3 red.4 red.5", {"blue.9": MAYBE})).worth
    assert [each.changes_winner for each in worth] == [None]
    worth = verdict_on((early, {}), ("red.2 red.3 red.4 red.5 red.6", {"blue.9": MAYBE})).worth
    assert [each.changes_winner for each in worth] == [True]


def test_a_breach_whose_points_a_doubtful_cell_changes_still_says_what_stands(verdict_on):
    """Red 12 with too few crosses before it, whether or not red 4 is one of them."""
    (player,) = verdict_on(("red.2 red.3 red.12 red.lock", {"red.4": MAYBE})).players
    assert (player.standing, player.because) == (Standing.ILLEGAL, "see its findings")
    assert (player.total.lowest, player.total.highest) == (3, 6)


@pytest.mark.parametrize("seed", range(30))
def test_who_wins_and_who_comes_where_holds_in_every_reading(verdict_on, sheet_of, seed):
    rng = random.Random(seed)
    cells = [f"red.{n}" for n in range(2, 7)] + ["penalty.1"]
    sheets = []
    for _ in range(3):
        crossed = [cell for cell in cells if rng.random() < 0.5]
        rest = [cell for cell in cells if cell not in crossed]
        sheets.append((" ".join(crossed), {cell: MAYBE for cell in rest if rng.random() < 0.4}))
    verdict = verdict_on(*sheets)
    ways = product(*(
        [f"{crossed} {' '.join(more)}" for size in range(len(unsure) + 1)
         for more in combinations(unsure, size)]
        for crossed, unsure in sheets
    ))  # fmt: skip
    told = [verdict_on(*((way, {}) for way in ways_of_all)) for ways_of_all in ways]
    winners = {each.winners for each in told}
    assert verdict.winners == (winners.pop() if len(winners) == 1 else ())
    for number, player in enumerate(verdict.players):
        places = {each.players[number].place for each in told}
        assert player.place == (places.pop() if len(places) == 1 else None)


def test_one_point_is_told_as_one(verdict_on):
    assert "Winner: A with 1 point\n" in verdict_text(verdict_on(("red.2", {}))) + "\n"


def test_who_ties_with_a_sheet_that_is_given_twice_wins_beside_it(sheet_of):
    codes = {"A": "CC01", "B": "CC01", "C": "CC02"}
    given = [Given(name, sheet_of("red.2 red.3", code=code)) for name, code in codes.items()]
    assert settle(given).winners == ("A", "C")


def test_a_sheet_whose_score_one_reading_leaves_open_has_no_certain_total(verdict_on):
    """Two rows closed, and perhaps a fourth penalty: nobody can have made both."""
    red = " ".join(f"red.{number}" for number in (2, 3, 4, 5, 6, 12, "lock"))
    closed = f"{red} {red.replace('red', 'yellow')}"
    three = "penalty.1 penalty.2 penalty.3"
    verdict = verdict_on((f"{closed} {three}", {"penalty.4": MAYBE}), ("red.2", {}))
    assert (verdict.players[0].total.is_open, verdict.winners) == (True, ())
    assert verdict.deciding == (("A", ("penalty.4",)),)


def test_a_house_rule_holds_in_every_reading(sheet_of):
    early = sheet_of("yellow.2 yellow.3 yellow.12 yellow.lock")
    given = [Given("A", replace(early, unsure={"red.6": MAYBE}))]
    (player,) = settle(given, waive={"C5"}).players
    assert (player.total.lowest, player.total.highest) == (10, 11)


def test_no_cells_decide_the_winner_while_a_sheet_is_not_read(verdict_on):
    sheets = ("red.2 red.3", {}), ("red.2 red.3", {"red.4": MAYBE})
    verdict = verdict_on(*sheets, unread=["none.jpg"])
    assert verdict.deciding == ()
    assert "Winner: open, for none.jpg could not be read" in verdict_text(verdict)


def test_what_costs_nothing_does_not_change_the_winner_though_that_is_open(sheet_of):
    throws = rolls_of(read_log("variant: classic\nplayers: A, B\nA: 4 1 3 2 6 6\n"))
    given = [Given("A", sheet_of("red.12")), Given("B", sheet_of("red.5"))]
    verdict = settle(given, rolls=throws, unread=["none.jpg"], waive=["not-over"])
    assert verdict.winners == ()
    told = {w.finding.code: (w.points, w.changes_winner) for w in verdict.worth}
    assert told == {"closing-too-early": (-1, None), "rolls-cannot-give": (0, False)}


def test_what_a_doubtful_cell_may_undo_leaves_open_whether_all_is_legal(verdict_on, sheet_of):
    three = replace(sheet_of("penalty.1 penalty.2 penalty.3"), unsure={"penalty.4": MAYBE})
    table = settle([Given("A", three), Given("B", sheet_of("red.2"))])
    early = "red.2 red.3 red.4 red.5 red.12 red.lock", {"red.6": MAYBE}
    alone = verdict_on(early, ("red.2", {}))
    for verdict, code in ((table, "not-over"), (alone, "closing-too-early")):
        assert (verdict.legal, verdict.is_open, verdict.may_change) == (True, True, True)
        assert [(w.finding.code, w.changes_winner) for w in verdict.worth] == [(code, None)]
    breach = verdict_on(early, ("red.12", {}))
    assert (breach.legal, breach.is_open) == (False, False)


def test_a_total_that_cannot_be_read_for_certain_is_not_in_the_table(sheet_of):
    for confidence, told in ((0.95, 2), (0.949, None)):
        sheet = sheet_of("red.2", written={"total": Written(2, confidence)})
        assert settle([Given("A", sheet)]).players[0].written == told


def test_a_wrong_sum_of_a_row_is_worth_nothing_beside_a_wrong_total(sheet_of):
    sheet = sheet_of("red.2", written={"red": Written(5, 1.0), "total": Written(9, 1.0)})
    worth = settle([Given("A", sheet)]).worth
    assert [(each.finding.cells, each.points) for each in worth] == [
        (("write.red",), 0), (("write.total",), -8)
    ]  # fmt: skip


def test_ten_doubtful_cells_of_a_sheet_are_read_in_every_way_and_eleven_are_not(verdict_on):
    cells = [*(f"red.{number}" for number in range(3, 12)), "yellow.2", "green.12"]
    for count, open_ in ((10, False), (11, True)):
        verdict = verdict_on(("red.2", dict.fromkeys(cells[:count], MAYBE)), ("blue.12", {}))
        assert verdict.players[0].total.is_open == open_
