"""How long a scan takes, against decoding the same JPEG in full colour, and what memory it needs.

``python -m benchmarks reading``; photos of 12 megapixels in ordinary light.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

from benchmarks.accuracy import usual_print
from benchmarks.figure import Figure, ratio
from sheetkit.camera import Level, draw_conditions, draw_writer, finished_sheet, simulate
from sheetkit.camera.printed import print_for
from sheetkit.reading import read_photo

PHOTOS = 7
TABLES = 3
"""Photos of four sheets; a figure is the median over its photos."""
WIDTH, HEIGHT = 4000, 3000


def photo(seed: int, together: int = 1) -> bytes:
    """A 12-megapixel JPEG of that many finished sheets in ordinary light."""
    rng = np.random.default_rng(seed)
    pdf, all_sheets = print_for(usual_print("classic"))
    sheets = all_sheets[:together]
    conditions = draw_conditions(Level.ORDINARY, rng, sheets=together)
    framing = replace(conditions.framing, width=WIDTH, height=HEIGHT)
    conditions = replace(conditions, framing=framing)
    marks = {sheet.sheet: finished_sheet(sheet.cells, rng) for sheet in sheets}
    return simulate(pdf, sheets, marks, conditions, rng, writers=[draw_writer(rng)]).jpeg


def hard_cases(jpeg: bytes) -> Iterator[bytes]:
    """That photo so that the scanner goes to the end of its ladder.

    Out of focus, so that all is doubtful or lost; mirrored; and of the ground alone.
    """
    pixels = np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    for blur_px in (6, 9, 14):
        yield _packed(cv2.GaussianBlur(pixels, (0, 0), blur_px))
    yield _packed(cv2.flip(pixels, 1))
    corner = pixels[: HEIGHT // 10, : WIDTH // 10]
    yield _packed(np.tile(corner, (10, 10, 1)))


def _packed(pixels: object) -> bytes:
    return cv2.imencode(".jpg", np.asarray(pixels), [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()


def times_of_decoding(jpeg: bytes) -> float:
    packed = np.frombuffer(jpeg, np.uint8)
    return ratio(lambda: read_photo(jpeg), lambda: cv2.imdecode(packed, cv2.IMREAD_COLOR), rounds=5)


def all_times(jpegs: Iterable[bytes]) -> list[float]:
    """The times in a process that has done nothing else: after simulating photos, memory is
    laid out otherwise, and decoding alone is a third faster.
    """
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as fresh:
        return list(fresh.map(times_of_decoding, jpegs))


_WATCH = (
    "import resource, subprocess, sys;"
    "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL);"
    "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
)
"""Starts a command and prints its peak; a large process itself would count as the peak."""


def peak_megabytes(jpeg: bytes) -> float:
    """The most memory that ``sheetkit scan`` of that photo holds at once."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "photo.jpg"
        path.write_bytes(jpeg)
        scan = [sys.executable, "-m", "sheetkit", "scan", str(path)]
        told = subprocess.run(
            [sys.executable, "-c", _WATCH, *scan], capture_output=True, check=True
        )
    # in KB, on macOS in bytes
    return int(told.stdout) / (1e6 if sys.platform == "darwin" else 1e3)


def figures() -> Iterator[Figure]:
    """One sheet, four together, the worst that can come, and memory."""
    photos = [photo(seed) for seed in range(PHOTOS)]
    tables = [photo(PHOTOS + seed, together=4) for seed in range(TABLES)]
    ones = all_times(photos)
    yield Figure("scan of a 12-megapixel photo over its decoding", statistics.median(ones), 1.0)
    fours = all_times(tables)
    yield Figure(
        "scan of four sheets in one photo over its decoding", statistics.median(fours), 1.6
    )
    worst = max(all_times(hard_cases(photos[0])))
    yield Figure("scan of the hardest photo over its decoding", worst, 10.0)
    peak = max(peak_megabytes(jpeg) for jpeg in (photos[0], tables[0]))
    yield Figure("memory of sheetkit scan of a 12-megapixel photo", peak, 250, unit="MB")
