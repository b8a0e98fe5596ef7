"""Doubtful cells of a game's sheets: what the sheets prove together however those are read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from sheetkit.rules import Finding
from sheetkit.rules.doubt import doubtful_cells, weighed, with_crosses
from sheetkit.settle.between import between
from sheetkit.settle.given import Between, Judged, judged

OF_BARS = frozenset({"bar-unearned", "bar-missing"})
"""The findings between sheets that may be there several times, each of other players."""

OF_MARKS = OF_BARS | {"too-many-rows-closed", "after-the-end", "same-space", "not-over"}
"""The findings between sheets that crosses decide, and not what was printed."""


@dataclass(frozen=True)
class Doubted:
    """The sheets of a game with the doubtful cells of all of them; ``all_read`` see ``between``."""

    sheets: tuple[Judged, ...]
    waived: frozenset[str]
    all_read: bool = True

    def between(self) -> tuple[Between, ...]:
        """What the sheets prove about each other, as open what doubtful cells could undo."""
        found = between(self.sheets, self.waived, all_read=self.all_read)
        doubtful = self._doubtful()
        if not doubtful:
            return found
        return tuple(
            replace(each, finding=weighed(each.finding, list(doubtful), partial(self._found, each)))
            if each.finding.code in OF_MARKS
            else each
            for each in found
        )

    def _doubtful(self) -> dict[str, tuple[int, str]]:
        """Each doubtful cell with its player before it, as a log has it; its sheet and its name."""
        return {
            f"{each.player} {cell}": (place, cell)
            for place, each in enumerate(self.sheets)
            for cell in doubtful_cells(each.sheet)
        }

    def _found(self, about: Between, crossed: frozenset[str]) -> list[Finding]:
        """The findings where these cells are crossed; those about bars, of the same players."""
        doubtful = self._doubtful()
        read = list(self.sheets)
        for place, each in enumerate(self.sheets):
            mine = frozenset(
                cell for at, cell in (doubtful[name] for name in crossed) if at == place
            )
            if mine:
                given = replace(each.given, sheet=with_crosses(each.sheet, mine))
                looks = {0: each.earlier}, {0: each.recorded}
                (read[place],) = judged([given], self.waived, *looks)
        return [
            each.finding
            for each in between(read, self.waived, all_read=self.all_read)
            if each.finding.code not in OF_BARS or each.players == about.players
        ]
