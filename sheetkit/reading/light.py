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

WIDEST_STROKE_MM = 3.5
"""Where two strokes of a thick felt pen cross: anything wider may be a shadow."""


@dataclass(frozen=True, eq=False)
class Blank:
    """The sheet as it would look without ink: what was printed, in this photo's light.

    ``expected`` is height × width × 3, uint8, BGR, at the template's scale.
    ``blur`` is the photo's, as a Gaussian's sigma in pixels of the template.
    """

    expected: Pixels
    blur: float


def estimate_blank(flat: Pixels, template: Template) -> Blank:
    """The blank sheet behind the marks of a sheet laid flat."""
    in_view = (flat.max(axis=2) > 0) & template.calm
    rough = _even_light(flat, template.pixels, in_view)
    printed = _calibrated(flat, rough, template)
    blur = _blur(flat, printed, rough, template)
    if blur > 0:
        printed = np.asarray(cv2.GaussianBlur(printed, (0, 0), blur), np.uint8)
    light = _light(flat, printed, in_view, in_view & template.frame)
    expected = cv2.multiply(printed, light, scale=1 / 255)
    return Blank(np.asarray(expected, np.uint8), blur)


def _shrunk(flat: Pixels, printed: Pixels, mask: NDArray[np.bool_], scale: float) -> Any:
    """Light at the masked pixels (0 to 255 a channel), and how many there are, at ``scale``."""
    light = cv2.divide(flat, printed, scale=255)
    seen = mask.astype(np.uint8) * 255
    light = cv2.bitwise_and(light, light, mask=seen)
    size = (round(flat.shape[1] * scale / SCALE), round(flat.shape[0] * scale / SCALE))
    total = cv2.resize(light, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    share = cv2.resize(seen, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    return total, share


def _spread(total: Any, share: Any, sigma: float) -> Any:
    """The mean light around each point, weighted by how much of it was seen."""
    blurred = cv2.GaussianBlur(total, (0, 0), sigma)
    weight = cv2.GaussianBlur(share, (0, 0), sigma)
    return blurred / np.maximum(weight, 1e-4)[:, :, None]


def _even_light(flat: Pixels, printed: Pixels, mask: NDArray[np.bool_]) -> Floats32:
    """Light that changes over centimetres, at ``COARSE``: dark spots are left out in turns."""
    total, share = _shrunk(flat, printed, mask, COARSE)
    here = total / np.maximum(share, 1e-3)[:, :, None]
    kept = share
    for _ in range(3):
        mean = _spread(here * kept[:, :, None], kept, 5.0 * COARSE)
        darkest = (here / np.maximum(mean, 1)).min(axis=2)
        kept = share * (0.02 + 0.98 * (darkest > 0.93))
    return np.asarray(mean, np.float32)


def _enlarged(light: Any, template: Template | None, shape: tuple[int, ...]) -> Any:
    return cv2.resize(light, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)


def _calibrated(flat: Pixels, rough: Floats32, template: Template) -> Pixels:
    """The print in the tones that this printer and this camera gave it, paper at 255.

    Each flat colour's median is measured; an affine map through them gives the
    colours between (smooth edges, thin lines).
    """
    at = np.flatnonzero(template.tone.ravel())[::3]
    labels = template.tone.ravel()[at]
    rows, columns = np.divmod(at, flat.shape[1])
    step = COARSE / SCALE
    light = rough[
        np.minimum((rows * step).astype(int), rough.shape[0] - 1),
        np.minimum((columns * step).astype(int), rough.shape[1] - 1),
    ]
    share = flat.reshape(-1, 3)[at] / np.maximum(light, 1) * 255
    order = np.argsort(labels, kind="stable")
    starts = np.searchsorted(labels[order], np.arange(1, len(template.tones) + 1))
    measured = template.tones.copy()
    counts = np.zeros(len(template.tones))
    for label in range(1, len(template.tones)):
        members = share[order[starts[label - 1] : starts[label]]]
        if len(members) >= 15:
            measured[label] = np.median(members, axis=0)
            counts[label] = len(members)
    return _mapped(template, measured, counts)


def _mapped(template: Template, measured: Floats32, counts: NDArray[np.float64]) -> Pixels:
    paper = measured[-1] if (template.tones[-1] > 254).all() else np.full(3, 255.0)
    measured = measured * (255 / np.maximum(paper, 1))
    weight = np.sqrt(np.minimum(counts, 400))[:, None]
    design = np.concatenate([template.tones, np.full((len(counts), 1), 255.0)], axis=1)
    held = 2.0 * np.eye(4) * 255
    system = np.concatenate([design * weight, held])
    wanted = np.concatenate([measured * weight, held[:, :3]])
    matrix = np.linalg.lstsq(system, wanted, rcond=None)[0]
    mapped = cv2.transform(template.pixels, np.ascontiguousarray(matrix[:3].T))
    offset = matrix[3] * 255
    residual = measured - design @ matrix
    residual[counts == 0] = 0
    table = (residual + offset).astype(np.float32)
    table[0] = offset
    printed = mapped.astype(np.float32) + table[template.tone]
    return np.clip(printed, 1, 255).astype(np.uint8)


_BLURS = (0.0, 0.6, 0.9, 1.3, 1.8, 2.5)


def _blur(flat: Pixels, printed: Pixels, rough: Floats32, template: Template) -> float:
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
    return float(1 - np.corrcoef(seen.ravel(), model.ravel())[0, 1] ** 2)


def _light(
    flat: Pixels, printed: Pixels, calm: NDArray[np.bool_], frame: NDArray[np.bool_]
) -> Pixels:
    """Light over the sheet, along shadows too, but not following ink into a blackened cell.

    What is darker than the strips between the rows around it is no shadow.
    """
    total, share = _shrunk(flat, printed, calm, FINE)
    here = np.where(share[:, :, None] > 0.3, total / np.maximum(share, 1e-3)[:, :, None], 0)
    size = 2 * round(WIDEST_STROKE_MM * FINE / 2) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    local = cv2.morphologyEx(cv2.blur(here, (3, 3)), cv2.MORPH_CLOSE, disc)
    local = cv2.GaussianBlur(local, (0, 0), 0.8 * FINE)
    floor = _frame_light(flat, printed, frame)
    floor = cv2.resize(floor, (local.shape[1], local.shape[0]), interpolation=cv2.INTER_LINEAR)
    light = np.maximum(local, 0.9 * floor)
    bright = cv2.resize(light, (flat.shape[1], flat.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.clip(bright, 1, 255), np.uint8)


def _frame_light(flat: Pixels, printed: Pixels, frame: NDArray[np.bool_]) -> Any:
    """The least light in the strips within a cell's size of each point, at ``COARSE``."""
    total, share = _shrunk(flat, printed, frame, COARSE)
    here = np.where(share[:, :, None] > 0.1, total / np.maximum(share, 1e-3)[:, :, None], 0)
    bright = cv2.dilate(here, np.ones((3, 5), np.uint8))
    seen = (bright.min(axis=2) > 0).astype(np.float32)
    smooth = _spread(bright * seen[:, :, None], seen, 4.0 * COARSE)
    return cv2.erode(smooth.astype(np.float32), np.ones((9, 9), np.uint8))
