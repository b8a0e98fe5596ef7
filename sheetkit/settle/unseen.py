"""The order of a sheet's crosses, which it doesn't show by itself, and what would show it."""

from __future__ import annotations

from collections.abc import Sequence

from sheetkit.settle.given import Judged

WOULD_SHOW = {"rolls": "the throws (--rolls)", "earlier": "an earlier photo (--earlier)"}
"""The kinds of evidence that show the order of crosses."""


def would_show(each: Judged, *, thrown: bool) -> tuple[str, ...]:
    """Those kinds of evidence of the sheet that weren't given; ``thrown``: the throws were."""
    given = {"rolls": thrown, "earlier": bool(each.earlier)}
    return tuple(kind for kind in WOULD_SHOW if not given[kind])


def order_unseen(kinds: Sequence[str]) -> str:
    """That the order of the crosses can't be seen, and that these kinds of evidence show it."""
    unseen = "the order of its crosses can't be seen"
    named = " or ".join(WOULD_SHOW[kind] for kind in kinds)
    return f"{unseen}; {named} would show it" if named else unseen
