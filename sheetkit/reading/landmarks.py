"""What of a sheet shows where it is however the paper is bent: its markers and its code."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sheetkit.design.marker import markers
from sheetkit.geometry import Box
from sheetkit.reading.arrays import Floats, Pixels
from sheetkit.reading.blocks import Shifts
from sheetkit.reading.find import FINE_SEARCH_PX, find_markers
from sheetkit.reading.qr_codes import find_qr_codes

LANDMARK_SCALE = 6.0
"""px/mm of the view in which landmarks are looked for."""
FARTHEST_MM = 40.0
"""From its place; what lies further off is another sheet's."""
TRUST = 0.6
"""What each corner of a landmark is worth: as much as a block of print that is seen well."""


def landmarks_on(view: Pixels, code: Box | None = None) -> Shifts:
    """By how much the corners of markers and code are displaced in a sheet as its pose has it.

    ``view`` is grey and of ``LANDMARK_SCALE`` px/mm, ``code`` the QR code's place in mm, where
    that is known.
    """
    pairs = [
        (place, seen - place)
        for place, seen in _seen(view, code)
        if np.linalg.norm((seen - place).mean(axis=0)) < FARTHEST_MM
    ]
    places, shifts = (np.array([pair[n] for pair in pairs]).reshape(-1, 2) for n in (0, 1))
    return Shifts(places, shifts, np.ones(len(places)), np.full(places.shape, TRUST))


def _seen(view: Pixels, code: Box | None) -> Iterator[tuple[Floats, Floats]]:
    """Each landmark's corners as designed and as seen, in mm (4 × 2)."""
    boxes = {marker.id: marker.box for marker in markers()}
    for marker in find_markers(view, FINE_SEARCH_PX, enhance=True):
        yield np.array(boxes[marker.id].corners), (marker.corners + 0.5) / LANDMARK_SCALE
    if code is not None:
        for _, corners in find_qr_codes(view):
            yield np.array(code.corners), (corners + 0.5) / LANDMARK_SCALE
