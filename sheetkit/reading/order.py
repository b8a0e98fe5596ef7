"""The sheets of one picture: each once, in the order in which they are read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from sheetkit.reading.result import SheetReading


def each_once(sheets: Sequence[SheetReading]) -> list[SheetReading]:
    """The sheets, but for one that was found twice: the halves of a folded one may look like two.

    The one stays whose code was read, and then of which more is certain. Sheets that lie on others
    stay.
    """
    kept: list[SheetReading] = []
    for sheet in sorted(sheets, key=lambda sheet: (not sheet.code, len(sheet.unsure))):
        again = (sheet.code in ("", other.code) and _are_one(sheet, other) for other in kept)
        if not any(again):
            kept.append(sheet)
    return kept


def _are_one(one: SheetReading, other: SheetReading) -> bool:
    """Whether both have two corners in about the same places: the halves of a folded sheet have
    the two between which it isn't folded in common.
    """
    corners, others = (np.array(sheet.corners, np.float64) for sheet in (one, other))
    width = np.linalg.norm(others[1] - others[0])
    apart = np.linalg.norm(corners - others, axis=1)
    return bool(np.sort(apart)[1] < SAME_CORNER * width)


SAME_CORNER = 0.04
"""Of a sheet's width: 6 mm."""


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
