"""``--set``: what a cell is, said on the command line."""

from __future__ import annotations

from dataclasses import dataclass

from sheetkit.errors import UsageError


@dataclass(frozen=True, slots=True)
class SetMark:
    """What a cell is: a mark's name or ``empty``; ``sheet`` says on which sheet, if given."""

    cell: str
    mark: str
    sheet: str = ""

    def __str__(self) -> str:
        where = f"{self.sheet}:" if self.sheet else ""
        return f"{where}{self.cell}={self.mark}"


def read_set_mark(text: str) -> SetMark:
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
