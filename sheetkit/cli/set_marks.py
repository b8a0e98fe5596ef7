"""``--set``: what a cell is, said on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sheetkit.errors import UsageError


@dataclass(frozen=True, slots=True)
class SetMark:
    """What a cell is: a mark's name or ``empty``; ``sheet`` says on which sheet, if given."""

    cell: str
    mark: str
    sheet: str = ""

    def is_of(self, code: str) -> bool:
        """Whether it is said of the sheet with that code, however the code was typed."""
        from sheetkit.pad.code import normal

        return bool(self.sheet) and normal(self.sheet) == code

    def __str__(self) -> str:
        where = f"{self.sheet}:" if self.sheet else ""
        return f"{where}{self.cell}={self.mark}"


def read_set_marks(texts: Sequence[str]) -> tuple[SetMark, ...]:
    """What all of them say. Raises UsageError for no mark, and for a contradiction."""
    said: dict[tuple[str, str], SetMark] = {}
    for text in texts:
        each = _read_set_mark(text)
        before = said.setdefault((each.sheet, each.cell), each)
        if before.mark != each.mark:
            raise UsageError(f"--set {before} and --set {each} can't both be", "leave out one")
    return tuple(said.values())


def _read_set_mark(text: str) -> SetMark:
    """``red.8=cross``, or with the sheet before it, ``CC05HXS7MNS0V:red.8=cross``.

    Raises UsageError for what names no mark.
    """
    from sheetkit.scoresheet import EMPTY, Mark

    where, equals, mark = text.rpartition("=")
    if not equals or mark not in (*Mark, EMPTY):
        marks = ", ".join((*Mark, EMPTY))
        raise UsageError(f"--set {text!r} names no mark", f"write red.8=MARK; MARK is {marks}")
    sheet, _, cell = where.rpartition(":")
    return SetMark(cell, mark, sheet)
