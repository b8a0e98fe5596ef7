"""What a cell was read as, and how surely."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sheetkit.scoresheet import EMPTY, Mark


@dataclass(frozen=True, slots=True)
class Verdict:
    """``odds`` has a probability for each alternative, a mark's name or ``empty``; sum 1.

    ``reason`` says in a few words what makes the cell doubtful; empty if it isn't.
    """

    odds: Mapping[str, float]
    reason: str = ""

    @property
    def likeliest(self) -> str:
        return max(self.odds, key=self.odds.__getitem__)

    @property
    def sure(self) -> bool:
        return not self.reason

    @property
    def mark(self) -> Mark | None:
        """The mark; None where the cell is empty."""
        return None if self.likeliest == EMPTY else Mark(self.likeliest)


def by_odds(odds: Mapping[str, float]) -> list[str]:
    """The alternatives, likeliest first."""
    return sorted(odds, key=lambda name: -odds[name])


def doubtful(odds: Mapping[str, float]) -> dict[str, float]:
    """What a doubtful cell may be: at least two alternatives, and none that is out of question."""
    likeliest = by_odds(odds)
    kept = {name: max(odds[name], 0.01) for name in likeliest[:2]}
    kept |= {name: odds[name] for name in likeliest[2:] if odds[name] >= 0.01}
    return {name: p / sum(kept.values()) for name, p in kept.items()}
