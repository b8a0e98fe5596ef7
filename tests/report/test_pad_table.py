"""What ``sheetkit variants NAME`` says of a pad."""

from dataclasses import replace

from sheetkit.pad import find_pad
from sheetkit.report.pad_table import pad_table


def test_one_is_no_plural():
    classic = find_pad("classic")
    ended = replace(
        classic, closed_rows_to_end=1, penalty_boxes=1, fewest_players=4, most_players=4
    )
    said = pad_table(ended)
    assert "\n4 players, two white dice and 4 coloured ones" in said
    assert "1 closed row or 1 penalty ends the game" in said


def test_several_are():
    said = pad_table(find_pad("classic"))
    assert "with at least 5 crosses before; 2 closed rows or 4 penalties end the game" in said


def test_a_box_of_the_bar_and_a_box_of_a_pair_have_each_a_sign():
    bar, pairs = pad_table(find_pad("bonus-a")), pad_table(find_pad("bonus-b"))
    assert "\n* crosses the next field of the bar: " in bar
    assert " 3* " in bar
    assert "+" not in bar
    assert "\n+ is half of a pair, " in pairs
    assert " 11+ " in pairs
    assert "*" not in pairs


def test_no_crosses_that_a_closing_number_takes_are_not_said():
    rows, *rest = find_pad("classic").mechanics
    free = replace(find_pad("classic"), mechanics=(replace(rows, crosses_before=0), *rest))
    assert "\na row's last number closes it; 2 closed rows or 4 penalties end" in pad_table(free)
