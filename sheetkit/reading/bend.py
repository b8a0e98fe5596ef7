"""How paper bends: displacements kept at nodes, smoothed from those of blocks of print."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from sheetkit.design import SHEET_HEIGHT, SHEET_WIDTH
from sheetkit.reading.arrays import Floats
from sheetkit.reading.blocks import Shifts

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


@cache
def node_places() -> Floats:
    """Where the nodes are on the sheet, in mm: rows × columns × 2."""
    x = (np.arange(COLUMNS) + 0.5) * NODE_MM
    y = (np.arange(ROWS) + 0.5) * NODE_MM
    places = np.stack(np.meshgrid(x, y), axis=-1)
    places.setflags(write=False)
    return places


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
    terms = _robust_terms(basis, rigid, found.shifts, trust)
    moves: Floats = _basis(node_places()) @ terms
    return moves


SMOOTH_OUTLIER_MM = 0.3
"""What lies so far off a bend as a whole counts for a quarter: large blocks lie more exactly."""


def _robust_terms(basis: Floats, held: Floats, places: Floats, trust: Floats) -> Floats:
    """The terms that explain the places (n × 2), outliers left out by weight.

    ``held`` holds the terms back.
    """
    weight = trust
    for _ in range(6):
        terms = np.stack(
            [_terms(basis, weight[:, way], places[:, way], held) for way in (0, 1)], axis=1
        )
        weight = trust / (1 + ((places - basis @ terms) / SMOOTH_OUTLIER_MM) ** 2) ** 2
    return terms


def _terms(basis: Floats, weight: Floats, places: Floats, held: Floats) -> Floats:
    weighted = basis * weight[:, None]
    return np.asarray(np.linalg.solve(basis.T @ weighted + held, weighted.T @ places))


def local_means(found: Shifts, shifts: Floats, spread_mm: float) -> Floats:
    """At each node the mean of the shifts around it, outliers left out by weight."""
    middle = np.median(shifts, axis=0)
    # each way for itself: a line's place along it must not spoil its place across
    trust = found.trust / (1 + ((shifts - middle) / OUTLIER_MM) ** 2) ** 2
    column, row = (found.centres / NODE_MM).astype(int).T
    sums = np.zeros((ROWS, COLUMNS, 4), np.float32)
    np.add.at(sums, (row, column), np.concatenate([shifts * trust, trust], axis=1))
    sigma = spread_mm / NODE_MM
    near = cv2.GaussianBlur(sums, (0, 0), sigma, borderType=cv2.BORDER_CONSTANT)
    # a little trust in no shift at all holds nodes far from any print where they are
    still = 0.02 / (2 * np.pi * sigma**2)
    return np.asarray(near[:, :, :2] / (near[:, :, 2:] + still), np.float64)


def continued(known: Shifts, points: Floats) -> Floats:
    """How far points (… × 2) are displaced where paper goes on as it lies around what is known.

    However it is bent, a small piece of paper is nearly flat, seen from however aslant: through
    the known shifts goes a plane for each point, and the nearer ones are, the more they count.
    """
    across, down = (points[..., way, None] - known.centres[:, way] for way in (0, 1))
    away = across * across + down * down + NEAR_NODE_MM**2
    near = 1 / (away * away * away)  # what is twice as far away counts for a sixty-fourth
    return np.stack([_plane(known, way, near, points) for way in (0, 1)], axis=-1)


NEAR_NODE_MM = 2.5
"""Within so many mm shifts count about alike: a block is wider than that, and so is a marker."""
LEAST_SPREAD_MM2 = 0.1
"""Shifts along one line say nothing about what lies beside it."""


def _plane(known: Shifts, way: int, near: Floats, points: Floats) -> Floats:
    """The height over each point of the plane through the shifts across (0) or down (1)."""
    (x, y), moved = known.centres.T, known.shifts[:, way]
    values = [np.ones_like(x), x, y, moved, x * x, y * y, x * y, x * moved, y * moved]
    sums = near @ (np.stack(values, axis=-1) * known.trust[:, way, None])
    mean_x, mean_y, mean, xx, yy, xy, xs, ys = np.moveaxis(sums[..., 1:] / sums[..., :1], -1, 0)
    xx, yy, xy = xx - mean_x**2, yy - mean_y**2, xy - mean_x * mean_y
    xs, ys = xs - mean_x * mean, ys - mean_y * mean
    xx, yy = xx + LEAST_SPREAD_MM2, yy + LEAST_SPREAD_MM2
    across, down = xs * yy - ys * xy, ys * xx - xs * xy
    slope = across * (points[..., 0] - mean_x) + down * (points[..., 1] - mean_y)
    return np.asarray(mean + slope / (xx * yy - xy * xy))


OUTLIER_MM = 0.5
"""A block that lies so far off what the others say counts for a quarter."""
