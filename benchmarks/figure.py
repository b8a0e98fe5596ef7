"""One promised figure, and how times are compared fairly."""

from __future__ import annotations

import importlib
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure measured in this run, and the bound that it has to hold."""

    what: str
    measured: float
    bound: float
    at_least: bool = False
    unit: str = "×"

    @property
    def holds(self) -> bool:
        return self.measured >= self.bound if self.at_least else self.measured <= self.bound

    def __str__(self) -> str:
        sign = "≥" if self.at_least else "≤"
        verdict = "holds" if self.holds else "FAILS"
        said = f"{self.measured:.3g} {self.unit}"
        return f"{self.what:66} {said:>12}  {sign} {self.bound:g} {self.unit}  {verdict}"


def ratio(ours: Callable[[], object], theirs: Callable[[], object], *, rounds: int = 7) -> float:
    """The median of ours over theirs, the two run in turn so that drift hits both."""
    ours()
    theirs()
    ratios = []
    for _ in range(rounds):
        mine, yours = seconds(ours), seconds(theirs)
        ratios.append(mine / yours)
    return statistics.median(ratios)


def seconds(call: Callable[[], object]) -> float:
    """How long one call takes."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def of_part(part: str) -> list[Figure]:
    """All figures of a part, measured here and now."""
    return list(importlib.import_module(f"benchmarks.{part}").figures())
