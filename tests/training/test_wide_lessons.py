"""What the onlooker learns from: each sheet's cells beside its own examples, and no other's."""

import numpy as np

from sheetkit.reading.examples import KINDS
from training.wide_lessons import ExampleLessons, WideLessons, by_sheets, joined, shares_of


def sheet(number, cells, examples):
    """A sheet with cells at those places, and examples (place, kind) at those."""
    count, shown = len(cells), len(examples)
    places, kinds = np.array(examples, np.int64).reshape(-1, 2).T
    none = np.zeros((count, 1), np.float32)
    kin = ExampleLessons(
        np.zeros((shown, 1), np.uint8), np.ones(shown), kinds, places, np.full(shown, number)
    )
    return WideLessons(
        np.zeros((count, 1), np.uint8),
        np.ones(count),
        none,
        none,
        np.ones(count, np.int64),
        np.full(count, number),
        none,
        none,
        np.array(cells),
        kin,
    )


def test_a_cell_is_seen_beside_the_examples_of_its_own_sheet_and_never_itself():
    lessons = joined([sheet(7, [0, 1], [(0, 0), (4, 0), (5, 1)]), sheet(9, [4], [(4, 0)])])
    (first, its), (second, other) = by_sheets(lessons)
    assert first.tolist() == [0, 1]
    assert its.tolist() == [0, 1, 2]
    assert (second.tolist(), other.tolist()) == ([2], [3])
    shares = shares_of(lessons, np.arange(3), np.arange(4))
    assert shares.shape == (3, len(KINDS), 4)
    assert shares[0, 0].tolist() == [0, 1, 0, 0]
    assert shares[1, 0].tolist() == [0.5, 0.5, 0, 0]
    assert shares[1, 1].tolist() == [0, 0, 1, 0]
    assert not shares[2].any()
