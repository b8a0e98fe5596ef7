"""Texts in several languages: folders of TOML files, one a language, the same keys in each.

This folder holds the words on sheets; the report has folders of its own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from sheetkit.errors import UsageError


def languages_in(folder: Path) -> tuple[str, ...]:
    """The codes of the languages that the folder has a file for, in alphabetical order."""
    return tuple(sorted(path.stem for path in folder.glob("*.toml")))


@cache
def texts(folder: Path, language: str, lacking: str = "there is no language") -> Mapping[str, Any]:
    """All texts of a language by key.

    Raises UsageError, which begins with ``lacking``, for a language that the folder has no file
    for.
    """
    known = languages_in(folder)
    if language not in known:
        raise UsageError(f"{lacking} {language!r}", f"choose one of {', '.join(known)}")
    return tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))
