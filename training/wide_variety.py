"""Lessons with what is around a cell varied: other cameras, folds, shadows, stains and things."""

from __future__ import annotations

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from sheetkit.reading.arrays import Floats32
from sheetkit.reading.classifier import CLASSES, known_of
from sheetkit.reading.patches import CELL, SIDE
from sheetkit.reading.wide import (
    HALF_COLOURS,
    NO_COLOUR,
    WIDE_CELL,
    WIDE_LAYERS,
    WIDE_SIDE,
    levelled_wide,
)
from training.draft import AGAINST_USUAL, INK, MARKED, PRINTED, SEEN, STROKE
from training.variety import LEAST_COVERED, PALER, crease, lay_over, shadow, thing
from training.wide_lessons import WideLessons

SHADED, CREASED, COVERED, STAINED = 0.06, 0.06, 0.05, 0.08
"""Parts of the cells on which a shadow falls, through which a fold goes, on which a thing lies, on
which something was spilt."""
TURNED, SOFTENED, NOISY = 0.3, 0.15, 0.15
"""Parts of the cells that are turned and stretched a little, less sharp, noisier."""
UNTOLD = 0.15
"""Part of the cells whose votes aren't told, lest it lean on them."""
FARTHEST = 3
"""Pixels by which cells are moved."""


def varied(
    lessons: WideLessons, some: NDArray[np.intp], rng: np.random.Generator
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Some of the lessons mirrored, moved, turned, less sharp, darker or paler, folded, shaded,
    stained or covered: layers, what else is known, kinds.
    """
    count = len(some)
    layers, levels = lessons.layers[some], lessons.levels[some]
    facts, kinds, pens = lessons.facts[some], lessons.kinds[some], lessons.pens[some]
    for cell in range(count):
        if _changed(layers[cell], kinds[cell : cell + 1], float(levels[cell]), pens[cell], rng):
            own = max(float(np.percentile(layers[cell, INK, WIDE_CELL, WIDE_CELL], 97)), 1.0)
            darker = max(own / levels[cell], 1)
            facts[cell, AGAINST_USUAL] = min(facts[cell, AGAINST_USUAL] * darker, 1.0)
            levels[cell] = max(levels[cell], own)
            facts[cell, STROKE] = levels[cell] / 255
        _taken_otherwise(layers[cell], rng)
    _mirror(layers, rng)
    layers = np.roll(layers, rng.integers(-FARTHEST, FARTHEST + 1, 2), (2, 3))
    gain = rng.uniform(0.8, 1.25, count).astype(np.float32)
    even = levelled_wide(layers, levels / gain)
    toner = rng.uniform(0.85, 1.15, count).astype(np.float32)
    even[:, SEEN : PRINTED + 1] *= toner[:, None, None, None]
    seen = torch.from_numpy(np.minimum(even, np.float32(1)))
    seen = seen.contiguous(memory_format=torch.channels_last)
    votes = lessons.votes[some]
    votes[rng.random(count) < UNTOLD] = 1 / len(CLASSES)
    known = torch.from_numpy(known_of(facts, lessons.habits[some], votes, pens))
    return seen, known, torch.from_numpy(kinds)


def shown_varied(
    lessons: WideLessons, some: NDArray[np.intp], rng: np.random.Generator
) -> torch.Tensor:
    """The layers of some of the examples mirrored, darker or paler."""
    shown = lessons.examples
    layers = shown.layers[some]
    _mirror(layers, rng)
    gain = rng.uniform(0.8, 1.25, len(some)).astype(np.float32)
    seen = torch.from_numpy(levelled_wide(layers, shown.levels[some] / gain))
    return seen.contiguous(memory_format=torch.channels_last)


def _mirror(layers: NDArray[np.uint8], rng: np.random.Generator) -> None:
    """Turn half of the cells upside down, and half left to right."""
    for axis in (2, 3):
        turned = rng.random(len(layers)) < 0.5
        layers[turned] = np.flip(layers[turned], axis)


def _taken_otherwise(patch: NDArray[np.uint8], rng: np.random.Generator) -> None:
    """Turn and stretch some patches, and make some less sharp or noisier, as other cameras do."""
    if rng.random() < TURNED:
        turn = np.eye(2) + rng.normal(0, 0.05, (2, 2))
        middle = np.full(2, WIDE_SIDE / 2)
        matrix = np.column_stack([turn, middle - turn @ middle])
        for layer in patch:
            cv2.warpAffine(layer, matrix, layer.shape, layer, borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < SOFTENED:
        sigma = rng.uniform(0.5, 1.8)
        for layer in patch[MARKED]:
            cv2.GaussianBlur(layer, (0, 0), sigma, layer)
    if rng.random() < NOISY:
        noise = rng.normal(0, rng.uniform(2, 9), (WIDE_SIDE, WIDE_SIDE))
        patch[MARKED] = np.clip(patch[MARKED] + noise, 0, 255)


def _changed(
    patch: NDArray[np.uint8],
    kind: NDArray[np.int64],
    level: float,
    pen: Floats32,
    rng: np.random.Generator,
) -> bool:
    """Whether a shadow, a fold, a stain or a thing was laid over the patch; what is covered is
    hidden.
    """
    chance = rng.random()
    if chance > SHADED + CREASED + COVERED + STAINED:
        return False
    if chance < STAINED:
        _stain(patch, pen, rng)
        return True
    if chance < STAINED + SHADED + CREASED:
        shaded = chance < STAINED + SHADED
        ink = shadow(rng) if shaded else np.minimum(crease(rng), PALER * level / 255)
        patch[MARKED] = np.clip(255 - (255.0 - patch[MARKED]) * (1 - _widely(ink)), 0, 255)
        return True
    mask = _widely(thing(rng))
    if mask[WIDE_CELL, WIDE_CELL].mean() < LEAST_COVERED:
        return False
    lay_over(patch, mask, rng)
    own = NO_COLOUR + rng.normal(0, 20, (2, 1, 1))
    patch[COLOURS] = np.clip(patch[COLOURS] * (1 - mask) + own * mask, 0, 255)
    kind[:] = CLASSES.index("hidden")
    return True


COLOURS = slice(PRINTED + 1, WIDE_LAYERS)
"""The layers of colour."""


def _stain(patch: NDArray[np.uint8], pen: Floats32, rng: np.random.Generator) -> None:
    """Part of a cup's ring and of what was spilt in it, brown or of any colour, over a patch."""
    y, x = np.mgrid[0:WIDE_SIDE, 0:WIDE_SIDE] - WIDE_SIDE / 2
    radius, turn = rng.uniform(*RING_PX), rng.uniform(0, 2 * np.pi)
    away = radius + rng.uniform(-0.4, 0.4) * WIDE_SIDE
    off = np.hypot(x - away * np.cos(turn), y - away * np.sin(turn)) - radius
    rim = np.exp(-((off / rng.uniform(2, 9)) ** 2)) * rng.uniform(0, 1)
    inside = np.clip(0.5 - off / 3, 0, 1) * rng.uniform(0, 0.5)
    colour = BROWN * rng.uniform(0.7, 1.3, 3) if rng.random() < 0.7 else rng.uniform(0, 1, 3)
    share = np.maximum(rim, inside) * rng.uniform(0.05, 0.45) / colour.max()
    taken = np.clip(share * colour[:, None, None], 0, 1)
    patch[MARKED] = np.clip(255 - (255.0 - patch[MARKED]) * (1 - taken.max(axis=0)), 0, 255)
    along = pen if pen.any() else np.full(3, 3**-0.5)
    unlike = HALF_COLOURS @ (np.eye(3) - np.outer(along, along))
    patch[COLOURS] = np.clip(patch[COLOURS] + 255 * np.tensordot(unlike, taken, 1), 0, 255)


RING_PX = (50.0, 250.0)
"""Of a glass and of a plate, where a cell has 36."""
BROWN = np.array([1.0, 0.56, 0.28])
"""What tea and coffee take of blue, green and red, against each other."""


def _widely(mask: NDArray[np.floating]) -> NDArray[np.float32]:
    """What was drawn for a cell's patch, for the cell with what is around it."""
    by = (WIDE_CELL.stop - WIDE_CELL.start) / (CELL.stop - CELL.start)
    off = WIDE_CELL.start - CELL.start * by
    matrix = np.array([[by, 0, off], [0, by, off]])
    assert mask.shape == (SIDE, SIDE)
    stretched = cv2.warpAffine(
        mask.astype(np.float32), matrix, (WIDE_SIDE, WIDE_SIDE), borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(stretched, np.float32)
