"""The code on a sheet: from its QR code, or from the letters beside it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from itertools import chain, combinations, product

import cv2
import numpy as np

from sheetkit.design.measures import HEADER, QR_MODULES
from sheetkit.design.qr import quiet_box
from sheetkit.errors import CodeError
from sheetkit.geometry import Box
from sheetkit.pad import Pad, SheetCode, read_code
from sheetkit.pad.code import check_code
from sheetkit.reading.arrays import Pixels
from sheetkit.reading.bend import continued, field_at, node_places
from sheetkit.reading.find import Pose
from sheetkit.reading.landmarks import LANDMARK_SCALE, landmarks_on
from sheetkit.reading.qr_codes import qr_texts
from sheetkit.reading.qr_modules import redrawn
from sheetkit.reading.straighten import Fit, flat_fit, lay_flat
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

LETTER_SCALE = 16.0
"""px/mm of the view in which letters are read."""
LETTERS_AREA = Box(HEADER.left - 1, HEADER.top, HEADER.left + 50, HEADER.bottom + 0.6)
_CORNER = (HEADER.left, HEADER.top)
LEAST_DETAIL = 0.4
"""Contrast at the size of a letter's strokes over that at the size of letters: on 125 photos,
blurred more and more, OCR read them from 0.5 on. Asking it in vain takes half a second."""
STROKE_MM, LETTER_MM = (0.1, 0.3), (0.3, 1.0)

OCR_SECONDS = 120
"""A hung Tesseract is given up; one takes a second, and far longer on a busy machine."""

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


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


def _is_sharp(view: Pixels) -> bool:
    """Whether letters can be made out at all in a view of ``LETTER_SCALE`` px/mm."""
    grey = view.astype(np.float32)

    def contrast(fine: float, coarse: float) -> float:
        soft, softer = (cv2.GaussianBlur(grey, (0, 0), mm * LETTER_SCALE) for mm in (fine, coarse))
        return float(np.std(soft - softer))

    return contrast(*STROKE_MM) >= LEAST_DETAIL * contrast(*LETTER_MM)


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


def ocr_is_there() -> bool:
    """Whether a code's letters can be read at all: Tesseract is a program of its own."""
    return shutil.which("tesseract") is not None and find_spec("pytesseract") is not None


def read_letters(grey: Pixels, pose: Pose, pads: Sequence[Pad]) -> SheetCode | None:
    """The code in letters, by OCR; None where that isn't there or doesn't check.

    They are seen as the marker beside them has it, since the sheet may be bent; then as the pose.
    """
    if not ocr_is_there():
        return None
    views = (
        lay_flat(grey, fit, LETTER_SCALE)[pixel_slices(LETTERS_AREA, LETTER_SCALE)]
        for fit in _fits_there(grey, pose)
    )
    codes = (_code_in(text, pads) for text in _ocr(views))
    return next((code for code in codes if code is not None), None)


def _ocr(views: Iterable[Pixels]) -> Iterator[str]:
    """What Tesseract reads in those views that are sharp enough."""
    import pytesseract  # noqa: PLC0415 - takes long to load and is seldom needed

    options = f"--psm 6 -c tessedit_char_whitelist={_LETTERS}"
    for view in views:
        if _is_sharp(view):
            with suppress(pytesseract.TesseractError, RuntimeError):
                whole = np.ascontiguousarray(view)
                yield pytesseract.image_to_string(whole, config=options, timeout=OCR_SECONDS)


def _code_in(text: str, pads: Sequence[Pad]) -> SheetCode | None:
    """The code in a text, of which it is some words that follow each other."""
    words = text.split()[:MOST_WORDS]
    runs = ["".join(words[first:last]) for first, last in combinations(range(len(words) + 1), 2)]
    for run in chain(runs, *(_otherwise_read(run) for run in runs)):
        code = _known(run, pads)
        if code is not None:
            return code
    return None


def _fits_there(grey: Pixels, pose: Pose) -> Iterator[Fit]:
    """How the sheet may lie at its letters: as the marker beside them does, if it lies otherwise
    than the whole, and as the whole.
    """
    fit = flat_fit(pose)
    found = landmarks_on(lay_flat(grey, fit, LANDMARK_SCALE))
    near = found.only(np.linalg.norm(found.centres - _CORNER, axis=1) < BESIDE_LETTERS_MM)
    if len(near.scores):
        bend = continued(near, node_places())
        if np.abs(field_at(bend, np.array(LETTERS_AREA.corners))).max() > OTHERWISE_MM:
            yield replace(fit, bend=bend)
    yield fit


OTHERWISE_MM = 0.5
"""From here on letters lie off far enough for Tesseract to see them cut or slanted."""
BESIDE_LETTERS_MM = 20.0
"""From the letters' corner to all corners of the marker beside them, and to no other's."""


def _otherwise_read(text: str) -> Iterator[str]:
    """The text with some of its characters taken for those that they look like.

    Of a thousand such texts hardly one in a thousand has a right checksum by chance.
    """
    if not SHORTEST <= len(text) <= LONGEST:
        return
    unclear = [place for place, letter in enumerate(text) if letter in LOOK_ALIKE]
    for count in range(1, MOST_MISREAD + 1):
        for places in combinations(unclear, count):
            for others in product(*(LOOK_ALIKE[text[place]] for place in places)):
                letters = list(text)
                for place, other in zip(places, others, strict=True):
                    letters[place] = other
                yield "".join(letters)


LOOK_ALIKE = {
    "0": "CDQ", "2": "Z", "4": "A", "5": "S", "6": "G", "7": "1", "8": "BS", "9": "S",
    "A": "4", "B": "8", "C": "0G", "D": "0", "E": "F", "F": "E", "G": "6", "Q": "0",
    "S": "589", "Z": "2",
}  # fmt: skip
"""Characters that OCR takes for others on blurred or noisy photos: what each may be."""
MOST_MISREAD = 4
MOST_WORDS = 20
"""Of the code and what stands around it."""
SHORTEST, LONGEST = 13, 16
"""Characters of a code, but for those of layouts drawn at random, in which there is too much to
be misread."""
