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
    """A design's structure in large blocks for the first look, and small ones for the second."""

    coarse: Blocks
    fine: Blocks


COARSE_SCALE = 2.0
FINE_SCALE = 3.0
"""px/mm at which structure is compared: thin lines still show, noise no longer does. A sheet
is a whole number of pixels wide and high at both."""


def structure_of(design_grey: Pixels) -> Structure:
    """The blocks of a design rendered in grey at a multiple of both scales."""

    def blocks(scale: float, block_mm: float) -> Blocks:
        size = sheet_size_px(scale)
        small = cv2.resize(design_grey, size, interpolation=cv2.INTER_AREA)
        return cut_blocks(structure(np.asarray(small, np.uint8), scale), scale, block_mm, 0.0)

    return Structure(blocks(COARSE_SCALE, 18.0), blocks(FINE_SCALE, 10.0))


def look(picture: Pixels, fit: Fit, blocks: Blocks, reach_mm: float) -> Shifts:
    """Where the blocks are found in a grey picture, against where the fit has them."""
    grey = lay_flat(picture, fit, blocks.scale)
    return measure_shifts(structure(grey, blocks.scale), blocks, reach_mm)


def reduced(picture: Pixels, pose: Pose, scale: float) -> tuple[Pixels, Pose]:
    """A grey picture no finer than a look at ``scale`` px/mm needs, and the pose in it."""
    by = int(pose.scale / (LEAST_FINER * scale))
    if by < 2:
        return picture, pose
    height, width = picture.shape[0] // by, picture.shape[1] // by
    whole = picture[: height * by, : width * by]
    small = cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), pose.enlarged(1 / by)


LEAST_FINER = 1.3
"""Of the scale of a look, what a picture needs at least: the far side of a sheet is smaller."""


def align(picture: Pixels, fit: Fit, expected: Structure) -> Fit:
    """The fit bent so that the print lies where the design has it.

    Small blocks tell at once where print lies about where it should. Else a bowl
    and a twist from large blocks come first. Small ones are looked at again only
    where the print moved so far that it looked different.
    """
    small, pose = reduced(picture, fit.pose, FINE_SCALE)
    bent = replace(fit, pose=pose)
    found = look(small, bent, expected.fine, FIRST_REACH_MM)
    if len(found.scores) < FEWEST_BLOCKS:
        return fit
    if not _within_reach(found):
        bent = _coarsely_bent(small, bent, expected.coarse)
        found = look(small, bent, expected.fine, FIRST_REACH_MM)
    bent, moved = _finely_bent(bent, found, expected.fine)
    for _ in range(MOST_FINE_LOOKS - 1):
        if moved < SETTLED_MM and len(bent.loose) < FEW_LOOSE * len(found.scores):
            break
        found = look(small, bent, expected.fine, REACH_MM)
        bent, moved = _finely_bent(bent, found, expected.fine)
    return replace(bent, pose=fit.pose)


def _within_reach(found: Shifts) -> bool:
    """Whether nearly all small blocks are seen well, and not at the very edge of the look."""
    far = (np.abs(found.shifts) > 0.8 * FIRST_REACH_MM).any(axis=1)
    return bool(np.median(found.scores) > WELL_SEEN and far.mean() < FEW_FAR)


def _coarsely_bent(picture: Pixels, fit: Fit, blocks: Blocks) -> Fit:
    """The fit with a smooth bend from large blocks, in as many looks as it takes."""
    for turn in range(MOST_COARSE_LOOKS):
        found = look(picture, fit, blocks, COARSE_REACH_MM if turn == 0 else FAR_REACH_MM)
        if len(found.scores) < FEWEST_BLOCKS:
            break
        moves = _polynomial(found)
        fit = replace(fit, bend=fit.bend + moves)
        agreement = float(np.median(found.scores))
        if agreement > GOOD_AGREEMENT or np.abs(moves).max() < SETTLED_COARSE_MM:
            break
    return fit


def _finely_bent(fit: Fit, found: Shifts, blocks: Blocks) -> tuple[Fit, float]:
    """The fit bent by what small blocks showed, and by how much at most, in mm.

    What a wide mean leaves over, narrower ones take up.
    """
    moves = np.zeros_like(fit.bend)
    left = found.shifts
    for spread in SPREADS_MM:
        moves = moves + _local(found, left, spread)
        left = found.shifts - _field_at(moves, found.centres)
    # a line across testifies only down, and the other way round
    off = np.linalg.norm(left * (blocks.grips > LEAST_GRIP), axis=1) > LOOSE_MM
    bent = replace(
        fit,
        bend=fit.bend + moves,
        agreement=float(np.median(found.scores)),
        loose=tuple(
            (x, y) for x, y in found.centres[off & (found.scores > TRUSTED_SCORE)].tolist()
        ),
    )
    return bent, float(np.abs(moves).max())


LEAST_GRIP = 0.5
COARSE_REACH_MM, FAR_REACH_MM = 3.2, 6.0
FIRST_REACH_MM, REACH_MM = 1.5, 1.0
SPREADS_MM = (9.0, 6.0, 4.0)
MOST_COARSE_LOOKS = 5
MOST_FINE_LOOKS = 3
GOOD_AGREEMENT = 0.55
"""Median correlation of large blocks from which on one look is enough."""
WELL_SEEN = 0.7
"""Median correlation of small blocks that lie about where they should."""
FEW_FAR = 0.1
"""Part of the small blocks that noise and ink may put at the edge of the look."""
LOOSE_MM = 0.38
"""From here on print is taken for ink beside it: more than a number's stroke is wide."""
FEW_LOOSE = 0.04
"""Part of the blocks that may lie off before another look is worth its time."""
TRUSTED_SCORE = 0.5
"""Correlation from which on a small block's place is believed."""
FEWEST_BLOCKS = 6
SETTLED_MM = 0.8
"""A move so small that print looks no different after it."""
SETTLED_COARSE_MM = 0.35
"""A bend after which small blocks are well within reach."""


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


def _local(found: Shifts, shifts: Floats, spread_mm: float) -> Floats:
    """At each node the mean of the shifts around it, outliers left out by weight."""
    middle = np.median(shifts, axis=0)
    # each way for itself: a line's place along it must not spoil its place across
    trust = found.trust / (1 + ((shifts - middle) / 0.5) ** 2) ** 2
    column, row = (found.centres / NODE_MM).astype(int).T
    sums = np.zeros((_ROWS, _COLUMNS, 4))
    np.add.at(sums, (row, column), np.concatenate([shifts * trust, trust], axis=1))
    sigma = spread_mm / NODE_MM
    near = cv2.GaussianBlur(sums, (0, 0), sigma, borderType=cv2.BORDER_CONSTANT)
    # a little trust in no shift at all holds nodes far from any print where they are
    still = 0.02 / (2 * np.pi * sigma**2)
    return np.asarray(near[:, :, :2] / (near[:, :, 2:] + still), np.float64)
