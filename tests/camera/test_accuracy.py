"""The accuracy benchmark can fail: what it calls exact, review, lost and wrong."""

from types import SimpleNamespace

import numpy as np
import pytest

from benchmarks.accuracy import Order, judge, table, take
from benchmarks.reliability import bins, diagram
from sheetkit.camera import Level, SheetTruth
from sheetkit.reading import Problem

TRUTH = SheetTruth(
    sheet="S",
    variant="classic",
    marks={"red.2": "cross", "red.3": "skip"},
    written={},
    corners=np.zeros((4, 2)),
    cells={f"red.{n}": (0.0, 0.0) for n in range(2, 6)} | {"write.total": (0.0, 0.0)},
    hidden=frozenset({"red.5"}),
)


def found(marks, unsure=(), status="read", problems=()):
    doubts = {cell: {} for cell in unsure}
    told = [Problem(code, "") for code in problems]
    return SimpleNamespace(marks=marks, unsure=doubts, status=status, odds=ODDS, problems=told)


ODDS = {"red.2": {"cross": 0.9, "empty": 0.1}, "red.4": {"cross": 0.6, "empty": 0.4}}


RIGHT = {"red.2": "cross", "red.3": "skip"}


@pytest.mark.parametrize(
    ("reading", "verdict", "wrong"),
    [
        (None, "lost", ()),
        (found(RIGHT), "exact", ()),
        (found(RIGHT | {"red.5": "cross"}), "exact", ()),
        (found({"red.3": "skip"}), "wrong", ("red.2",)),
        (found(RIGHT | {"red.4": "cross"}), "wrong", ("red.4",)),
        (found(RIGHT | {"red.2": "void"}), "wrong", ("red.2",)),
        (found({"red.3": "skip"}, unsure=["red.2"], status="review"), "review", ()),
        (found({}, unsure=["red.2"], status="review"), "review", ("red.3",)),
        (found(RIGHT, status="review", problems=["covered"]), "review", ()),
        (found(RIGHT, status="review", problems=["not-the-design"]), "wrong", ()),
    ],
)
def test_verdicts(reading, verdict, wrong):
    outcome = judge(TRUTH, reading)
    assert (outcome.verdict, outcome.wrong_cells) == (verdict, wrong)


def test_what_is_stated_is_held_against_what_is_there():
    assert judge(TRUTH, found(RIGHT)).stated == ((0.9, True), (0.6, False))


def test_the_same_order_takes_the_same_photo():
    order = Order(Level.EASY, "classic", 3, seed=1)
    first, again = take(order)[0], take(order)[0]
    assert first.jpeg == again.jpeg
    assert first.sheets[0].marks == again.sheets[0].marks


def test_the_table_counts_each_verdict():
    outcomes = [judge(TRUTH, None), judge(TRUTH, found(RIGHT))]
    lines = list(table({Level.HARD: outcomes}))
    assert lines[1].split()[:5] == ["hard", "2", "50.0", "0.0", "50.0"]


def test_reliability_counts_and_draws_what_was_stated():
    stated = [(0.99, True)] * 98 + [(0.99, False)] * 2 + [(0.6, True)]
    assert [(count, right) for count, _, right in bins(stated)] == [(1, 1.0), (100, 0.98)]
    assert diagram(list(bins(stated))).count("<circle") == 2
