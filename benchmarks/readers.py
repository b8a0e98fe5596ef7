"""Readers of QR codes on the same photos: what each finds, and how long it takes.

OpenCV's detector and zxing-cpp look through the whole photo; sheetkit finds the sheet by
its markers and reads the code where it must be.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
import zxingcpp
from numpy.typing import NDArray

from benchmarks.accuracy import Order, take
from sheetkit.camera import Level
from sheetkit.reading import read_photo

Read = Callable[[bytes], set[str]]


@dataclass(frozen=True)
class Found:
    """In how many of the photos a reader found the sheet's code, and its time in the middle."""

    reader: str
    level: str
    photos: int
    found: int
    others: int
    milliseconds: float


def grey(jpeg: bytes) -> NDArray[np.uint8]:
    packed = np.frombuffer(jpeg, np.uint8)
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE), np.uint8)


def by_opencv(jpeg: bytes) -> set[str]:
    _, texts, *_ = cv2.QRCodeDetector().detectAndDecodeMulti(grey(jpeg))
    return {text for text in texts if text}


def by_zxing(jpeg: bytes) -> set[str]:
    formats = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    return {code.text for code in zxingcpp.read_barcodes(grey(jpeg), formats)}


def by_sheetkit(jpeg: bytes) -> set[str]:
    """The whole reading, marks included."""
    return {sheet.code for sheet in read_photo(jpeg).sheets if sheet.code}


READERS: dict[str, Read] = {
    "OpenCV QRCodeDetector": by_opencv,
    "zxing-cpp, whole photo": by_zxing,
    "sheetkit, marks and all": by_sheetkit,
}


def compare(levels: list[Level], photos: int, seed: int) -> Iterator[Found]:
    """Each reader on the same photos, level by level."""
    template = Order(Level.EASY, "classic", 0, seed)
    for level in levels:
        taken = [take(replace(template, level=level, number=n))[0] for n in range(photos)]
        for name, read in READERS.items():
            texts, times = [], []
            for photo in taken:
                start = time.process_time()  # not the clock's: other programs don't count
                texts.append(read(photo.jpeg))
                times.append(time.process_time() - start)
            right = [any(photo.sheets[0].sheet in text for text in some)
                     for photo, some in zip(taken, texts, strict=True)]  # fmt: skip
            yield Found(
                reader=name,
                level=str(level),
                photos=photos,
                found=sum(right),
                others=sum(len(some) for some in texts) - sum(right),
                milliseconds=1000 * statistics.median(times),
            )
