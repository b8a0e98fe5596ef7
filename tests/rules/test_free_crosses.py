"""How many free crosses rows take before they are compared by their crosses."""

from sheetkit.rules.free_crosses import Bounds, with_fewest

FREE = Bounds(0, 4, 4)


def test_the_row_with_fewest_stands_near_what_lies_ahead():
    nowhere = [set(), set()]
    assert with_fewest([{0}, {0, 2}], nowhere, [3, 1], [FREE] * 2, 0) == [(0, 0), (0, 2)]


def test_other_rows_take_just_enough_or_go_as_far_as_they_may():
    assert with_fewest([{2}, set()], [set(), set()], [1, 1], [FREE] * 2, 0) == [(2, 2)]
    assert with_fewest([{2}, set()], [set(), {0, 4}], [1, 1], [FREE] * 2, 0) == [(2, 2), (2, 4)]


def test_the_drift_lets_other_rows_stay_below_and_rise_above():
    rows = [{2}, set()], [set(), set()], [1, 1], [FREE] * 2
    assert with_fewest(*rows, 1) == [(2, 1), (2, 2), (2, 3)]


def test_a_row_that_cannot_rise_to_the_level_leaves_no_way():
    assert with_fewest([{2}, set()], [set(), set()], [1, 1], [FREE, Bounds(0, 1, 1)], 0) == []


def test_no_row_takes_more_than_it_may_with_fewest():
    assert with_fewest([{2}, set()], [set(), set()], [1, 1], [Bounds(0, 4, 1), FREE], 0) == []
