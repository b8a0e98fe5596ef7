"""The words on a sheet: one TOML file a language, the same keys in each.

A text with a count is a table of its plural forms; ``key.few`` and so on are their keys.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import sheetkit.languages
from sheetkit.design.plurals import forms
from sheetkit.errors import UsageError, did_you_mean
from sheetkit.languages import languages_in, texts

_FOLDER = Path(sheetkit.languages.__file__).parent


def language_names() -> tuple[str, ...]:
    """The codes of the languages that sheets can be printed in."""
    return languages_in(_FOLDER)


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
    """All texts of a language by key, and its code; UsageError for one that isn't there, or that
    has no rule for counts.

    Raises ValueError where a plural form is missing or too many.
    """
    if language not in language_names():
        near = nearest_language(language)
        known = ", ".join(language_names())
        raise UsageError(
            f"there is no language {language!r}", f"{did_you_mean(near)}choose one of {known}"
        )
    every = {"language": language}
    for key, text in texts(_FOLDER, language).items():
        if isinstance(text, str):
            every[key] = text
            continue
        if text.keys() != forms(language):
            needed = ", ".join(sorted(forms(language)))
            raise ValueError(f"{language}.toml: {key} needs the forms {needed}")
        every |= {f"{key}.{form}": each for form, each in text.items()}
    return every
