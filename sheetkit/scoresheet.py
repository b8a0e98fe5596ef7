"""A sheet as values: what is marked on it, whoever read or typed it."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from sheetkit.errors import SheetDataError
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


_NAMES = {EMPTY, *Mark}


def surely_crossed(odds: Mapping[str, float]) -> bool:
    """Whether a doubtful cell counts as crossed whatever it is: ``cross`` or ``both``."""
    return _counting(odds) == {True}


def perhaps_crossed(odds: Mapping[str, float]) -> bool:
    """Whether it takes a look at a doubtful cell to know if it counts as crossed."""
    return _counting(odds) == {True, False}


def _counting(odds: Mapping[str, float]) -> set[bool]:
    """Whether the cell counts as crossed, in each way in which it may be read."""
    possible = (name for name, probability in odds.items() if probability > 0)
    return {name != EMPTY and Mark(name).counts for name in possible}


SURE_OF_NUMBER = 0.95
"""From this confidence on a written number is taken as read."""


@dataclass(frozen=True, slots=True)
class Written:
    """A number written in by hand: as read, and how surely (0 to 1)."""

    value: int
    confidence: float

    @property
    def sure(self) -> bool:
        """Whether to rely on it: below that, a misread digit is likelier than a miscalculation."""
        return self.confidence >= SURE_OF_NUMBER


def _as_mark(cell: str, mark: str) -> Mark:
    if mark not in set(Mark):
        what = f"{cell} bears {mark!r}, which is no mark"
        raise SheetDataError(what, f"marks are {', '.join(Mark)}", code="unknown-mark")
    return Mark(mark)


@dataclass(frozen=True, slots=True)
class Scoresheet:
    """The marks on one sheet of a pad.

    ``marks`` maps a cell's id to its mark, in the pad's order of cells; empty
    cells are absent. ``unsure`` maps a doubtful cell to the probability of each
    alternative (a mark's name or ``"empty"``); such a cell is not in ``marks``.
    ``written`` maps ``write.…`` fields without their prefix (``"total"``) to
    what was read there. ``code`` is the sheet's printed code, if known.
    ``answered`` names the cells about which a person was asked, in the pad's order.

    Marks may be given as their names. Raises SheetDataError for what is no mark, and for
    cells that the pad doesn't have.
    """

    pad: Pad
    marks: Mapping[str, Mark]
    unsure: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    written: Mapping[str, Written] = field(default_factory=dict)
    code: str = ""
    answered: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        cells = self.pad.markable_set
        for cell in (*self.marks, *self.unsure):
            if cell not in cells:
                what = f"{cell} is no cell of the pad {self.pad.name}"
                raise SheetDataError(what, "see sheetkit variants", code="unknown-cell")
        marks = dict(self.marks)  # its own, for the giver's may change
        if not all(type(mark) is Mark for mark in marks.values()):
            marks = {cell: _as_mark(cell, mark) for cell, mark in marks.items()}
        unsure = {cell: dict(odds) for cell, odds in self.unsure.items()}
        for cell, odds in unsure.items():
            for name in odds.keys() - _NAMES:
                _as_mark(cell, name)
        object.__setattr__(self, "marks", marks)
        object.__setattr__(self, "unsure", unsure)
        object.__setattr__(self, "written", dict(self.written))

    def with_answer(self, cell: str, mark: str) -> Scoresheet:
        """The sheet with a cell of its pad as a person sees it: a mark's name or ``empty``.

        Raises SheetDataError for what is neither.
        """
        marks = {name: old for name, old in self.marks.items() if name != cell}
        if mark != EMPTY:
            marks[cell] = _as_mark(cell, mark)
        order = self.pad.markable
        return replace(
            self,
            marks={name: marks[name] for name in order if name in marks},
            unsure={name: odds for name, odds in self.unsure.items() if name != cell},
            answered=tuple(name for name in order if name == cell or name in self.answered),
        )

    def answers(self) -> dict[str, str]:
        """What a person said, by cell: a mark's name or ``empty``."""
        return {cell: self.marks.get(cell, EMPTY) for cell in self.answered}

    @property
    def crossed(self) -> frozenset[str]:
        """The ids of the cells that count as crossed, however the doubtful ones are read."""
        counting = Mark.CROSS, Mark.BOTH
        marked = frozenset(cell for cell, mark in self.marks.items() if mark in counting)
        return marked | frozenset(
            cell for cell, odds in self.unsure.items() if surely_crossed(odds)
        )
