"""The code in letters: where they stand, what OCR makes of them, and which code that may be."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from itertools import combinations, islice, pairwise, product

import cv2
import numpy as np

from sheetkit.design.measures import HEADER
from sheetkit.errors import CodeError
from sheetkit.geometry import Box
from sheetkit.pad import Pad, SheetCode, read_code
from sheetkit.pad.code import ALPHABET, code_lengths
from sheetkit.reading.arrays import Pixels
from sheetkit.reading.bend import continued, field_at, node_places
from sheetkit.reading.find import Pose
from sheetkit.reading.landmarks import LANDMARK_SCALE, landmarks_on
from sheetkit.reading.straighten import Fit, flat_fit, lay_flat
from sheetkit.reading.template import pixel_slices

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
    codes = (code_in(text, pads) for text in _ocr(views))
    return next((code for code in codes if code is not None), None)


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


def _is_sharp(view: Pixels) -> bool:
    """Whether letters can be made out at all in a view of ``LETTER_SCALE`` px/mm."""
    grey = view.astype(np.float32)

    def contrast(fine: float, coarse: float) -> float:
        soft, softer = (cv2.GaussianBlur(grey, (0, 0), mm * LETTER_SCALE) for mm in (fine, coarse))
        return float(np.std(soft - softer))

    return contrast(*STROKE_MM) >= LEAST_DETAIL * contrast(*LETTER_MM)


OCR_FAILS = (RuntimeError, OSError, UnboundLocalError)
"""What pytesseract raises beside its own error: too slow; no room, or nowhere, for its files."""


def _ocr(views: Iterable[Pixels]) -> Iterator[str]:
    """What Tesseract reads in those views that are sharp enough.

    It is free to find characters that no code has: held to those of codes, it leaves out the J,
    which it takes for a brace, and the 0, which it takes for an O.
    """
    import pytesseract  # noqa: PLC0415 - takes long to load and is seldom needed

    for view in views:
        if _is_sharp(view):
            with suppress(*OCR_FAILS, pytesseract.TesseractError):
                whole = np.ascontiguousarray(view)
                yield pytesseract.image_to_string(whole, config="--psm 6", timeout=OCR_SECONDS)


def code_in(text: str, pads: Sequence[Pad]) -> SheetCode | None:
    """The code in a text of one line or two, the likeliest way to read it first."""
    parts = [(part, pad) for part in _parts(text) for pad in pads if _may_begin(part, pad)]
    ways = (
        way
        for misread in range(MOST_MISREAD + 1)
        for part, pad in parts
        for way in _ways(part, pad, misread)
    )
    for code in islice(ways, MOST_TRIES):
        with suppress(CodeError):
            return read_code(code, pads)
    return None


MOST_TRIES = 4000
"""Ways to read one text: of so many one has a right checksum by chance in 250 texts that can't be
read otherwise, and then it must be of a pad and a layout that there are.
"""


def _parts(text: str) -> Iterator[str]:
    """What may be the code in a text: words of a line that follow each other, and words at the
    beginning of the next line.
    """
    lines = [_words(line) for line in text.splitlines()]
    lines = [words for words in lines if words]
    for line, after in pairwise([*lines, []]):
        for first, last in combinations(range(len(line) + 1), 2):
            start = "".join(line[first:last])
            for more in range(len(after) + 1):
                yield start + "".join(after[:more])


def _words(line: str) -> list[str]:
    known = ALPHABET + "".join(LOOK_ALIKE)
    words = ("".join(c for c in word if c in known) for word in line.upper().split())
    return [word for word in words if word][:MOST_WORDS]


MOST_WORDS = 12
"""Of a line: the code's groups, and what stands beside them."""


def _may_begin(part: str, pad: Pad) -> bool:
    """Whether a part looks like a code of that pad: by its length and its first characters."""
    alike = (a == b or b in LOOK_ALIKE.get(a, "") for a, b in zip(part, pad.prefix, strict=False))
    short, long = min(code_lengths(pad)), max(code_lengths(pad)) + 1
    return short <= len(part) <= long and all(alike)


def _ways(part: str, pad: Pad, misread: int) -> Iterator[str]:
    """The codes of that pad that a part may be, with so many characters misread.

    A character too many, as of ``S8`` for a blurred 8, counts as one misread.
    """
    lengths = code_lengths(pad)
    rest = part[len(pad.prefix) :]
    if len(part) in lengths:
        yield from (pad.prefix + way for way in _otherwise_read(rest, misread))
    elif misread and len(part) - 1 in lengths:
        for at in range(len(rest)):
            fewer = rest[:at] + rest[at + 1 :]
            yield from (pad.prefix + way for way in _otherwise_read(fewer, misread - 1))


def _otherwise_read(text: str, misread: int) -> Iterator[str]:
    """The text with each character that no code has, and so many others, taken for one that it
    looks like.
    """
    strange = [place for place, letter in enumerate(text) if letter not in ALPHABET]
    unclear = [place for place, letter in enumerate(text) if letter in UNCLEAR]
    for more in combinations(unclear, misread):
        places = [*strange, *more]
        for others in product(*(LOOK_ALIKE[text[place]] for place in places)):
            letters = list(text)
            for place, other in zip(places, others, strict=True):
                letters[place] = other
            yield "".join(letters)


LOOK_ALIKE = {
    "0": "CDQ", "2": "Z", "4": "A", "5": "S", "6": "G", "7": "1", "8": "BS", "9": "S", "A": "4",
    "B": "8", "C": "0G", "D": "0", "E": "F", "F": "E", "G": "6", "Q": "09", "S": "589", "T": "7",
    "Z": "2", "O": "0DQ9", "I": "1J9", "L": "1", "U": "0", "}": "J", "]": "J1", ")": "J", "!": "J1",
    "|": "1J", "$": "S", "?": "7",
}  # fmt: skip
"""Characters that OCR takes for others, on blurred or noisy photos: what each may be."""
UNCLEAR = "".join(letter for letter in LOOK_ALIKE if letter in ALPHABET)
MOST_MISREAD = 4
