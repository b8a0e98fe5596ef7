"""A pad: everything the program knows about one kind of score sheet."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

from sheetkit.pad.cell import Cell, CellKind, written_fields
from sheetkit.pad.mechanic import Mechanic
from sheetkit.pad.row import Row
from sheetkit.pad.rows import Rows

M = TypeVar("M", bound=Mechanic)


@dataclass(frozen=True)
class Pad:
    """One pad as its layout file declares it, with one layout of what can be drawn.

    ``prefix`` begins the codes of its sheets. ``points`` holds the score of a
    row with 1, 2, 3, … crosses; ``penalty_points`` what each of
    ``penalty_boxes`` costs (negative); the game ends with
    ``closed_rows_to_end`` closed rows. ``mechanics`` are what the pad is made
    of, the rows first. ``digest`` is set for a pad that does not come with the
    program: it stands in the sheet's code in place of the layout. ``file`` is
    what such a pad's layout file holds.
    """

    name: str
    prefix: str
    title: str
    sources: tuple[str, ...]
    fewest_players: int
    most_players: int
    die_sides: int
    points: tuple[int, ...]
    penalty_boxes: int
    penalty_points: int
    closed_rows_to_end: int
    mechanics: tuple[Mechanic, ...]
    digest: int | None = None
    file: bytes = field(default=b"", compare=False, repr=False)

    def mechanic(self, kind: type[M]) -> M | None:
        """The pad's mechanic of that kind, if it has one."""
        return next((found for found in self.mechanics if isinstance(found, kind)), None)

    @cached_property
    def rows_mechanic(self) -> Rows:
        rows = self.mechanic(Rows)
        assert rows is not None, "every pad has rows"
        return rows

    @property
    def rows(self) -> tuple[Row, ...]:
        return self.rows_mechanic.rows

    @property
    def row_names(self) -> tuple[str, ...]:
        return tuple(row.name for row in self.rows)

    def row(self, name: str) -> Row:
        """The row of that name; KeyError if there is none."""
        for row in self.rows:
            if row.name == name:
                return row
        raise KeyError(name)

    @cached_property
    def cells(self) -> Mapping[str, Cell]:
        """All cells by id, in reading order."""
        cells = []
        for mechanic in self.mechanics:
            cells += [self._with_bonus(cell) for cell in mechanic.cells()]
        cells += [
            Cell(f"penalty.{box}", CellKind.PENALTY) for box in range(1, self.penalty_boxes + 1)
        ]
        board = any(cell.kind is CellKind.BOARD for cell in cells)
        cells += written_fields(self.row_names, board=board)
        return {cell.id: cell for cell in cells}

    def _with_bonus(self, cell: Cell) -> Cell:
        if cell.kind is not CellKind.NUMBER:
            return cell
        bonus = next((b for m in self.mechanics if (b := m.bonus(cell.id))), "")
        return replace(cell, bonus=bonus) if bonus else cell

    @cached_property
    def markable(self) -> tuple[str, ...]:
        """The ids of the cells that take a mark: all but the fields written in."""
        return tuple(c.id for c in self.cells.values() if c.kind is not CellKind.FIELD)

    @cached_property
    def markable_set(self) -> frozenset[str]:
        """The same ids, to look one up."""
        return frozenset(self.markable)

    def layout(self) -> dict[str, Any]:
        """What differs from sheet to sheet of this pad, as it stands on this one."""
        layout: dict[str, Any] = {}
        for mechanic in self.mechanics:
            layout |= mechanic.layout()
        return layout

    def with_layout(self, layout: Mapping[str, Any]) -> Pad:
        """This pad with another layout; its own where ``layout`` is silent.

        Raises ValueError where the layout doesn't fit this pad, or the pad keeps to its file.
        """
        rows = self.rows_mechanic.with_layout(layout)
        mechanics: list[Mechanic] = [rows]
        mechanics += [mechanic.over(rows).with_layout(layout) for mechanic in self.mechanics[1:]]
        changed = replace(self, mechanics=tuple(mechanics))
        unknown = sorted(map(str, set(layout) - set(changed.layout())))
        if unknown:
            raise ValueError(f"this pad has no {', '.join(unknown)} to lay out")
        if changed != self:
            self._verify_free()
        return changed

    @property
    def layouts(self) -> int:
        """How many layouts a sheet's code can tell apart."""
        count = 1
        for mechanic in self.mechanics:
            count *= mechanic.layouts
        return count

    def layout_number(self) -> int:
        """This layout's number, from 0 to ``layouts - 1``."""
        value = 0
        for mechanic in self.mechanics:
            value = value * mechanic.layouts + mechanic.number()
        return value

    @cached_property
    def layout_text(self) -> str:
        """The layout as it stands in the codes of the pad's sheets."""
        from sheetkit.pad.code import layout_text  # noqa: PLC0415 - codes are made of pads

        return layout_text(self)

    def numbered(self, number: int) -> Pad:
        """This pad with the layout of that number."""
        ranks = []
        for mechanic in reversed(self.mechanics):
            number, rank = divmod(number, mechanic.layouts)
            ranks.append(rank)
        ranks.reverse()
        rows = self.rows_mechanic.numbered(ranks[0])
        mechanics: list[Mechanic] = [rows]
        for mechanic, rank in zip(self.mechanics[1:], ranks[1:], strict=True):
            mechanics.append(mechanic.over(rows).numbered(rank))
        return replace(self, mechanics=tuple(mechanics))

    def drawn(self, rng: random.Random) -> Pad:
        """This pad with everything that can be drawn drawn afresh.

        Raises ValueError for a pad that keeps to its file.
        """
        self._verify_free()
        rows = self.rows_mechanic.drawn(rng)
        mechanics: list[Mechanic] = [rows]
        mechanics += [mechanic.over(rows).drawn(rng) for mechanic in self.mechanics[1:]]
        return replace(self, mechanics=tuple(mechanics))

    def _verify_free(self) -> None:
        """Raise ValueError for a pad of its owner's: its code has no room for another layout."""
        if self.digest is not None:
            raise ValueError("a pad of your own has the layout of its file, and no other")

    def dealt(self, sheets: int, rng: random.Random) -> tuple[Pad, ...]:
        """The sheets of one table: what each player has of their own drawn afresh.

        A pad of its owner's keeps to its file.
        """
        if self.digest is not None:
            return (self,) * sheets
        dealt = [mechanic.dealt(sheets, rng) for mechanic in self.mechanics]
        return tuple(
            self if hand == self.mechanics else replace(self, mechanics=hand)
            for hand in zip(*dealt, strict=True)
        )
