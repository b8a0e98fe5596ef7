"""The shortest piece that can't be: a smallest set of statements that no play meets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import TypeAlias

Statement: TypeAlias = tuple[str, str]
"""A player, and a cell or another statement about the sheet (see ``statements``)."""

Possible: TypeAlias = Callable[[frozenset[Statement]], bool]
"""Whether some play of the rolls meets all these statements; True when in doubt."""

LARGEST_GUESS = 2
"""Statements beside the needed ones that are tried in every combination."""

MOST_GUESSES = 1500
"""Combinations tried before the core is made small by leaving statements out one by one."""


def in_every_proof(statements: Sequence[Statement], possible: Possible) -> frozenset[Statement]:
    """The statements without which the rest is possible: every proof needs them."""
    everything = frozenset(statements)
    return frozenset(each for each in statements if possible(everything - {each}))


def smallest_core(
    statements: Sequence[Statement], needed: frozenset[Statement], possible: Possible
) -> tuple[Statement, ...]:
    """A smallest set of the statements that is impossible together, given that all are.

    ``needed`` are those in every proof. Where no set with few others does, one
    from which nothing can be left out.
    """
    if not possible(needed):
        return _in_order(needed, statements)
    others = [each for each in statements if each not in needed]
    guesses = 0
    for count in range(1, LARGEST_GUESS + 1):
        for extra in combinations(others, count):
            guesses += 1
            if guesses > MOST_GUESSES:
                return _in_order(_without_surplus(needed, others, possible), statements)
            if not possible(needed | frozenset(extra)):
                return _in_order(needed | frozenset(extra), statements)
    return _in_order(_without_surplus(needed, others, possible), statements)


def _in_order(
    chosen: Iterable[Statement], statements: Sequence[Statement]
) -> tuple[Statement, ...]:
    return tuple(each for each in statements if each in frozenset(chosen))


def _without_surplus(
    needed: frozenset[Statement], others: Sequence[Statement], possible: Possible
) -> frozenset[Statement]:
    """Needed and other statements, impossible together, none of the others to spare."""
    return needed | frozenset(_explain(needed, list(others), possible, changed=False))


def _explain(
    base: frozenset[Statement], others: list[Statement], possible: Possible, *, changed: bool
) -> list[Statement]:
    """QuickXplain (Junker 2004): halves first, so that much is left out at once."""
    if changed and not possible(base):
        return []
    if len(others) == 1:
        return others
    half = len(others) // 2
    first, second = others[:half], others[half:]
    right = _explain(base | frozenset(first), second, possible, changed=bool(first))
    left = _explain(base | frozenset(right), first, possible, changed=bool(right))
    return left + right
