"""The words on a sheet: one TOML file a language, the same keys in each.

A text with a count is a table of its plural forms; ``key.few`` and so on are their keys.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from sheetkit.design.plurals import forms
from sheetkit.errors import UsageError

_FOLDER = Path(__file__).resolve().parent.parent / "languages"


def language_names() -> tuple[str, ...]:
    """The codes of the languages that sheets can be printed in."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


def nearest_language(name: str) -> str:
    """The language that somebody means by ``de_DE``, ``Deutsch`` or ``deutch``, if any."""
    begun = re.split(r"[-_.@]", name.casefold())[0]
    if begun in language_names():
        return begun
    called = {words(code)["name"].casefold(): code for code in language_names()}
    near = difflib.get_close_matches(begun, called, n=1, cutoff=0.7)
    return called[near[0]] if near else ""


@cache
def words(language: str) -> Mapping[str, str]:
    """All texts of a language by key, and its code; UsageError for one that isn't there.

    Raises ValueError where a plural form is missing or too many.
    """
    if language not in language_names():
        near = nearest_language(language)
        meant = f"did you mean {near}? " if near else ""
        known = ", ".join(language_names())
        raise UsageError(f"there is no language {language!r}", f"{meant}choose one of {known}")
    texts = {"language": language}
    read = tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    for key, text in read.items():
        if isinstance(text, str):
            texts[key] = text
            continue
        if text.keys() != forms(language):
            needed = ", ".join(sorted(forms(language)))
            raise ValueError(f"{language}.toml: {key} needs the forms {needed}")
        texts |= {f"{key}.{form}": each for form, each in text.items()}
    return texts
