"""Which pad and which sheet a photo shows: by its code, else by its letters and its looks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sheetkit.pad import Pad, SheetCode
from sheetkit.reading.arrays import Pixels
from sheetkit.reading.codes import read_bent_code
from sheetkit.reading.decode import Picture
from sheetkit.reading.find import Pose
from sheetkit.reading.letters import read_letters
from sheetkit.reading.locate import ENOUGH, Located
from sheetkit.reading.place import Placed, fit_as, place
from sheetkit.reading.straighten import COARSE_REACH_MM, flat_fit, look
from sheetkit.reading.template import can_be_printed, template_of

LEAST_AGREEMENT = 0.33
"""Median correlation with the design: other papers come to 0.2, sheets full of the thickest crosses
to 0.33, bad photos of others to 0.6.
"""

BENT_MM = 1.5
"""A bend from which on a code may look better once the sheet is laid flat."""


def recognised(
    located: Located, picture: Picture, pads: Sequence[Pad]
) -> tuple[Placed, SheetCode | None] | None:
    """How the sheet lies, its code as far as that can be read; None if it is no sheet."""
    pose, code = located.pose, located.code
    if code is not None:
        return place(picture, pose, code.pad), code
    grey, printed = picture.grey, tuple(filter(can_be_printed, pads))
    likely = _likeliest_pad(grey, pose, printed)
    placed = place(picture, pose, likely) if likely is not None else None
    code = _code_where_bent(grey, placed, pads) or read_letters(grey, pose, pads)
    if placed is None and code is None and len(pose.markers) >= ENOUGH:  # takes seconds
        placed = _best_fitting(picture, pose, printed)
        code = _code_where_bent(grey, placed, pads)
    if code is not None and (placed is None or not _alike(code.pad, placed.pad)):
        placed = place(picture, pose, code.pad)
    if placed is None or (code is None and _has_double(placed.pad, printed)):
        return None
    return placed, code


def _alike(one: Pad, other: Pad) -> bool:
    return template_of(one) is template_of(other)


def _has_double(pad: Pad, pads: Sequence[Pad]) -> bool:
    """Whether another pad looks the same, so that only a code can tell the two apart."""
    return any(other != pad and _alike(pad, other) for other in pads)


def _code_where_bent(grey: Pixels, placed: Placed | None, pads: Sequence[Pad]) -> SheetCode | None:
    """The code from the sheet laid flat by what its print looks like, where that matters."""
    if placed is None or placed.fit.agreement < LEAST_AGREEMENT:
        return None
    if np.abs(placed.fit.bend).max() < BENT_MM:
        return None
    return read_bent_code(grey, placed.fit, pads)


def _likeliest_pad(grey: Pixels, pose: Pose, pads: Sequence[Pad]) -> Pad | None:
    """The pad whose design looks most like the sheet, where that is clear."""
    scores = []
    for pad in pads:
        shifts = look(grey, flat_fit(pose), template_of(pad).structure.coarse, COARSE_REACH_MM)
        scores.append((float(np.mean(shifts.scores)), pad))
    best, pad = max(scores, key=lambda score: score[0])
    return pad if best > LEAST_AGREEMENT else None


def _best_fitting(picture: Picture, pose: Pose, pads: Sequence[Pad]) -> Placed | None:
    """A bent sheet as of the pad that it then looks most like, if it looks like one."""
    best = max(pads, key=lambda pad: fit_as(picture, pose, pad).placed)
    placed = place(picture, pose, best)
    return placed if placed.fit.agreement > LEAST_AGREEMENT else None
