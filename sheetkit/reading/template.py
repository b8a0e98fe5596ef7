"""What reading needs to know of a design, worked out once and kept: its picture and its parts."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from threading import Lock
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.design import SheetDesign, design_sheet
from sheetkit.design.palette import SAFE
from sheetkit.design.palette import outlined as in_outlines
from sheetkit.errors import LayoutError
from sheetkit.geometry import Box
from sheetkit.pad import Pad
from sheetkit.reading.arrays import Pixels
from sheetkit.reading.blocks import Structure, structure_of
from sheetkit.reading.reference import render_design, sheet_size_px

SCALE = 6.0
"""px/mm at which ink is looked for: a ballpoint's 0.4 mm line is more than 2 pixels wide."""

HALF_SCALE = SCALE / 2
"""px/mm at which strokes are followed from cell to cell, and folds, covering things and print are
looked for: folds are half a millimetre to two wide, and outlines and numbers show.
"""

LIGHT = 2.0
"""px/mm at which light is measured, fine enough for the edges of shadows."""

COARSE = 1.0
"""px/mm at which light is kept over the whole sheet; along the edges of shadows ``LIGHT``."""

LANGUAGE = "en"
"""Cells and numbers are the same in every language; only letters in cells are not."""

OFF_PRINT_MM = 1.0
"""From print, so far nothing of it is left in the ink of a sheet that lies a little off."""

WRITTEN_MM = 4.0
"""Around the boxes for sums, as far as the largest digits reach over them."""

_LEAST_OF_A_TONE = 20
"""Pixels of one flat colour from which on it is measured on the sheet, about half a mm²: so much of
it have even the numbers of rows with many."""
_MOST_TONES = 60


@dataclass(frozen=True, eq=False)
class Template:
    """A design as pictures at ``SCALE`` px/mm, height × width (× 3, BGR).

    ``tone`` labels pixels well inside a flat colour from 1 on, 0 elsewhere; ``tones``
    holds these colours, n × 3; ``counts`` how many pixels each has, up to 400; ``samples``
    some pixels of each (n × many), as places in the flattened picture. ``beside_print``
    is 0 on numbers, signs and outlines and a third of a millimetre around them, else 255.
    ``calm`` marks with 255 the light ones among the pixels of a tone, and ``strips`` (× 3) all
    others that are white and between cells, where outlines leave few; ``calm`` has them, too.
    There any darkening is ink.

    At ``LIGHT`` px/mm, ``calm_share`` is how much of each pixel is calm (0 to 255),
    ``calm_print`` the design's picture where it is, black elsewhere; ``frame`` marks
    with 255 what lies outside of all cells.
    """

    design: SheetDesign
    pixels: Pixels
    structure: Structure
    tone: Pixels
    tones: NDArray[np.float32]
    counts: NDArray[np.float32]
    samples: NDArray[np.intp]
    beside_print: Pixels
    calm: Pixels
    strips: Pixels
    calm_share: Pixels
    calm_print: Pixels
    frame: Pixels
    boxes: Mapping[str, Box]

    @cached_property
    def paper(self) -> Pixels:
        """At ``HALF_SCALE``, 255 where the paper is bare and nobody is meant to write: among the
        cells and to their right, a millimetre and more off all print.
        """
        cells = self.design.pad.markable_set
        white = np.asarray((self.pixels.min(axis=2) == 255) * 255, np.uint8)
        side = round(2 * OFF_PRINT_MM * SCALE) + 1
        bare = cv2.erode(white, np.ones((side, side), np.uint8))
        left = min(self.boxes[cell].left for cell in cells)
        top = min(self.boxes[cell].top for cell in cells)
        bare[: round(top * SCALE)], bare[:, : round(left * SCALE)] = 0, 0
        fields = [box.grown(WRITTEN_MM) for cell, box in self.boxes.items() if cell not in cells]
        for box in (*fields, *(box.grown(OFF_PRINT_MM) for box in self.black_print)):
            bare[pixel_slices(box)] = 0
        return at_scale(np.asarray(bare, np.uint8), HALF_SCALE)

    @property
    def black_print(self) -> tuple[Box, ...]:
        """What differs from sheet to sheet, or is so black that its edges may look like ink."""
        markers = (marker.box.grown(1) for marker in self.design.markers)
        return self.design.qr.grown(1), self.design.code_text, *markers


_kept: OrderedDict[tuple[object, ...], Template] = OrderedDict()
MOST_KEPT = 12
"""Templates, and what is worked out of each: 15 MB. Another one takes a quarter of a second."""
_free = Lock()


def template_of(pad: Pad, language: str = LANGUAGE, *, outlined: bool = False) -> Template:
    """The template of a pad in its layout.

    Sheets that look alike and have the same cells share one, whose design is of any of their pads.
    """
    with _free:
        design = design_of(pad, language, outlined=outlined)
        key = (design.shapes, *design.cells)
        template = _kept.get(key)
        if template is None:
            template = _worked_out(design)
            _kept[key] = template
            if len(_kept) > MOST_KEPT:
                _kept.popitem(last=False)
        _kept.move_to_end(key)
        return template


@lru_cache(maxsize=256)
def can_be_printed(pad: Pad) -> bool:
    """Whether the pad has sheets at all: its file may ask for more than there is room for."""
    try:
        template_of(pad)
    except (LayoutError, ValueError, OSError):  # as the fonts say of letters of no size
        return False
    return True


@lru_cache(maxsize=256)
def design_of(pad: Pad, language: str, *, outlined: bool = False) -> SheetDesign:
    """The pad's design in its layout and that language, without tints where it is outlined."""
    return design_sheet(pad, language, OUTLINES if outlined else SAFE)


OUTLINES = in_outlines(SAFE)


def _worked_out(design: SheetDesign) -> Template:
    pixels = render_design(design, SCALE)
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    tone, tones = _tones(pixels, design)
    light = np.flatnonzero(tones.min(axis=1) > 200) + 1
    frame = np.full(grey.shape, 255, np.uint8)
    for box in design.cells.values():
        frame[pixel_slices(box.grown(0.15))] = 0
    even = np.isin(tone, light)
    strips = ~even & (pixels.min(axis=2) == 255) & (frame > 0)
    _leave_out_code(strips, design)
    calm = np.asarray((even | strips) * 255, np.uint8)
    samples = [np.flatnonzero(tone.ravel() == label) for label in range(1, len(tones) + 1)]
    return Template(
        design=design,
        pixels=pixels,
        structure=structure_of(np.asarray(grey, np.uint8), design.qr),
        tone=tone,
        tones=tones,
        counts=np.array([min(len(places), _MOST_COUNTED) for places in samples], np.float32),
        samples=np.array([spread_over(places, _SAMPLES) for places in samples]),
        beside_print=_beside_print(pixels),
        calm=calm,
        strips=np.asarray(cv2.merge([strips.astype(np.uint8) * 255] * 3), np.uint8),
        calm_share=shrunk(calm, calm),
        calm_print=shrunk(pixels, calm),
        frame=_wholly(frame),
        boxes={cell: design.cells[cell] for cell in design.pad.cells},
    )


def shrunk(picture: Pixels, mask: Pixels) -> Pixels:
    """The masked parts of a sheet's picture at ``LIGHT``, black elsewhere."""
    step = round(SCALE / LIGHT)
    # every such pixel of means is what INTER_AREA gives, in half the time
    means = cv2.blur(cv2.copyTo(picture, mask), (step, step), anchor=(0, 0))
    small = cv2.resize(means, sheet_size_px(LIGHT), interpolation=cv2.INTER_NEAREST)
    return np.asarray(small, np.uint8)


def at_scale(picture: Pixels, scale: float) -> Pixels:
    """A picture of the sheet at fewer px/mm."""
    small = cv2.resize(picture, sheet_size_px(scale), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def at_least(picture: Pixels, level: int) -> Pixels:
    """The picture with nothing in it darker than ``level``."""
    floor = (level, level, level, level)
    return np.asarray(cv2.max(picture, floor), np.uint8)  # type: ignore[call-overload]


def darkest(picture: Any) -> Any:
    """The least of each pixel's three channels."""
    blue, green, red = cv2.split(picture)
    return cv2.min(cv2.min(blue, green), red)


def brightest(picture: Any) -> Any:
    """The most of each pixel's three channels."""
    blue, green, red = cv2.split(picture)
    return cv2.max(cv2.max(blue, green), red)


def _wholly(mask: Pixels) -> Pixels:
    """The pixels at ``LIGHT`` that lie in the mask with all that they hold."""
    return np.asarray((shrunk(mask, mask) == 255) * 255, np.uint8)


@lru_cache(maxsize=4096)
def pixel_slices(box: Box, scale: float = SCALE) -> tuple[slice, slice]:
    """Rows and columns of a box in a picture of the sheet."""
    return (
        slice(max(round(box.top * scale), 0), max(round(box.bottom * scale), 0)),
        slice(max(round(box.left * scale), 0), max(round(box.right * scale), 0)),
    )


def slices_within(around: Box, box: Box, scale: float = SCALE) -> tuple[slice, slice]:
    """Rows and columns of a box in a picture of the box around it."""
    of_around, of_box = pixel_slices(around, scale), pixel_slices(box, scale)
    rows, columns = (
        slice(inner.start - outer.start, inner.stop - outer.start)
        for inner, outer in zip(of_box, of_around, strict=True)
    )
    return rows, columns


PRINT_BELOW = 195
"""Of 255 in the darkest channel: outlines are darker, tints are lighter."""


def _beside_print(pixels: Pixels) -> Pixels:
    around = cv2.erode(pixels, np.ones((5, 5), np.uint8))
    return np.asarray((around.min(axis=2) >= PRINT_BELOW) * 255, np.uint8)


_SAMPLES = 200
_MOST_COUNTED = 400


def spread_over(places: NDArray[np.intp], count: int) -> NDArray[np.intp]:
    """So many of the places, spread over them all; some come again where there are fewer."""
    chosen: NDArray[np.intp] = places[np.linspace(0, len(places) - 1, count).astype(int)]
    return chosen


def _leave_out_code(mask: NDArray[np.bool_], design: SheetDesign) -> None:
    """The code differs from sheet to sheet."""
    for box in (design.qr.grown(2.5), design.code_text.grown(0.3)):
        mask[pixel_slices(box)] = False


def _tones(pixels: Pixels, design: SheetDesign) -> tuple[Pixels, NDArray[np.float32]]:
    """Labels of the pixels whose neighbours all have their colour, and the colours."""
    flat = cv2.erode(pixels, np.ones((3, 3), np.uint8)) == cv2.dilate(
        pixels, np.ones((3, 3), np.uint8)
    )
    inside = flat.all(axis=2)
    _leave_out_code(inside, design)
    key = pixels.astype(np.int32) @ np.array([65536, 256, 1], np.int32)
    keys, counts = np.unique(key[inside], return_counts=True)
    common = keys[counts >= _LEAST_OF_A_TONE]
    if len(common) > _MOST_TONES:
        common = np.sort(keys[np.argsort(counts)[-_MOST_TONES:]])
    place = np.searchsorted(common, key)
    known = inside & (common[np.minimum(place, len(common) - 1)] == key)
    tone = np.where(known, place + 1, 0).astype(np.uint8)
    colours = np.stack([common >> 16, (common >> 8) & 255, common & 255], axis=1)
    return tone, colours.astype(np.float32)
