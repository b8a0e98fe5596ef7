"""Whether a JPEG is all there, seen from its segments without decoding it."""

from __future__ import annotations

import re

_MARKER = 0xFF
_START_OF_SCAN = 0xDA
_END = b"\xff\xd9"
_ALONE = frozenset([0x01, *range(0xD0, 0xD9)])
"""Markers that no length follows."""
_NEXT = re.compile(rb"\xff[^\x00\x01\xd0-\xd8\xff]")
"""A marker among a scan's pixels, or after them, that ends the picture or begins a segment."""


MOST_SEGMENTS = 10_000
"""From the first scan on; a progressive JPEG has some twenty."""


def is_cut_short(content: bytes) -> bool:
    """Whether the picture's end marker is missing.

    A thumbnail inside has an end marker too, and phones append things after
    the picture: so the search begins where the picture's own pixels begin.
    """
    start = _scan_start(content)
    return start is None or content.rfind(_END, start) < 0


def scans_of(content: bytes) -> int:
    """How many times the picture is gone over: once, in a progressive JPEG some ten times.

    What a phone appends to the picture, such as a short film, isn't counted. Of a picture with
    more than ``MOST_SEGMENTS`` all are taken for such.
    """
    at, scans = _scan_start(content), 0
    for _ in range(MOST_SEGMENTS):
        if at is None or content[at + 1] == _END[1]:
            return scans
        scans += content[at + 1] == _START_OF_SCAN
        at += 2 + int.from_bytes(content[at + 2 : at + 4], "big")
        found = _NEXT.search(content, at)
        at = found and found.start()
    return MOST_SEGMENTS


def _scan_start(content: bytes) -> int | None:
    """Where the first scan of the picture begins; None if it never does."""
    at = 2
    while at + 4 <= len(content):
        if content[at] != _MARKER:
            at += 1
            continue
        marker = content[at + 1]
        if marker == _START_OF_SCAN:
            return at
        if marker == _MARKER:
            at += 1
        elif marker in _ALONE:
            at += 2
        else:
            at += 2 + int.from_bytes(content[at + 2 : at + 4], "big")
    return None
