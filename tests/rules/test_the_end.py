"""How a game's end bounds what one sheet can show, where bonuses close rows too (C8, C4)."""

import random

import pytest

from sheetkit.notation import parse_sheet
from sheetkit.pad import find_pad
from sheetkit.rules import GreedyPlayer, judge, play_game
from sheetkit.scoresheet import Mark, Scoresheet
from tests.rules.played_out import play_out


def closed_twice(name, count):
    """The crosses of players of games who closed two rows, so many of them, without penalties."""
    pad, sheets = find_pad(name), []
    for seed in range(100):
        rng = random.Random(seed)
        game = play_game([pad] * 2, [GreedyPlayer(rng) for _ in range(2)], rng)
        for player in range(2):
            crossed = game.scoresheet(player).crossed
            if sum(cell.endswith(".lock") for cell in crossed) == 2:
                sheets.append({cell for cell in crossed if not cell.startswith("penalty.")})
        if len(sheets) >= count:
            return sheets
    raise AssertionError(f"too few players close two rows of {name}")


def codes(name, cells):
    ruling = judge(Scoresheet(find_pad(name), dict.fromkeys(sorted(cells), Mark.CROSS)))
    return ruling, [finding.code for finding in ruling.findings if finding.severity == "breach"]


@pytest.mark.parametrize("name", ["bonus-a", "bonus-b"])
def test_c8_two_closed_rows_and_the_last_penalty_can_not_be_on_one_sheet(name):
    penalties = [f"penalty.{number}" for number in (1, 2, 3, 4)]
    for crossed in closed_twice(name, 5):
        assert codes(name, crossed | set(penalties[:3]))[1] == []
        ruling, found = codes(name, crossed | set(penalties))
        assert found == ["after-the-end"]
        assert ruling.score is None


def test_c8_ba2_a_bar_that_is_right_but_for_the_end_has_no_finding_of_its_own():
    numbers = {
        "red": "3 4 6 7 8 12 lock",
        "yellow": "2 5 8 9 10 12 lock",
        "green": "12 10 9 8 6 2 lock",
        "blue": "12",
        "bar": "1 2 3 4 5 6 8 9 10 12",
    }
    cells = {f"{row}.{each}" for row, all_of in numbers.items() for each in all_of.split()}
    assert codes("bonus-a", cells)[1] == ["too-many-locks"]
    assert codes("bonus-a", cells | {"bar.11"})[1] == [
        "too-many-locks",
        "bar-gap",
        "bar-unearned",
    ]


SHEET = """
red.2 red.3 red.4 red.5 red.6 red.8 red.9 red.10 red.11 red.12 red.lock
yellow.2 yellow.3 yellow.4 yellow.6 yellow.7 yellow.8 yellow.9 yellow.11
green.12 green.10 green.9 green.8 green.7 green.6 green.5 green.4 green.3 green.2 green.lock
blue.11 blue.10 blue.8 blue.7 blue.6 blue.3 blue.2 blue.lock
bonus.two-in-fewest bonus.one-in-each bonus.double-fewest bonus.no-penalties penalty.1
"""
CLOSED_IN_ONE_CHAIN = frozenset(SHEET.split())


def test_c8_bb1_the_last_chain_closes_two_rows_after_another_was_closed():
    assert codes("bonus-b", CLOSED_IN_ONE_CHAIN)[0].legal
    play_out(
        Scoresheet(find_pad("bonus-b"), dict.fromkeys(sorted(CLOSED_IN_ONE_CHAIN), Mark.CROSS))
    )


def test_c8_bb1_no_chain_closes_several_rows_when_too_much_follows_the_pair_that_asks_all():
    more = {*CLOSED_IN_ONE_CHAIN, "yellow.10", "blue.9", "blue.5"}
    assert codes("bonus-b", more)[1] == ["too-many-locks"]


def test_c8_bb1_after_the_last_penalty_no_chain_closes_the_second_row():
    two_rows = {*CLOSED_IN_ONE_CHAIN} - {"red.12", "red.lock"}
    penalties = {f"penalty.{number}" for number in (1, 2, 3, 4)}
    assert codes("bonus-b", two_rows | penalties)[1] == ["after-the-end"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "bonus-b red 2 | yellow 2 3 4 6 7 12 lock | blue 12 7 6 | bonus one-in-each",
            "1 closed row and 4 penalties can't be on this sheet, whose bonuses show that others "
            "closed green: ",
        ),
        (
            "bonus-a red 2 3 6 8 9 11 12 lock | yellow 2 8 | green 12 11 10 9 8 7 6 5 4 3 | "
            "blue 6 5 | bar 1 2 3 4 5 6 7 8 9 11",
            "1 closed row and 4 penalties can't be on this sheet, whose bonuses show that others "
            "closed blue: ",
        ),
    ],
)  # fmt: skip
def test_c8_a_row_that_others_must_have_closed_is_named_beside_four_penalties(line, said):
    assert judge(parse_sheet(line)).legal
    ruling = judge(parse_sheet(f"{line} | penalty 1 2 3 4"))
    (found,) = ruling.findings
    assert (found.code, found.message.partition("the game")[0]) == ("after-the-end", said)
    assert found.message.endswith("with 2 closed rows or with penalty 4")
