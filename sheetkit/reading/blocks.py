"""A design's print in blocks, and how far each is displaced on what a photo shows."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.design.measures import QR_MODULES
from sheetkit.design.qr import FINDER, is_finder_black
from sheetkit.geometry import Box
from sheetkit.reading.arrays import Floats, Pixels
from sheetkit.reading.reference import sheet_size_px

AROUND_MM = 3.0
"""Wider than the strokes of print and of most pens; shadows are wider, or have soft edges."""
WEAKEST_PRINT = 0.8
"""Darker than this part of the paper is as dark as print gets: ink must not outweigh print."""


def structure(grey: Pixels, scale: float) -> Pixels:
    """What is printed, whatever the light: each pixel against the paper around it. A shadow's
    edge goes through that paper, and is no print.
    """
    small = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    side = round(AROUND_MM * scale / 2) | 1
    paper = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
    paper = cv2.resize(paper, grey.shape[::-1])
    share = cv2.divide(grey, np.maximum(paper, np.uint8(8)), scale=255)
    floor = np.uint8(round(255 * WEAKEST_PRINT))
    return np.maximum(np.asarray(share, np.uint8), floor)


@dataclass(frozen=True)
class Shifts:
    """By how much blocks of print are displaced: centres and shifts in mm (n × 2), scores.

    ``trust`` (n × 2) is what each shift is worth across and down.
    """

    centres: Floats
    shifts: Floats
    scores: Floats
    trust: Floats

    def only(self, which: NDArray[np.bool_]) -> Shifts:
        """Those of some of the blocks."""
        return Shifts(*(values[which] for values in _fields(self)))


def joined(some: Shifts, more: Shifts) -> Shifts:
    """All shifts of both."""
    pairs = zip(_fields(some), _fields(more), strict=True)
    return Shifts(*(np.concatenate(pair) for pair in pairs))


def _fields(shifts: Shifts) -> tuple[Floats, ...]:
    return shifts.centres, shifts.shifts, shifts.scores, shifts.trust


@dataclass(frozen=True, eq=False)
class Blocks:
    """Pieces of a design's structure to look for, at ``scale`` px/mm.

    ``patches`` are squares of float32, 0 to 255, ``centres`` their middles in pixels (n × 2).
    ``grips`` (n × 2, 0 to 1) say how well each can be placed across and down: a line
    across says nothing of where along it one is.
    """

    scale: float
    centres: NDArray[np.int_]
    patches: tuple[NDArray[np.float32], ...]
    grips: Floats

    def only(self, which: NDArray[np.bool_]) -> Blocks:
        """Some of the blocks."""
        patches = tuple(patch for patch, wanted in zip(self.patches, which, strict=True) if wanted)
        return Blocks(self.scale, self.centres[which], patches, self.grips[which])


def cut_blocks(expected: Pixels, scale: float, block_mm: float, overlap: float) -> Blocks:
    """The blocks of a structure that hold print."""
    half = round(block_mm * scale / 2)
    centres, patches, grips = [], [], []
    for y in _steps(expected.shape[0], half, overlap):
        for x in _steps(expected.shape[1], half, overlap):
            block = expected[y - half : y + half, x - half : x + half]
            if block.std() >= LEAST_PRINT_STD:
                centres.append((x, y))
                patches.append(np.ascontiguousarray(block, np.float32))
                grips.append(_grip(block, round(GRIP_MM * scale)))
    return Blocks(
        scale,
        np.array(centres, int).reshape(-1, 2),
        tuple(patches),
        np.array(grips, float).reshape(-1, 2),
    )


def with_finders(blocks: Blocks, code: Box) -> Blocks:
    """The blocks and the finder patterns of the QR code at that place, which are always alike."""
    module = code.width / next(n for n, mm in QR_MODULES.items() if abs(n * mm - code.width) < 0.1)
    edge = FINDER * module / 2
    inner = code.grown(-edge)
    corners = np.array(inner.corners)[[0, 1, 3]] * blocks.scale  # none at its bottom right
    centres = corners.round().astype(int)
    patches = (_finder(off, module * blocks.scale) for off in corners - centres)
    return Blocks(
        blocks.scale,
        np.concatenate([blocks.centres, centres]),
        (*blocks.patches, *patches),
        np.concatenate([blocks.grips, np.ones((3, 2))]),
    )


FINER = 8
"""How many times finer a pattern is drawn than it is looked at."""


def _finder(off: Floats, module_px: float) -> NDArray[np.float32]:
    """A finder pattern so many pixels off the middle (across, down), and a module around it."""
    half = ceil((FINDER / 2 + 1) * module_px)
    at = (np.arange(2 * half * FINER) + 0.5) / FINER - half
    away = np.maximum(np.abs(at - off[0]), np.abs(at - off[1])[:, None]) / module_px
    drawn = np.where(is_finder_black(away), np.float32(255 * WEAKEST_PRINT), np.float32(255))
    return np.asarray(cv2.resize(drawn, (2 * half, 2 * half), interpolation=cv2.INTER_AREA))


GRIP_MM = 0.75
"""A move that a block must tell from none; numbers' strokes and lines are thinner."""
FULL_GRIP = 0.3
"""Loss of correlation by that move from which on a block's place is sure."""


def _grip(block: Pixels, step: int) -> tuple[float, float]:
    """How well a block can be placed across and down, by its likeness to itself moved."""
    inner = np.ascontiguousarray(block[step:-step, step:-step])
    alike = cv2.matchTemplate(block, inner, cv2.TM_CCOEFF_NORMED)
    across = 1 - max(float(alike[step, 0]), float(alike[step, -1]))
    down = 1 - max(float(alike[0, step]), float(alike[-1, step]))
    return min(across / FULL_GRIP, 1.0), min(down / FULL_GRIP, 1.0)


LEAST_PRINT_STD = 5.0
"""Of 255; a block with less print than one thin line across fits anywhere."""


def _steps(length: int, half: int, overlap: float) -> NDArray[np.int_]:
    count = max(round((length - 2 * half) / (2 * half * (1 - overlap))), 1)
    return np.linspace(half, length - half, count + 1).astype(int)


def measure_shifts(seen: Pixels, blocks: Blocks, reach_mm: float) -> Shifts:
    """Where each block is found in the seen structure, no further than ``reach_mm`` off."""
    reach = round(reach_mm * blocks.scale)
    wide = cv2.copyMakeBorder(seen, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    padded = wide.astype(np.float32)
    maps = np.zeros((len(blocks.patches), 2 * reach + 1, 2 * reach + 1), np.float32)
    for place, ((x, y), block) in enumerate(zip(blocks.centres, blocks.patches, strict=True)):
        half = block.shape[0] // 2
        area = padded[y - half : y + half + 2 * reach, x - half : x + half + 2 * reach]
        cv2.matchTemplate(area, block, cv2.TM_CCOEFF_NORMED, maps[place])
    scores, peaks = _peaks(np.nan_to_num(maps))
    return Shifts(
        blocks.centres / blocks.scale,
        (peaks - reach) / blocks.scale,
        scores,
        np.clip(scores - 0.2, 0.0, 1.0)[:, None] ** 2 * blocks.grips**2,
    )


def _peaks(maps: NDArray[np.float32]) -> tuple[Floats, Floats]:
    """The largest value of each map and its place (n × 2), to a fraction of a step."""
    count, side, _ = maps.shape
    y, x = np.divmod(maps.reshape(count, -1).argmax(axis=1), side)
    every = np.arange(count)
    here = maps[every, y, x].astype(np.float64)
    peaks = np.stack([x, y], axis=1).astype(np.float64)
    for way, at in enumerate((x, y)):
        step = np.array([way == 1, way == 0], int)
        inside = (at > 0) & (at < side - 1)
        n, py, px = every[inside], y[inside], x[inside]
        before, after = maps[n, py - step[0], px - step[1]], maps[n, py + step[0], px + step[1]]
        bow = np.minimum(before - 2 * here[inside] + after, -1e-6)
        peaks[inside, way] += 0.5 * (before - after) / bow
    return here, peaks


@dataclass(frozen=True, eq=False)
class Structure:
    """A design's structure in small blocks (``fine``), which tell where print lies about where it
    should, and in large ones (``coarse``) for where it lies further off.

    ``finest`` are the smallest that can be told from each other, for folds, ``code`` is where its
    QR code is, in mm.
    """

    coarse: Blocks
    fine: Blocks
    finest: Blocks
    code: Box


COARSE_SCALE = 2.0
FINE_SCALE = 3.0
"""px/mm at which structure is compared: thin lines still show, noise no longer does. A sheet
is a whole number of pixels wide and high at both."""


def structure_of(design_grey: Pixels, code: Box) -> Structure:
    """The blocks of a design rendered in grey at a multiple of both scales; its code's place."""

    def blocks(scale: float, block_mm: float) -> Blocks:
        size = sheet_size_px(scale)
        small = cv2.resize(design_grey, size, interpolation=cv2.INTER_AREA)
        return cut_blocks(structure(np.asarray(small, np.uint8), scale), scale, block_mm, 0.0)

    fine, finest = (blocks(FINE_SCALE, block_mm) for block_mm in (10.0, 5.0))
    return Structure(blocks(COARSE_SCALE, 18.0), fine, finest, code)
