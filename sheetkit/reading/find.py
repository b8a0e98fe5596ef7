"""Where the sheets are in a picture: fiducial markers found, grouped, and turned into poses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.design import Marker
from sheetkit.design.sheet import SHEET_HEIGHT, SHEET_WIDTH
from sheetkit.reading.arrays import Floats, Pixels

SEARCH_PX = 1000
"""Longest side of the picture that markers are first looked for in: the 8 mm markers of a
sheet that fills two fifths of it are 21 pixels wide there, 3.6 a module."""

FINE_SEARCH_PX = 2200
LEAST_PX = 240
"""Longest side of a picture that may show a sheet: its markers would be 13 pixels wide."""
NARROWEST_PX = 13
"""Shorter side of one, as it is searched: a marker that can be read."""
FARTHEST_OFF = 0.4
"""How far a marker may lie from where another one alone predicts it, as a part of their
distance: a sheet seen at 50° shrinks by a third towards its far edge."""

WORST_FIT_MM = 3.0
"""How far a group's marker corners may lie from a flat sheet: strong curl moves them 2 mm."""


@dataclass(frozen=True)
class FoundMarker:
    """A marker in a picture: its corners in pixels, 4 × 2, its own top left first, clockwise."""

    id: int
    corners: Floats

    def enlarged(self, by: float) -> FoundMarker:
        """The marker in the same picture with ``by`` times as many pixels a side."""
        return replace(self, corners=(self.corners + 0.5) * by - 0.5)


MIDDLE = np.array([SHEET_WIDTH / 2, SHEET_HEIGHT / 2])
"""mm: of a sheet."""


@dataclass(frozen=True)
class Pose:
    """Where a sheet lies: ``to_picture`` takes mm on the sheet to pixels of the picture.

    ``markers`` are the ids that were seen.
    """

    to_picture: Floats
    markers: tuple[int, ...]

    def project(self, points: Any) -> Floats:
        """Points in mm, any shape ending in 2, as pixels."""
        return transform(self.to_picture, points)

    def enlarged(self, by: float) -> Pose:
        """The pose in the same picture with ``by`` times as many pixels a side."""
        shift = (by - 1) / 2
        resize = np.array([[by, 0, shift], [0, by, shift], [0, 0, 1.0]])
        return replace(self, to_picture=resize @ self.to_picture)

    @property
    def mirrored(self) -> bool:
        """Whether the sheet would be seen from behind."""
        a, b, c = self.project(MIDDLE + np.array([[0, 0], [1, 0], [0, 1]]))
        return bool(np.linalg.det(np.array([b - a, c - a])) <= 0)

    @property
    def scale(self) -> float:
        """Pixels a mm in the middle of the sheet."""
        a, b, c = self.project(MIDDLE + np.array([[0, 0], [10, 0], [0, 10]]))
        return float(np.sqrt(abs(np.linalg.det(np.array([b - a, c - a]))))) / 10


def transform(matrix: Any, points: Any) -> Floats:
    """A homography (3 × 3) applied to points (… × 2)."""
    given = np.asarray(points, dtype=np.float64)
    flat = given.reshape(-1, 2)
    homogeneous = flat @ matrix[:, :2].T + matrix[:, 2]
    image: Floats = (homogeneous[:, :2] / homogeneous[:, 2:]).reshape(given.shape)
    return image


def reduced(grey: Pixels, by: int) -> Pixels:
    """A grey picture that many times smaller each way, by means."""
    if by == 1:
        return grey
    height, width = max(grey.shape[0] // by, 1), max(grey.shape[1] // by, 1)
    whole = grey[: height * by, : width * by]
    return np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def find_markers(
    grey: Pixels, longest: int, *, enhance: bool = False, least_px: float = 0.0
) -> list[FoundMarker]:
    """The markers in a grey picture, searched at no more than ``longest`` pixels a side.

    ``enhance`` evens out the contrast first, for dusk and glare. Markers of less than
    ``least_px`` a side aren't looked for; without it, such as take little of the picture.
    """
    shrink = max(max(grey.shape) / longest, 1.0)
    if max(grey.shape) < LEAST_PX or min(grey.shape) < NARROWEST_PX * shrink:
        return []  # in dithered thumbnails every dot is a candidate, which takes seconds
    small = grey
    if shrink > 1:
        size = (round(grey.shape[1] / shrink), round(grey.shape[0] / shrink))
        small = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
    if enhance:
        small = np.asarray(cv2.createCLAHE(3.0, (8, 8)).apply(small), np.uint8)
    # round a marker of 2 to 3 pixels a module, which is the smallest that reads
    usual = 0.03 if enhance else 0.045
    rate = 4 * least_px / shrink / max(small.shape) if least_px else usual
    corners, ids, _ = _detector(enhance=enhance, rate=round(rate, 3)).detectMarkers(small)
    if ids is None:
        return []
    by = np.array([grey.shape[1] / small.shape[1], grey.shape[0] / small.shape[0]])
    return [
        FoundMarker(int(number), _refined(grey, (quad.reshape(4, 2) + 0.5) * by - 0.5))
        for number, quad in zip(ids.reshape(-1), corners, strict=True)
        if number < 4
    ]


@lru_cache(maxsize=8)
def _detector(*, enhance: bool, rate: float) -> Any:
    """``rate`` is the least perimeter of a marker as a part of the picture's longest side."""
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin = 5 if enhance else 23
    settings.adaptiveThreshWinSizeMax = 45 if enhance else 23
    settings.adaptiveThreshWinSizeStep = 8
    settings.adaptiveThreshConstant = 5 if enhance else 7
    settings.minMarkerPerimeterRate = rate
    settings.maxMarkerPerimeterRate = 1.0
    settings.minDistanceToBorder = 1
    settings.polygonalApproxAccuracyRate = 0.06
    settings.perspectiveRemovePixelPerCell = 6
    settings.perspectiveRemoveIgnoredMarginPerCell = 0.3  # blur: the middle of a module tells
    settings.maxErroneousBitsInBorderRate = 0.25
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return cv2.aruco.ArucoDetector(dictionary, settings)


def _refined(grey: Pixels, corners: Floats) -> Floats:
    """Corners to a fraction of a pixel, within half a module of where they were."""
    side = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
    reach = int(np.clip(side / 14, 2, 12))
    points = corners.astype(np.float32).reshape(-1, 1, 2)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.02)
    fine = cv2.cornerSubPix(grey, points, (reach, reach), (-1, -1), stop).reshape(4, 2)
    moved = np.linalg.norm(fine - corners, axis=1, keepdims=True)
    return np.where(moved <= reach, fine, corners).astype(np.float64)


def group_markers(
    found: Sequence[FoundMarker], design: Sequence[Marker]
) -> list[dict[int, FoundMarker]]:
    """Markers that belong to one sheet each, the best groups first, lone ones last."""
    if not found:
        return []
    boxes = {marker.id: np.array(marker.box.corners) for marker in design}
    squares = np.array([boxes[marker.id] for marker in found])
    corners = np.array([marker.corners for marker in found])
    likely = _foretold(squares, corners)
    likely_pairs = [
        [one, other]
        for one, other in combinations(range(len(found)), 2)
        if likely[one, other] and likely[other, one]
    ]
    misfits = _misfits(squares[likely_pairs], corners[likely_pairs]) if likely_pairs else ()
    free = set(range(len(found)))
    groups = []
    for misfit, (one, other) in sorted(zip(misfits, likely_pairs, strict=True)):
        if {one, other} <= free and misfit < WORST_FIT_MM:
            group = _grown([one, other], found, free, likely, squares, corners)
            free -= set(group)
            groups.append(group)
    groups.sort(key=len, reverse=True)
    groups += [[place] for place in sorted(free)]
    return [{found[place].id: found[place] for place in group} for group in groups]


def _foretold(squares: Floats, corners: Floats) -> NDArray[np.bool_]:
    """Whether the second marker lies about where a sheet with the first has it (n × n).

    ``squares`` has the markers' corners on the sheet (n × 4 × 2), ``corners`` in the picture.
    """
    across = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2
    down = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 2
    sides = squares[:, 1, 0] - squares[:, 0, 0]
    step = (squares.mean(axis=1) - squares.mean(axis=1)[:, None]) / sides[:, None, None]
    expected = across[:, None] * step[:, :, :1] + down[:, None] * step[:, :, 1:]
    actual = corners.mean(axis=1) - corners.mean(axis=1)[:, None]
    off = np.linalg.norm(actual - expected, axis=2)
    return np.asarray(off < FARTHEST_OFF * np.linalg.norm(expected, axis=2), np.bool_)


def _grown(
    group: list[int],
    found: Sequence[FoundMarker],
    free: set[int],
    likely: NDArray[np.bool_],
    squares: Floats,
    corners: Floats,
) -> list[int]:
    """The group with every further marker that lies where the group's pose has it."""
    while True:
        ids = {found[member].id for member in group}
        larger = [
            [*group, place]
            for place in sorted(free - set(group))
            if found[place].id not in ids and (likely[place, group] | likely[group, place]).any()
        ]
        if not larger:
            break
        misfits = _misfits(squares[larger], corners[larger])
        best = int(misfits.argmin())
        if misfits[best] > WORST_FIT_MM:
            break
        group = larger[best]
    return group


def _misfits(squares: Floats, corners: Floats) -> Floats:
    """How far each group's corners lie from a flat sheet, root mean square, in mm.

    ``squares`` and ``corners`` are groups × markers × 4 × 2; the homographies of all
    groups are found at once, by least squares.
    """
    count = len(corners)
    seen = corners.reshape(count, -1, 2) - corners.mean(axis=(1, 2))[:, None]
    x, y = (seen / np.abs(seen).max(axis=(1, 2), keepdims=True)).transpose(2, 0, 1)
    u, v = squares.reshape(count, -1, 2).transpose(2, 0, 1)
    one, none = np.ones_like(x), np.zeros_like(x)
    across = np.stack([x, y, one, none, none, none, -u * x, -u * y], axis=-1)
    down = np.stack([none, none, none, x, y, one, -v * x, -v * y], axis=-1)
    system = np.concatenate([across, down], axis=1)
    wanted = np.concatenate([u, v], axis=1)[..., None]
    turned = system.transpose(0, 2, 1)
    terms = np.linalg.solve(turned @ system + 1e-9 * np.eye(8), turned @ wanted)[..., 0]
    a, b, c, d, e, f, g, h = terms.T[..., None]
    far = g * x + h * y + 1
    off = ((a * x + b * y + c) / far - u) ** 2 + ((d * x + e * y + f) / far - v) ** 2
    return np.asarray(np.sqrt(off.mean(axis=1)), np.float64)


def estimate_pose(points_mm: Any, points_px: Any, markers: tuple[int, ...]) -> Pose | None:
    """The flat pose that fits pairs of points best; None where they have none."""
    matrix: Any = cv2.findHomography(
        np.asarray(points_mm, np.float64), np.asarray(points_px, np.float64)
    )[0]
    if matrix is None or not np.isfinite(matrix).all():
        return None
    pose = Pose(np.asarray(matrix, np.float64), markers)
    return None if pose.mirrored else pose
