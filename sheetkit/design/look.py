"""What every mechanic of a pad says about its looks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from sheetkit.design.rows import Grid
from sheetkit.design.shapes import Shape
from sheetkit.design.style import Style
from sheetkit.geometry import Box
from sheetkit.pad import Mechanic

M = TypeVar("M", bound=Mechanic)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a mechanic may draw: a strip below the rows, a panel in the header, a line for its note
    under the penalties.
    """

    strip: Box
    panel: Box
    grid: Grid
    note: Box


class Look(Generic[M]):
    """How a mechanic looks: nothing at all, but for what a mechanic's own class says."""

    panel_width: ClassVar[float] = 0.0
    """The width in mm that it takes in the header."""

    noted: ClassVar[bool] = False
    """Whether it has a note."""

    def strip_height(self, mechanic: M) -> float:
        """The height in mm that it takes below the rows."""
        return 0.0

    def cells(self, mechanic: M, place: Place) -> Iterable[tuple[str, Box]]:
        """The boxes of its cells."""
        return ()

    def shapes(
        self, mechanic: M, style: Style, place: Place, cells: dict[str, Box]
    ) -> Iterable[Shape]:
        """What is printed on every sheet."""
        return ()

    def sheet_shapes(self, mechanic: M, style: Style, panel: Box) -> Iterable[Shape]:
        """What is printed on one sheet only."""
        return ()
