"""Texts written from the right: letters joined, and put in the order in which they are printed.

Enough of Unicode's bidirectional algorithm (UAX 9) and of Arabic joining (The Unicode
Standard, 9.2) for a line from the right with numbers and Latin names in it. Joined
letters are Unicode's presentation forms, one character each: whoever draws the text
needs no shaping of their own.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

_FROM_LEFT = re.compile(r"[–+]?[0-9A-Za-z]+(?:[.,:]?[0-9A-Za-z]+)*")
"""A number with its sign, or a Latin word: printed from the left inside such a line."""

_MIRRORED = str.maketrans("()[]«»", ")(][»«")
_PRESENTATION_FORMS_B = range(0xFE80, 0xFEFD)
_LAM = "\u0644"


def printed_order(text: str) -> str:
    """A line that is written from the right, character by character as printed."""
    joined = _joined(text).translate(_MIRRORED)
    return _FROM_LEFT.sub(lambda part: part[0][::-1], joined)[::-1]


def is_from_right(text: str) -> bool:
    """Whether a text has letters that are written from the right."""
    return any(unicodedata.bidirectional(character) in {"R", "AL"} for character in text)


@cache
def _forms() -> Mapping[str, Mapping[str, str]]:
    """Letters, or lam with alef, and their forms by place: isolated, initial, medial, final."""
    forms: dict[str, dict[str, str]] = {}
    for code in _PRESENTATION_FORMS_B:
        place, *letters = unicodedata.decomposition(chr(code)).split()
        letter = "".join(chr(int(part, 16)) for part in letters)
        forms.setdefault(letter, {})[place.strip("<>")] = chr(code)
    return MappingProxyType(forms)


def _joined(text: str) -> str:
    """Arabic letters in the forms that their neighbours ask for; all else as it is."""
    letters = _letters(text)
    shaped = []
    for place, letter in enumerate(letters):
        forms = _forms().get(letter)
        if forms is None:
            shaped.append(letter)
            continue
        before = place > 0 and _joins_next(letters[place - 1]) and "final" in forms
        after = (
            place + 1 < len(letters)
            and _joins_next(letter)
            and "final" in _forms().get(letters[place + 1], {})
        )
        shaped.append(forms[_FORM[before, after]])
    return "".join(shaped)


_FORM = MappingProxyType(
    {
        (False, False): "isolated",
        (False, True): "initial",
        (True, True): "medial",
        (True, False): "final",
    }
)
"""Which form a letter has, joined to the one before it or not, to the one after it or not."""


def _joins_next(letter: str) -> bool:
    return "initial" in _forms().get(letter, {})


def _letters(text: str) -> list[str]:
    """The text's characters, lam with alef as one."""
    letters: list[str] = []
    for character in text:
        if letters and letters[-1] == _LAM and _LAM + character in _forms():
            letters[-1] += character
        else:
            letters.append(character)
    return letters
