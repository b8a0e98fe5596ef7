"""A verdict for which sheets are missing, since they could not be read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sheetkit.settle.verdict import Verdict


def with_unread(verdict: Verdict, files: Iterable[str]) -> Verdict:
    """The verdict while sheets of these files are missing: who comes where is open (C9)."""
    unread = tuple(dict.fromkeys(files))
    if not unread:
        return verdict
    return replace(
        verdict,
        players=tuple(replace(each, place=None) for each in verdict.players),
        winners=(),
        deciding=(),
        worth=tuple(replace(each, changes_winner=None) for each in verdict.worth),
        unread=unread,
    )
