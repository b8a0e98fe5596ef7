"""What the codes of a photo's problems say: mended, about answers, or no more than a doubt does."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol, TypeVar

SEEN_TO = frozenset({"partly-outside", "covered", "unclear"})
"""Codes of a sheet's problems that only say why cells of it are doubtful."""

MENDED = frozenset({"mirrored", "untouched"})
"""Codes of what was wrong with a picture and could be put right."""

OF_ANSWERS = frozenset({"bad-answers", "other-photo", "no-such-sheet", "unknown-cell"})
"""Codes of what is wrong with answers about a picture, and no fault of the picture."""


class Coded(Protocol):
    """What has a code: a problem of a photo, or an error."""

    @property
    def code(self) -> str: ...


P = TypeVar("P", bound=Coded)


def still_open(problems: Iterable[P], unsure: Collection[str]) -> tuple[P, ...]:
    """A sheet's problems, without those about doubtful cells where none is doubtful any more."""
    return tuple(each for each in problems if unsure or each.code not in SEEN_TO)
