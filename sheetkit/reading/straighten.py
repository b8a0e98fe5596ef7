"""A sheet laid flat: the pose first, then the curl, measured against the printed design."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.design import SHEET_HEIGHT, SHEET_WIDTH
from sheetkit.reading.find import Floats, Pose
from sheetkit.reading.reference import sheet_size_px

Pixels: TypeAlias = NDArray[np.uint8]

NODE_MM = 2.0
"""Distance of the nodes at which the sheet's bend is kept; paper bends over centimetres."""
_COLUMNS, _ROWS = round(SHEET_WIDTH / NODE_MM), -(-round(SHEET_HEIGHT) // round(NODE_MM))

WEAKEST_PRINT = 0.8
"""Darker than this part of the paper is as dark as print gets: ink must not outweigh print."""


@dataclass(frozen=True)
class Fit:
    """How a sheet lies in the picture.

    ``bend`` holds at each node how far, in mm, what is printed there lies from
    where the flat ``pose`` has it: rows × columns × 2. ``agreement`` is the
    median correlation of the picture with the design, 0 to 1. ``loose`` are
    places, in mm, around which print still lies off.
    """

    pose: Pose
    bend: Floats
    agreement: float = 0.0
    loose: tuple[tuple[float, float], ...] = ()

    def project(self, points: Floats) -> Floats:
        """Points in mm (n × 2) as pixels of the picture."""
        return self.pose.project(points + self._bend_at(points))

    def _bend_at(self, points: Floats) -> Floats:
        return _field_at(self.bend, points)


def _field_at(field: Floats, points: Floats) -> Floats:
    """A field kept at nodes, between them (n × 2)."""
    at = np.clip(points / NODE_MM - 0.5, 0, [_COLUMNS - 1, _ROWS - 1])
    low = np.minimum(at.astype(int), [_COLUMNS - 2, _ROWS - 2])
    (x, y), (fx, fy) = low.T, (at - low).T[:, :, None]
    top = field[y, x] * (1 - fx) + field[y, x + 1] * fx
    bottom = field[y + 1, x] * (1 - fx) + field[y + 1, x + 1] * fx
    between: Floats = top * (1 - fy) + bottom * fy
    return between


def flat_fit(pose: Pose) -> Fit:
    """The fit of a sheet that isn't bent."""
    return Fit(pose, np.zeros((_ROWS, _COLUMNS, 2)))


def _nodes() -> Floats:
    x = (np.arange(_COLUMNS) + 0.5) * NODE_MM
    y = (np.arange(_ROWS) + 0.5) * NODE_MM
    return np.stack(np.meshgrid(x, y), axis=-1)


def lay_flat(picture: Pixels, fit: Fit, scale: float) -> Pixels:
    """The sheet at ``scale`` px/mm, as if photographed from above: black where not in view."""
    nodes = fit.pose.project(_nodes() + fit.bend).astype(np.float32)
    size = (round(_COLUMNS * NODE_MM * scale), round(_ROWS * NODE_MM * scale))
    places = cv2.resize(nodes, size, interpolation=cv2.INTER_LINEAR)
    width, height = sheet_size_px(scale)
    flat = cv2.remap(  # type: ignore[call-overload]  # its stub lacks None for the second map
        picture, places[:height, :width], None, cv2.INTER_LINEAR
    )
    return np.asarray(flat, np.uint8)


def structure(grey: Pixels, scale: float) -> Pixels:
    """What is printed, whatever the light: each pixel against the brightest paper near it."""
    reach = 2 * round(1.5 * scale) + 1
    small = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    paper = cv2.dilate(small, np.ones((reach // 2 | 1, reach // 2 | 1), np.uint8))
    paper = cv2.resize(cv2.blur(paper, (reach, reach)), grey.shape[::-1])
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


@dataclass(frozen=True, eq=False)
class Blocks:
    """Pieces of a design's structure to look for, at ``scale`` px/mm.

    ``patches`` are squares of uint8, ``centres`` their middles in pixels (n × 2).
    ``grips`` (n × 2, 0 to 1) say how well each can be placed across and down: a line
    across says nothing of where along it one is.
    """

    scale: float
    centres: NDArray[np.int_]
    patches: tuple[Pixels, ...]
    grips: Floats


def cut_blocks(expected: Pixels, scale: float, block_mm: float, overlap: float) -> Blocks:
    """The blocks of a structure that hold print."""
    half = round(block_mm * scale / 2)
    centres, patches, grips = [], [], []
    for y in _steps(expected.shape[0], half, overlap):
        for x in _steps(expected.shape[1], half, overlap):
            block = expected[y - half : y + half, x - half : x + half]
            if block.std() >= LEAST_PRINT_STD:
                centres.append((x, y))
                patches.append(np.ascontiguousarray(block))
                grips.append(_grip(block, round(GRIP_MM * scale)))
    return Blocks(
        scale,
        np.array(centres, int).reshape(-1, 2),
        tuple(patches),
        np.array(grips, float).reshape(-1, 2),
    )


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
    padded = cv2.copyMakeBorder(seen, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    shifts, scores = [], []
    for (x, y), block in zip(blocks.centres, blocks.patches, strict=True):
        half = block.shape[0] // 2
        area = padded[y - half : y + half + 2 * reach, x - half : x + half + 2 * reach]
        map_ = cv2.matchTemplate(area, block, cv2.TM_CCOEFF_NORMED)
        _, score, _, best = cv2.minMaxLoc(map_)
        shifts.append(_peak(np.asarray(map_, np.float32), best[0], best[1]) - reach)
        scores.append(score)
    sure = np.nan_to_num(np.array(scores, float))
    return Shifts(
        blocks.centres / blocks.scale,
        np.array(shifts, float).reshape(-1, 2) / blocks.scale,
        sure,
        np.clip(sure - 0.2, 0.0, 1.0)[:, None] ** 2 * blocks.grips**2,
    )


def _peak(scores: NDArray[np.float32], x: int, y: int) -> Floats:
    """The peak to a fraction of a step, by a parabola each way."""

    def along(line: NDArray[np.float32], at: int) -> float:
        if not 0 < at < len(line) - 1:
            return float(at)
        before, here, after = (float(v) for v in line[at - 1 : at + 2])
        bow = before - 2 * here + after
        return at + (0.5 * (before - after) / bow if bow < -1e-9 else 0.0)

    return np.array([along(scores[y], x), along(scores[:, x], y)])


@dataclass(frozen=True, eq=False)
class Structure:
    """A design's structure in large blocks for the first look, and small ones for the second."""

    coarse: Blocks
    fine: Blocks


COARSE_SCALE = 2.5
FINE_SCALE = 4.0
"""px/mm at which structure is compared: thin lines still show, noise no longer does."""


def structure_of(design_grey: Pixels) -> Structure:
    """The blocks of a design rendered in grey at ``FINE_SCALE``."""
    size = (
        round(design_grey.shape[1] * COARSE_SCALE / FINE_SCALE),
        round(design_grey.shape[0] * COARSE_SCALE / FINE_SCALE),
    )
    small = np.asarray(cv2.resize(design_grey, size, interpolation=cv2.INTER_AREA), np.uint8)
    return Structure(
        cut_blocks(structure(small, COARSE_SCALE), COARSE_SCALE, 18.0, 0.15),
        cut_blocks(structure(design_grey, FINE_SCALE), FINE_SCALE, 11.0, 0.1),
    )


def look(picture: Pixels, fit: Fit, blocks: Blocks, reach_mm: float) -> Shifts:
    """Where the blocks are found in a grey picture, against where the fit has them."""
    grey = lay_flat(picture, fit, blocks.scale)
    return measure_shifts(structure(grey, blocks.scale), blocks, reach_mm)


def align(picture: Pixels, fit: Fit, expected: Structure) -> Fit:
    """The fit bent so that the print lies where the design has it.

    First a bowl and a twist from large blocks, then what is left from small
    ones; a third look where the second one moved much.
    """
    bent = fit
    for turn in range(MOST_COARSE_LOOKS):
        found = look(picture, bent, expected.coarse, COARSE_REACH_MM if turn == 0 else FAR_REACH_MM)
        if len(found.scores) < FEWEST_BLOCKS:
            return bent
        moves = _polynomial(found)
        bent = replace(bent, bend=bent.bend + moves, agreement=float(np.median(found.scores)))
        if bent.agreement > GOOD_AGREEMENT or np.abs(moves).max() < SETTLED_MM:
            break
    for reach, spread in ((1.5, 9.0), (1.2, 6.0), (1.0, 5.0)):
        found = look(picture, bent, expected.fine, reach)
        if len(found.scores) < FEWEST_BLOCKS:
            return bent
        moves = _local(found, spread)
        held = _held(expected.fine)
        left = np.linalg.norm((found.shifts - _field_at(moves, found.centres)) * held, axis=1)
        off = (left > LOOSE_MM) & (found.scores > TRUSTED_SCORE)
        bent = replace(
            bent,
            bend=bent.bend + moves,
            agreement=float(np.median(found.scores)),
            loose=tuple((float(x), float(y)) for x, y in found.centres[off]),
        )
        if np.abs(moves).max() < SETTLED_MM and off.mean() < FEW_LOOSE:
            break
    return bent


def _held(blocks: Blocks) -> NDArray[np.bool_]:
    """Which way each block can testify that print lies off (n × 2)."""
    return np.asarray(blocks.grips > LEAST_GRIP, np.bool_)


LEAST_GRIP = 0.5
COARSE_REACH_MM, FAR_REACH_MM = 3.2, 6.0
MOST_COARSE_LOOKS = 5
GOOD_AGREEMENT = 0.55
"""Median correlation of large blocks from which on one look is enough."""
LOOSE_MM = 0.38
"""From here on print is taken for ink beside it: more than a number's stroke is wide."""
FEW_LOOSE = 0.04
"""Part of the blocks that may lie off before another look is worth its time."""
TRUSTED_SCORE = 0.5
"""Correlation from which on a small block's place is believed."""
FEWEST_BLOCKS = 6
SETTLED_MM = 0.35
"""A move after which the print lies within half a thin line of where it should."""


_DEGREE = 3
STIFFNESS = (1e-3, 1e-3, 0.02, 0.1)
"""How much a bend of each degree is held back, as against one block's whole trust of 0.6:
what a few blocks at one end suggest must not bend the other end."""


def _basis(points: Floats) -> Floats:
    x = points[..., 0] / (SHEET_WIDTH / 2) - 1
    y = points[..., 1] / (SHEET_HEIGHT / 2) - 1
    terms = [x**i * y**j for i in range(_DEGREE + 1) for j in range(_DEGREE + 1 - i)]
    return np.stack(terms, axis=-1)


def _polynomial(found: Shifts) -> Floats:
    """A cubic bend through the shifts, outliers left out by weight."""
    basis = _basis(found.centres)
    trust = found.trust + 1e-6
    weight = trust
    rigid = np.diag([STIFFNESS[i + j] for i in range(_DEGREE + 1) for j in range(_DEGREE + 1 - i)])
    for _ in range(6):
        terms = np.stack(
            [_terms(basis, weight[:, a], found.shifts[:, a], rigid) for a in (0, 1)], 1
        )
        off = found.shifts - basis @ terms
        weight = trust / (1 + (off / 0.3) ** 2) ** 2
    moves: Floats = _basis(_nodes()) @ terms
    return moves


def _terms(basis: Floats, weight: Floats, shifts: Floats, rigid: Floats) -> Floats:
    weighted = basis * weight[:, None]
    return np.asarray(np.linalg.solve(basis.T @ weighted + rigid, weighted.T @ shifts))


def _local(found: Shifts, spread_mm: float) -> Floats:
    """At each node the mean shift of the blocks around it, outliers left out by weight."""
    middle = np.median(found.shifts, axis=0)
    # each way for itself: a line's place along it must not spoil its place across
    trust = found.trust / (1 + ((found.shifts - middle) / 0.5) ** 2) ** 2
    columns, rows = _COLUMNS // 2, _ROWS // 2
    nodes = cv2.resize(_nodes(), (columns, rows), interpolation=cv2.INTER_AREA)
    flat = nodes.reshape(-1, 1, 2).astype(np.float32)
    apart = ((flat - found.centres.astype(np.float32)) ** 2).sum(axis=-1)
    near = np.exp(apart / (-2 * spread_mm**2))
    # a little trust in no shift at all holds nodes far from any print where they are
    moves = (near @ (found.shifts * trust)) / (near @ trust + 0.02)
    full = cv2.resize(moves.reshape(rows, columns, 2), (_COLUMNS, _ROWS))
    return np.asarray(full, np.float64)
