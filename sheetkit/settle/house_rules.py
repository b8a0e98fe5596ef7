"""House rules in the search through the throws: what it can leave out, and what it can't."""

from __future__ import annotations

SEARCHED_WITHOUT = frozenset(
    ("closing-too-early", "C5", "L1", "too-many-locks", "after-the-end", "C8")
)
"""What the search through the throws can leave out of account."""

OF_NO_MATTER = frozenset(
    ("C7", "C9", "L3", "MA3", "OB4", "lock-missing", "lock-unearned", "skipped-and-crossed",
     "taken-back", "further-than-next", "bonus-unearned", "bonus-missing", "written-wrong",
     "bar-gap", "bar-unearned", "bar-missing", "different-variants", "same-sheet-twice",
     "not-over", "marks-vanished", "log-differs", "too-many-players", "different-layouts")
)  # fmt: skip
"""What makes no difference to which crosses the throws can give."""


def not_searched(waived: frozenset[str]) -> tuple[str, ...]:
    """The house rules with which the throws refute nothing: the search keeps those rules."""
    return tuple(sorted(waived - SEARCHED_WITHOUT - OF_NO_MATTER))
