"""The sheets of one picture: each once, in the order in which they are read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from sheetkit.reading.result import SheetReading


def each_once(sheets: Sequence[SheetReading]) -> list[SheetReading]:
    """The sheets, but for one that was found twice: the halves of a folded one may look like two.

    The one stays whose code was read, and then of which more is certain.
    """
    kept: list[SheetReading] = []
    for sheet in sorted(sheets, key=lambda sheet: (not sheet.code, len(sheet.unsure))):
        again = (sheet.code in ("", other.code) and _overlap(sheet, other) for other in kept)
        if not any(again):
            kept.append(sheet)
    return kept


def _overlap(one: SheetReading, other: SheetReading) -> bool:
    """Whether one sheet's middle lies on the other in the photo."""
    outline, corners = (np.array(sheet.corners, np.float32) for sheet in (one, other))
    x, y = corners.mean(axis=0).tolist()
    return cv2.pointPolygonTest(outline, (x, y), measureDist=False) >= 0


def in_reading_order(sheets: Sequence[SheetReading]) -> Iterator[SheetReading]:
    """Row by row from the top, each from its left; a row is what lies beside its highest sheet."""
    left = sorted(sheets, key=lambda sheet: _extent(sheet, 1))
    while left:
        row = [sheet for sheet in left if _is_beside(sheet, left[0])]
        yield from sorted(row, key=lambda sheet: sum(_extent(sheet, 0)))
        left = [sheet for sheet in left if sheet not in row]


def _is_beside(one: SheetReading, other: SheetReading) -> bool:
    """Whether two sheets share half of the height of the lower one, or more."""
    (top, bottom), (other_top, other_bottom) = _extent(one, 1), _extent(other, 1)
    shared = min(bottom, other_bottom) - max(top, other_top)
    return shared >= min(bottom - top, other_bottom - other_top) / 2


def _extent(sheet: SheetReading, axis: int) -> tuple[float, float]:
    """From where to where the sheet lies in the photo: axis 0 across, 1 down."""
    places = [corner[axis] for corner in sheet.corners]
    return min(places), max(places)
