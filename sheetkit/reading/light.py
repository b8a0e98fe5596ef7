"""How bright each point of a blank sheet would be in this photo: its light, paper and print."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.reading.arrays import Floats32, Pixels
from sheetkit.reading.reference import sheet_size_px
from sheetkit.reading.template import (
    COARSE,
    LIGHT,
    MOST_KEPT,
    Template,
    at_least,
    darkest,
    pixel_slices,
    shrunk,
    spread_over,
)
from sheetkit.reading.tones import has_two_tones, lost_up_to, measured_tones

UNEVEN = 0.12
"""By how much of its own contrast print may be darker in places than its median."""

WIDEST_STROKE_MM = 3.5
"""Where two strokes of a thick felt pen cross: anything wider may be a shadow."""


@dataclass(frozen=True, eq=False)
class Blank:
    """The sheet as it would look without ink: what was printed, in this photo's light.

    ``light`` is what white paper would look like: height × width × 3, uint8, BGR, at the
    template's scale. ``printed`` likewise is the print in even light, paper at 255.
    ``darkest`` is the darkest that print could look in this light: its edges may lie a
    fraction of a pixel off, and toner is uneven.
    ``blur`` is the photo's, as a Gaussian's sigma in pixels of the template.
    ``two_tones`` says that all of it is black or white, as on a fax: there nothing
    tells ink from print. ``lost`` is the darkness of print, of 255, up to which a scanner's
    program has made all white, if it has; ``outlines`` is what is seen of the
    darkness that the cells' outlines should have, as a part of it.
    """

    printed: Pixels
    darkest: Pixels
    light: Pixels
    blur: float
    two_tones: bool = False
    lost: float = 0.0
    outlines: float = 1.0

    @property
    def paper_is_white(self) -> bool:
        """Whether paper is as bright as can be: pale strokes are lost with what is above."""
        return bool(np.median(self.light[::SOME, ::SOME]) >= WHITE_PAPER)

    @property
    def expected(self) -> Pixels:
        """The blank sheet as it would look in the photo."""
        return np.asarray(cv2.multiply(self.printed, self.light, scale=1 / 255), np.uint8)


SOME = 16
"""Pixels from one point to the next at which light is looked at."""
WHITE_PAPER = 250
"""Of 255."""


def estimate_blank(flat: Pixels, template: Template) -> Blank:
    """The blank sheet behind the marks of a sheet laid flat."""
    seen = shrunk(flat, template.calm)
    share = _in_view(seen, template.calm_share)
    rough = _even_light(seen, share, template)
    blur = _blur(flat, template)
    measured, darker = measured_tones(flat, rough, template)
    printed = _mapped(template, measured, blur)
    light = _light(seen, share, printed, template)
    low = cv2.erode(printed, np.ones((3, 3), np.uint8))
    uneven = UNEVEN + darker - 1
    uneven += _raised_contrast(flat, low, uneven, light, template)
    low = _in_light(low, uneven, light)
    two_tones, lost = has_two_tones(measured, template), lost_up_to(measured, template)
    outlines = _outlines_seen(flat, light, template)
    return Blank(printed, low, light, blur, two_tones, lost, outlines)


def _in_light(low: Any, uneven: float, light: Pixels) -> Pixels:
    """The darkest print, darker still by so much of its contrast, in that light."""
    low = cv2.addWeighted(low, 1 + uneven, low, 0, -255 * uneven)
    return np.asarray(cv2.multiply(low, light, scale=1 / 255), np.uint8)


def _outlines_seen(flat: Pixels, light: Pixels, template: Template) -> float:
    """What most cells show of the darkness that their outlines should have, as a part of it."""
    places = _outline_samples(template)
    seen, lit, drawn = (
        picture.reshape(-1, 3)[places].mean(axis=(1, 2), dtype=np.float32)
        for picture in (flat, light, template.pixels)
    )
    return float(np.median((1 - seen / np.maximum(lit, 1)) / (1 - drawn / 255)))


def _raised_contrast(
    flat: Pixels, low: Any, uneven: float, light: Pixels, template: Template
) -> float:
    """How much of its contrast print is still darker by: phones raise it where there is little.

    Seen on the cells' outlines, of which marks hide little.
    """
    places = _outline_samples(template)
    here, print_here, light_here = (
        picture.reshape(-1, 3)[places] for picture in (flat, low, light)
    )
    seen, least, most = (
        picture.mean(axis=2, dtype=np.float32)
        for picture in (here, _in_light(print_here, uneven, light_here), light_here)
    )
    darker = (least - seen) / np.maximum(most - least, LEAST_CONTRAST)
    most_of_it = float(np.median(np.percentile(darker, MOST_OF_OUTLINE, axis=1)))
    return float(np.clip(most_of_it + USUAL_ROOM, 0, MOST_RAISED))


MOST_OF_OUTLINE = 90
"""Per cent; the rest may lie under ink."""
USUAL_ROOM = 0.15
"""Of the print's contrast: where no phone raised it, most of an outline is lighter by so much than
the darkest that it could be.
"""
LEAST_CONTRAST = 20.0
"""Of 255, the contrast below which print says nothing."""
MOST_RAISED = 0.8


@lru_cache(maxsize=MOST_KEPT)
def _outline_samples(template: Template) -> NDArray[np.intp]:
    """Some pixels on the outline of each cell that takes a mark, as places in the flattened
    picture (cells × ``CELL_SAMPLES``).
    """
    chosen = []
    for cell in template.design.pad.markable:
        box = template.boxes[cell]
        around, inner = (
            pixel_slices(box.grown(AROUND_OUTLINE_MM)),
            pixel_slices(box.grown(-AROUND_OUTLINE_MM)),
        )
        outline = np.zeros(template.beside_print.shape, bool)
        outline[around] = template.beside_print[around] == 0
        outline[inner] = False
        places = np.flatnonzero(outline)
        if len(places):
            chosen.append(spread_over(places, CELL_SAMPLES))
    return np.array(chosen, np.intp)


CELL_SAMPLES = 120
AROUND_OUTLINE_MM = 0.5


def _in_view(seen: Pixels, share: Pixels) -> Pixels:
    """The share of calm pixels, 0 where the sheet isn't in the photo: there all is black."""
    black = cv2.inRange(seen, np.zeros(3), np.zeros(3))
    outside = cv2.dilate(cv2.bitwise_and(black, share), np.ones((3, 3), np.uint8))
    return np.where(outside > 0, np.uint8(0), share)


def _spread(values: Any, weight: Any, side: int) -> Floats32:
    """The weighted mean (× 3) around each point; two boxes are nearly a Gaussian."""
    both = cv2.merge([*(cv2.multiply(plane, weight) for plane in cv2.split(values)), weight])
    for _ in range(2):
        both = cv2.blur(both, (side, side))
    *sums, total = cv2.split(both)
    total = np.maximum(total, np.float32(1e-4))
    return np.asarray(cv2.merge([cv2.divide(plane, total) for plane in sums]), np.float32)


def _even_light(seen: Pixels, share: Pixels, template: Template) -> Floats32:
    """Light that changes over centimetres, at ``COARSE``: dark spots are left out in turns."""
    size = sheet_size_px(COARSE)
    total, printed, part = (
        np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.float32) / 255
        for picture in (seen, template.calm_print, share)
    )
    here, kept = 255 * total / np.maximum(printed, 1 / 255), part
    for _ in range(3):
        mean = _spread(here, kept, 13)
        least = darkest(cv2.divide(here, np.maximum(mean, np.float32(1))))
        kept = part * np.where(least > 0.93, np.float32(1), np.float32(0.02))
    return mean


def _mapped(template: Template, measured: Floats32, blur: float) -> Pixels:
    """The design's picture with its colours as measured, paper at 255, blurred.

    An affine map through the flat colours, and a curve of contrast, give those
    between (smooth edges, thin lines).
    """
    paper = measured[-1] if (template.tones[-1] > 254).all() else np.full(3, 255.0)
    measured = measured * (255 / np.maximum(paper, 1))
    weight = np.sqrt(template.counts)[:, None]
    design = np.concatenate([template.tones, np.full((len(measured), 1), 255.0)], axis=1)
    held = 2.0 * np.eye(4) * 255
    system = np.concatenate([design * weight, held])
    wanted = np.concatenate([measured * weight, held[:, :3]])
    matrix = np.linalg.lstsq(system, wanted, rcond=None)[0]
    affine = np.concatenate([matrix[:3].T, matrix[3:].T * 255], axis=1)
    plain = np.clip(design @ matrix, 0, 255)
    curve = _curve(plain, measured, weight)
    # what the map misses of each flat colour is added where that colour is
    missed = np.rint(measured - curve[np.rint(plain).astype(int)])
    table = np.full((256, 1, 3), 128, np.uint8)
    table[1 : len(missed) + 1, 0] = np.clip(missed + 128, 1, 255)
    mapped = cv2.LUT(cv2.transform(_blurred(template, blur), affine), curve)
    mapped = cv2.addWeighted(mapped, 1, cv2.applyColorMap(template.tone, table), 1, -128)
    return at_least(np.asarray(mapped, np.uint8), 1)


def _curve(plain: Floats32, measured: Floats32, weight: Floats32) -> Pixels:
    """What contrast made of each tone: scanners' programs bleach the light ones.

    A table of 256; ``plain`` are the tones before. Black and white stay.
    """

    def bends(tone: Any) -> Any:
        bend = tone * (255 - tone) / 255
        return np.stack([bend, bend * (tone / 128 - 1)], axis=-1)

    weights = np.repeat(weight, 3)[:, None]
    system = np.concatenate([bends(plain).reshape(-1, 2) * weights, STIFF * np.eye(2)])
    wanted = np.concatenate([(measured - plain).ravel() * weights[:, 0], np.zeros(2)])
    bent = np.linalg.lstsq(system, wanted, rcond=None)[0]
    tones = np.arange(256.0)
    curve = np.clip(tones + bends(tones) @ bent, 0, 255)
    return np.rint(np.maximum.accumulate(curve)).astype(np.uint8)


STIFF = 400.0
"""How many pixels' worth of proof a curve needs."""


@lru_cache(maxsize=12)
def _blurred(template: Template, sigma: float) -> Pixels:
    """The design under that blur."""
    if not sigma:
        return template.pixels
    return np.asarray(cv2.GaussianBlur(template.pixels, (0, 0), sigma), np.uint8)


_BLURS = (0.0, 0.6, 0.9, 1.3, 1.8, 2.5)


def _blur(flat: Pixels, template: Template) -> float:
    """The sigma with which the printed markers look most like the photographed ones."""
    best = []
    for area, models in zip(_marker_areas(template), _marker_models(template), strict=True):
        seen = flat[area].sum(axis=2, dtype=np.float32).ravel()
        seen -= seen.mean()
        power = float(seen @ seen)
        misfits = 1 - (models @ seen) ** 2 / power if power > 0 else np.ones(len(_BLURS))
        best.append((_BLURS[int(misfits.argmin())], float(misfits.min())))
    trusted = [sigma for sigma, misfit in best if misfit < 0.3]
    return float(np.median(trusted)) if trusted else 0.9


def _marker_areas(template: Template) -> list[tuple[slice, slice]]:
    return [pixel_slices(marker.box.grown(1.0)) for marker in template.design.markers]


@lru_cache(maxsize=12)
def _marker_models(template: Template) -> tuple[Floats32, ...]:
    """Each marker under each blur (blurs × pixels), its mean 0 and its length 1."""
    models = []
    for area in _marker_areas(template):
        plain = template.pixels[area].mean(axis=2)
        looks = [cv2.GaussianBlur(plain, (0, 0), s).ravel() if s else plain.ravel() for s in _BLURS]
        centred = np.array(looks) - np.mean(looks, axis=1, keepdims=True)
        lengths = np.linalg.norm(centred, axis=1, keepdims=True)
        models.append((centred / lengths).astype(np.float32))
    return tuple(models)


def _light(seen: Pixels, share: Pixels, printed: Pixels, template: Template) -> Pixels:
    """Light over the sheet, along shadows too, but not following ink into a blackened cell.

    What is darker than the strips between the rows around it is no shadow.
    """
    known = (share > LEAST_CALM).astype(np.uint8)
    # how far lines darken the white beside them isn't known so well; none counts as shade
    paper = np.asarray(cv2.max(printed, template.strips), np.uint8)
    here = cv2.divide(seen, at_least(shrunk(paper, template.calm), 1), scale=255)
    floor = _frame_light(here, cv2.bitwise_and(known, template.frame))
    floor = cv2.convertScaleAbs(cv2.resize(floor, sheet_size_px(LIGHT)), alpha=LEAST_SHADE)
    here = cv2.copyTo(here, known, floor.copy())
    side = 2 * round(WIDEST_STROKE_MM * LIGHT / 2) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    local = cv2.morphologyEx(cv2.blur(here, (3, 3)), cv2.MORPH_CLOSE, disc)
    local = cv2.min(local, cv2.GaussianBlur(local, (0, 0), 0.8 * LIGHT))
    light = at_least(np.asarray(cv2.max(local, floor), np.uint8), 1)
    return np.asarray(cv2.resize(light, (printed.shape[1], printed.shape[0])), np.uint8)


LEAST_CALM = 76
"""Of 255, how much of a point must be calm for its light to count."""
LEAST_SHADE = 0.9
"""Of the light around a cell, what its middle gets at least where no shadow reaches."""


def _frame_light(here: Any, usable: Any) -> Any:
    """The least light in the strips within a cell's size of each point, at ``COARSE``."""
    size = sheet_size_px(COARSE)
    total = cv2.resize(cv2.copyTo(here, usable), size, interpolation=cv2.INTER_AREA)
    share = cv2.resize(usable.astype(np.float32), size, interpolation=cv2.INTER_AREA)
    strips = np.where(share > 0.1, 1 / np.maximum(share, 0.1), 0)[:, :, None] * total
    bright = cv2.dilate(strips.astype(np.float32), np.ones((3, 5), np.uint8))
    lit = (darkest(bright) > 0).astype(np.float32)
    # a shadow's edge is kept; in the middle of a cell, far from all strips, a wide mean stands in
    filled = np.where(lit[:, :, None] > 0, bright, _spread(bright, lit, 11))
    near = _spread(filled, np.maximum(lit, FAR_FROM_STRIPS), 5)
    return cv2.erode(near, np.ones((9, 9), np.uint8))


FAR_FROM_STRIPS = np.float32(0.01)
"""What a point counts for that only a wide mean tells of."""
