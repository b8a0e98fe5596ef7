"""Texts written from the right: letters joined, and put in the order in which they are printed.

Joined letters are Unicode's presentation forms, one character each, so whoever draws
the text needs no shaping of their own.
"""

from __future__ import annotations

import re
import unicodedata

_FROM_RIGHT = {"R", "AL"}
_SIGNED = re.compile(r"[–+](?=\d)")
_FROM_LEFT_MARK = "\u200e"


def printed_order(text: str, *, from_right: bool = True) -> str:
    """A line character by character as printed, in a text ``from_right`` or from the left."""
    # Imported here: a pad in a language from the left needs neither.
    import arabic_reshaper  # noqa: PLC0415
    from bidi.algorithm import get_display  # noqa: PLC0415 - this one mirrors brackets

    # A sign is neutral to the algorithm; the mark holds it at the left of its number.
    marked = _SIGNED.sub(_FROM_LEFT_MARK + r"\g<0>", arabic_reshaper.reshape(text))
    return str(get_display(marked, base_dir="R" if from_right else "L")).replace(
        _FROM_LEFT_MARK, ""
    )


def is_from_right(text: str) -> bool:
    """Whether a text has letters that are written from the right."""
    return any(unicodedata.bidirectional(character) in _FROM_RIGHT for character in text)
