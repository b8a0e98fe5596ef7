"""How paper bends: displacements kept at nodes, smoothed from those of blocks of print."""

from __future__ import annotations

from math import ceil

import cv2
import numpy as np

from sheetkit.design import SHEET_HEIGHT, SHEET_WIDTH
from sheetkit.reading.blocks import Shifts
from sheetkit.reading.find import Floats

NODE_MM = 2.0
"""Distance of the nodes at which the sheet's bend is kept; paper bends over centimetres."""
COLUMNS, ROWS = round(SHEET_WIDTH / NODE_MM), -(-round(SHEET_HEIGHT) // round(NODE_MM))


def field_at(field: Floats, points: Floats) -> Floats:
    """A field kept at nodes, between them (n × 2)."""
    at = np.clip(points / NODE_MM - 0.5, 0, [COLUMNS - 1, ROWS - 1])
    low = np.minimum(at.astype(int), [COLUMNS - 2, ROWS - 2])
    (x, y), (fx, fy) = low.T, (at - low).T[:, :, None]
    top = field[y, x] * (1 - fx) + field[y, x + 1] * fx
    bottom = field[y + 1, x] * (1 - fx) + field[y + 1, x + 1] * fx
    between: Floats = top * (1 - fy) + bottom * fy
    return between


def node_places() -> Floats:
    """Where the nodes are on the sheet, in mm: rows × columns × 2."""
    x = (np.arange(COLUMNS) + 0.5) * NODE_MM
    y = (np.arange(ROWS) + 0.5) * NODE_MM
    return np.stack(np.meshgrid(x, y), axis=-1)


_DEGREE = 3
STIFFNESS = (1e-3, 1e-3, 0.02, 0.1)
"""How much a bend of each degree is held back, as against one block's whole trust of 0.6:
what a few blocks at one end suggest must not bend the other end."""


def _basis(points: Floats) -> Floats:
    x = points[..., 0] / (SHEET_WIDTH / 2) - 1
    y = points[..., 1] / (SHEET_HEIGHT / 2) - 1
    terms = [x**i * y**j for i in range(_DEGREE + 1) for j in range(_DEGREE + 1 - i)]
    return np.stack(terms, axis=-1)


def polynomial(found: Shifts) -> Floats:
    """A cubic bend through the shifts, outliers left out by weight."""
    basis = _basis(found.centres)
    rigid = np.diag([STIFFNESS[i + j] for i in range(_DEGREE + 1) for j in range(_DEGREE + 1 - i)])
    trust = found.trust + 1e-6
    terms, _ = _robust_terms(basis, rigid, found.shifts, trust, SMOOTH_OUTLIER_MM, rounds=6)
    moves: Floats = _basis(node_places()) @ terms
    return moves


SMOOTH_OUTLIER_MM = 0.3
"""For a bend as a whole: large blocks say more exactly where they lie."""


def _robust_terms(
    basis: Floats, held: Floats, places: Floats, trust: Floats, outlier_mm: float, *, rounds: int
) -> tuple[Floats, float]:
    """The terms that explain the places (n × 2), outliers left out by weight, and how much.

    ``held`` holds the terms back; what lies ``outlier_mm`` off counts for a quarter.
    """
    weight = trust
    for _ in range(rounds):
        terms = np.stack(
            [_terms(basis, weight[:, way], places[:, way], held) for way in (0, 1)], axis=1
        )
        weight = trust / (1 + ((places - basis @ terms) / outlier_mm) ** 2) ** 2
    return terms, float(weight.sum())


def _terms(basis: Floats, weight: Floats, places: Floats, held: Floats) -> Floats:
    weighted = basis * weight[:, None]
    return np.asarray(np.linalg.solve(basis.T @ weighted + held, weighted.T @ places))


def local_means(found: Shifts, shifts: Floats, spread_mm: float) -> Floats:
    """At each node the mean of the shifts around it, outliers left out by weight."""
    middle = np.median(shifts, axis=0)
    # each way for itself: a line's place along it must not spoil its place across
    trust = found.trust / (1 + ((shifts - middle) / OUTLIER_MM) ** 2) ** 2
    column, row = (found.centres / NODE_MM).astype(int).T
    sums = np.zeros((ROWS, COLUMNS, 4))
    np.add.at(sums, (row, column), np.concatenate([shifts * trust, trust], axis=1))
    sigma = spread_mm / NODE_MM
    near = cv2.GaussianBlur(sums, (0, 0), sigma, borderType=cv2.BORDER_CONSTANT)
    # a little trust in no shift at all holds nodes far from any print where they are
    still = 0.02 / (2 * np.pi * sigma**2)
    return np.asarray(near[:, :, :2] / (near[:, :, 2:] + still), np.float64)


def bent_one_way(found: Shifts, bend: Floats, knot_mm: float) -> Floats:
    """At each node where print lies by the shifts found beyond ``bend``, if paper bends one way.

    Paper doesn't stretch: curled or folded, it stays straight along one direction. Across it
    print may move by any curve, known at knots so many mm apart; along it evenly; and all of it
    as a flat sheet does whose pose is a little off. The direction that explains most is taken.
    """
    places = field_at(bend, found.centres) + found.shifts
    best, field = -1.0, bend
    for direction in DIRECTIONS:
        basis = _one_way(found.centres, direction, knot_mm)
        held = _held(basis.shape[1], knot_mm)
        terms, explained = _robust_terms(basis, held, places, found.trust, OUTLIER_MM, rounds=5)
        if explained > best:
            best, field = explained, _one_way(node_places(), direction, knot_mm) @ terms
    return field


DIRECTIONS = np.radians(np.arange(0, 180, 15))
FLAT_TERMS = 6


def _one_way(points: Floats, direction: float, knot_mm: float) -> Floats:
    """A quadric, then tents at the knots across the direction, then these tilted along it."""
    middle = np.array([SHEET_WIDTH, SHEET_HEIGHT]) / 2
    x, y = np.moveaxis((points - middle) / middle, -1, 0)
    way = np.array([np.cos(direction), np.sin(direction)])
    across = (points - middle) @ way
    along = (points - middle) @ np.array([-way[1], way[0]]) / SHEET_WIDTH
    reach = float(middle @ np.abs(way))
    knots = np.arange(ceil(2 * reach / knot_mm) + 1) * knot_mm - reach
    tents = np.clip(1 - np.abs(across[..., None] - knots) / knot_mm, 0, 1)
    flat = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)
    return np.concatenate([flat, tents, tents * along[..., None]], axis=-1)


def _held(terms: int, knot_mm: float) -> Floats:
    """What holds the terms of ``_one_way`` back: curves should be smooth, tilts small."""
    knots = (terms - FLAT_TERMS) // 2
    bends = np.diff(np.eye(knots), 2, axis=0) * (knot_mm / 12) ** 0.5
    smooth = bends.T @ bends
    held = np.zeros((terms, terms))
    held[:FLAT_TERMS, :FLAT_TERMS] = np.diag([1e-3, 1e-3, 1e-3, 0.3, 0.3, 0.3])
    curve, tilt = (slice(first, first + knots) for first in (FLAT_TERMS, FLAT_TERMS + knots))
    held[curve, curve] = CURVE_STIFFNESS * smooth + 1e-3 * np.eye(knots)
    held[tilt, tilt] = TILT_STIFFNESS * smooth + 0.01 * np.eye(knots)
    return held


CURVE_STIFFNESS, TILT_STIFFNESS = 0.1, 0.1
"""As against one block's whole trust of 0.6."""


OUTLIER_MM = 0.5
"""A block that lies so far off what the others say counts for a quarter."""
