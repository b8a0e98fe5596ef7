"""How paper bends: displacements kept at nodes, smoothed from those of blocks of print."""

from __future__ import annotations

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
    trust = found.trust + 1e-6
    weight = trust
    rigid = np.diag([STIFFNESS[i + j] for i in range(_DEGREE + 1) for j in range(_DEGREE + 1 - i)])
    for _ in range(6):
        terms = np.stack(
            [_terms(basis, weight[:, a], found.shifts[:, a], rigid) for a in (0, 1)], 1
        )
        off = found.shifts - basis @ terms
        weight = trust / (1 + (off / 0.3) ** 2) ** 2
    moves: Floats = _basis(node_places()) @ terms
    return moves


def _terms(basis: Floats, weight: Floats, shifts: Floats, rigid: Floats) -> Floats:
    weighted = basis * weight[:, None]
    return np.asarray(np.linalg.solve(basis.T @ weighted + rigid, weighted.T @ shifts))


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


def local_planes(found: Shifts, spread_mm: float) -> Floats:
    """At each node the plane through the shifts around it, outliers left out by weight."""
    weight = found.trust
    for _ in range(ROUNDS_OF_PLANES):
        moves = np.stack(
            [
                _planes(found.centres, weight[:, way], found.shifts[:, way], spread_mm)
                for way in (0, 1)
            ],
            axis=-1,
        )
        off = found.shifts - field_at(moves, found.centres)
        weight = found.trust / (1 + (off / OUTLIER_MM) ** 2) ** 2
    return moves


def _planes(centres: Floats, weight: Floats, shifts: Floats, spread_mm: float) -> Floats:
    """At each node (rows × columns) the weighted plane through the shifts, held a little level."""
    x, y = centres.T / NODE_MM - 0.5
    terms = (np.ones_like(x), x, y, x * x, x * y, y * y, shifts, shifts * x, shifts * y)
    sums = np.zeros((ROWS, COLUMNS, len(terms)))
    column, row = (centres / NODE_MM).astype(int).T
    np.add.at(sums, (row, column), np.stack(terms, axis=1) * weight[:, None])
    blurred = [
        cv2.GaussianBlur(sums[:, :, n], (0, 0), spread_mm / NODE_MM, borderType=cv2.BORDER_CONSTANT)
        for n in range(len(terms))
    ]
    w, wx, wy, wxx, wxy, wyy, s, sx, sy = blurred
    here_y, here_x = np.mgrid[0:ROWS, 0:COLUMNS].astype(float)
    # moments about the node itself
    sx, sy = sx - here_x * s, sy - here_y * s
    wxx = wxx - 2 * here_x * wx + here_x**2 * w
    wyy = wyy - 2 * here_y * wy + here_y**2 * w
    wxy = wxy - here_x * wy - here_y * wx + here_x * here_y * w
    wx, wy = wx - here_x * w, wy - here_y * w
    least = w.max() * 1e-3
    level = (w + least) * LEVELNESS
    normal = np.stack([w + least, wx, wy, wx, wxx + level, wxy, wy, wxy, wyy + level], -1)
    sides = np.stack([s, sx, sy], -1)[..., None]
    found = np.linalg.solve(normal.reshape(ROWS, COLUMNS, 3, 3), sides)
    return np.asarray(found[..., 0, 0], np.float64)


ROUNDS_OF_PLANES = 3
OUTLIER_MM = 0.5
"""A block that lies so far off its neighbours' plane counts for a quarter."""
LEVELNESS = 6.0
"""How much a slope is held back, as if by blocks √6 nodes away that have none."""
