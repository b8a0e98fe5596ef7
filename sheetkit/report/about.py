"""Findings between sheets as they concern one player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sheetkit.rules import Finding
from sheetkit.settle.given import Between


def about(player: str, between: Sequence[Between]) -> Iterator[tuple[Finding, Between]]:
    """The findings that name cells of this player's, with those cells alone, and in full."""
    for each in between:
        cells = dict(each.marks).get(player, ())
        if cells:
            yield replace(each.finding, cells=cells), each
