"""Each cell's ink as a small picture of one size, and what a judge of marks looks at in it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box

Pixels: TypeAlias = NDArray[np.uint8]
Patches: TypeAlias = NDArray[np.float32]

SIDE = 36
"""Pixels a side of a patch; the cell itself is the middle 24."""

CELL = slice(6, 30)
"""The cell within a patch, along each side; around it a quarter of a cell of its neighbours."""

AROUND = 0.25


def cut_patches(darkness: Pixels, boxes: Sequence[Box], scale: float) -> Patches:
    """The ink in and around each box: n × SIDE × SIDE, float32, 0 to 255."""
    patches = np.empty((len(boxes), SIDE, SIDE), np.float32)
    smooth = cv2.GaussianBlur(darkness, (0, 0), 0.5)
    for place, box in enumerate(boxes):
        step = np.array([box.width, box.height]) * (1 + 2 * AROUND) / SIDE * scale
        left = (box.left - AROUND * box.width) * scale
        top = (box.top - AROUND * box.height) * scale
        matrix = np.array(
            [
                [step[0], 0, left + step[0] / 2 - 0.5],
                [0, step[1], top + step[1] / 2 - 0.5],
            ]
        )
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        patches[place] = cv2.warpAffine(
            smooth, matrix, (SIDE, SIDE), flags=flags, borderMode=cv2.BORDER_CONSTANT
        )
    return patches


def levelled(patches: Patches, levels: NDArray[np.float32]) -> Patches:
    """Patches with ink at 1 whatever the pen: ``levels`` is a full stroke's darkness in each."""
    return np.asarray(np.clip(patches / levels[:, None, None], 0, 1), np.float32)


def stroke_levels(patches: Patches, usual: NDArray[np.float32]) -> NDArray[np.float32]:
    """A full stroke's darkness in each patch; ``usual`` is that of the sheet's pen.

    A pen may skip or be changed, so a cell's own ink counts from half the usual on.
    """
    cells = patches[:, CELL, CELL].reshape(len(patches), -1)
    own = np.percentile(cells, 97, axis=1) if len(patches) else np.zeros(0)
    return np.asarray(np.maximum(np.maximum(own, 0.5 * usual), FAINTEST), np.float32)


FAINTEST = 22.0
"""No stroke is fainter than this part of 255: a hard pencil under a light hand."""

_BINS = 8
_BLOCK = 6


def features(patches: Patches, sizes: NDArray[np.float32]) -> NDArray[np.float32]:
    """What the judge sees of levelled patches: n × (18·18 + 36·8 + 2·24 + 9).

    The ink itself at half the size, the directions of its edges in 36 blocks,
    the straight lines through the cell, and measures of the whole cell. ``sizes`` holds
    the cells' width and height in mm.
    """
    count = len(patches)
    half = patches.reshape(count, SIDE // 2, 2, SIDE // 2, 2).mean(axis=(2, 4))
    return np.concatenate(
        [
            half.reshape(count, -1),
            _directions(patches).reshape(count, -1),
            _straight_lines(patches),
            _measures(patches, sizes),
        ],
        axis=1,
    ).astype(np.float32)


def product(left: Any, right: Any) -> Patches:
    """The matrix product by OpenCV: NumPy's starts threads that wait for each other."""
    return np.asarray(cv2.gemm(left, right, 1, None, 0), np.float32)  # type: ignore[call-overload]


def _gradients(patches: Patches) -> tuple[Patches, Patches]:
    padded = np.pad(patches, ((0, 0), (1, 1), (1, 1)), mode="edge")
    across = (padded[:, 1:-1, 2:] - padded[:, 1:-1, :-2]) / 2
    down = (padded[:, 2:, 1:-1] - padded[:, :-2, 1:-1]) / 2
    return np.asarray(across, np.float32), np.asarray(down, np.float32)


def _directions(patches: Patches) -> Patches:
    """How much edge runs in each of 8 directions, in 6 × 6 blocks: n × 6 × 6 × 8."""
    across, down = _gradients(patches)
    strength = np.hypot(across, down)
    turn = (np.arctan2(down, across) / np.pi) % 1.0 * _BINS
    low = np.floor(turn).astype(np.int32)
    part = turn - low
    blocks = SIDE // _BLOCK
    directions = np.zeros((len(patches), blocks, blocks, _BINS), np.float32)
    for bin_ in range(_BINS):
        share = np.where(low % _BINS == bin_, 1 - part, 0)
        share += np.where((low + 1) % _BINS == bin_, part, 0)
        energy = (strength * share).reshape(len(patches), blocks, _BLOCK, blocks, _BLOCK)
        directions[..., bin_] = energy.sum(axis=(2, 4))
    return np.asarray(np.sqrt(directions), np.float32)


_ANGLES = 24
_OFFSETS = 25


@cache
def _chords() -> NDArray[np.float32]:
    """Straight lines across the cell as weights of its pixels: 24 · 24 × angles · offsets.

    Each line's weights add up to 1; lines that only cut a corner are left 0.
    """
    side = CELL.stop - CELL.start
    middle = (side - 1) / 2
    chords = np.zeros((side * side, _ANGLES, _OFFSETS), np.float32)
    along = np.linspace(-side, side, 8 * side + 1)
    for turn in range(_ANGLES):
        angle = np.pi * turn / _ANGLES
        for place in range(_OFFSETS):
            off = (place - _OFFSETS // 2) * (side / _OFFSETS) * 0.9
            x = np.rint(middle + along * np.cos(angle) - off * np.sin(angle)).astype(int)
            y = np.rint(middle + along * np.sin(angle) + off * np.cos(angle)).astype(int)
            inside = (x >= 0) & (x < side) & (y >= 0) & (y < side)
            pixels = np.unique(y[inside] * side + x[inside])
            if len(pixels) >= 0.7 * side:
                chords[pixels, turn, place] = 1 / len(pixels)
    return chords.reshape(side * side, -1)


def _straight_lines(patches: Patches) -> Patches:
    """How much ink lies on the best straight line each way, and on the best far from it."""
    cell = np.ascontiguousarray(_thickened(patches)[:, CELL, CELL])
    seen = product(cell.reshape(len(cell), -1), _chords())
    seen = seen.reshape(len(cell), _ANGLES, _OFFSETS)
    best = seen.max(axis=2)
    at = seen.argmax(axis=2)
    near = np.abs(np.arange(_OFFSETS) - at[:, :, None]) <= 3
    other = np.where(near, 0, seen).max(axis=2)
    return np.concatenate([best, other], axis=1)


def _thickened(patches: Patches) -> Patches:
    """Ink a pixel wider to all sides, so that a shaky line is still on its chord."""
    grown = patches
    for axis in (1, 2):
        grown = np.maximum(grown, np.maximum(np.roll(grown, 1, axis), np.roll(grown, -1, axis)))
    return grown


def _measures(patches: Patches, sizes: NDArray[np.float32]) -> Patches:
    cell = patches[:, CELL, CELL]
    across, down = _gradients(cell)
    edge = np.hypot(across, down).sum(axis=(1, 2)) + 1e-3
    ink = cell.sum(axis=(1, 2))
    thickness = 2 * ink / edge
    rows, columns = cell.max(axis=2), cell.max(axis=1)
    return np.stack(
        [
            ink / cell[0].size * 4,
            np.minimum(thickness, 12) / 4,
            (np.abs(down).sum(axis=(1, 2)) - np.abs(across).sum(axis=(1, 2))) / edge * 2,
            rows.mean(axis=1) * 2,
            columns.mean(axis=1) * 2,
            (rows > 0.5).mean(axis=1) * 2,
            (columns > 0.5).mean(axis=1) * 2,
            sizes[:, 0] / 5,
            sizes[:, 1] / 5,
        ],
        axis=1,
    ).astype(np.float32)
