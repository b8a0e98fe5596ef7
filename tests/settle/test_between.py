"""What sheets prove about each other."""

import random
from dataclasses import replace

import pytest

from sheetkit.errors import SheetDataError
from sheetkit.notation import parse_sheet
from sheetkit.pad import find_pad
from sheetkit.rules import Game, GreedyPlayer, Stage
from sheetkit.rules.players import next_move
from sheetkit.scoresheet import Mark, Scoresheet
from sheetkit.settle.closings import Closer
from sheetkit.settle.given import Given, judged
from sheetkit.settle.grounds import Standing
from sheetkit.settle.target import unused_fields
from sheetkit.settle.verdict import settle
from tests.settle.tiny import TWO_PLAYERS

RED = "red.2 red.3 red.4 red.5 red.6 red.12 red.lock"
YELLOW = "yellow.2 yellow.3 yellow.4 yellow.5 yellow.6 yellow.12 yellow.lock"
GREEN = "green.12 green.11 green.10 green.9 green.8 green.2 green.lock"
BLUE = "blue.12 blue.11 blue.10 blue.9 blue.8 blue.2 blue.lock"
RED_FIELDS = "bar.1 bar.6 bar.9"
YELLOW_FIELDS = "bar.2 bar.8 bar.10"
BLUE_FIELDS = "bar.4 bar.7 bar.11"
FULL = "penalty.1 penalty.2 penalty.3 penalty.4"


@pytest.fixture
def codes_of(sheet_of):
    def codes(*sheets, variant="classic", waived=frozenset()):
        given = [
            Given(name, sheet_of(cells, variant))
            for name, cells in zip("ABCDE", sheets, strict=False)
        ]
        return [each.finding.code for each in settle(given, waive=waived).between]

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


def test_l1_one_row_is_not_closed_with_two_sums(sheet_of):
    six = "red.2 red.3 red.4 red.5 red.6 red.7 red.lock"
    both = [sheet_of(f"{six} red.{number}", "longo") for number in (15, 16)]
    (found,) = settle([Given("A", both[0]), Given("B", both[1])]).between[:1]
    assert (found.finding.code, found.finding.rule) == ("too-many-rows-closed", "C6")
    assert found.finding.message == (
        "1 row is closed: red (A with 15, B with 16); whoever closes red closes it with the same "
        "throw, for a row is closed once and for all players, and no throw's sum fits all these "
        "numbers"
    )
    same = settle([Given("A", both[0]), Given("B", both[0])]).between
    assert "too-many-rows-closed" not in [each.finding.code for each in same]


def test_l1_of_two_closing_numbers_crossed_too_early_neither_closes_the_row(sheet_of):
    sheet = sheet_of("red.2 red.15 red.16 red.lock", "longo")
    (found,) = judged([Given("A", sheet)], frozenset())
    assert found.closed_with() == {}


def test_c8_of_rows_that_can_each_be_closed_the_end_is_named(sheet_of):
    rows = {"A": RED, "B": YELLOW, "C": GREEN, "D": BLUE}
    (found,) = settle([Given(name, sheet_of(row)) for name, row in rows.items()]).between
    assert found.finding.message.endswith(
        "; no game can close them all: it ends when 2 rows are closed, and only rows that the same "
        "throw's sum fits can close together with the last"
    )


def test_players_of_one_finding_are_listed_with_one_and(sheet_of):
    full = sheet_of("penalty.1 penalty.2 penalty.3 penalty.4")
    (found,) = settle([Given(name, full) for name in ("Anna", "Ben", "Cleo")]).between
    assert found.finding.message.startswith("Anna, Ben and Cleo have 4 penalties each")


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


def test_c8_waived_too_many_locks_are_no_end_between_sheets_either(codes_of, sheet_of):
    waived = frozenset({"too-many-locks"})
    assert codes_of(FULL, RED, YELLOW, waived=waived) == []
    assert codes_of(RED, YELLOW, GREEN, BLUE, waived=waived) == []
    assert codes_of(FULL, FULL, waived=waived) == ["after-the-end"]
    six = "red.2 red.3 red.4 red.5 red.6 red.7 red.lock"
    given = [
        Given("A", sheet_of(f"{six} red.15 {FULL}", "longo")),
        Given("B", sheet_of(f"{six} red.16", "longo")),
    ]
    assert [each.finding.rule for each in settle(given, waive=waived).between] == ["C6"]


def test_c8_what_one_sheet_shows_alone_is_not_held_against_it_once_more(codes_of):
    assert codes_of(f"{FULL} {RED} {GREEN}", "blue.12") == []


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


def test_ob3_the_space_before_the_last_five_ends_nothing(codes_of):
    assert codes_of("red.3 board.35", "red.3", variant="on-board") == ["not-over"]
    assert codes_of("red.3 board.36", "red.3", variant="on-board") == []


def test_a_sheet_handed_in_twice_is_known_by_its_code(sheet_of):
    given = [Given("A", sheet_of(RED, code="CC01")), Given("B", sheet_of(RED, code="CC01"))]
    assert "same-sheet-twice" in [b.finding.code for b in settle(given).between]
    given = [Given("A", sheet_of(RED, code="CC01")), Given("B", sheet_of(RED, code="CC02"))]
    assert "same-sheet-twice" not in [b.finding.code for b in settle(given).between]


def test_a_file_that_is_given_twice_is_one_sheet_though_it_has_no_code(sheet_of):
    one, again, other = (
        Given(name, sheet_of(RED), "a.txt", number)
        for name, number in (("A", 1), ("B", 1), ("C", 2))
    )
    verdict = settle([one, again])
    assert "same-sheet-twice" in [b.finding.code for b in verdict.between]
    assert verdict.winners == ("A",)
    assert "same-sheet-twice" not in [b.finding.code for b in settle([one, other]).between]


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
    verdict = settle([cheat, other], waive=waived)
    assert verdict.winners == ("B",)
    assert [(w.finding.code, w.changes_winner) for w in verdict.worth] == [
        ("closing-too-early", True)
    ]
    richer = Given("B", sheet_of("red.2 red.3 red.4 red.5 red.6 red.7 red.8 red.9"))
    assert [w.changes_winner for w in settle([cheat, richer], waive=waived).worth] == [False]


def test_the_verdict_is_the_same_whatever_the_order_of_the_sheets(sheet_of):
    given = [Given(n, sheet_of(s)) for n, s in (("C", RED), ("A", GREEN), ("B", "red.2"))]
    assert settle(given) == settle(given[::-1])
    assert [each.player for each in settle(given).players] == ["A", "B", "C"]


def test_every_sheet_says_what_it_can_show(sheet_of):
    verdict = settle([Given("A", sheet_of(RED)), Given("B", sheet_of("red.12"))])
    assert [each.standing for each in verdict.players] == [Standing.AS_SEEN, Standing.ILLEGAL]
    assert "--rolls" in verdict.players[0].because


def test_ba2_a_field_of_a_colour_that_nobody_closed_takes_a_box(codes_of):
    """On bonus A the fields of yellow are 2, 8 and 10; red 3, 6 and 9 are boxes."""
    unearned = "red.2 bar.2 bar.8 bar.10"
    assert codes_of(unearned, FULL, variant="bonus-a") == ["bar-unearned"]
    assert codes_of(unearned, variant="bonus-a") == []  # the other sheets aren't here
    three = {"bar-unearned", "not-over"}
    assert codes_of(unearned, "red.2", waived=frozenset(three), variant="bonus-a") == []
    assert codes_of(unearned, f"{YELLOW} {YELLOW_FIELDS}", variant="bonus-a") == ["not-over"]
    early = "yellow.2 yellow.3 yellow.12 yellow.lock"  # wrongly, and still they all crossed out
    assert codes_of(unearned, f"{early} {YELLOW_FIELDS} {FULL}", variant="bonus-a") == []


def test_c8_ba2_what_no_sheet_shows_an_unread_one_may(sheet_of):
    """Fields that are bare are so whatever others crossed; rows may be closed on another sheet."""
    maybe = replace(sheet_of("red.2", "bonus-a"), unsure={"red.3": {"cross": 0.5, "empty": 0.5}})
    given = {
        "bar-unearned": [
            sheet_of("red.2 bar.2 bar.8 bar.10", "bonus-a"),
            sheet_of(FULL, "bonus-a"),
        ],
        "bar-missing": [sheet_of(BOTH_CLOSED, "bonus-a"), sheet_of("yellow.2", "bonus-a")],
        "not-over": [sheet_of("red.2", "bonus-a"), maybe],
    }
    for code, sheets in given.items():
        both = [Given(name, sheet) for name, sheet in zip("AB", sheets, strict=True)]
        assert [each.finding.code for each in settle(both).between] == [code]
        found = settle(both, unread=["C.jpg"]).between
        assert [each.finding.code for each in found] == [code] * (code == "bar-missing")


def test_ba2_a_row_closed_without_its_lock_is_closed(codes_of):
    unlocked = YELLOW.replace(" yellow.lock", "")
    crossed_out = f"{unlocked} {YELLOW_FIELDS} {FULL}"
    assert codes_of("red.2 bar.2 bar.8 bar.10", crossed_out, variant="bonus-a") == []


UNBOXED_RED = "red.2 red.4 red.5 red.7 red.8 red.12 red.lock"
UNBOXED_YELLOW = "yellow.2 yellow.3 yellow.4 yellow.6 yellow.7 yellow.12 yellow.lock"
BOTH_CLOSED = f"{UNBOXED_RED} {RED_FIELDS} " + (
    f"blue.12 blue.11 blue.9 blue.7 blue.6 blue.2 blue.lock {BLUE_FIELDS}"
)


def test_ba2_rows_whose_fields_are_bare_closed_in_one_turn(codes_of):
    """Red 12 and blue 2 are no two actions of one turn: no die shows 1 and 6."""
    assert codes_of(BOTH_CLOSED, "yellow.2", variant="bonus-a") == ["bar-missing"]
    assert codes_of(BOTH_CLOSED, f"yellow.2 {RED_FIELDS}", variant="bonus-a") == []
    assert codes_of(BOTH_CLOSED, f"yellow.2 {BLUE_FIELDS}", variant="bonus-a") == []
    assert codes_of(
        BOTH_CLOSED, f"yellow.2 {RED_FIELDS}", f"yellow.2 {BLUE_FIELDS}", variant="bonus-a"
    ) == ["bar-missing"]
    assert codes_of(BOTH_CLOSED, "yellow.2", waived=frozenset({"BA2"}), variant="bonus-a") == []
    red, yellow = f"{UNBOXED_RED} {RED_FIELDS}", f"{UNBOXED_YELLOW} {YELLOW_FIELDS}"
    assert codes_of(f"{red} {YELLOW_FIELDS}", f"{yellow} {RED_FIELDS}", "blue.12",
                    variant="bonus-a") == []  # fmt: skip


def test_ba2_a_row_is_closed_on_the_white_sum_and_another_in_action_2(codes_of):
    """With four sixes; a turn has one active player, so action 2 closes rows on one sheet."""
    red = f"{UNBOXED_RED} {RED_FIELDS}"
    both = f"{red} {UNBOXED_YELLOW} {YELLOW_FIELDS}"
    assert codes_of(both, "blue.12", variant="bonus-a") == []
    assert codes_of(both, red, "blue.12", variant="bonus-a") == []
    assert codes_of(both, both, "blue.12", variant="bonus-a") == ["bar-missing"]


def test_what_the_bars_prove_is_open_while_a_doubtful_cell_decides_it(sheet_of):
    one = Given("A", sheet_of("red.2 bar.2 bar.8 bar.10", "bonus-a"))
    two = sheet_of(FULL, "bonus-a")
    maybe = replace(two, unsure={"yellow.lock": {"cross": 0.5, "empty": 0.5}})
    (found,) = settle([one, Given("B", maybe)]).between
    assert found.finding.code == "bar-unearned"
    assert found.finding.unless == (("B yellow.lock",),)
    maybe = replace(two, unsure={"yellow.3": {"cross": 0.5, "empty": 0.5}})
    (found,) = settle([one, Given("B", maybe)]).between
    assert not found.finding.is_open
    assert found.finding.points == 0


def test_ba1_each_box_takes_one_field_whatever_its_colour(codes_of):
    """Red 3 is a box; the first field is red's, so it gives the next free number of red."""
    box = "red.2 red.3 red.4 bar.1"
    assert codes_of(box, FULL, variant="bonus-a") == []
    more = f"{box} {YELLOW_FIELDS}"
    assert codes_of(more, FULL, variant="bonus-a") == ["bar-unearned"]


def test_ba2_a_field_that_is_asked_is_not_bare_for_certain(sheet_of):
    one, two = Given("A", sheet_of(BOTH_CLOSED, "bonus-a")), sheet_of("yellow.2", "bonus-a")
    assert [found.finding.code for found in settle([one, Given("B", two)]).between] == [
        "bar-missing"
    ]
    asked = {field: {"cross": 0.5, "empty": 0.5} for field in RED_FIELDS.split()}
    assert settle([one, Given("B", replace(two, unsure=asked))]).between == ()


def test_sheets_that_games_leave_are_never_held_against_each_others_bars(sheet_of):
    """Nor when nobody crosses out what the last turn closed."""
    pad = find_pad("bonus-a")
    rng = random.Random(3)
    for _ in range(25):
        players = [GreedyPlayer(rng) for _ in range(rng.randint(2, 4))]
        names = "ABCD"[: len(players)]
        game = turn = Game.start([pad] * len(players), names)
        while not game.is_over:
            turn = game if game.stage is Stage.THROW else turn
            game = game.play(next_move(game, players, rng))
        late = [row for n, row in enumerate(pad.row_names) if game.closed & ~turn.closed & 1 << n]
        given = []
        for place, name in enumerate(names):
            sheet, before = game.scoresheet(place), turn.scoresheet(place).crossed
            free = unused_fields(pad, late) - before
            free -= {cell for cell in free if rng.random() < 0.5}
            marks = {cell: mark for cell, mark in sheet.marks.items() if cell not in free}
            given.append(Given(name, replace(sheet, marks=marks)))
        assert not settle(given).between


LONGO_RED = "red.2 red.3 red.4 red.5 red.6 red.7 red.15 red.lock"
LONGO_YELLOW = "yellow.2 yellow.3 yellow.4 yellow.5 yellow.6 yellow.7 yellow.16 yellow.lock"
LONGO_BLUE = "blue.16 blue.15 blue.14 blue.13 blue.12 blue.11 blue.2 blue.lock"


def test_l2_no_lucky_number_closes_a_row_past_its_next_free_number(codes_of):
    """The next ones are 8 and 10, and 15, 16 and 2 are three sums."""
    assert codes_of(LONGO_RED, LONGO_YELLOW, LONGO_BLUE, variant="longo") == [
        "too-many-rows-closed"
    ]
    for waived in ("L2", "C1", "left-of-a-cross"):
        sheets = LONGO_RED, LONGO_YELLOW, LONGO_BLUE
        assert codes_of(*sheets, variant="longo", waived=frozenset({waived})) == []


def test_l2_a_lucky_number_closes_the_emptiest_row_alone(codes_of):
    """Both close with 10, in the same action, for every other row has 13 crosses as well."""
    up, down = range(2, 15), range(16, 3, -1)
    every = {"red": up, "yellow": up, "green": down, "blue": down}
    cells = " ".join(f"{row}.{n}" for row, numbers in every.items() for n in numbers)
    red, green = f"{cells} red.15 red.lock", f"{cells} green.3 green.lock"
    assert codes_of(red, green, LONGO_BLUE, variant="longo") == []
    fewer = red.replace("green.9 ", "")
    assert codes_of(fewer, green, LONGO_BLUE, variant="longo") == ["too-many-rows-closed"]


TINY = (
    TWO_PLAYERS.format(name="tiny-lucky", prefix="XY")
    + """
[[row]]
name = "red"
numbers = [2, 3, 4, 5]
[[row]]
name = "yellow"
numbers = [5, 4, 3, 2]
[[row]]
name = "blue"
numbers = [2, 4, 3, 5]
[closing]
numbers = 1
crosses_before = 1
[lucky]
numbers = [3, 4]
fair_ways = 2
[penalties]
boxes = 2
points = -5
[end]
closed_rows = 2
"""
)


def lucky_closings(rows):
    """All sheets that single crosses leave, each with the rows closed, in their order, and whether
    the number that closed each was the next one of a row with fewest crosses.
    """
    start = (tuple(() for _ in rows), (), ())
    found, running = {start}, [start]
    while running:
        sheet, order, lucks = running.pop()
        for row, numbers in enumerate(rows):
            mine = sheet[row]
            if row in order or len(order) == 2:
                continue
            for place in range(mine[-1] + 1 if mine else 0, len(numbers)):
                closes = place == len(numbers) - 1
                if closes and not mine:
                    continue
                fewest = min(len(each) for each in sheet) == len(mine)
                following = place == (mine[-1] + 1 if mine else 0)
                after = (*mine, place, *((place + 1,) if closes else ()))
                state = (
                    (*sheet[:row], after, *sheet[row + 1 :]),
                    (*order, row) if closes else order,
                    (*lucks, fewest and following) if closes else lucks,
                )
                if state not in found:
                    found.add(state)
                    running.append(state)
    return found


def test_l2_rows_close_by_luck_as_a_slow_search_finds(tmp_path):
    file = tmp_path / "tiny.toml"
    file.write_text(TINY)
    pad = find_pad(str(file))
    rows = [row.numbers for row in pad.rows]
    can: dict[object, bool] = {}
    for sheet, order, lucks in lucky_closings(rows):
        for n, (row, luck) in enumerate(zip(order, lucks, strict=True)):
            key = sheet, row, order[n + 1 :]
            can[key] = can.get(key, False) or luck
    assert any(can.values())
    for (sheet, row, later), luck in can.items():
        cells = [
            pad.rows[n].lock if place == len(rows[n]) else pad.rows[n].cell(place)
            for n, crossed in enumerate(sheet)
            for place in crossed
        ]
        marks = dict.fromkeys(cells, Mark.CROSS)
        (each,) = judged([Given("A", Scoresheet(pad, marks))], frozenset())
        closer = Closer.of(each)
        mine, after = (frozenset(pad.row_names[n] for n in which) for which in ((row,), later))
        total = next(n for n in (3, 4) if n != rows[row][-1])
        assert closer.can_close(mine, total, after) == luck, (cells, mine, after)


def test_l2_no_game_is_accused_of_closing_too_many_rows(game_of, given_of):
    for seed in range(60):
        found = settle(given_of(game_of("longo", seed, 5))).between
        assert "too-many-rows-closed" not in [each.finding.code for each in found]


def test_two_sheets_of_one_name_are_refused(sheet_of):
    given = [Given("Anna", sheet_of(RED)), Given("anna", sheet_of(GREEN))]
    with pytest.raises(SheetDataError, match="two sheets are of anna"):
        settle(given)


def test_ba3_four_rows_close_where_bonuses_of_one_sum_close_the_last_three(codes_of):
    """On bonus A blue.8 is a box, and none of the other numbers here is one."""
    red, yellow = UNBOXED_RED, f"{UNBOXED_YELLOW} blue.8"
    green = "green.12 green.10 green.9 green.8 green.6 green.2 green.lock"
    blue = "blue.12 blue.11 blue.9 blue.8 blue.7 blue.2 blue.lock"
    rows = "too-many-rows-closed"
    assert rows not in codes_of(red, yellow, f"{green} blue.8", blue, variant="bonus-a")
    assert rows in codes_of(red, yellow, green, blue, variant="bonus-a")


def test_l2_a_lock_that_is_owed_counts_where_rows_are_compared():
    """Anna's yellow has eight crosses with its lock, as her red has: red may be the emptiest."""
    anna = parse_sheet(
        "longo red 2 3 4 5 6 7 8 14 15 lock | yellow 2 3 4 5 6 7 16 "
        "| green 16 15 14 13 12 11 10 9 | blue 16 15 14 13 12 11 10 9"
    )
    ben = parse_sheet(
        "longo red 2 3 4 5 6 7 8 | yellow 2 3 4 5 6 7 8 "
        "| green 16 15 14 13 12 11 10 | blue 16 15 14 13 12 11 4 3 lock"
    )
    assert settle([Given("Anna", anna), Given("Ben", ben)]).between == ()
