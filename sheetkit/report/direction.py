"""Marks without width that hold what runs from the left together in a text from the right."""

from __future__ import annotations

import re

LEFT_MARK, RIGHT_MARK = "\u200e", "\u200f"

_OTHERS = r"\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u200b-\u202f\u2060-\u206f"
"""Letters from the right, and marks that turn a text themselves."""
_INSIDE = rf"[^\s{_OTHERS}]"
_LETTER = rf"[^\W\d_{_OTHERS}]"
_END = rf"[^\W{_OTHERS}]"
_WORD = rf"(?:--)?{_END}(?:{_INSIDE}*{_END})?"
_LATIN = re.compile(rf"(?<!{_END})(?=(?:--)?{_INSIDE}*{_LETTER}){_WORD}(?: {_WORD})*")
"""Words in letters from the left and numbers after them, as they begin with one or the other."""
_SIGNED = re.compile(r"(?<!\w)[−–+-]\d+")


def held(text: str) -> str:
    """A text from the right in which file names, Latin names, options and signs stay whole.

    Without marks ``04-early.jpg`` is shown as ``early.jpg-04``, ``--set`` as ``set--``, a sign
    goes to the right of its number, and the number to the other side of a Latin name after it.
    """
    marked = rf"{LEFT_MARK}\g<0>{RIGHT_MARK}"
    return _SIGNED.sub(marked, _LATIN.sub(marked, text))


def bare(text: str) -> str:
    """The text without these marks."""
    return text.replace(LEFT_MARK, "").replace(RIGHT_MARK, "")
