"""Where the sheets are in a picture: fiducial markers found, grouped, and turned into poses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.design import Marker

Floats: TypeAlias = NDArray[np.float64]
Pixels: TypeAlias = NDArray[np.uint8]

SEARCH_PX = 1000
"""Longest side of the picture that markers are first looked for in: the 8 mm markers of a
sheet that fills two fifths of it are 21 pixels wide there, 3.6 a module."""

FINE_SEARCH_PX = 2200
LEAST_PX = 240
"""Longest side of a picture that may show a sheet: its markers would be 13 pixels wide."""
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
        a, b, c = self.project([[74.0, 52.5], [75.0, 52.5], [74.0, 53.5]])
        return bool(np.linalg.det(np.array([b - a, c - a])) <= 0)

    @property
    def scale(self) -> float:
        """Pixels a mm in the middle of the sheet."""
        a, b, c = self.project([[74.0, 52.5], [84.0, 52.5], [74.0, 62.5]])
        return float(np.sqrt(abs(np.linalg.det(np.array([b - a, c - a]))))) / 10


def transform(matrix: Any, points: Any) -> Floats:
    """A homography (3 × 3) applied to points (… × 2)."""
    given = np.asarray(points, dtype=np.float64)
    flat = given.reshape(-1, 2)
    homogeneous = flat @ matrix[:, :2].T + matrix[:, 2]
    image: Floats = (homogeneous[:, :2] / homogeneous[:, 2:]).reshape(given.shape)
    return image


def find_markers(grey: Pixels, longest: int, *, enhance: bool = False) -> list[FoundMarker]:
    """The markers in a grey picture, searched at no more than ``longest`` pixels a side.

    ``enhance`` evens out the contrast first, for dusk and glare.
    """
    if max(grey.shape) < LEAST_PX:
        return []  # in dithered thumbnails every dot is a candidate, which takes seconds
    shrink = max(max(grey.shape) / longest, 1.0)
    small = grey
    if shrink > 1:
        size = (round(grey.shape[1] / shrink), round(grey.shape[0] / shrink))
        small = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
    if enhance:
        small = np.asarray(cv2.createCLAHE(3.0, (8, 8)).apply(small), np.uint8)
    corners, ids, _ = _detector(enhance=enhance).detectMarkers(small)
    if ids is None:
        return []
    by = np.array([grey.shape[1] / small.shape[1], grey.shape[0] / small.shape[0]])
    return [
        FoundMarker(int(number), _refined(grey, (quad.reshape(4, 2) + 0.5) * by - 0.5))
        for number, quad in zip(ids.reshape(-1), corners, strict=True)
        if number < 4
    ]


@cache
def _detector(*, enhance: bool) -> Any:
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin = 5 if enhance else 23
    settings.adaptiveThreshWinSizeMax = 45 if enhance else 23
    settings.adaptiveThreshWinSizeStep = 8
    settings.adaptiveThreshConstant = 5 if enhance else 7
    # round a marker of 2 to 3 pixels a module, which is the smallest that reads
    settings.minMarkerPerimeterRate = 0.03 if enhance else 0.045
    settings.maxMarkerPerimeterRate = 1.0
    settings.polygonalApproxAccuracyRate = 0.06
    settings.perspectiveRemovePixelPerCell = 6
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
    likely = _foretold(found, boxes)
    pairs = sorted(
        (_misfit([found[one], found[other]], boxes), one, other)
        for one, other in combinations(range(len(found)), 2)
        if likely[one, other] and likely[other, one]
    )
    free = set(range(len(found)))
    groups = []
    for misfit, one, other in pairs:
        if {one, other} <= free and misfit < WORST_FIT_MM:
            group = _grown([one, other], found, free, likely, boxes)
            free -= set(group)
            groups.append(group)
    groups.sort(key=len, reverse=True)
    groups += [[place] for place in sorted(free)]
    return [{found[place].id: found[place] for place in group} for group in groups]


def _foretold(found: Sequence[FoundMarker], boxes: Mapping[int, Floats]) -> NDArray[np.bool_]:
    """Whether the second marker lies about where a sheet with the first has it (n × n)."""
    squares = np.array([boxes[marker.id] for marker in found])
    corners = np.array([marker.corners for marker in found])
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
    boxes: Mapping[int, Floats],
) -> list[int]:
    """The group with every further marker that lies where the group's pose has it."""
    while len(group) < len(boxes):
        ids = {found[member].id for member in group}
        candidates = [
            (_misfit([found[member] for member in (*group, place)], boxes), place)
            for place in free
            if found[place].id not in ids and likely[place, group].any()
        ]
        misfit, best = min(candidates, default=(float("inf"), -1))
        if misfit > WORST_FIT_MM:
            break
        group = [*group, best]
    return group


def _misfit(group: Sequence[FoundMarker], boxes: Mapping[int, Floats]) -> float:
    """How far the corners lie from a flat sheet, root mean square, in mm."""
    sheet = np.concatenate([boxes[marker.id] for marker in group])
    picture = np.concatenate([marker.corners for marker in group])
    matrix: Any = cv2.findHomography(picture, sheet)[0]
    if matrix is None:
        return float("inf")
    off = transform(matrix, picture) - sheet
    return float(np.sqrt((off**2).sum(axis=1).mean()))


def estimate_pose(points_mm: Any, points_px: Any, markers: tuple[int, ...]) -> Pose | None:
    """The flat pose that fits pairs of points best; None where they have none."""
    matrix: Any = cv2.findHomography(
        np.asarray(points_mm, np.float64), np.asarray(points_px, np.float64)
    )[0]
    if matrix is None or not np.isfinite(matrix).all():
        return None
    pose = Pose(np.asarray(matrix, np.float64), markers)
    return None if pose.mirrored else pose
