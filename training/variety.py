"""Lessons varied: photos show too few struck crosses and things that lie over cells."""

from __future__ import annotations

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from sheetkit.reading.classifier import CLASSES
from sheetkit.reading.patches import CELL, NOBODY, SIDE, Places
from training.draft import INK, MARKED, PRINTED, SEEN, SIZE, Draft
from training.lessons import Lessons


def batch_of(sheets: list[NDArray[np.intp]], rng: np.random.Generator) -> NDArray[np.intp]:
    """The sheets' cells, of some sheets only a part: habits must not depend on a full sheet."""
    kept = []
    for cells in sheets:
        share = rng.uniform(0.1, 1.0) if rng.random() < 0.4 else 1.0
        kept.append(cells[rng.random(len(cells)) < share])
    return np.concatenate(kept)


STRUCK = 0.08
"""Part of the crosses where a line begins: photos hold too few struck ones to learn from."""
EDGE = SIDE - CELL.stop
"""Pixels of a neighbour's patch that show the cell."""


def struck(some: Lessons, rng: np.random.Generator) -> Lessons:
    """Some of the crosses with a skip line of the same sheet laid over them.

    A line that goes on over several cells is laid over as many.
    """
    draft = Draft.of(some)
    layers = draft.layers
    skip, cross, both = (CLASSES.index(name) for name in ("skip", "cross", "both"))
    lines = np.flatnonzero((some.kinds == skip) & ~_is(some, some.beside[:, 0], skip))
    crosses = np.flatnonzero(some.kinds == cross)
    for first in crosses[rng.random(len(crosses)) < STRUCK]:
        alike = (some.facts[lines, SIZE] == some.facts[first, SIZE]).all(axis=1)
        own = lines[(some.sheets[lines] == some.sheets[first]) & alike]
        if not len(own):
            continue
        line, under = _run(some, int(rng.choice(own)), skip), _run(some, int(first), cross)
        pairs = list(zip(line, under, strict=False))
        for struck_by, cell in pairs:
            layers[cell, MARKED] = np.maximum(layers[cell, MARKED], some.layers[struck_by, INK])
            draft.kinds[cell] = both
        (begun, start), (ended, end) = pairs[0], pairs[-1]
        before, after = some.beside[start, 0], some.beside[end, 1]
        if before != NOBODY:
            edge = layers[before, MARKED, :, -EDGE:]
            shown = some.layers[begun, INK, :, CELL][:, :EDGE]
            np.maximum(edge, shown, out=edge)
        if after != NOBODY:
            edge = layers[after, MARKED, :, :EDGE]
            shown = some.layers[ended, INK, :, CELL][:, -EDGE:]
            np.maximum(edge, shown, out=edge)
    return draft.lessons()


def _is(some: Lessons, cells: Places, kind: int) -> NDArray[np.bool_]:
    return np.asarray((cells != NOBODY) & (some.kinds[cells] == kind))


def _run(some: Lessons, cell: int, kind: int) -> list[int]:
    """The cells from that one on to the right that are of that kind."""
    run = [cell]
    while _is(some, some.beside[run[-1:], 1], kind)[0]:
        run.append(int(some.beside[run[-1], 1]))
    return run


COVERED = 0.06
"""Part of the cells over which something is laid."""
LEAST_COVERED = 0.18
"""Of the cell, from which on its mark can't be told."""


def covered(some: Lessons, rng: np.random.Generator) -> Lessons:
    """Some of the cells with a thing over a part of them, as dark or as light as things are."""
    draft = Draft.of(some)
    layers = draft.layers
    for cell in np.flatnonzero(rng.random(len(draft.kinds)) < COVERED).tolist():
        mask = thing(rng)
        if mask[CELL, CELL].mean() < LEAST_COVERED:
            continue
        lay_over(layers[cell], mask, rng)
        draft.level_again(cell)
        draft.kinds[cell] = CLASSES.index("hidden")
    return draft.lessons()


def lay_over(
    patch: NDArray[np.uint8], mask: NDArray[np.floating], rng: np.random.Generator
) -> None:
    """Lay a thing over a patch (ink, seen, printed) where the mask is."""
    side = len(mask)
    shade = rng.uniform(0, 245) + rng.normal(0, rng.uniform(0.5, 8), (side, side))
    shade += rng.normal(0, 15) * np.linspace(-1, 1, side)[:, None]
    seen = patch[SEEN] * (1 - mask) + np.clip(shade, 0, 255) * mask
    left = (255 - seen) / np.maximum(255.0 - patch[PRINTED], 6)
    patch[INK] = np.where(mask > 0.05, np.clip(255 * (1 - left), 0, 255), patch[INK])
    patch[SEEN] = seen


SHADED = 0.08
"""Part of the cells on which a shadow lies that the light's estimate hasn't followed."""


def shaded(some: Lessons, rng: np.random.Generator) -> Lessons:
    """Some of the cells under a part of a shadow: what is printed and marked shows through."""
    draft = Draft.of(some)
    for cell in np.flatnonzero(rng.random(len(draft.levels)) < SHADED).tolist():
        draft.ink(cell, shadow(rng))
    return draft.lessons()


def shadow(rng: np.random.Generator) -> NDArray[np.float64]:
    """How much light a part of a shadow takes from a patch, from none (0) to all (1)."""
    mask = cv2.GaussianBlur(thing(rng), (0, 0), rng.uniform(0.3, 8))
    return np.asarray(mask * rng.uniform(0.05, 0.5))


CREASED = 0.08
"""Part of the cells through which the line of a fold or of crumpled paper goes."""
PALER = 0.75
"""Of the sheet's usual stroke, how dark such a line may be."""
STEEPEST = 65
"""Degrees from upright: what is flatter looks like a skip line."""


def creased(some: Lessons, rng: np.random.Generator) -> Lessons:
    """Some of the cells with lines in the paper that come from beyond them and go beyond them.

    Every third of them loses its mark: most lessons bear one. None is as dark as its sheet's
    strokes, lest a straight stroke be taken for a fold.
    """
    draft = Draft.of(some)
    darkest = PALER * _usual_levels(some) / 255
    chosen = np.flatnonzero(rng.random(len(draft.levels)) < CREASED)
    blank = chosen[rng.random(len(chosen)) < 1 / 3]
    draft.empty(blank)
    draft.kinds[blank] = CLASSES.index("empty")
    for cell in chosen.tolist():
        draft.ink(cell, np.clip(crease(rng), 0, darkest[cell]))
    return draft.lessons()


def crease(rng: np.random.Generator) -> NDArray[np.float64]:
    """How much light the lines of folds take from a patch, from none (0) to all (1)."""
    across = _fold(rng) if rng.random() < 0.6 else _meeting_folds(rng)
    line = np.exp(-((across / rng.uniform(0.7, 3.0)) ** 2)) * rng.uniform(0.05, 0.45)
    grain = cv2.GaussianBlur(rng.normal(0, 1, across.shape), (0, 0), 1)
    side = rng.uniform(0, 0.12) * np.exp(-np.maximum(across, 0) / SIDE) * (across > 0)
    return np.asarray(line * (1 + rng.uniform(0, 0.5) * grain) + side)


def _usual_levels(some: Lessons) -> NDArray[np.float64]:
    """How dark a full stroke is on each cell's sheet, by its crosses and lines."""
    levels = np.full(len(some.kinds), 255.0)
    marked = np.isin(some.kinds, [CLASSES.index("cross"), CLASSES.index("skip")])
    for sheet in np.unique(some.sheets[marked]):
        here = some.sheets == sheet
        levels[here] = np.median(some.levels[here & marked])
    return levels


def _fold(rng: np.random.Generator) -> NDArray[np.float64]:
    """How far (pixels, with a sign) each point of a patch lies from a line, bowed a little."""
    y, x = np.mgrid[0:SIDE, 0:SIDE] - SIDE / 2
    angle = np.radians(rng.uniform(-STEEPEST, STEEPEST))
    along = y * np.cos(angle) - x * np.sin(angle)
    across = x * np.cos(angle) + y * np.sin(angle) - rng.uniform(-0.4, 0.4) * SIDE
    return np.asarray(across + rng.normal(0, 0.15) * along**2 / SIDE)


def _meeting_folds(rng: np.random.Generator) -> NDArray[np.float64]:
    """How far each point lies from two or three lines that begin in one place."""
    y, x = np.mgrid[0:SIDE, 0:SIDE] - SIDE / 2 - rng.uniform(-0.4, 0.4, (2, 1, 1)) * SIDE
    nearest = np.full((SIDE, SIDE), float(SIDE))
    upright = rng.choice([-1, 1])
    for turn in (0.0, np.pi, rng.uniform(1, 5))[: rng.integers(2, 4)]:
        angle = turn + upright * np.pi / 2 + np.radians(rng.uniform(-STEEPEST, STEEPEST))
        ahead = x * np.cos(angle) + y * np.sin(angle)
        beside = np.abs(y * np.cos(angle) - x * np.sin(angle))
        nearest = np.minimum(nearest, np.where(ahead > 0, beside, np.hypot(ahead, beside)))
    return nearest


def thing(rng: np.random.Generator) -> NDArray[np.float64]:
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
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """Sheets mirrored at random, moved by some pixels, their ink a little darker or paler.

    Gives the cells' layers, facts, sheets (numbered from 0) and neighbours.
    """
    layers = torch.from_numpy(some.layers).float() / 255
    gain = torch.from_numpy(rng.uniform(0.8, 1.25, len(layers)).astype(np.float32))
    level = torch.from_numpy(some.levels) / 255
    layers[:, INK] = torch.clamp(layers[:, INK] * (gain / level)[:, None, None], 0, 1)
    toner = torch.from_numpy(rng.uniform(0.85, 1.15, len(layers)).astype(np.float32))
    layers[:, SEEN:] = torch.clamp(layers[:, SEEN:] * toner[:, None, None, None], 0, 1)
    _, sheets = np.unique(some.sheets, return_inverse=True)
    beside = some.beside.copy()
    for axis in (2, 3):
        turned = (rng.random(int(sheets.max()) + 1) < 0.5)[sheets]
        layers[torch.from_numpy(turned)] = layers[torch.from_numpy(turned)].flip(axis)
        if axis == 3:
            beside[turned] = beside[turned, ::-1]
    move = [int(step) for step in rng.integers(-2, 3, 2)]
    layers = torch.roll(layers, move, (2, 3))
    facts = torch.from_numpy(some.facts)
    return layers, facts, torch.from_numpy(sheets), torch.from_numpy(beside)
