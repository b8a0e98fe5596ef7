"""What sheets prove about each other."""

import random
from dataclasses import replace
from itertools import combinations, product

import pytest

from sheetkit.pad import find_pad
from sheetkit.report.text import finding_text
from sheetkit.report.verdict_text import verdict_text
from sheetkit.rules import Game, GreedyPlayer, Severity, Stage
from sheetkit.rules.players import _move
from sheetkit.scoresheet import Mark, Scoresheet
from sheetkit.settle.between import ODDITIES, SOURCES
from sheetkit.settle.closings import Closer
from sheetkit.settle.given import Given, judged
from sheetkit.settle.target import unused_fields
from sheetkit.settle.verdict import Standing, settle
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


def laid_out(variant, seed, code=""):
    return Scoresheet(find_pad(variant).drawn(random.Random(seed)), {}, code=code)


def of_table(found):
    """The findings about what the sheets of a table share."""
    return [b.finding for b in found if b.finding.code in ODDITIES]


@pytest.mark.parametrize(("variant", "most"), [("classic", 5), ("on-board", 4)])
def test_more_sheets_than_players_are_noted_and_judged_all_the_same(sheet_of, variant, most):
    given = [Given(f"P{n}", sheet_of(f"red.{n + 2}", variant)) for n in range(most + 1)]
    assert of_table(settle(given[1:]).between) == []
    verdict = settle(given, waived=frozenset({"not-over"}))
    (note,) = of_table(verdict.between)
    assert (note.code, note.severity, note.points) == ("too-many-players", Severity.NOTE, 0)
    assert f"{most + 1} sheets, and " in note.message
    assert f"is for 2 to {most} players" in note.message
    assert verdict.legal
    assert len(verdict.winners) == most + 1
    assert verdict.worth == ()


@pytest.mark.parametrize("variant", ["mixed-a", "mixed-b", "bonus-a", "bonus-b"])
def test_sheets_of_different_layouts_are_noted(variant):
    one, other = laid_out(variant, 1), laid_out(variant, 2)
    waived = frozenset({"not-over"})
    assert settle([Given("A", one), Given("B", one)], waived=waived).legal
    verdict = settle([Given("A", one), Given("B", other), Given("C", one)], waived=waived)
    (note,) = of_table(verdict.between)
    assert (note.code, note.severity) == ("different-layouts", Severity.NOTE)
    assert "2 different layouts (A, C; B)" in note.message
    waived |= {note.code}
    assert of_table(settle([Given("A", one), Given("B", other)], waived=waived).between) == []


def test_l2_lucky_numbers_are_each_sheets_own():
    given = [Given(f"P{seed}", laid_out("longo", seed)) for seed in (1, 2)]
    assert of_table(settle(given).between) == []


def test_two_boards_are_a_breach_where_the_codes_say_so():
    both = [Given(f"P{seed}", laid_out("on-board", seed, f"OB{seed}")) for seed in (1, 2)]
    (breach,) = of_table(settle(both).between)
    assert breach.source == ODDITIES[breach.code]
    assert (breach.code, breach.severity) == ("different-layouts", Severity.BREACH)
    assert "by their board" in breach.message
    typed = [both[0], Given("B", laid_out("on-board", 2))]
    (note,) = of_table(settle(typed).between)
    assert note.severity is Severity.NOTE


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


def test_ba2_rows_whose_fields_are_bare_closed_in_one_turn(codes_of):
    """Red 12 and blue 2 are no two actions of one turn: no die shows 1 and 6."""
    both = f"red.2 red.4 red.5 red.7 red.8 red.12 red.lock {RED_FIELDS} " + (
        f"blue.12 blue.11 blue.9 blue.7 blue.6 blue.2 blue.lock {BLUE_FIELDS}"
    )
    assert codes_of(both, "yellow.2", variant="bonus-a") == ["bar-missing"]
    assert codes_of(both, f"yellow.2 {RED_FIELDS}", variant="bonus-a") == []
    assert codes_of(both, f"yellow.2 {BLUE_FIELDS}", variant="bonus-a") == []
    assert codes_of(
        both, f"yellow.2 {RED_FIELDS}", f"yellow.2 {BLUE_FIELDS}", variant="bonus-a"
    ) == ["bar-missing"]
    assert codes_of(both, "yellow.2", waived=frozenset({"BA2"}), variant="bonus-a") == []
    red = f"red.2 red.4 red.5 red.7 red.8 red.12 red.lock {RED_FIELDS}"
    yellow = f"yellow.2 yellow.3 yellow.4 yellow.6 yellow.7 yellow.12 yellow.lock {YELLOW_FIELDS}"
    assert codes_of(f"{red} {YELLOW_FIELDS}", f"{yellow} {RED_FIELDS}", "blue.12",
                    variant="bonus-a") == []  # fmt: skip


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
            game = game.play(_move(game, players, rng))
        late = [row for n, row in enumerate(pad.row_names) if game.closed & ~turn.closed & 1 << n]
        given = []
        for place, name in enumerate(names):
            sheet, before = game.scoresheet(place), turn.scoresheet(place).crossed
            free = unused_fields(pad, late) - before
            free -= {cell for cell in free if rng.random() < 0.5}
            marks = {cell: mark for cell, mark in sheet.marks.items() if cell not in free}
            given.append(Given(name, replace(sheet, marks=marks)))
        assert not settle(given).between


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
        return settle(given, waived=WAIVED, **more)

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


def test_every_finding_between_sheets_has_a_clause_or_says_where_it_comes_from(sheet_of):
    one, other = sheet_of("red.5", code="CC01"), sheet_of("red.6", "longo")
    found = [
        *settle([Given("A", one), Given("B", one), Given("C", other)]).between,
        *settle([Given("A", one)], earlier=[Given("A", sheet_of("red.4 red.5"))]).between,
        *settle([Given("A", one)], recorded={"A": sheet_of("red.6")}).between,
    ]
    assert [each.finding.code for each in found] == list(SOURCES)
    for each in found:
        assert each.finding.source == SOURCES[each.finding.code]
        assert f"[{each.finding.source}]" in finding_text(each.finding)
