"""Names and other runs that keep their own direction in a text of another."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator
from functools import lru_cache

from sheetkit.design.script import is_from_right

LEFT_MARK, RIGHT_MARK = "\u200e", "\u200f"
"""Marks without width that count as letters from the left and from the right."""

_OTHERS = r"\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u200b-\u202f\u2060-\u206f"
"""Letters from the right, and marks that turn a text themselves."""
_INSIDE = rf"[^\s{_OTHERS}]"
_LETTER = rf"[^\W\d_{_OTHERS}]"
_END = rf"[^\W{_OTHERS}]"
_WORD = rf"(?:--)?{_END}(?:{_INSIDE}*{_END})?"
_LATIN = re.compile(rf"(?<!{_END})(?=(?:--)?{_INSIDE}*{_LETTER}){_WORD}(?: {_WORD})*")
"""Words in letters from the left and numbers after them, as they begin with one or the other."""
_SIGNED = re.compile(r"(?<!\w)[−–+-]\d+")
_MARKED = re.compile(rf"([{LEFT_MARK}{RIGHT_MARK}][^\s{LEFT_MARK}{RIGHT_MARK}]+"
                     rf"[{LEFT_MARK}{RIGHT_MARK}]+)")  # fmt: skip
"""A word between marks."""


def named(text: str, names: Collection[str]) -> Iterator[tuple[str, bool]]:
    """The text in pieces, each with whether it is one of the names.

    A name is no part of a longer word or of a file's name, and has a letter: in digits alone
    nothing is turned.
    """
    pattern = _pattern(frozenset(names))
    for place, piece in enumerate(pattern.split(text) if pattern else [text]):
        if piece:
            yield piece, place % 2 == 1


@lru_cache(maxsize=16)
def _pattern(names: frozenset[str]) -> re.Pattern[str] | None:
    lettered = sorted(
        (name for name in names if any(map(str.isalpha, name))), key=lambda name: (-len(name), name)
    )
    any_name = "|".join(map(re.escape, lettered))
    return re.compile(rf"(?<![\w./-])({any_name})(?![\w/-]|\.\w)") if lettered else None


def marked(text: str, names: Collection[str], *, from_right: bool) -> str:
    """The text with each word of a name between marks of the name's direction, so that its lines
    may end anywhere, and after the name one of the text's own.

    In a text from the left, names from there need none.
    """
    after = RIGHT_MARK if from_right else LEFT_MARK
    pieces = (
        _marked(piece) + after if is_name and (from_right or is_from_right(piece)) else piece
        for piece, is_name in named(text, names)
    )
    return "".join(pieces)


def _marked(name: str) -> str:
    mark = RIGHT_MARK if _begins_from_right(name) else LEFT_MARK
    return re.sub(r"\S+", rf"{mark}\g<0>{mark}", name)


def _begins_from_right(name: str) -> bool:
    """Whether the first letter of a name is one from the right."""
    first = next(filter(str.isalpha, name), "")
    return unicodedata.bidirectional(first or "a") in {"R", "AL"}


def held(text: str) -> str:
    """A text from the right in which file names, Latin names, options and signs stay whole.

    Without marks ``04-early.jpg`` is shown as ``early.jpg-04``, ``--set`` as ``set--``, a sign
    goes to the right of its number, and the number to the other side of a Latin name after it.
    Words that are marked already stay as they are.
    """
    around = rf"{LEFT_MARK}\g<0>{RIGHT_MARK}"
    pieces = _MARKED.split(text)
    pieces[::2] = [_SIGNED.sub(around, _LATIN.sub(around, piece)) for piece in pieces[::2]]
    return "".join(pieces)


def bare(text: str) -> str:
    """The text without these marks."""
    return text.replace(LEFT_MARK, "").replace(RIGHT_MARK, "")
