"""What is crossed on one sheet, as bits: the form that moves and judging work on."""

from __future__ import annotations

from typing import NamedTuple

from sheetkit.pad import CellKind, Pad


def cells_of(pad: Pad, kind: CellKind) -> tuple[str, ...]:
    """The ids of the pad's cells of that kind, in its order: boxes, fields and spaces from the
    first, so that the place of a cell is its bit in ``Crosses``.
    """
    return tuple(cell.id for cell in pad.cells.values() if cell.kind is kind)


class Crosses(NamedTuple):
    """The crosses on one sheet of a pad.

    ``rows`` holds a mask for each row: bit 0 is the leftmost number, the bit
    after the last number is the lock. ``penalties`` counts boxes. In ``bar``,
    ``bonus`` and ``board``, bit 0 is the first field, tally box or space.

    A named tuple, for a search makes and compares thousands of them.
    """

    rows: tuple[int, ...]
    penalties: int = 0
    bar: int = 0
    bonus: int = 0
    board: int = 0

    def with_row(self, row: int, mask: int) -> Crosses:
        rows, penalties, bar, bonus, board = self
        return Crosses((*rows[:row], mask, *rows[row + 1 :]), penalties, bar, bonus, board)

    def with_bar(self, bar: int) -> Crosses:
        return Crosses(self.rows, self.penalties, bar, self.bonus, self.board)

    def with_bonus(self, bonus: int) -> Crosses:
        return Crosses(self.rows, self.penalties, self.bar, bonus, self.board)

    @property
    def fewest(self) -> tuple[int, ...]:
        """The rows with fewest crosses, locks included; more than one where they tie."""
        counts = [mask.bit_count() for mask in self.rows]
        least = min(counts)
        return tuple(row for row, count in enumerate(counts) if count == least)
