"""How bright each point of a blank sheet would be in this photo: its light, paper and print."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.reading.template import SCALE, Template

Pixels: TypeAlias = NDArray[np.uint8]
Floats32: TypeAlias = NDArray[np.float32]

COARSE = 1.0
FINE = 2.0
"""px/mm at which light is kept: over the whole sheet, and along the edges of shadows."""

UNEVEN = 0.12
"""By how much of its own contrast print may be darker in places than its median."""

WIDEST_STROKE_MM = 3.5
"""Where two strokes of a thick felt pen cross: anything wider may be a shadow."""


@dataclass(frozen=True, eq=False)
class Blank:
    """The sheet as it would look without ink: what was printed, in this photo's light.

    ``expected`` is height × width × 3, uint8, BGR, at the template's scale;
    ``darkest`` likewise, the darkest that print could look there: its edges may
    lie a fraction of a pixel off, and toner is uneven.
    ``light`` likewise is what white paper would look like.
    ``blur`` is the photo's, as a Gaussian's sigma in pixels of the template.
    """

    expected: Pixels
    darkest: Pixels
    light: Pixels
    blur: float


def estimate_blank(flat: Pixels, template: Template) -> Blank:
    """The blank sheet behind the marks of a sheet laid flat."""
    in_view = (flat[:, :, 1] > 0).astype(np.uint8) * 255
    calm: Any = cv2.bitwise_and(in_view, template.calm)
    rough = _even_light(cv2.divide(flat, template.pixels, scale=255), calm)
    printed, darker = _calibrated(flat, rough, template)
    blur = _blur(flat, printed, template)
    if blur > 0:
        printed = np.asarray(cv2.GaussianBlur(printed, (0, 0), blur), np.uint8)
    frame: Any = cv2.bitwise_and(calm, template.frame)
    light = _light(flat, printed, calm, frame)
    expected = cv2.multiply(printed, light, scale=1 / 255)
    low = cv2.erode(printed, np.ones((3, 3), np.uint8))
    uneven = UNEVEN + darker - 1
    low = cv2.addWeighted(low, 1 + uneven, low, 0, -255 * uneven)
    darkest = cv2.multiply(low, light, scale=1 / 255)
    return Blank(np.asarray(expected, np.uint8), np.asarray(darkest, np.uint8), light, blur)


def _shrunk(light: Any, mask: Pixels, scale: float) -> Any:
    """Light at the masked pixels (0 to 255 a channel), and how many there are, at ``scale``."""
    size = (round(light.shape[1] * scale / SCALE), round(light.shape[0] * scale / SCALE))
    masked = cv2.bitwise_and(light, light, mask=mask)
    total = cv2.resize(masked, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    share = cv2.resize(mask, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    return total, share


def _spread(total: Any, share: Any, sigma: float) -> Any:
    """The mean light around each point, weighted by how much of it was seen."""
    blurred = cv2.GaussianBlur(total, (0, 0), sigma)
    weight = cv2.GaussianBlur(share, (0, 0), sigma)
    return blurred / np.maximum(weight, 1e-4)[:, :, None]


def _even_light(light: Any, mask: Pixels) -> Floats32:
    """Light that changes over centimetres, at ``COARSE``: dark spots are left out in turns."""
    total, share = _shrunk(light, mask, COARSE)
    here = total / np.maximum(share, 1e-3)[:, :, None]
    kept = share
    for _ in range(3):
        mean = _spread(here * kept[:, :, None], kept, 5.0 * COARSE)
        darkest = (here / np.maximum(mean, 1)).min(axis=2)
        kept = share * (0.02 + 0.98 * (darkest > 0.93))
    return np.asarray(mean, np.float32)


def _calibrated(flat: Pixels, rough: Floats32, template: Template) -> tuple[Pixels, float]:
    """The print in the tones that this printer and this camera gave it, paper at 255.

    And how many times its usual darkness print has in places where toner is thick.

    Each flat colour's median is measured; an affine map through them gives the
    colours between (smooth edges, thin lines).
    """
    pixels = flat.reshape(-1, 3)
    measured = template.tones.copy()
    counts = np.zeros(len(template.tones))
    darker: list[float] = []
    for label, places in enumerate(template.samples):
        if len(places) >= FEWEST_SAMPLES:
            rows, columns = np.divmod(places, flat.shape[1])
            light = rough[
                np.minimum((rows * (COARSE / SCALE)).astype(int), rough.shape[0] - 1),
                np.minimum((columns * (COARSE / SCALE)).astype(int), rough.shape[1] - 1),
            ]
            shares = pixels[places] / np.maximum(light, 1) * 255
            measured[label], low = np.percentile(shares, [50, 25], axis=0)
            counts[label] = len(places)
            if measured[label].mean() < DARK_TONE:
                darker.append(float((255 - low.mean()) / (255 - measured[label].mean())))
    thick = float(np.clip(np.median(darker), 1.0, THICKEST)) if darker else 1.0
    return _mapped(template, measured, counts), thick


DARK_TONE = 200
"""Of 255: tones of numbers and signs are darker, tints are lighter."""
THICKEST = 1.5


FEWEST_SAMPLES = 15


def _mapped(template: Template, measured: Floats32, counts: NDArray[np.float64]) -> Pixels:
    """The design's picture with its colours as measured."""
    paper = measured[-1] if (template.tones[-1] > 254).all() else np.full(3, 255.0)
    measured = measured * (255 / np.maximum(paper, 1))
    weight = np.sqrt(np.minimum(counts, 400))[:, None]
    design = np.concatenate([template.tones, np.full((len(counts), 1), 255.0)], axis=1)
    held = 2.0 * np.eye(4) * 255
    system = np.concatenate([design * weight, held])
    wanted = np.concatenate([measured * weight, held[:, :3]])
    matrix = np.linalg.lstsq(system, wanted, rcond=None)[0]
    affine = np.concatenate([matrix[:3].T, matrix[3:].T * 255], axis=1)
    mapped = np.asarray(cv2.transform(template.pixels, affine), np.uint8)
    table = np.zeros((1, 256, 3), np.uint8)
    table[0, : len(measured)] = np.clip(np.rint(measured), 1, 255)
    known = np.flatnonzero(counts > 0)
    flat_colours = cv2.LUT(cv2.merge([template.tone] * 3), table)
    trusted = np.zeros(256, np.uint8)
    trusted[known] = 255
    cv2.copyTo(flat_colours, cv2.LUT(template.tone, trusted), mapped)
    return np.maximum(mapped, np.uint8(1))


_BLURS = (0.0, 0.6, 0.9, 1.3, 1.8, 2.5)


def _blur(flat: Pixels, printed: Pixels, template: Template) -> float:
    """The sigma with which the printed markers look most like the photographed ones."""
    best = []
    for marker in template.design.markers:
        box = marker.box.grown(1.0).scaled(SCALE)
        area = (slice(round(box.top), round(box.bottom)), slice(round(box.left), round(box.right)))
        seen = flat[area].mean(axis=2)
        model = printed[area].mean(axis=2).astype(np.float32)
        misfits = [_unexplained(seen, cv2.GaussianBlur(model, (0, 0), s) if s else model)
                   for s in _BLURS]  # fmt: skip
        best.append((_BLURS[int(np.argmin(misfits))], min(misfits)))
    trusted = [sigma for sigma, misfit in best if misfit < 0.3]
    return float(np.median(trusted)) if trusted else 0.9


def _unexplained(seen: Any, model: Any) -> float:
    """The part of the picture's variance that the model does not explain."""
    seen, model = seen - seen.mean(), model - model.mean()
    power = float((seen**2).sum() * (model**2).sum())
    return 1 - float((seen * model).sum()) ** 2 / power if power > 0 else 1.0


def _light(flat: Pixels, printed: Pixels, calm: Pixels, frame: Pixels) -> Pixels:
    """Light over the sheet, along shadows too, but not following ink into a blackened cell.

    What is darker than the strips between the rows around it is no shadow.
    """
    seen = cv2.divide(flat, printed, scale=255)
    total, share = _shrunk(seen, calm, FINE)
    floor = _frame_light(seen, frame)
    floor = cv2.resize(floor, (share.shape[1], share.shape[0]), interpolation=cv2.INTER_LINEAR)
    floor *= LEAST_SHADE
    known = share > 0.3
    here = np.where(known[:, :, None], total / np.maximum(share, 1e-3)[:, :, None], floor)
    size = 2 * round(WIDEST_STROKE_MM * FINE / 2) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    local = cv2.morphologyEx(cv2.blur(here, (3, 3)), cv2.MORPH_CLOSE, disc)
    local = cv2.GaussianBlur(local, (0, 0), 0.8 * FINE)
    light = np.clip(np.maximum(local, floor), 1, 255).astype(np.uint8)
    bright = cv2.resize(light, (flat.shape[1], flat.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(bright, np.uint8)


LEAST_SHADE = 0.9
"""Of the light around a cell, what its middle gets at least where no shadow reaches."""


def _frame_light(seen: Any, frame: Pixels) -> Any:
    """The least light in the strips within a cell's size of each point, at ``COARSE``."""
    total, share = _shrunk(seen, frame, COARSE)
    here = np.where(share[:, :, None] > 0.1, total / np.maximum(share, 1e-3)[:, :, None], 0)
    bright = cv2.dilate(here, np.ones((3, 5), np.uint8))
    lit = (bright.min(axis=2) > 0).astype(np.float32)
    smooth = _spread(bright * lit[:, :, None], lit, 4.0 * COARSE)
    return cv2.erode(smooth.astype(np.float32), np.ones((9, 9), np.uint8))
