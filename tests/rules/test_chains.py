"""Chains of forced crosses as a log has them (BA1–BA3, BB1)."""

import pytest

from sheetkit.errors import IllegalMove
from sheetkit.game_log import read_log
from sheetkit.pad import Shelf, find_pad
from sheetkit.rules.replay import replay

PAD = """
format = 1
name = "chains"
prefix = "ZZ"
title = "Chains"
sources = ["a test"]
points = [1, 3, 6, 10, 15, 21, 28, 36]
players = { fewest = 2, most = 2 }
dice = { sides = 4 }
row = [
  { name = "red", numbers = [2, 3, 4, 5, 6, 7, 8] },
  { name = "blue", numbers = [8, 7, 6, 5, 4, 3, 2] },
]
closing = { numbers = 1, crosses_before = 2 }
penalties = { boxes = 4, points = -5 }
end = { closed_rows = 2 }
"""

BAR = """
[bar]
fields = ["blue", "red", "blue", "red"]
boxes = { red = [7, 8], blue = [3, 2] }
"""


def crosses_in_each(bonus, boxes, amount):
    """A pair of boxes that brings so many crosses in each row."""
    named = f"bonus = {bonus!r}\nboxes = {boxes!r}\namount = {amount}"
    return f"\n[[pair]]\n{named}\neffect = 'crosses-in-each'\n"


EACH = crosses_in_each("each", ["red.6", "blue.4"], 2)


def played(tmp_path, turns, extra):
    file = tmp_path / "chains.toml"
    file.write_text(PAD + extra)
    text = f"variant: chains\nplayers: Anna, Ben\n{turns}"
    return replay(read_log(text, Shelf((find_pad(str(file)),))))


BEFORE = """\
Anna: 1 1 1 1 | Anna red.2 | -
Ben: 2 2 1 4 | Anna red.4 | blue.6
Anna: 2 4 3 1 | Anna red.6 | blue.5
Ben: 4 4 3 1 | - | blue.5
Anna: 2 2 4 1 | Anna blue.4 > """


@pytest.mark.parametrize(
    "forced",
    [
        "bonus.each > red.7 > bar.1 > blue.3 > bar.2 > red.8 > blue.2",
        "bonus.each > red.7 > bar.1 > blue.3 > red.8 > bar.2 > bar.4 > bar.3 > blue.2",
        "red.7 > red.8 > blue.3 > blue.2",
        "blue.3 > blue.2 > red.7 > red.8",
    ],
)
def test_ba2_a_field_that_a_closed_row_crosses_may_be_written_as_one_that_was_used(
    tmp_path, forced
):
    game = played(tmp_path, f"{BEFORE}{forced} | -", BAR + EACH)
    assert game.error is None
    assert game.game.sheets[0].bar == 0b1111
    assert game.game.sheets[0].rows == (0b11110101, 0b11111000)


@pytest.mark.parametrize(
    "forced",
    [
        "bonus.each > red.7 > bar.1 > blue.3 > bar.2 > red.8",
        "bonus.each > red.7 > bar.1 > blue.3 > bar.2 > red.8 > blue.2 > penalty.1",
        "bonus.each > red.7 > bar.1 > blue.3 > bar.2 > red.8 > blue.2 > red.2",
    ],
)
def test_bb1_what_is_not_crossed_may_not_be_written_nor_a_number_left_out(tmp_path, forced):
    assert isinstance(played(tmp_path, f"{BEFORE}{forced} | -", BAR + EACH).error, IllegalMove)


MANY = crosses_in_each("many", ["red.2", "blue.8"], 9)
OTHER_BAR = """
[bar]
fields = ["blue", "red", "blue", "red"]
boxes = { red = [4, 6], blue = [6, 4] }
"""


@pytest.mark.parametrize("tried", [0, 5])
def test_a_chain_written_in_its_order_is_followed_however_many_orders_there_are(
    tmp_path, monkeypatch, tried
):
    monkeypatch.setattr("sheetkit.rules.moves.MOST_TRIED", tried)
    before = "Anna: 4 4 1 1 | Anna blue.8 | -\nBen: 1 1 1 1 | Anna red.2"
    reds = "red.3 > red.4 > bar.1 > red.5 > red.6 > bar.2 > red.7 > red.8"
    blues = "blue.7 > blue.6 > blue.5 > blue.4 > blue.3 > blue.2"
    game = played(tmp_path, f"{before} > bonus.many > {reds} > {blues} | -", MANY + OTHER_BAR)
    assert game.error is None
    assert game.game.sheets[0].rows == (0b11111111, 0b11111111)
    short = played(tmp_path, f"{before} > {reds} | penalty", MANY + OTHER_BAR)
    assert "more orders than can be tried" in short.error.reason
    assert short.error.remedy.startswith("write each of them in the order in which it was made")
