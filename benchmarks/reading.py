"""How long a scan takes, against decoding the same JPEG in full colour.

``python -m benchmarks reading``; photos of 12 megapixels in ordinary light.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from benchmarks.accuracy import printed
from benchmarks.figure import Figure, ratio
from sheetkit.camera import Level, draw_conditions, draw_writer, finished_sheet, simulate
from sheetkit.reading import read_photo

PHOTOS = 5
WIDTH, HEIGHT = 4000, 3000


def photo(seed: int, together: int = 1) -> bytes:
    """A 12-megapixel JPEG of that many finished sheets in ordinary light."""
    rng = np.random.default_rng(seed)
    pdf, all_sheets = printed("classic")
    sheets = all_sheets[:together]
    conditions = draw_conditions(Level.ORDINARY, rng, sheets=together)
    framing = replace(conditions.framing, width=WIDTH, height=HEIGHT)
    conditions = replace(conditions, framing=framing)
    marks = {sheet.sheet: finished_sheet(sheet.cells, rng) for sheet in sheets}
    return simulate(pdf, sheets, marks, conditions, rng, writers=[draw_writer(rng)]).jpeg


def times_of_decoding(jpeg: bytes) -> float:
    packed = np.frombuffer(jpeg, np.uint8)
    return ratio(lambda: read_photo(jpeg), lambda: cv2.imdecode(packed, cv2.IMREAD_COLOR), rounds=5)


def figures() -> Iterator[Figure]:
    """One sheet, and four together."""
    ones = [times_of_decoding(photo(seed)) for seed in range(PHOTOS)]
    yield Figure("scan of a 12-megapixel photo over its decoding", statistics.median(ones), 1.0)
    four = times_of_decoding(photo(PHOTOS, together=4))
    yield Figure("scan of four sheets in one photo over its decoding", four, 1.6)
