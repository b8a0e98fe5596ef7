"""Lessons with marks drawn anew say what their sheet's other marks make of them."""

import numpy as np
import pytest

from sheetkit.reading.classifier import CLASSES
from sheetkit.reading.patches import CELL, NOBODY, SIDE
from training import redrawn
from training.lessons import Lessons
from training.redrawn import odd, wavy

EMPTY, CROSS, SKIP, VOID, BOTH = (CLASSES.index(n) for n in CLASSES if n != "hidden")


def lessons(kinds, *, ink=200):
    """A sheet's cells of those kinds: a bar across each that is struck, a block where crossed."""
    count = len(kinds)
    layers = np.zeros((count, 3, SIDE, SIDE), np.uint8)
    for cell, kind in enumerate(kinds):
        if kind == SKIP:
            layers[cell, :2, 22:26, CELL] = ink
        elif kind == CROSS:
            layers[cell, :2, 15:33, 18:30] = ink
    facts = np.full((count, 6), 0.5, np.float32)
    facts[:, :2] = 0.9
    levels = np.full(count, ink, np.float32)
    beside = np.full((count, 2), NOBODY, np.intp)
    return Lessons(layers, levels, facts, np.array(kinds), np.zeros(count, np.int64), beside)


def changed(before, after):
    return (before.layers != after.layers).any(axis=(1, 2, 3))


@pytest.fixture
def always(monkeypatch):
    """Every cell is chosen that may be, and no sheet's writer is strange."""
    for share in ("ODD", "WAVY"):
        monkeypatch.setattr(redrawn, share, 1.0)
    for share in ("ODD_INSTEAD", "STRANGE"):
        monkeypatch.setattr(redrawn, share, 0.0)


@pytest.mark.usefixtures("always")
def test_all_lines_of_a_wavy_writer_are_waves_and_stay_lines():
    before = lessons([EMPTY, CROSS, *[SKIP] * 6])
    after = wavy(before, np.random.default_rng(1))
    assert changed(before, after).tolist() == [False, False, *[True] * 6]
    np.testing.assert_array_equal(after.kinds, before.kinds)
    rows = (after.layers[2:, 0, CELL, CELL] > 60).any(axis=2).sum(axis=1)
    assert (rows > 4).all()


@pytest.mark.usefixtures("always")
def test_a_cross_with_a_scribble_over_it_is_no_cross_any_more(monkeypatch):
    monkeypatch.setattr(redrawn, "ODD_OVER", 1.0)
    before = lessons([*[CROSS] * 40, *[SKIP] * 4])
    after = odd(before, np.random.default_rng(2))
    assert set(after.kinds[:40]) <= {VOID, BOTH}
    assert (after.kinds[:40] == VOID).mean() > 0.8
    assert (after.layers[:40, 0, 16:32, 19:29] >= 199).all(), "the cross is seen below"


@pytest.mark.usefixtures("always")
def test_a_wave_taller_than_the_sheet_s_lines_is_none(monkeypatch):
    monkeypatch.setattr(redrawn, "odd_mark", a_wave)
    straight = odd(lessons([*[EMPTY] * 30, *[SKIP] * 4]), np.random.default_rng(3))
    assert set(straight.kinds[:30]) == {VOID}
    unknown = odd(lessons([EMPTY] * 60), np.random.default_rng(3))
    assert set(unknown.kinds) == {VOID, SKIP}


def a_wave(box, rng, kind=""):
    """Three strokes to and fro, a quarter of the box high."""
    along = np.linspace(0.1, 0.9, 31)
    down = 0.5 + 0.125 * np.sin((along - 0.1) / 0.8 * 3 * np.pi)
    return np.stack([along * box.width, down * box.height], axis=1), 3.0
