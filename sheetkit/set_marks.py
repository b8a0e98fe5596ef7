"""What a person says of single cells, against what was read: ``red.8=cross``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from sheetkit.errors import UsageError, composed
from sheetkit.pad.code import normal
from sheetkit.scoresheet import EMPTY, Mark
from sheetkit.sheet_json import unknown_cell

if TYPE_CHECKING:
    from sheetkit.reading import Reading


@dataclass(frozen=True, slots=True)
class SetMark:
    """What a cell is: a mark's name or ``empty``.

    ``sheet`` is the code or the player of the sheet that is meant; empty where there is only one.
    """

    cell: str
    mark: str
    sheet: str = ""

    def is_of(self, code: str) -> bool:
        """Whether it is said of the sheet with that code, however the code was typed."""
        return bool(self.sheet) and normal(self.sheet) == code

    def __str__(self) -> str:
        where = f"{self.sheet}:" if self.sheet else ""
        return f"{where}{self.cell}={self.mark}"


def read_set_marks(texts: Sequence[str]) -> tuple[SetMark, ...]:
    """What all of them say, each as ``--set`` takes it: ``red.8=cross``, ``CODE:red.8=cross``.

    Raises UsageError for no mark, and for a contradiction.
    """
    said = tuple(dict.fromkeys(_read_set_mark(text) for text in texts))
    for one, other in combinations(said, 2):
        if not one.sheet or not other.sheet or normal(one.sheet) == normal(other.sheet):
            verify_agree(one, other)
    return said


def verify_agree(one: SetMark, other: SetMark) -> None:
    """Raise UsageError where two that are said of one sheet contradict each other."""
    if one.cell == other.cell and one.mark != other.mark:
        raise UsageError(f"--set {one} and --set {other} can't both be", "leave out one")


def _read_set_mark(text: str) -> SetMark:
    """``red.8=cross``, or with the sheet before it, ``CC05HXS7MNS0V:red.8=cross``.

    Raises UsageError for what names no mark.
    """
    where, equals, mark = text.rpartition("=")
    if not equals or mark not in (*Mark, EMPTY):
        marks = ", ".join((*Mark, EMPTY))
        raise UsageError(f"--set {text!r} names no mark", f"write red.8=MARK; MARK is {marks}")
    sheet, _, cell = where.rpartition(":")
    if not cell or "=" in cell:
        raise UsageError(f"--set {text!r} names no cell", "write red.8=cross")
    return SetMark(cell, mark, composed(sheet))


def with_set_marks(reading: Reading, set_marks: Sequence[SetMark]) -> Reading:
    """A photo's reading with what was said, on the sheet that is meant or the only one there is.

    What can't be used is a problem of the reading: ``which-sheet`` or ``unknown-cell``.
    """
    from sheetkit.reading import Problem  # noqa: PLC0415 - who judges marks alone needs no OpenCV

    sheets, problems = reading.sheets, list(reading.problems)
    for each in set_marks:
        if not each.sheet and len(sheets) > 1:
            codes = ", ".join(sheet.code for sheet in sheets if sheet.code)
            what = f"--set {each.cell} was not used, for {len(sheets)} sheets are in the photo"
            remedy = f"say on which, as {sheets[0].code or 'CODE'}:{each.cell}={each.mark}"
            problems.append(Problem("which-sheet", f"{what} ({codes}); {remedy}"))
            continue
        meant = [sheet for sheet in sheets if not each.sheet or each.is_of(sheet.code)]
        if len(meant) > 1:
            what = f"--set {each} was not used, for it means {len(meant)} of the sheets"
            problems.append(Problem("which-sheet", f"{what}; answer with scan --review"))
            continue
        for sheet in meant:
            if each.cell not in sheet.pad.markable_set:
                what = f"--set: {unknown_cell(each.cell, sheet.pad)}"
                problems.append(Problem("unknown-cell", what))
        sheets = tuple(
            sheet.with_mark(each.cell, each.mark) if sheet in meant else sheet for sheet in sheets
        )
    return replace(reading, sheets=sheets, problems=tuple(problems))
