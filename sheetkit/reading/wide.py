"""A cell with all that is around it, in colour: what the classifier's onlooker sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from sheetkit.geometry import Box
from sheetkit.reading.arrays import Floats, Floats32, Pixels
from sheetkit.reading.ink import Ink
from sheetkit.reading.light import Blank
from sheetkit.reading.patches import LAYERS, levelled, shades, stacked
from sheetkit.reading.template import SCALE, at_least

WIDE_SIDE = 96
"""Pixels a side of a cell with what is around it; the cell itself is the middle 36."""
WIDE_CELL = slice(30, 66)
WIDELY_AROUND = 30 / 36
"""Of a cell's size, on each side: far enough for the middle of a neighbour's cross."""
WIDE_LAYERS = LAYERS + 2
"""Besides those of a patch how far the ink is off the pen's colour: by how much more of blue than
of red it takes, and of green than of both."""
NO_COLOUR = 128
"""In the layers of colour: ink of the pen's colour, or none."""


@dataclass(frozen=True, eq=False)
class Surroundings:
    """Some cells with what is around them: cells × 5 × WIDE_SIDE × WIDE_SIDE, uint8.

    Three layers as in ``Patches``, then two of colour, ``NO_COLOUR`` where it is the pen's. ``pen``
    is the part of blue, green and red that the sheet's pen takes away, against each other;
    0 where that isn't known, and then colours are compared with grey.
    """

    layers: Pixels
    pen: Floats32


def cut_wide(
    flat: Pixels, ink: Ink, blank: Blank, boxes: Sequence[Box], pen: Floats | None = None
) -> Surroundings:
    """The cells at those boxes with what is around them; what lies beyond the sheet is white.

    ``pen`` is its colour as ``Tints`` gives it.
    """
    windows = [_window(box) for box in boxes]
    height, width = ink.darkness.shape
    beyond = max(
        (side for w in windows for side in (-w[0], w[1] - height, -w[2], w[3] - width)), default=0
    )
    pictures: tuple[Pixels, ...] = (flat, blank.light, ink.darkness, blank.printed)
    room = max(beyond, 0)
    if room:
        pictures = tuple(_on_white(picture, room) for picture in pictures)
    areas = [
        (slice(top + room, bottom + room), slice(left + room, right + room))
        for top, bottom, left, right in windows
    ]
    colours = _off_the_pen(pen)

    def planes(here: Pixels, light: Pixels, darkness: Pixels, printed: Pixels) -> Sequence[Pixels]:
        return shades(here, light, darkness, printed), _colour(here, light, printed, colours)

    layers = stacked(pictures, areas, WIDE_SIDE, planes)
    known = np.zeros(3) if pen is None else pen
    return Surroundings(layers.reshape(-1, WIDE_LAYERS, WIDE_SIDE, WIDE_SIDE), known.astype("f4"))


def levelled_wide(layers: Pixels, levels: Floats32) -> Floats32:
    """The layers from 0 to 1, ink at 1 where it is as dark as a full stroke in its cell; those of
    colour from -1 to 1.
    """
    colours = (layers[:, LAYERS:] - np.float32(NO_COLOUR)) / levels[:, None, None, None]
    even = levelled(layers[:, :LAYERS], levels)
    return np.concatenate([even, np.clip(2 * colours, -1, 1)], axis=1)


def _off_the_pen(pen: Floats | None) -> Floats:
    """From what is left of blue, green and red (of 255) to the layers of colour: 2 × 4."""
    grey = np.full(3, 3**-0.5)
    along = grey if pen is None else pen / np.linalg.norm(pen)
    taken = HALF_COLOURS @ (np.eye(3) - np.outer(along, along))
    return np.column_stack([-taken, NO_COLOUR + 255 * taken.sum(axis=1)])


HALF_COLOURS = np.array([[1.0, 0.0, -1.0], [-0.5, 1.0, -0.5]]) / 2
"""Blue against red, green against both: halves, so that every colour fits."""


def _colour(here: Pixels, light: Pixels, printed: Pixels, colours: Floats) -> Pixels:
    """How far off the pen's colour that is which is seen and wasn't printed."""
    expected = np.asarray(cv2.multiply(printed, light, scale=1 / 255), np.uint8)
    left = cv2.divide(here, at_least(expected, 6), scale=255)
    return np.asarray(cv2.transform(left, colours), np.uint8)


def _window(box: Box) -> tuple[int, int, int, int]:
    """Top, bottom, left and right of a cell with what is around it, in pixels of the sheet, of
    which some may lie beyond it.
    """
    across, down = WIDELY_AROUND * box.width, WIDELY_AROUND * box.height
    top, bottom = round((box.top - down) * SCALE), round((box.bottom + down) * SCALE)
    left, right = round((box.left - across) * SCALE), round((box.right + across) * SCALE)
    return top, bottom, left, right


def _on_white(picture: Pixels, room: int) -> Pixels:
    """A picture with white around it; of darkness, with none."""
    shade = (0,) if picture.ndim == 2 else (255, 255, 255)
    framed = cv2.copyMakeBorder(picture, room, room, room, room, cv2.BORDER_CONSTANT, value=shade)
    return np.asarray(framed, np.uint8)
