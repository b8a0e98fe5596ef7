"""Sheets located in a picture: their poses and codes, by cheap means first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.design import SHEET_HEIGHT, SHEET_WIDTH
from sheetkit.design.marker import markers
from sheetkit.errors import CodeError
from sheetkit.geometry import Box
from sheetkit.pad import Pad, SheetCode, read_code
from sheetkit.reading.arrays import Floats, Pixels
from sheetkit.reading.codes import (
    glimpse_code,
    read_sheet_code,
    rectified,
)
from sheetkit.reading.decode import Overview, Picture
from sheetkit.reading.find import (
    FINE_SEARCH_PX,
    SEARCH_PX,
    FoundMarker,
    Pose,
    estimate_pose,
    find_markers,
    group_markers,
    reduced,
    transform,
)
from sheetkit.reading.qr_codes import find_qr_codes
from sheetkit.reading.template import template_of

ENOUGH = 3
"""Of the four markers on a sheet; they say where the fourth one is."""
MARKER_REACH_MM = 16.0
"""How far around the place of a marker it is looked for."""
FARTHEST_MARKER_MM = 12.0
"""How far from that place its middle may lie on a curled sheet."""
_MARKERS = markers()
_BOXES = {marker.id: np.array(marker.box.corners) for marker in _MARKERS}
_SHEET = Box(0, 0, SHEET_WIDTH, SHEET_HEIGHT)


@dataclass(frozen=True)
class Located:
    """A sheet in a picture; ``code`` is None where it can't be read."""

    pose: Pose
    code: SheetCode | None


@dataclass(frozen=True)
class Search:
    """What a search found: ``sheets``, and where markers were seen that make no pose.

    ``mirrored`` tells that sheets are seen as in a mirror, and none are given.
    """

    sheets: tuple[Located, ...]
    lone: tuple[FoundMarker, ...] = ()
    mirrored: bool = False


def locate_sheets(picture: Picture, pads: Sequence[Pad]) -> Search:
    """All sheets in a picture; dearer searches where the cheap one leaves gaps.

    For the cheap one the picture's overview is enough.
    """
    overview = picture.overview
    small = find_markers(overview.grey, SEARCH_PX)
    found = [marker.enlarged(overview.by) for marker in small]
    groups = group_markers(found, _MARKERS)
    if all(len(group) < 2 for group in groups) and _is_mirrored(overview.grey):
        return Search((), mirrored=True)
    if groups and all(len(group) >= ENOUGH for group in groups):
        found += _of_smaller_sheets(picture, groups)
        groups = group_markers(found, _MARKERS)
    for search in DEARER:
        if groups and all(len(group) >= ENOUGH for group in groups):
            break
        found = _together(found, search(picture, found))
        groups = group_markers(found, _MARKERS)
    return _posed(picture, [_completed(picture, group) for group in groups], pads)


def _of_smaller_sheets(
    picture: Picture, groups: Sequence[Mapping[int, FoundMarker]]
) -> list[FoundMarker]:
    """The markers beside the sheets of these groups that only show in the picture itself: a small
    sheet may lie beside a large one. A single marker there is rather a pattern than a sheet's.
    """
    poses = [pose for pose in map(_pose_of, groups) if pose is not None]
    if not _may_show_paper(picture.overview, poses):
        return []
    beside = picture.grey.copy()
    for pose in poses:
        cv2.fillConvexPoly(beside, _outline(pose, 1), 255)
    seen = find_markers(beside, FINE_SEARCH_PX, least_px=LEAST_READ_PX)
    more = (group for group in group_markers(seen, _MARKERS) if len(group) > 1)
    return [marker for group in more for marker in group.values()]


def _may_show_paper(overview: Overview, poses: Sequence[Pose]) -> bool:
    """Whether there is room for a sheet beside these that is bright enough for one."""
    by = max(round(max(overview.grey.shape) / GLANCE_PX), 1)
    small = reduced(overview.grey, by)
    sheets = np.zeros(small.shape, np.uint8)
    for pose in poses:
        cv2.fillConvexPoly(sheets, _outline(pose, by * overview.by), 1)
    if not sheets.any():
        return True
    bright = small[sheets == 0] > PAPER * np.median(small[sheets == 1])
    return bool(np.count_nonzero(bright) > SMALLEST_SHEET * small.size)


def _outline(pose: Pose, by: float) -> NDArray[np.int32]:
    """The sheet's corners in a picture that many times smaller."""
    corners = (pose.project(np.array(_SHEET.corners)) + 0.5) / by - 0.5
    return np.rint(corners).astype(np.int32)


def _enhanced(picture: Picture, _: Sequence[FoundMarker]) -> list[FoundMarker]:
    """The markers that show once contrast is evened out."""
    return find_markers(picture.grey, FINE_SEARCH_PX, enhance=True)


def _fine(picture: Picture, _: Sequence[FoundMarker]) -> list[FoundMarker]:
    return find_markers(picture.grey, FINE_SEARCH_PX)


def _enlarged(picture: Picture, _: Sequence[FoundMarker]) -> list[FoundMarker]:
    """The markers that show in the picture at twice its size."""
    grey = picture.grey
    if max(grey.shape) > FINE_SEARCH_PX:
        return []
    doubled = cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    found = find_markers(np.asarray(doubled, np.uint8), 2 * FINE_SEARCH_PX)
    return [marker.enlarged(0.5) for marker in found]


def _closer(picture: Picture, found: Sequence[FoundMarker]) -> list[FoundMarker]:
    """The markers that show from nearer: no farther than a sheet from those that were found, or
    anywhere where none was.
    """
    finer = picture if picture.finer is None else picture.finer()
    by = picture.shrink / finer.shrink
    sides = [np.linalg.norm(marker.corners[1] - marker.corners[0]) for marker in found]
    side = float(np.median(sides)) if sides else 0.0
    first, last = (by * corner for corner in _around(found, side, picture))
    corner = np.maximum(first, 0).astype(int)
    right, bottom = last.astype(int)
    view = finer.grey[corner[1] : bottom, corner[0] : right]
    least = LEAST_OF_USUAL * by * side if sides else SMALLEST_PX
    seen: list[FoundMarker] = []
    for enhance in (False, True) if found else (False,):  # all of a photo takes its time
        more = find_markers(view, 2 * FINE_SEARCH_PX, enhance=enhance, least_px=least)
        seen = _together(seen, more)
    moved = (replace(marker, corners=marker.corners + corner) for marker in seen)
    return [marker.enlarged(1 / by) for marker in moved]


def _around(found: Sequence[FoundMarker], side: float, picture: Picture) -> tuple[Floats, Floats]:
    """The area in which the sheets of these markers lie: its top left and bottom right corner.

    ``side`` is a marker's in pixels.
    """
    if not found:
        return np.zeros(2), np.array(picture.size_px, float)
    corners = np.array([marker.corners for marker in found])
    reach = side / MARKER_MM * SHEET_WIDTH
    return corners.min(axis=(0, 1)) - reach, corners.max(axis=(0, 1)) + reach


GLANCE_PX = 250
"""The longer side of a picture in which a bright place still shows."""
PAPER = 0.25
"""Of the brightness of the sheets that were found, print included: another one in more shade."""
SMALLEST_SHEET = 0.01
"""Of the picture: what a sheet of 3.5 px/mm takes of 20 megapixels."""
LEAST_READ_PX = 12.0
"""A marker's side with two pixels a module: no smaller one can be read."""
SMALLEST_PX = 24.0
"""A marker's side in a sheet of 3 px/mm, of which little can be read."""
FARTHEST_CODE_MM = 15.0
"""From where a flat sheet has it; a curl takes it a few millimetres away."""
LEAST_OF_USUAL = 0.6
"""Of the markers that were found: the far side of a sheet is smaller."""
MARKER_MM = _MARKERS[0].box.width
DEARER = (_enhanced, _fine, _enlarged, _closer)
"""Searches for markers, tried one after another until every sheet has enough of them; those found
so far are given.
"""


def _completed(picture: Picture, group: Mapping[int, FoundMarker]) -> Mapping[int, FoundMarker]:
    """The group with its last marker, if that shows where the others have it."""
    pose = _pose_of(group) if len(group) == ENOUGH else None
    if pose is None:
        return group
    (number,) = _BOXES.keys() - group.keys()
    expected = pose.project(_BOXES[number].mean(axis=0))
    reach = MARKER_REACH_MM * pose.scale
    left, top = np.maximum(expected - reach, 0).astype(int)
    right, bottom = np.maximum(expected + reach, 0).astype(int)
    view = picture.grey[top:bottom, left:right]
    seen = find_markers(view, FINE_SEARCH_PX, enhance=True) if min(view.shape) > 16 else []
    for marker in seen:
        corners = marker.corners + np.array([left, top])
        off = np.linalg.norm(corners.mean(axis=0) - expected)
        if marker.id == number and off < FARTHEST_MARKER_MM * pose.scale:
            return {**group, number: FoundMarker(number, corners)}
    return group


def _together(some: list[FoundMarker], more: list[FoundMarker]) -> list[FoundMarker]:
    """Both lists, a marker that is in both once."""
    kept = list(some)
    for marker in more:
        side = np.linalg.norm(marker.corners[1] - marker.corners[0])
        centre = marker.corners.mean(axis=0)
        near = (np.linalg.norm(other.corners.mean(axis=0) - centre) < side / 2 for other in kept)
        if not any(near):
            kept.append(marker)
    return kept


def _posed(
    picture: Picture, groups: Sequence[Mapping[int, FoundMarker]], pads: Sequence[Pad]
) -> Search:
    sheets: list[Located] = []
    poor: list[Mapping[int, FoundMarker]] = []
    for group in groups:
        if len(group) < ENOUGH:
            poor.append(group)
            continue
        pose = _pose_of(group)
        if pose is not None:
            sheets.append(Located(pose, _code_at(picture, pose, pads)))
    if poor or not sheets or any(sheet.code is None for sheet in sheets):
        codes = _codes_in(picture.grey, pads)
        sheets = [_named(sheet, codes) for sheet in sheets]
        elsewhere = [(code, at) for code, at in codes if not _on_any(at, sheets)]
        sheets += _by_codes(elsewhere, poor, picture.grey)
    lone = [m for group in poor for m in group.values() if not _on_any(m.corners, sheets)]
    sheets += _by_pairs(picture, poor, sheets, pads)
    lone = [marker for marker in lone if not _on_any(marker.corners, sheets)]
    return Search(tuple(sheets), tuple(lone))


def _code_at(picture: Picture, pose: Pose, pads: Sequence[Pad]) -> SheetCode | None:
    """The code of the sheet at that pose, from the overview where that shows it."""
    overview = picture.overview
    glimpsed = glimpse_code(overview.grey, pose.enlarged(1 / overview.by), pads)
    return glimpsed or read_sheet_code(picture.grey, pose, pads)


def named(sheet: Located, picture: Picture, pads: Sequence[Pad]) -> Located:
    """The sheet with its code, if it has none yet and that can be read in this picture."""
    return sheet if sheet.code else replace(sheet, code=_code_at(picture, sheet.pose, pads))


def _pose_of(
    group: Mapping[int, FoundMarker], mm: Floats | None = None, px: Floats | None = None
) -> Pose | None:
    """The pose from a group's corners, and from more pairs of points if given."""
    sheet = [_BOXES[number] for number in group] + ([] if mm is None else [mm])
    seen = [marker.corners for marker in group.values()] + ([] if px is None else [px])
    return estimate_pose(np.concatenate(sheet), np.concatenate(seen), tuple(sorted(group)))


def _on_any(points: Floats, sheets: Sequence[Located]) -> bool:
    """Whether the middle of the points lies on a sheet that is already located."""
    centre = points.mean(axis=0)
    return any(_on(sheet.pose, centre) for sheet in sheets)


def _on(pose: Pose, point: Floats) -> bool:
    x, y = transform(np.linalg.inv(pose.to_picture), point)
    return bool(-4 <= x <= SHEET_WIDTH + 4 and -4 <= y <= SHEET_HEIGHT + 4)


def _named(sheet: Located, codes: Sequence[tuple[SheetCode, Floats]]) -> Located:
    """The sheet with the code that lies where its own does, if it has none yet: another sheet may
    lie over it.
    """
    if sheet.code is not None:
        return sheet
    own = [code for code, at in codes if _is_at_home(code, at, sheet.pose)]
    return replace(sheet, code=own[0]) if len(own) == 1 else sheet


def _is_at_home(code: SheetCode, corners: Floats, pose: Pose) -> bool:
    """Whether a QR code with these corners lies where the sheet of that pose has its own."""
    seen = transform(np.linalg.inv(pose.to_picture), corners)
    printed = np.array(template_of(code.pad).design.qr.corners)
    return float(np.linalg.norm(seen - printed, axis=1).max()) < FARTHEST_CODE_MM


def _codes_in(grey: Pixels, pads: Sequence[Pad]) -> list[tuple[SheetCode, Floats]]:
    """Sheets' codes anywhere in the picture, and where."""
    codes = []
    for text, corners in find_qr_codes(grey):
        try:
            code = read_code(text, pads)
        except CodeError:
            continue
        codes.append((code, corners))
    return codes


def _by_codes(
    codes: Sequence[tuple[SheetCode, Floats]],
    poor: Sequence[Mapping[int, FoundMarker]],
    grey: Pixels,
) -> list[Located]:
    """Sheets found by their QR code, with what markers there are."""
    sheets = []
    for code, corners in codes:
        qr = np.array(template_of(code.pad).design.qr.corners)
        rough = estimate_pose(qr, corners, ())
        if rough is None:
            continue
        own: dict[int, FoundMarker] = {}
        for group in poor:
            for number, marker in group.items():
                at = transform(np.linalg.inv(rough.to_picture), marker.corners.mean(axis=0))
                if np.linalg.norm(at - _BOXES[number].mean(axis=0)) < 20:
                    own[number] = marker
        pose = _pose_of(own, qr, corners) if own else rough
        if pose is not None:
            sheets.append(Located(_looked_again(grey, pose, qr, corners), code))
    return sheets


def _looked_again(grey: Pixels, pose: Pose, qr: Floats, corners: Floats) -> Pose:
    """The pose with the markers that show once the sheet is seen from above."""
    scale = min(max(pose.scale, 3.0), 10.0)
    area = _SHEET.grown(12)
    view = rectified(grey, pose, area, scale)
    back = pose.to_picture @ np.array(
        [[1 / scale, 0, area.left], [0, 1 / scale, area.top], [0, 0, 1]]
    )
    own = {}
    for marker in find_markers(view, FINE_SEARCH_PX, enhance=True):
        at = marker.corners.mean(axis=0) / scale + [area.left, area.top]
        if np.linalg.norm(at - _BOXES[marker.id].mean(axis=0)) < FARTHEST_MARKER_MM:
            own[marker.id] = FoundMarker(marker.id, transform(back, marker.corners))
    better = _pose_of(own, qr, corners) if own else None
    return better or pose


def _by_pairs(
    picture: Picture,
    poor: Sequence[Mapping[int, FoundMarker]],
    sheets: Sequence[Located],
    pads: Sequence[Pad],
) -> list[Located]:
    """Sheets of which two markers show and the QR code doesn't."""
    found = []
    for group in poor:
        corners = np.concatenate([marker.corners for marker in group.values()])
        pose = _pose_of(group) if len(group) == 2 and not _on_any(corners, sheets) else None
        if pose is not None:
            found.append(Located(pose, _code_at(picture, pose, pads)))
    return found


def _is_mirrored(grey: Pixels) -> bool:
    """Whether the picture shows sheets as in a mirror."""
    flipped = np.asarray(cv2.flip(grey, 1), np.uint8)
    groups = group_markers(find_markers(flipped, SEARCH_PX), _MARKERS)
    return any(len(group) >= 2 for group in groups)
