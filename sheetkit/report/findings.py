"""Findings as reports list them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sheetkit.rules import Finding
from sheetkit.settle.given import Between


def about(player: str, between: Sequence[Between]) -> Iterator[Finding]:
    """The findings between sheets that name cells of this player's, with those cells alone."""
    for each in between:
        cells = dict(each.marks).get(player, ())
        if cells:
            yield replace(each.finding, cells=cells)
