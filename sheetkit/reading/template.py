"""What reading needs to know of a design, worked out once and kept: its picture and its parts."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.design import SheetDesign, design_sheet
from sheetkit.design.shapes import Shape
from sheetkit.geometry import Box
from sheetkit.pad import Pad
from sheetkit.reading.reference import render_design
from sheetkit.reading.straighten import Structure, structure_of

Pixels: TypeAlias = NDArray[np.uint8]

SCALE = 6.0
"""px/mm at which ink is looked for: a ballpoint's 0.4 mm line is more than 2 pixels wide."""

LANGUAGE = "en"
"""Cells and numbers are the same in every language; other text is not looked at."""

_LEAST_OF_A_TONE = 60
"""Pixels of one flat colour from which on it is measured on the sheet, about 2 mm²."""
_MOST_TONES = 60


@dataclass(frozen=True, eq=False)
class Template:
    """A design as pictures at ``SCALE`` px/mm, height × width (× 3, BGR).

    ``tone`` labels pixels well inside a flat colour, 0 elsewhere; ``tones``
    holds these colours, n × 3, the first unused; ``samples`` some pixels of each,
    as places in the flattened picture. ``beside_print`` is 0 on numbers, signs and
    outlines and a third of a millimetre around them, else 255. ``calm`` marks the light ones
    among them with 255: there any darkening is ink. ``frame`` marks calm pixels
    outside of all cells.
    """

    design: SheetDesign
    pixels: Pixels
    structure: Structure
    tone: Pixels
    tones: NDArray[np.float32]
    samples: tuple[NDArray[np.intp], ...]
    beside_print: Pixels
    calm: Pixels
    frame: Pixels
    boxes: Mapping[str, Box]


_kept: OrderedDict[tuple[Shape, ...], Template] = OrderedDict()
_MOST_KEPT = 24


def template_of(pad: Pad) -> Template:
    """The template of a pad in its layout; sheets that look the same share one."""
    design = _design_of(pad)
    template = _kept.get(design.shapes)
    if template is None:
        template = _worked_out(design)
        _kept[design.shapes] = template
        if len(_kept) > _MOST_KEPT:
            _kept.popitem(last=False)
    return template


@lru_cache(maxsize=256)
def _design_of(pad: Pad) -> SheetDesign:
    return design_sheet(pad, LANGUAGE)


def _worked_out(design: SheetDesign) -> Template:
    pixels = render_design(design, SCALE)
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    tone, tones = _tones(pixels, design)
    light = tones.min(axis=1) > 200
    calm = light[tone] & (tone > 0)
    calm = calm.astype(np.uint8) * 255
    frame = calm.copy()
    for box in design.cells.values():
        frame[pixel_slices(box.grown(0.15))] = 0
    return Template(
        design=design,
        pixels=pixels,
        structure=structure_of(np.asarray(grey, np.uint8)),
        tone=tone,
        tones=tones,
        samples=tuple(_sampled(tone, label) for label in range(len(tones))),
        beside_print=_beside_print(pixels),
        calm=calm,
        frame=frame,
        boxes={cell: design.cells[cell] for cell in design.pad.cells},
    )


def pixel_slices(box: Box, scale: float = SCALE) -> tuple[slice, slice]:
    """Rows and columns of a box in a picture of the sheet."""
    return (
        slice(max(round(box.top * scale), 0), max(round(box.bottom * scale), 0)),
        slice(max(round(box.left * scale), 0), max(round(box.right * scale), 0)),
    )


PRINT_BELOW = 195
"""Of 255 in the darkest channel: outlines are darker, tints are lighter."""


def _beside_print(pixels: Pixels) -> Pixels:
    around = cv2.erode(pixels, np.ones((5, 5), np.uint8))
    return np.asarray((around.min(axis=2) >= PRINT_BELOW) * 255, np.uint8)


_SAMPLES = 300


def _sampled(tone: Pixels, label: int) -> NDArray[np.intp]:
    """Places of a tone, spread over the sheet; none for label 0."""
    places = np.flatnonzero(tone.ravel() == label) if label else np.zeros(0, np.intp)
    return places[:: max(len(places) // _SAMPLES, 1)]


def _tones(pixels: Pixels, design: SheetDesign) -> tuple[Pixels, NDArray[np.float32]]:
    """Labels of the pixels whose neighbours all have their colour, and the colours."""
    flat = cv2.erode(pixels, np.ones((3, 3), np.uint8)) == cv2.dilate(
        pixels, np.ones((3, 3), np.uint8)
    )
    inside = flat.all(axis=2)
    for box in (design.qr.grown(2.5), design.code_text.grown(0.3)):
        inside[pixel_slices(box)] = False
    key = pixels.astype(np.int32) @ np.array([65536, 256, 1], np.int32)
    keys, counts = np.unique(key[inside], return_counts=True)
    common = keys[counts >= _LEAST_OF_A_TONE]
    if len(common) > _MOST_TONES:
        common = np.sort(keys[np.argsort(counts)[-_MOST_TONES:]])
    place = np.searchsorted(common, key)
    known = inside & (common[np.minimum(place, len(common) - 1)] == key)
    tone = np.where(known, place + 1, 0).astype(np.uint8)
    colours = np.stack([common >> 16, (common >> 8) & 255, common & 255], axis=1)
    return tone, np.concatenate([np.zeros((1, 3)), colours]).astype(np.float32)
