"""A sum that somebody writes beside a row is no mark in the row's lock."""

import cv2
import numpy as np
import pytest

from sheetkit.pad import find_pad
from sheetkit.reading.ink import FULL_STROKE, Ink
from sheetkit.reading.jotted import perhaps_jotted
from sheetkit.reading.template import SCALE, template_of
from sheetkit.reading.verdict import Doubt, Verdict

BLANK = Verdict({"empty": 1.0})
BOXES = template_of(find_pad("classic")).boxes
LOCK = BOXES["red.lock"]
MIDDLE = LOCK.centre[1]
CROSS = [
    [(LOCK.left + 1, LOCK.top + 1), (LOCK.right + 2, LOCK.bottom - 1)],
    [(LOCK.left + 1, LOCK.bottom - 1), (LOCK.right + 2, LOCK.top + 1)],
]


def asked(*strokes, read_as="cross", cell="red.lock", dark=200, usual=FULL_STROKE):
    """Whether the cell, read as that, is asked for strokes (mm) as ``dark``."""
    template = template_of(find_pad("classic"))
    darkness = np.zeros(template.pixels.shape[:2], np.uint8)
    for stroke in strokes:
        at = np.rint(np.array(stroke) * SCALE).astype(np.int32)
        cv2.polylines(darkness, [at], False, dark, 3)
    read = dict.fromkeys(template.design.pad.markable, BLANK)
    read[cell] = Verdict({read_as: 0.999, "empty": 0.001})
    told = perhaps_jotted(read, usual, Ink(darkness, 1.0), template)
    assert all(verdict.sure for other, verdict in told.items() if other != cell)
    assert told[cell].sure or told[cell].reason == Doubt.JOTTED
    return not told[cell].sure


def two(x, size=6.0):
    """A 2 whose left side is there."""
    shape = np.array([(0, 0.2), (0.3, 0), (0.6, 0.25), (0, 1), (0.6, 1)])
    return shape * size + [x, MIDDLE - size / 2]


def one(x, size=6.0):
    return [(x, MIDDLE - size / 2), (x, MIDDLE + size / 2)]


@pytest.mark.parametrize("number", [(two, one), (two, two), (one, two)])
def test_a_number_that_reaches_into_a_lock_is_asked(number):
    first, second = number
    assert asked(first(LOCK.right - 2), second(LOCK.right + 3))


@pytest.mark.parametrize(("read_as", "told"), [("void", True), ("both", True), ("skip", False)])
def test_what_it_may_look_like_is_asked(read_as, told):
    assert asked(two(LOCK.right - 2), two(LOCK.right + 3), read_as=read_as) == told


def test_a_cross_that_goes_over_its_edge_is_not_asked():
    assert not asked(*CROSS)


def test_neither_is_one_whose_end_its_boxs_outline_parts_from_it():
    right, (_, y) = BOXES["penalty.1"].right, BOXES["penalty.1"].centre
    assert not asked([(right - 5, y), (right - 0.7, y)], [(right + 0.7, y), (right + 6, y)],
                     cell="penalty.1")  # fmt: skip


def test_neither_is_one_far_from_what_is_written():
    assert not asked(*CROSS, two(LOCK.right + 7.5, size=5))
    assert asked(*CROSS, two(LOCK.right + 3.5, size=5))


@pytest.mark.parametrize(("dark", "told"), [(95, False), (140, True)])
def test_a_stain_is_paler_than_what_is_written(dark, told):
    usual, reaching, beside = 180, LOCK.right - 2, LOCK.right + 3
    assert asked(two(reaching), two(beside), dark=dark, usual=usual) == told


def test_a_speck_is_nothing_written():
    assert not asked(*CROSS, one(LOCK.right + 4, size=0.5))


@pytest.mark.parametrize(
    ("field", "cell", "up"), [("write.penalties", "penalty.1", -3), ("write.date", "red.11", 2)]
)
def test_what_is_written_into_its_field_is_not_asked(field, cell, up):
    """Some reaches over the edge of its field, close to a cell."""
    box, own = BOXES[field], BOXES[cell]
    left, top = box.left + 2, box.top + up
    number = [(left, top), (left + 3, top), (left, top + 7), (left + 3, top + 7)]
    mark = [(own.left + 2, own.top + 2), (own.right - 2, own.bottom - 2)]
    assert not asked(mark, number, cell=cell)


def test_bare_paper_is_among_the_cells_and_beside_them():
    template = template_of(find_pad("classic"))
    bare = np.argwhere(template.paper > 0) / (SCALE / 2)
    assert bare[:, 0].min() > BOXES["red.2"].top - 0.5
    assert bare[:, 1].min() > BOXES["red.2"].left - 0.5
    rows, columns = (round(at * SCALE / 2) for at in (MIDDLE, LOCK.right + 5))
    assert template.paper[rows, columns] == 255
    rows, columns = (round(at * SCALE / 2) for at in reversed(BOXES["red.5"].centre))
    assert template.paper[rows, columns] == 0


def test_a_table_beside_a_sheet_cut_askew_is_no_writing():
    edge = template_of(find_pad("classic")).pixels.shape[1] / SCALE
    table = [[(x, 20), (x + 0.5, 80)] for x in np.arange(LOCK.right + 8, edge + 1, 0.3)]
    assert not asked(*CROSS, *table)
    assert asked(*CROSS, *table, two(LOCK.right + 3))


def test_a_coin_beside_a_mark_is_no_writing():
    coin = [
        [(x, MIDDLE - 3), (x, MIDDLE + 3)] for x in np.arange(LOCK.right + 3, LOCK.right + 6, 0.3)
    ]
    assert not asked(*CROSS, *coin)
