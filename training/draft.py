"""Lessons that are being changed: a copy of their arrays, and what can be done to a cell of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.reading.patches import CELL
from training.lessons import Lessons

SIZE = slice(0, 2)
"""The columns of ``Patches.facts`` with a cell's width and height, over ``SIZE_MM``."""
STROKE = 2
"""Its column with the darkness of a full stroke in the cell."""
AGAINST_USUAL = 4
"""Its column with the cell's ink against what is usual on the sheet."""
SIZE_MM = 10.0

INK, SEEN, PRINTED = range(3)
"""The layers of a patch."""
MARKED = slice(INK, SEEN + 1)
"""Those that a mark changes."""


@dataclass(frozen=True, eq=False)
class Draft:
    """Some lessons and the copies of their arrays, which may be changed; see ``Lessons``."""

    some: Lessons
    layers: NDArray[np.uint8]
    levels: NDArray[np.float32]
    facts: NDArray[np.float32]
    kinds: NDArray[np.int64]

    @classmethod
    def of(cls, some: Lessons) -> Draft:
        return cls(
            some, some.layers.copy(), some.levels.copy(), some.facts.copy(), some.kinds.copy()
        )

    def lessons(self) -> Lessons:
        """What has become of the lessons."""
        return replace(
            self.some, layers=self.layers, levels=self.levels, facts=self.facts, kinds=self.kinds
        )

    def box(self, cell: int) -> Box:
        """A box as large as the cell, in mm."""
        width, height = self.facts[cell, SIZE] * SIZE_MM
        return Box(0, 0, float(width), float(height))

    def empty(self, cells: int | NDArray[np.intp]) -> None:
        """Take the ink from cells, of which then only print is seen."""
        self.layers[cells, INK, CELL, CELL] = 0
        self.layers[cells, SEEN, CELL, CELL] = self.layers[cells, PRINTED, CELL, CELL]

    def ink(self, cell: int, ink: NDArray[np.floating]) -> None:
        """Lay ink on a cell, from none (0) to all that swallows light (1)."""
        left = (255.0 - self.layers[cell, MARKED]) * (1 - ink)
        self.layers[cell, MARKED] = np.clip(255 - left, 0, 255)
        self.level_again(cell)

    def level_again(self, cell: int) -> None:
        """The strength of a full stroke in a cell that has become darker, see ``cut_patches``."""
        own = max(float(np.percentile(self.layers[cell, INK, CELL, CELL], 97)), 1.0)
        darker = max(own / self.levels[cell], 1)
        self.facts[cell, AGAINST_USUAL] = min(self.facts[cell, AGAINST_USUAL] * darker, 1.0)
        self.levels[cell] = max(self.levels[cell], own)
        self.facts[cell, STROKE] = self.levels[cell] / 255
