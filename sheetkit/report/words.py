"""The words of the verdict page."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sheetkit.languages import languages_in, texts

_FOLDER = Path(__file__).with_name("words")


def report_languages() -> tuple[str, ...]:
    """The codes of the languages that reports can be written in."""
    return languages_in(_FOLDER)


def report_words(language: str) -> Mapping[str, str]:
    """All texts by key; UsageError for a language that isn't there."""
    return texts(_FOLDER, language, "no report is written in")
