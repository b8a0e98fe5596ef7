"""What sheets prove about each other."""

import pytest

from sheetkit.settle.given import Given
from sheetkit.settle.verdict import Standing, settle

RED = "red.2 red.3 red.4 red.5 red.6 red.12 red.lock"
YELLOW = "yellow.2 yellow.3 yellow.4 yellow.5 yellow.6 yellow.12 yellow.lock"
GREEN = "green.12 green.11 green.10 green.9 green.8 green.2 green.lock"
BLUE = "blue.12 blue.11 blue.10 blue.9 blue.8 blue.2 blue.lock"
FULL = "penalty.1 penalty.2 penalty.3 penalty.4"


@pytest.fixture
def codes_of(sheet_of):
    def codes(*sheets, variant="classic", waived=frozenset()):
        given = [
            Given(name, sheet_of(cells, variant))
            for name, cells in zip("ABCDE", sheets, strict=False)
        ]
        return [each.finding.code for each in settle(given, waived=waived).between]

    return codes


def test_c8_two_rows_closed_by_two_players_end_a_game(codes_of):
    assert codes_of(RED, GREEN) == []


def test_c8_a_third_row_closes_together_with_the_second_on_one_sum(codes_of):
    assert codes_of(GREEN, RED, YELLOW) == []
    assert codes_of(f"{RED} {GREEN}", YELLOW) == []


def test_c8_four_rows_are_too_many(codes_of):
    assert codes_of(RED, YELLOW, GREEN, BLUE) == ["too-many-rows-closed"]


def test_c6_one_player_crosses_one_number_in_the_last_action(codes_of):
    assert codes_of(f"{RED} {YELLOW}", GREEN) == ["too-many-rows-closed"]
    assert codes_of(f"{RED} {GREEN}", BLUE) == []


def test_mb1_closing_sums_differ_so_two_rows_never_close_together(codes_of):
    red = "red.10 red.6 red.2 red.8 red.3 red.11 red.lock"
    yellow = "yellow.9 yellow.12 yellow.4 yellow.6 yellow.7 yellow.10 yellow.lock"
    green = "green.8 green.2 green.10 green.12 green.6 green.3 green.lock"
    assert codes_of(red, yellow, variant="mixed-b") == []
    assert codes_of(red, yellow, green, variant="mixed-b") == ["too-many-rows-closed"]


def test_c8_fourth_penalties_end_the_game_once(codes_of):
    assert codes_of(FULL, "red.2") == []
    assert codes_of(FULL, FULL) == ["after-the-end"]
    assert codes_of(FULL, RED, YELLOW) == ["after-the-end"]


def test_c8_without_two_rows_or_four_penalties_it_was_not_over(codes_of):
    assert codes_of(RED, "red.2 penalty.1") == ["not-over"]
    assert codes_of(RED, "red.2", waived=frozenset({"not-over"})) == []
    assert codes_of(RED) == []  # the other sheets aren't here


def test_ob1_two_figures_on_one_space(codes_of):
    assert "same-space" in codes_of(
        "green.10 board.5 penalty.1", "green.10 board.5", variant="on-board"
    )
    assert "same-space" not in codes_of("red.2", "red.3", variant="on-board")


def test_ob3_a_figure_on_the_last_spaces_ends_the_game(codes_of):
    assert codes_of("red.3 board.37", "red.3", variant="on-board") == []


def test_sheets_of_other_pads(sheet_of):
    given = [Given("A", sheet_of(RED)), Given("B", sheet_of(GREEN, "mixed-b"))]
    assert [b.finding.code for b in settle(given).between] == ["different-variants"]


def test_a_sheet_handed_in_twice_is_known_by_its_code(sheet_of):
    given = [Given("A", sheet_of(RED, code="CC01")), Given("B", sheet_of(RED, code="CC01"))]
    assert "same-sheet-twice" in [b.finding.code for b in settle(given).between]
    given = [Given("A", sheet_of(RED, code="CC01")), Given("B", sheet_of(RED, code="CC02"))]
    assert "same-sheet-twice" not in [b.finding.code for b in settle(given).between]


def test_c9_the_highest_total_wins_and_a_tie_is_shared(sheet_of):
    one = Given("A", sheet_of(f"{RED} {GREEN}"))
    two = Given("B", sheet_of("red.2 red.3"))
    assert settle([one, two]).winners == ("A",)
    three = Given("C", sheet_of(f"{RED} {GREEN}"))
    verdict = settle([one, two, three])
    assert verdict.winners == ("A", "C")
    assert verdict.shared


def test_a_finding_says_whether_it_changes_the_winner(sheet_of):
    early = "yellow.2 yellow.3 yellow.4 yellow.5 yellow.12 yellow.lock"
    cheat = Given("A", sheet_of(f"{early} red.2 red.3"))
    other = Given("B", sheet_of("red.2 red.3 red.4 red.5 red.6"))
    waived = frozenset({"not-over"})
    verdict = settle([cheat, other], waived=waived)
    assert verdict.winners == ("B",)
    assert [(w.finding.code, w.changes_winner) for w in verdict.worth] == [
        ("closing-too-early", True)
    ]
    richer = Given("B", sheet_of("red.2 red.3 red.4 red.5 red.6 red.7 red.8 red.9"))
    assert [w.changes_winner for w in settle([cheat, richer], waived=waived).worth] == [False]


def test_the_verdict_is_the_same_whatever_the_order_of_the_sheets(sheet_of):
    given = [Given(n, sheet_of(s)) for n, s in (("C", RED), ("A", GREEN), ("B", "red.2"))]
    assert settle(given) == settle(given[::-1])
    assert [each.player for each in settle(given).players] == ["A", "B", "C"]


def test_every_sheet_says_what_it_can_show(sheet_of):
    verdict = settle([Given("A", sheet_of(RED)), Given("B", sheet_of("red.12"))])
    assert [each.standing for each in verdict.players] == [Standing.AS_SEEN, Standing.ILLEGAL]
    assert "--rolls" in verdict.players[0].because
