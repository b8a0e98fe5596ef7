"""The words on a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import sheetkit.languages
from sheetkit.languages import languages_in, texts

_FOLDER = Path(sheetkit.languages.__file__).parent


def language_names() -> tuple[str, ...]:
    """The codes of the languages that sheets can be printed in."""
    return languages_in(_FOLDER)


def words(language: str) -> Mapping[str, str]:
    """All texts of a language by key; UsageError for a language that isn't there."""
    return texts(_FOLDER, language)
