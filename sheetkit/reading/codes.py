"""The code on a sheet from its QR code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain

import cv2
import numpy as np

from sheetkit.design.measures import QR_MODULES
from sheetkit.design.qr import quiet_box
from sheetkit.errors import CodeError
from sheetkit.geometry import Box
from sheetkit.pad import Pad, SheetCode, read_code
from sheetkit.pad.code import check_code
from sheetkit.reading.arrays import Pixels
from sheetkit.reading.find import Pose
from sheetkit.reading.qr_codes import qr_texts
from sheetkit.reading.qr_modules import redrawn
from sheetkit.reading.straighten import Fit, lay_flat
from sheetkit.reading.template import pixel_slices

QR_AREA = quiet_box(max(QR_MODULES)).grown(1.5)
"""The largest code with its quiet zone, and room for a pose that is 2 mm off."""

WIDE_AREA = QR_AREA.grown(10)
"""Where the code of a sheet that is bent like a bow can be: its markers tell nothing of that."""

CODE_SCALE = 8.0
"""px/mm of the view in which a code is looked for at first."""

REDRAWN_SCALE = 8.0
"""px/mm of the view from which a code is drawn anew."""

SHARPENED_MM = 0.45
"""Two thirds of a module: of codes of 4 px/mm it draws out what the lens has washed out."""


def read_sheet_code(grey: Pixels, pose: Pose, pads: Sequence[Pad]) -> SheetCode | None:
    """The code of the sheet at that pose, from its QR code; None where it can't be read."""
    views = _all_views(partial(rectified, grey, pose, QR_AREA))
    return _read(chain(views, _views(partial(rectified, grey, pose, WIDE_AREA))), pads)


def glimpse_code(grey: Pixels, pose: Pose, pads: Sequence[Pad]) -> SheetCode | None:
    """The code of the sheet at that pose, if its QR code can be read at first sight."""
    return _read(iter([rectified(grey, pose, QR_AREA, CODE_SCALE)]), pads)


def read_bent_code(grey: Pixels, fit: Fit, pads: Sequence[Pad]) -> SheetCode | None:
    """The code of a sheet of which is known how it is bent, from its QR code laid flat."""

    def laid_flat(scale: float) -> Pixels:
        return lay_flat(grey, fit, scale)[pixel_slices(QR_AREA, scale)]

    return _read(_all_views(laid_flat), pads)


def _read(views: Iterator[Pixels], pads: Sequence[Pad]) -> SheetCode | None:
    for patch in views:
        for text in qr_texts(patch):
            code = _known(text, pads)
            if code is not None:
                return code
    return None


def _views(at_scale: Callable[[float], Pixels]) -> Iterator[Pixels]:
    """The area of the QR code: plain, with more contrast, in black, small and sharpened."""
    usual = np.ascontiguousarray(at_scale(CODE_SCALE))
    yield usual
    large = np.ascontiguousarray(at_scale(14.0))
    yield large
    for plain in (usual, large):
        yield np.asarray(cv2.createCLAHE(4.0, (4, 4)).apply(plain), np.uint8)
    for view in (cv2.GaussianBlur(large, (0, 0), 2.0), _sharpened(large, 5.0)):
        threshold = cv2.adaptiveThreshold(
            np.asarray(view, np.uint8), 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 101, 4
        )
        yield np.asarray(threshold, np.uint8)
    small = np.ascontiguousarray(at_scale(5.0))
    yield small
    for view, scale in ((small, 5.0), (usual, CODE_SCALE)):
        yield _sharpened(view, SHARPENED_MM * scale)


def _sharpened(view: Pixels, sigma: float) -> Pixels:
    """The view with more contrast at the size of that many pixels."""
    soft = cv2.GaussianBlur(view, (0, 0), sigma)
    return np.asarray(cv2.addWeighted(view, 2.5, soft, -1.5, 0), np.uint8)


def _all_views(at_scale: Callable[[float], Pixels]) -> Iterator[Pixels]:
    """These views, then the code drawn anew."""
    yield from _views(at_scale)
    yield from redrawn(at_scale(REDRAWN_SCALE), REDRAWN_SCALE, QR_AREA)


def rectified(grey: Pixels, pose: Pose, area: Box, scale: float) -> Pixels:
    """A part of the sheet from above, at ``scale`` px/mm."""
    to_mm = np.array([[1 / scale, 0, area.left], [0, 1 / scale, area.top], [0, 0, 1]])
    size = (round(area.width * scale), round(area.height * scale))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    view = cv2.warpPerspective(grey, pose.to_picture @ to_mm, size, flags=flags)
    return np.asarray(view, np.uint8)


def foreign_code(grey: Pixels, pose: Pose, pads: Sequence[Pad]) -> CodeError | None:
    """What is wrong with a code that reads well and is of none of the pads."""
    for patch in _views(partial(rectified, grey, pose, QR_AREA)):
        for text in qr_texts(patch):
            fault = _foreign(text, pads)
            if fault is not None:
                return fault
    return None


def _foreign(text: str, pads: Sequence[Pad]) -> CodeError | None:
    try:
        check_code(text)
    except CodeError:
        return None
    try:
        read_code(text, pads)
    except CodeError as fault:
        return fault
    return None


def _known(text: str, pads: Sequence[Pad]) -> SheetCode | None:
    try:
        return read_code(text, pads)
    except CodeError:
        return None
