"""Lessons varied: photos show too few struck crosses and things that lie over cells."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from sheetkit.reading.judge import CLASSES
from sheetkit.reading.patches import CELL, SIDE
from training.lessons import Lessons


def batch_of(sheets: list[NDArray[np.intp]], rng: np.random.Generator) -> NDArray[np.intp]:
    """The sheets' cells, of some sheets only a part: habits must not depend on a full sheet."""
    kept = []
    for cells in sheets:
        share = rng.uniform(0.1, 1.0) if rng.random() < 0.4 else 1.0
        kept.append(cells[rng.random(len(cells)) < share])
    return np.concatenate(kept)


STRUCK = 0.12
"""Part of the crosses that are struck: photos hold too few to learn them from."""


def struck(some: Lessons, rng: np.random.Generator) -> Lessons:
    """Some of the crosses with a skip line of the same sheet laid over them."""
    layers, kinds = some.layers.copy(), some.kinds.copy()
    lines = np.flatnonzero(some.kinds == CLASSES.index("skip"))
    crosses = np.flatnonzero(some.kinds == CLASSES.index("cross"))
    for cross in crosses[rng.random(len(crosses)) < STRUCK]:
        alike = (some.facts[lines, :2] == some.facts[cross, :2]).all(axis=1)
        own = lines[(some.sheets[lines] == some.sheets[cross]) & alike]
        if len(own):
            line = some.layers[rng.choice(own), 0]
            layers[cross, :2] = np.maximum(layers[cross, :2], line)
            kinds[cross] = CLASSES.index("both")
    return replace(some, layers=layers, kinds=kinds)


COVERED = 0.06
"""Part of the cells over which something is laid."""
LEAST_COVERED = 0.18
"""Of the cell, from which on its mark can't be told."""


def covered(some: Lessons, rng: np.random.Generator) -> Lessons:
    """Some of the cells with a thing over a part of them, as dark or as light as things are."""
    layers, levels, facts = some.layers.copy(), some.levels.copy(), some.facts.copy()
    kinds = some.kinds.copy()
    for cell in np.flatnonzero(rng.random(len(kinds)) < COVERED):
        mask = _thing(rng)
        if mask[CELL, CELL].mean() < LEAST_COVERED:
            continue
        shade = rng.uniform(0, 245) + rng.normal(0, rng.uniform(0.5, 8), (SIDE, SIDE))
        shade += rng.normal(0, 15) * np.linspace(-1, 1, SIDE)[:, None]
        seen = layers[cell, 1] * (1 - mask) + np.clip(shade, 0, 255) * mask
        left = (255 - seen) / np.maximum(255.0 - layers[cell, 2], 6)
        ink = np.where(mask > 0.05, np.clip(255 * (1 - left), 0, 255), layers[cell, 0])
        layers[cell, 0], layers[cell, 1] = ink, seen
        own = max(float(np.percentile(ink[CELL, CELL], 97)), 1.0)
        facts[cell, 4] = min(facts[cell, 4] * max(own / levels[cell], 1), 1.0)
        levels[cell] = max(levels[cell], own)
        facts[cell, 2] = levels[cell] / 255
        kinds[cell] = CLASSES.index("hidden")
    return replace(some, layers=layers, levels=levels, facts=facts, kinds=kinds)


def _thing(rng: np.random.Generator) -> NDArray[np.float64]:
    """Where a thing lies over a patch, 0 to 1: an edge, a band or a disc, larger than the cell."""
    y, x = np.mgrid[0:SIDE, 0:SIDE] - SIDE / 2
    angle = rng.uniform(0, 2 * np.pi)
    across = x * np.cos(angle) + y * np.sin(angle)
    shape = rng.random()
    if shape < 0.5:
        mask = across > rng.uniform(-0.6, 0.35) * SIDE
    elif shape < 0.75:
        mask = np.abs(across - rng.normal(0, 0.2) * SIDE) < rng.uniform(0.12, 0.5) * SIDE
    else:
        middle = rng.uniform(-0.6, 0.6, 2) * SIDE
        mask = np.hypot(x - middle[0], y - middle[1]) < rng.uniform(0.35, 0.9) * SIDE
    return np.asarray(cv2.GaussianBlur(mask.astype(np.float64), (0, 0), rng.uniform(0.4, 1.5)))


def varied(
    some: Lessons, rng: np.random.Generator
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Cells mirrored at random, moved by some pixels, their ink a little darker or paler."""
    layers = torch.from_numpy(some.layers).float() / 255
    gain = torch.from_numpy(rng.uniform(0.8, 1.25, len(layers)).astype(np.float32))
    level = torch.from_numpy(some.levels) / 255
    layers[:, 0] = torch.clamp(layers[:, 0] * (gain / level)[:, None, None], 0, 1)
    toner = torch.from_numpy(rng.uniform(0.85, 1.15, len(layers)).astype(np.float32))
    layers[:, 1:] = torch.clamp(layers[:, 1:] * toner[:, None, None, None], 0, 1)
    for axis in (2, 3):
        some_of = torch.from_numpy(rng.random(len(layers)) < 0.5)
        layers[some_of] = layers[some_of].flip(axis)
    move = [int(step) for step in rng.integers(-2, 3, 2)]
    layers = torch.roll(layers, move, (2, 3))
    _, sheets = np.unique(some.sheets, return_inverse=True)
    return layers, torch.from_numpy(some.facts), torch.from_numpy(sheets)
