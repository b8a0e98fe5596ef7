"""The onlooker sees a cell with all that is around it."""

import numpy as np
import pytest

from sheetkit.geometry import Box
from sheetkit.pad import find_pad
from sheetkit.reading import ladder
from sheetkit.reading.classifier import CLASSES, members, onlooker
from sheetkit.reading.examples import KINDS
from sheetkit.reading.ink import Ink
from sheetkit.reading.ladder import odds_on
from sheetkit.reading.light import estimate_blank
from sheetkit.reading.marks import surroundings
from sheetkit.reading.patches import LAYERS, cut_patches
from sheetkit.reading.template import SCALE, pixel_slices, template_of
from sheetkit.reading.tint import Tints
from sheetkit.reading.wide import NO_COLOUR, WIDE_CELL, WIDE_LAYERS, WIDE_SIDE, cut_wide


@pytest.fixture(scope="module")
def template():
    return template_of(find_pad("classic"))


def inked(template, *boxes):
    """The sheet as it is printed, and ink that fills these boxes."""
    darkness = np.zeros(template.pixels.shape[:2], np.uint8)
    for box in boxes:
        darkness[pixel_slices(box)] = 200
    return template.pixels, Ink(darkness, 1.0), estimate_blank(template.pixels, template)


def test_the_cell_is_in_the_middle_and_its_neighbours_are_seen_half(template):
    cell, beside = template.boxes["red.6"], template.boxes["red.7"]
    (layers,) = cut_wide(*inked(template, cell, beside), [cell]).layers
    assert layers.shape == (WIDE_LAYERS, WIDE_SIDE, WIDE_SIDE)
    dark = layers[0] > 100
    assert dark[WIDE_CELL, WIDE_CELL].mean() > 0.95
    assert dark[:, : WIDE_CELL.start - 1].mean() == dark[: WIDE_CELL.start - 1].mean() == 0
    right = dark[WIDE_CELL, WIDE_CELL.stop + 4 :]
    assert right.mean() > 0.8


def test_beyond_the_sheet_all_is_white(template):
    corner = Box(0, 0, 6, 6)
    picture, ink, blank = inked(template, corner)
    (layers,) = cut_wide(picture, ink, blank, [corner]).layers
    assert (layers[0][WIDE_CELL, WIDE_CELL] > 190).all()
    assert not layers[:LAYERS, : WIDE_CELL.start - 1].any()
    assert not layers[:LAYERS, :, : WIDE_CELL.start - 1].any()
    assert (layers[LAYERS:, : WIDE_CELL.start - 1] == NO_COLOUR).all()
    height, width = ink.darkness.shape
    last = Box(width / SCALE - 6, height / SCALE - 6, width / SCALE, height / SCALE)
    (layers,) = cut_wide(picture, ink, blank, [last]).layers
    assert not layers[:LAYERS, WIDE_CELL.stop + 1 :].any()
    assert not layers[:LAYERS, :, WIDE_CELL.stop + 1 :].any()


BROWN, BLUE = (40, 90, 140), (160, 60, 30)


def coloured(template, cells):
    """The sheet with squares of those colours (blue, green, red) in cells, and where they are."""
    picture = template.pixels.copy()
    boxes = {cell: template.boxes[cell].grown(-2.5) for cell in cells}
    darkness = np.zeros(picture.shape[:2], np.uint8)
    for cell, colour in cells.items():
        picture[pixel_slices(boxes[cell])] = colour
        darkness[pixel_slices(boxes[cell])] = 255 - min(colour)
    blank = estimate_blank(template.pixels, template)
    return picture, Ink(darkness, 1.0), blank, template


def colours_of(surrounding):
    """The mean colour of the middle of each cell."""
    middle = slice(46, 50)
    return surrounding.layers[:, LAYERS:, middle, middle].mean(axis=(2, 3)) - NO_COLOUR


def test_ink_of_the_pen_s_colour_has_none_and_a_stain_has(template):
    pens = {f"penalty.{place}": BLUE for place in (1, 2, 3)}
    pens |= {"red.lock": BLUE, "yellow.lock": BLUE, "green.lock": BLUE}
    marks = {**pens, "penalty.4": BROWN}
    *pictures, _ = coloured(template, marks)
    boxes = [template.boxes[cell] for cell in marks]
    every, marked = np.arange(len(marks)), np.arange(len(pens))
    tints = Tints(*pictures, template)
    known = surroundings(*pictures, tints, boxes, every, marked)
    assert np.abs(colours_of(known)[:3]).max() <= 3  # the others are on print
    more_blue, _ = colours_of(known)[-1]
    assert more_blue > 30  # brown takes blue, and the pen red
    unknown = surroundings(*pictures, tints, boxes, every, marked[:2])
    assert not unknown.pen.any()
    assert (colours_of(unknown)[:3, 0] < -20).all()


def seen(template, cells):
    """The patches of cells that are inked, and their surroundings by their places."""
    boxes = [template.boxes[cell] for cell in cells]
    picture, ink, blank = inked(template, *(box.grown(-3) for box in boxes))

    tints = Tints(picture, ink, blank, template)

    def around(places, marked):
        return surroundings(picture, ink, blank, tints, boxes, places, marked)

    return cut_patches(picture, ink, blank, boxes), around


def test_its_votes_add_up_to_one_whichever_way_it_looks(template):
    patches, around = seen(template, ["red.3", "red.5", "blue.4"])
    look = members()[0].look(patches)
    every, none = np.arange(3), np.zeros((3, len(KINDS), 0), np.float32)
    views = onlooker().looks(around(every, every), patches, look.votes, look.habits, none)
    assert len(views) == 4
    for votes in views:
        assert votes.shape == (3, len(CLASSES))
        np.testing.assert_allclose(votes.sum(axis=1), 1, atol=1e-5)
    assert not np.allclose(views[0], views[1], atol=1e-6)


def test_it_sees_cells_beside_the_sheet_s_examples(template):
    patches, around = seen(template, ["red.3", "red.5", "blue.4"])
    look, every = members()[0].look(patches), np.arange(3)
    votes = []
    for kind in (0, 1):
        shares = np.zeros((2, len(KINDS), 1), np.float32)
        shares[:, kind] = 1
        wide = around(every, every)
        votes += onlooker().looks(wide, patches, look.votes[:2], look.habits, shares)[:1]
    assert votes[0].shape == (2, len(CLASSES))
    assert np.abs(votes[0] - votes[1]).max() > 1e-4


def test_it_is_asked_about_the_cells_that_are_in_doubt_and_no_others(template, monkeypatch):
    patches, around = seen(template, ["red.3", "red.5", "blue.4"])
    asked = []

    def watched(places, marked):
        asked.append(places.tolist())
        return around(places, marked)

    monkeypatch.setattr(ladder, "SETTLED", 0.0)
    monkeypatch.setattr(ladder, "SETTLED_BLANK", 0.0)
    monkeypatch.setattr(ladder, "PERHAPS_VOID", 1.0)
    usual = odds_on(patches, np.zeros(3, bool), watched)
    assert asked == []
    one = np.array([False, True, False])
    changed = odds_on(patches, one, watched)
    ((looked_at, *examples),) = asked
    assert looked_at == 1
    assert set(examples) <= {0, 1, 2}
    np.testing.assert_array_equal(changed[[0, 2]], usual[[0, 2]])
    assert not np.allclose(changed[1], odds_on(patches, one)[1], atol=1e-6)
