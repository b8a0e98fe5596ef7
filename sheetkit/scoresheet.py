"""A sheet as values: what is marked on it, whoever read or typed it."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from sheetkit.pad import Pad


class Mark(enum.StrEnum):
    """What stands in a cell; an empty cell has no mark."""

    CROSS = "cross"
    SKIP = "skip"
    VOID = "void"
    BOTH = "both"

    @property
    def counts(self) -> bool:
        """Whether the cell counts as crossed (a skip line under a cross changes nothing)."""
        return self in (Mark.CROSS, Mark.BOTH)


EMPTY = "empty"
"""The name under which an empty cell is an alternative in ``unsure``."""


@dataclass(frozen=True, slots=True)
class Written:
    """A number written in by hand: as read, and how surely (0 to 1)."""

    value: int
    confidence: float


def _frozen() -> Mapping[str, object]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Scoresheet:
    """The marks on one sheet of a pad.

    ``marks`` maps a cell's id to its mark, in the pad's order of cells; empty
    cells are absent. ``unsure`` maps a doubtful cell to the probability of each
    alternative (a mark's name or ``"empty"``); such a cell is not in ``marks``.
    ``written`` maps ``write.…`` fields without their prefix (``"total"``) to
    what was read there. ``code`` is the sheet's printed code, if known.
    """

    pad: Pad
    marks: Mapping[str, Mark]
    unsure: Mapping[str, Mapping[str, float]] = field(default_factory=_frozen)  # type: ignore[arg-type]
    written: Mapping[str, Written] = field(default_factory=_frozen)  # type: ignore[arg-type]
    code: str = ""

    @property
    def crossed(self) -> frozenset[str]:
        """The ids of the cells that count as crossed."""
        return frozenset(cell for cell, mark in self.marks.items() if mark.counts)
