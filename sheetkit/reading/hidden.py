"""Cells that can't be trusted: outside of the photo, covered by something, or washed out."""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.reading.find import Floats
from sheetkit.reading.ink import Ink
from sheetkit.reading.light import Blank
from sheetkit.reading.straighten import Fit
from sheetkit.reading.template import SCALE, Template, pixel_slices

Pixels: TypeAlias = NDArray[np.uint8]

OUTSIDE = "outside of the photo"
COVERED = "something lies over it"
WASHED_OUT = "its print can't be seen: glare or blur"
CURLED = "its print isn't where it should be"

THINNEST_THING_MM = 4.5
"""What no pen draws solidly: fingers, pens and shadows of things are wider."""
FARTHEST_SPILL_MM = 3.0
"""Solid dark further than this from every cell isn't a blackened cell."""
LEAST_PRINT = 0.35
"""Of the contrast that print has on the rest of the sheet."""


def hidden_cells(
    flat: Pixels, ink: Ink, blank: Blank, template: Template, fit: Fit, size_px: tuple[int, int]
) -> dict[str, str]:
    """The cells not to be trusted, with the reason."""
    cells = template.design.pad.markable
    hidden = dict.fromkeys(_washed_out(flat, ink, blank, template), WASHED_OUT)
    covered = _things(ink, template)
    for cell in cells:
        box = template.boxes[cell]
        if covered is not None and covered[pixel_slices(box)].mean() > 0.04:
            hidden[cell] = COVERED
        if not _in_view(box, fit, size_px):
            hidden[cell] = OUTSIDE
    return hidden


def _in_view(box: Box, fit: Fit, size_px: tuple[int, int]) -> bool:
    corners: Floats = fit.project(np.array(box.corners))
    return bool((corners >= 0).all() and (corners <= np.array(size_px) - 1).all())


def _things(ink: Ink, template: Template) -> NDArray[np.bool_] | None:
    """Where solid dark areas lie that reach beyond the cells; None where there are none."""
    shrunk = cv2.resize(ink.darkness, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    dark = (shrunk > max(6 * ink.noise, 26)).astype(np.uint8)
    _leave_out_print(dark, template)
    disc = round(THINNEST_THING_MM * SCALE / 2) | 1
    solid = cv2.morphologyEx(
        dark, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (disc, disc))
    )
    if not solid.any():
        return None
    count, labels = cv2.connectedComponents(solid)
    beyond = np.ones(solid.shape, bool)
    for box in template.boxes.values():
        beyond[pixel_slices(box.grown(FARTHEST_SPILL_MM), SCALE / 2)] = False
    strange = np.unique(labels[beyond & (solid > 0)])
    things = np.isin(labels, strange[strange > 0])
    if count < 2 or not things.any():
        return None
    wide = cv2.dilate(things.astype(np.uint8), np.ones((9, 9), np.uint8))
    full = cv2.resize(wide, flat_size(ink.darkness), interpolation=cv2.INTER_NEAREST)
    return np.asarray(full > 0)


def flat_size(pixels: Pixels) -> tuple[int, int]:
    return pixels.shape[1], pixels.shape[0]


def _leave_out_print(dark: Pixels, template: Template) -> None:
    """What differs from sheet to sheet, or is black anyway, says nothing."""
    design = template.design
    for box in (design.qr.grown(1), design.code_text, *(m.box.grown(1) for m in design.markers)):
        dark[pixel_slices(box, SCALE / 2)] = 0


def _washed_out(flat: Pixels, ink: Ink, blank: Blank, template: Template) -> list[str]:
    """Empty-looking cells whose print has much less contrast than on the rest of the sheet."""
    seen = cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY).astype(np.float32)
    model = cv2.cvtColor(blank.expected, cv2.COLOR_BGR2GRAY).astype(np.float32)
    contrasts = {}
    for cell in template.design.pad.markable:
        area = pixel_slices(template.boxes[cell].grown(0.5))
        if (ink.darkness[area] > max(5 * ink.noise, 20)).mean() > 0.02:
            continue
        print_ = model[area] - model[area].mean()
        power = float((print_**2).sum())
        if power > 0:
            contrasts[cell] = float((print_ * (seen[area] - seen[area].mean())).sum()) / power
    usual = float(np.median(list(contrasts.values()))) if contrasts else 1.0
    return [cell for cell, contrast in contrasts.items() if contrast < LEAST_PRINT * usual]
