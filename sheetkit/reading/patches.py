"""Each cell as a small picture of one size: its ink, what is seen there, and what is printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.reading.arrays import Floats32, Pixels
from sheetkit.reading.ink import Ink
from sheetkit.reading.light import Blank
from sheetkit.reading.template import darkest, pixel_slices

Places: TypeAlias = NDArray[np.intp]
Area: TypeAlias = tuple[slice, slice]

SIDE = 48
"""Pixels a side of a patch; the cell itself is the middle 28."""

CELL = slice(10, 38)
"""The cell within a patch, along each side; around it a good third of a cell of its neighbours."""

AROUND = 10 / 28

LAYERS = 3
"""Of a patch: ink, seen, printed."""

FAINTEST_LEVEL = 22.0
"""No stroke is fainter than this part of 255: a hard pencil under a light hand."""


@dataclass(frozen=True, eq=False)
class Patches:
    """Cells as the classifier of marks sees them.

    ``layers`` is cells × 3 × SIDE × SIDE, uint8: how much darker than blank each
    point is, then how dark the paper looks there, then how dark it would look
    without ink, each in shares of 255. ``levels`` is the darkness of a full stroke
    in each cell. ``facts`` is cells × 6, about 0 to 1: the cell's width and height
    (over 10 mm), that darkness, the paper's noise, the cell's ink against what is
    usual on the sheet, and the photo's blur. ``beside`` is cells × 2: which of the
    cells lie next to each on the left and on the right, ``NOBODY`` where none does.
    """

    layers: Pixels
    levels: Floats32
    facts: Floats32
    beside: Places

    def levelled(self) -> Floats32:
        """The layers from 0 to 1, ink at 1 whatever the pen."""
        return levelled(self.layers, self.levels)

    def only(self, which: Places) -> Patches:
        """Some of the cells."""
        beside = only_beside(self.beside, which)
        return Patches(self.layers[which], self.levels[which], self.facts[which], beside)

    def with_neighbours(self, which: Places) -> Places:
        """These cells and those beside them, in ascending order."""
        near = np.union1d(which, self.beside[which])
        return np.asarray(near[near != NOBODY])

    def mirrored(self) -> Iterator[Patches]:
        """The same cells upside down, left to right, and both: marks stay what they are."""
        for axes in ((2,), (3,), (2, 3)):
            beside = self.beside[:, ::-1] if 3 in axes else self.beside
            layers = np.ascontiguousarray(np.flip(self.layers, axes))
            yield replace(self, layers=layers, beside=beside)


def levelled(layers: Pixels, levels: Floats32) -> Floats32:
    """The layers of ``Patches``, of any size, from 0 to 1, and ink at 1 where it is as dark as a
    full stroke in its cell.
    """
    even = np.asarray(layers, np.float32) / np.float32(255)
    even[:, 0] = np.minimum(layers[:, 0] / levels[:, None, None], 1)
    return even


NOBODY = -1
"""In place of a neighbour: at a row's end, or where the next cell holds nothing."""


def only_beside(beside: Places, which: Places) -> Places:
    """The neighbours of some of the cells, as places among these; those left out are nobody."""
    new = np.full(len(beside) + 1, NOBODY, np.intp)  # its last one is found by NOBODY
    new[which] = np.arange(len(which))
    return np.asarray(new[beside[which]])


def neighbours(boxes: Sequence[Box]) -> Places:
    """Which boxes lie next to each on the left and on the right: n × 2, or ``NOBODY``."""
    found = np.full((len(boxes), 2), NOBODY, np.intp)
    if not boxes:
        return found
    left, top, right, bottom = np.array([(b.left, b.top, b.right, b.bottom) for b in boxes]).T
    height, width = bottom - top, right - left
    gap = left - right[:, None]
    level = np.abs(top - top[:, None]) < LEVEL * height[:, None]
    close = level & (np.abs(gap) < LARGEST_GAP_IN_ROW * width[:, None])
    here, there = np.nonzero(close)
    found[here, 1], found[there, 0] = there, here
    return found


LEVEL = 0.2
"""Of a cell's height: boxes that begin no further apart lie side by side."""
LARGEST_GAP_IN_ROW = 0.4
"""Of a cell's width, between neighbours; cells of a row have a line between them, or less."""


def cut_patches(flat: Pixels, ink: Ink, blank: Blank, boxes: Sequence[Box]) -> Patches:
    """The patches of the cells at those boxes."""
    areas = [pixel_slices(_with_surroundings(box)) for box in boxes]
    pictures = (flat, blank.light, ink.darkness, blank.printed)
    layers = stacked(pictures, areas, SIDE, lambda *tall: [shades(*tall)])
    layers = layers.reshape(-1, LAYERS, SIDE, SIDE)
    cells = layers[:, 0, CELL, CELL].reshape(len(boxes), -1)
    own = np.percentile(cells, 97, axis=1).astype(np.float32) if len(boxes) else np.zeros(0)
    usual = (
        float(np.median(own[own > FAINTEST_LEVEL]))
        if (own > FAINTEST_LEVEL).any()
        else FAINTEST_LEVEL
    )
    # a pen may skip or be changed, so a cell's own ink counts from half the usual on
    levels = np.maximum(np.maximum(own, 0.5 * usual), FAINTEST_LEVEL).astype(np.float32)
    facts = np.zeros((len(boxes), 6), np.float32)
    facts[:, 0] = [box.width / 10 for box in boxes]
    facts[:, 1] = [box.height / 10 for box in boxes]
    facts[:, 2] = levels / 255
    facts[:, 3] = min(ink.noise / 16, 1.5)
    facts[:, 4] = np.minimum(own / usual, 2) / 2
    facts[:, 5] = blank.blur / 3
    return Patches(layers, levels, facts, neighbours(boxes))


def stacked(
    pictures: Sequence[Pixels],
    areas: Sequence[Area],
    side: int,
    planes: Callable[..., Sequence[Pixels]],
) -> Pixels:
    """What the areas of some pictures show, areas × planes × side × side: of the parts of all
    pictures there ``planes`` makes pictures of some channels each.

    All of one size are set one above the other and worked on as one tall picture.
    """
    made: dict[int, Pixels] = {}
    sizes = [pictures[0][area].shape[:2] for area in areas]
    for size in set(sizes):
        alike = [place for place, own in enumerate(sizes) if own == size]
        tall = (np.concatenate([picture[areas[place]] for place in alike]) for picture in pictures)
        small = np.concatenate([_shrunk(plane, side, len(alike)) for plane in planes(*tall)], 1)
        made |= dict(zip(alike, small, strict=True))
    return np.array([made[place] for place in range(len(areas))], np.uint8)


def _shrunk(tall: Pixels, side: int, count: int) -> Pixels:
    """Areas one above the other as areas × channels × side × side."""
    small = cv2.resize(tall, (side, side * count), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8).reshape(count, side, side, -1).transpose(0, 3, 1, 2)


def shades(here: Pixels, light: Pixels, darkness: Pixels, printed: Pixels) -> Pixels:
    """Ink's darkness, how dark the paper looks there, and how dark it would look without ink."""
    seen = _dark(cv2.divide(here, light, scale=255))
    return np.asarray(cv2.merge([darkness, seen, _dark(printed)]), np.uint8)


FIELD_SHAPE = (32, 72)
"""Height and width of a field's patch in pixels."""

FIELD_STEP = 2
"""Pixels of the sheet laid flat to one of a field's patch, which so has 3 px/mm."""

FIELD_MARGIN = (1.5, 0.9)
"""mm beside and above a field that its patch shows: half way to the next, since hands reach out."""


def cut_fields(ink: Ink, blank: Blank, boxes: Sequence[Box]) -> Pixels:
    """The fields at those boxes: fields × 2 × 32 × 72, uint8, ink and print in shares of 255.

    All are at one scale, each in the middle of its patch.
    """
    layers = np.zeros((len(boxes), 2, *FIELD_SHAPE), np.uint8)
    for place, box in enumerate(boxes):
        across, down = FIELD_MARGIN
        area = pixel_slices(
            Box(box.left - across, box.top - down, box.right + across, box.bottom + down)
        )
        for layer, picture in enumerate((ink.darkness[area], _dark(blank.printed[area]))):
            _set_in_middle(layers[place, layer], picture)
    return layers


def _set_in_middle(patch: Pixels, area: Pixels) -> None:
    height, width = (
        min(side // FIELD_STEP, most) for side, most in zip(area.shape, FIELD_SHAPE, strict=True)
    )
    small = cv2.resize(area, (width, height), interpolation=cv2.INTER_AREA)
    top, left = (FIELD_SHAPE[0] - height) // 2, (FIELD_SHAPE[1] - width) // 2
    patch[top : top + height, left : left + width] = small


def _with_surroundings(box: Box) -> Box:
    across, down = AROUND * box.width, AROUND * box.height
    return Box(box.left - across, box.top - down, box.right + across, box.bottom + down)


def _dark(share: Any) -> Pixels:
    """How much of the light is missing, in the channel that misses most: 0 to 255."""
    return np.asarray(cv2.bitwise_not(darkest(share)), np.uint8)
