"""The words on a sheet: one TOML file a language, the same keys in each."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from sheetkit.errors import UsageError

_FOLDER = Path(__file__).resolve().parent.parent / "languages"


def language_names() -> tuple[str, ...]:
    """The codes of the languages that sheets can be printed in."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


@cache
def words(language: str) -> Mapping[str, str]:
    """All texts of a language by key; UsageError for a language that isn't there."""
    if language not in language_names():
        known = ", ".join(language_names())
        raise UsageError(f"there is no language {language!r}", f"choose one of {known}")
    return tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
