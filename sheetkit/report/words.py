"""The words of the verdict page: one TOML file a language, the same keys in each."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from sheetkit.errors import UsageError

_FOLDER = Path(__file__).with_name("words")


def report_languages() -> tuple[str, ...]:
    """The codes of the languages that reports can be written in."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


@cache
def report_words(language: str) -> Mapping[str, str]:
    """All texts by key; UsageError for a language that isn't there."""
    if language not in report_languages():
        known = ", ".join(report_languages())
        raise UsageError(f"no report is written in {language!r}", f"choose one of {known}")
    return tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
