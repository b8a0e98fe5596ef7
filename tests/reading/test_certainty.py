"""How sure a mark, or that there is none, must be."""

import numpy as np
import pytest

from sheetkit.reading.certainty import agreed, weighed
from sheetkit.reading.classifier import CLASSES
from sheetkit.reading.verdict import Doubt, Verdict


def verdict_on(height=0.8, unclear="", *, shown=False, **odds):
    left = dict.fromkeys(CLASSES, 0.0) | odds
    some = np.array([left[name] for name in CLASSES])
    return weighed(some, height, "", unclear, shown=shown)


@pytest.mark.parametrize(
    ("empty", "shown", "sure"), [(0.999, True, True), (0.999, False, False), (0.99, True, False)]
)
def test_a_cell_in_glare_is_blank_only_where_a_mark_would_show(empty, shown, sure):
    verdict = verdict_on(unclear=Doubt.DIM, shown=shown, empty=empty, cross=1 - empty)
    assert verdict.sure == sure
    assert verdict.reason == ("" if sure else Doubt.DIM)


@pytest.mark.parametrize(
    ("height", "odds", "sure"),
    [
        (0.8, {"cross": 0.97, "skip": 0.03}, True),
        (0.3, {"cross": 0.97, "skip": 0.03}, False),
        (0.3, {"cross": 0.985, "skip": 0.015}, True),
        (0.2, {"cross": 0.9999, "skip": 0.0001}, False),
        (0.2, {"both": 0.9999, "skip": 0.0001}, False),
        (0.3, {"skip": 0.97, "cross": 0.03}, True),
        (0.8, {"skip": 0.97, "cross": 0.03}, False),
        (0.8, {"cross": 0.97, "void": 0.03}, False),
        (0.8, {"cross": 0.979, "void": 0.021}, False),
        (0.8, {"cross": 0.981, "void": 0.019}, True),
        (0.8, {"cross": 0.985, "empty": 0.015}, False),
        (0.8, {"cross": 0.992, "empty": 0.008}, True),
        (0.8, {"void": 0.94, "cross": 0.06}, False),
        (0.8, {"void": 0.96, "cross": 0.04}, True),
        (0.8, {"void": 0.91, "both": 0.086, "cross": 0.004}, True),
        (0.8, {"void": 0.91, "skip": 0.084, "cross": 0.006}, False),
        (0.8, {"void": 0.89, "both": 0.11}, False),
        (0.8, {"cross": 0.93, "skip": 0.07}, True),
        (0.8, {"cross": 0.91, "skip": 0.09}, False),
        (0.8, {"cross": 0.98, "both": 0.02}, False),
        (0.8, {"cross": 0.99, "both": 0.01}, True),
        (0.8, {"both": 0.989, "void": 0.011}, False),
        (0.8, {"both": 0.991, "void": 0.009}, True),
        (0.3, {"skip": 0.989, "void": 0.011}, False),
        (0.3, {"skip": 0.991, "void": 0.009}, True),
    ],
)
def test_a_mark_against_its_shape_has_to_be_surer(height, odds, sure):
    assert verdict_on(height, **odds).sure == sure


@pytest.mark.parametrize("kind", ["cross", "both", "skip"])
def test_a_mark_that_may_be_a_scribble_says_so(kind):
    verdict = verdict_on(0.3 if kind == "skip" else 0.8, **{kind: 0.95, "void": 0.05})
    assert verdict.reason.endswith("or a blacked-out box")
    assert set(verdict.odds) == {kind, "void"}


CROSS, LINE = Verdict({"cross": 1.0}), Verdict({"skip": 0.9, "empty": 0.1})
FAINT = Verdict({"cross": 0.6, "empty": 0.4}, Doubt.FAINT)


@pytest.mark.parametrize(
    ("first", "finer", "both"),
    [
        (CROSS, CROSS, CROSS),
        (FAINT, CROSS, CROSS),
        (FAINT, LINE, LINE),
        (CROSS, FAINT, FAINT),
        (
            CROSS,
            LINE,
            Verdict({"cross": 0.5, "skip": 0.45, "empty": 0.05}, "a cross or a skip line"),
        ),
    ],
)
def test_two_looks_at_a_cell_must_not_contradict_each_other(first, finer, both):
    told = agreed(first, finer)
    assert told.odds == pytest.approx(both.odds)
    assert told.reason == both.reason


@pytest.mark.parametrize(("hidden", "covered"), [(0.14, False), (0.16, True)])
def test_where_something_may_lie_over_a_cell_no_mark_is_sure(hidden, covered):
    verdict = verdict_on(cross=1 - hidden, hidden=hidden)
    assert (verdict.reason == Doubt.COVERED) == covered
    assert "hidden" not in verdict.odds


@pytest.mark.parametrize(("empty", "sure"), [(0.994, False), (0.996, True)])
def test_what_looks_like_ink_is_no_mark_only_where_that_is_very_sure(empty, sure):
    assert verdict_on(empty=empty, cross=1 - empty).sure == sure
