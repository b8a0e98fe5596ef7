"""How a game's end bounds what one sheet can show, where bonuses close rows too (C8, C4)."""

import random

import pytest

from sheetkit.pad import find_pad
from sheetkit.rules import RandomPlayer, judge, play_game
from sheetkit.scoresheet import Mark, Scoresheet


def closed_twice(name):
    """The crosses of a game's player who closed two rows."""
    pad = find_pad(name)
    for seed in range(3000):
        rng = random.Random(seed)
        game = play_game([pad] * 2, [RandomPlayer(rng) for _ in range(2)], rng)
        for player in range(2):
            crossed = game.scoresheet(player).crossed
            if sum(cell.endswith(".lock") for cell in crossed) == 2:
                return {cell for cell in crossed if not cell.startswith("penalty.")}
    raise AssertionError(f"nobody closes two rows of {name}")


def codes(name, cells):
    ruling = judge(Scoresheet(find_pad(name), dict.fromkeys(sorted(cells), Mark.CROSS)))
    return ruling, [finding.code for finding in ruling.findings if finding.severity == "breach"]


@pytest.mark.parametrize("name", ["bonus-a", "bonus-b"])
def test_c8_two_closed_rows_and_the_last_penalty_can_not_be_on_one_sheet(name):
    crossed = closed_twice(name)
    penalties = [f"penalty.{number}" for number in (1, 2, 3, 4)]
    assert codes(name, crossed | set(penalties[:3]))[1] == []
    ruling, found = codes(name, crossed | set(penalties))
    assert "after-the-end" in found
    assert ruling.score is None
