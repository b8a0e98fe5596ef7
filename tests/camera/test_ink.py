"""Strokes: where they are, and what the pens leave."""

from dataclasses import replace

import numpy as np
import pytest

from sheetkit.camera import PenKind, cut_out, draw_writer, mark_leaf
from sheetkit.camera.gestures import CrossStyle, SkipStyle, VoidStyle
from sheetkit.camera.leaf import Leaf, SheetOnLeaf
from sheetkit.camera.pen import draw_pen
from sheetkit.camera.writer import cross_strokes, skip_strokes, void_strokes
from sheetkit.geometry import Box

CELLS = {f"red.{n}": Box.at(10 + 10 * n, 20, 9, 11) for n in range(2, 8)}
SHEET = SheetOnLeaf("S", "v", Box(0, 0, 100, 50), CELLS)
BLANK = Leaf(np.full((500, 1000, 3), 255, np.uint8), 10, (SHEET,))


def inked(marks, seed=1, **habits):
    """Share of each cell's inside that is darker than half."""
    rng = np.random.default_rng(seed)
    writer = replace(draw_writer(rng, pen=PenKind.GEL, neat=True), **habits)
    picture = mark_leaf(BLANK, {"S": marks}, writer, rng).picture.min(axis=2)
    shares = {}
    for cell, box in CELLS.items():
        inner = box.grown(-1.5).scaled(10)
        part = picture[int(inner.top) : int(inner.bottom), int(inner.left) : int(inner.right)]
        shares[cell] = float((part < 128).mean())
    return shares


def test_no_marks_leave_no_ink():
    assert set(inked({}).values()) == {0.0}


@pytest.mark.parametrize("style", CrossStyle)
def test_every_cross_leaves_ink_in_its_cell(style):
    size = {CrossStyle.SMALL_X: 0.4, CrossStyle.BIG_X: 1.2}.get(style, 0.8)
    for seed in range(8):
        shares = inked({"red.4": "cross"}, seed, cross=style, size=size)
        assert max(shares, key=shares.__getitem__) == "red.4"
        assert shares["red.4"] > 0.01


@pytest.mark.parametrize("style", VoidStyle)
def test_a_void_covers_its_cell(style):
    for seed in range(8):
        assert inked({"red.4": "void"}, seed, void=style)["red.4"] > 0.22


def test_one_long_line_goes_through_all_cells_of_a_run():
    marks = {"red.3": "skip", "red.4": "skip", "red.5": "skip"}
    for skip in SkipStyle:
        shares = inked(marks, skip=skip, skip_reach=0.95)
        assert {cell for cell, share in shares.items() if share > 0.01} == set(marks)


def test_both_is_a_cross_and_a_line():
    cross, line, both = (inked({"red.4": mark}, 5)["red.4"] for mark in ("cross", "skip", "both"))
    assert both > max(cross, line)


def test_a_skip_line_is_flat_and_a_slash_is_steep():
    box = CELLS["red.4"]
    for seed in range(60):
        rng = np.random.default_rng(seed)
        writer = replace(draw_writer(rng), cross=CrossStyle.SLASH, slip=0.0)
        (line,) = skip_strokes(box, writer, rng)
        (slash,) = cross_strokes(box, writer, rng)
        assert np.ptp(line[:, 1]) < 0.6 * np.ptp(line[:, 0])
        assert np.ptp(slash[:, 1]) > 0.6 * np.ptp(slash[:, 0])


def test_a_void_stays_about_its_cell():
    box = CELLS["red.4"]
    for seed in range(60):
        rng = np.random.default_rng(seed)
        for stroke in void_strokes(box, draw_writer(rng, neat=True), rng):
            assert (np.abs(stroke - box.centre) < (box.width, box.height)).all()


def test_pencil_is_paler_and_grainier_than_gel():
    def ink_of(kind):
        rng = np.random.default_rng(2)
        pens = [draw_pen(rng, kind) for _ in range(12)]
        drawn = []
        for pen in pens:
            writer = replace(draw_writer(rng, neat=True), pen=replace(pen, ink=(60.0, 60.0, 60.0)))
            picture = mark_leaf(BLANK, {"S": {"red.4": "void"}}, writer, rng).picture
            dark = picture[230:280, 510:580, 1]
            drawn.append((float(dark.mean()), float(dark[dark < 200].std())))
        return np.mean(drawn, axis=0)

    assert ink_of(PenKind.PENCIL)[0] > ink_of(PenKind.GEL)[0] + 15


@pytest.mark.parametrize("kind", [PenKind.COLOURED_PENCIL, PenKind.CRAYON])
def test_soft_leads_come_in_all_colours_and_leave_paper_bare(kind):
    rng = np.random.default_rng(6)
    pens = [draw_pen(rng, kind) for _ in range(60)]
    colours = {pen.colour for pen in pens}
    assert {"purple", "orange", "brown", "pink", "turquoise"} < colours
    assert "graphite" not in colours

    def bare(pen):
        writer = replace(draw_writer(rng, neat=True), pen=replace(pen, width=1.6, density=0.9))
        picture = mark_leaf(BLANK, {"S": {"red.4": "skip"}}, writer, rng).picture.min(axis=2)
        on_line = picture[:, 520:570].min(axis=1) < 128
        return (picture[on_line, 520:570] > 150).mean()

    gel = [draw_pen(rng, PenKind.GEL) for _ in range(12)]
    assert np.mean([bare(pen) for pen in pens[:12]]) > 2 * np.mean([bare(pen) for pen in gel])


def test_the_other_pen_makes_some_of_the_marks():
    rng = np.random.default_rng(3)
    red, blue = (replace(draw_pen(rng, PenKind.GEL), ink=ink) for ink in RED_AND_BLUE)
    writer = replace(draw_writer(rng, neat=True), pen=blue, other_pen=red)
    marks = dict.fromkeys(CELLS, "cross")
    seen = set()
    for _ in range(12):
        picture = mark_leaf(BLANK, {"S": marks}, writer, rng).picture.astype(int)
        box = CELLS["red.4"].scaled(10)
        cell = picture[int(box.top) : int(box.bottom), int(box.left) : int(box.right)]
        taken = 255 - cell.reshape(-1, 3).min(axis=0)
        seen.add("red" if taken[0] > taken[2] else "blue")
    assert seen == {"red", "blue"}


RED_AND_BLUE = ((30.0, 30.0, 220.0), (220.0, 30.0, 30.0))


def test_written_numbers_are_in_their_fields(pad):
    sheet = pad.sheets[0]
    blank = cut_out(pad.pdf, sheet, px_per_mm=10)
    rng = np.random.default_rng(1)
    written = {sheet.sheet: {"total": "70", "red": "10", "player": "Anna"}}
    leaf = mark_leaf(blank, {}, draw_writer(rng, pen=PenKind.FELT), rng, written=written)
    assert leaf.sheets[0].written == written[sheet.sheet]
    changed = (leaf.picture != blank.picture).any(axis=2)
    for name in ("total", "red", "player"):
        box = leaf.sheets[0].cells[f"write.{name}"].scaled(10)
        part = np.s_[int(box.top) : int(box.bottom), int(box.left) : int(box.right)]
        assert changed[part].mean() > 0.02
        changed[part] = False
    assert changed.mean() < 0.002


def test_other_peoples_ink_is_used_when_given():
    mark = [[[0, 0], [0.5, 0.1], [1, 0]], [[0.5, 0], [0.5, 1]]]
    rng = np.random.default_rng(1)
    writer = replace(draw_writer(rng, neat=True, ink={"cross": [mark]}), cross=CrossStyle.X)
    assert len(cross_strokes(CELLS["red.4"], writer, rng)) == len(mark)
