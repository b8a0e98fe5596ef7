"""A sheet's surest marks of each kind show how its writer marks."""

import numpy as np
import pytest

from sheetkit.reading.classifier import CLASSES
from sheetkit.reading.examples import KINDS, MOST, surest


def odds_of(*cells):
    """Odds on cells that are of some class with some probability."""
    odds = np.zeros((len(cells), len(CLASSES)), np.float32)
    for place, (kind, probability) in enumerate(cells):
        odds[place] = (1 - probability) / (len(CLASSES) - 1)
        odds[place, CLASSES.index(kind)] = probability
    return odds


def test_the_surest_of_each_kind_are_examples_and_no_doubtful_or_blank_ones():
    marks = [("cross", 0.9), ("empty", 0.99), ("skip", 0.7), ("void", 0.95), ("cross", 0.99)]
    found = surest(odds_of(*marks))
    assert found.places.tolist() == [4, 0, 3]
    assert [CLASSES[KINDS[kind]] for kind in found.kinds] == ["cross", "cross", "void"]


def test_no_more_are_taken_than_show_a_kind():
    found = surest(odds_of(*[("skip", 0.9 + 0.01 * n) for n in range(MOST + 2)]))
    assert found.places.tolist() == list(range(MOST + 1, 1, -1))


def test_those_of_a_kind_count_alike_and_none_for_itself():
    found = surest(odds_of(("cross", 0.99), ("cross", 0.9), ("both", 0.9)))
    shares = found.shares(np.array([0, 2, 7]))
    assert shares.shape == (3, len(KINDS), 3)
    cross, both = (KINDS.index(CLASSES.index(kind)) for kind in ("cross", "both"))
    assert shares[0, cross].tolist() == [0, 1, 0]
    assert shares[1, both].tolist() == [0, 0, 0]
    assert shares[2, cross].tolist() == pytest.approx([0.5, 0.5, 0])
    assert shares[2].sum() == pytest.approx(2)


def test_a_blank_sheet_has_none():
    found = surest(odds_of(("empty", 0.99)))
    assert found.shares(np.array([0])).shape == (1, len(KINDS), 0)
