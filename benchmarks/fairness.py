"""How fair layouts drawn at random are, and how long drawing one takes."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator

from benchmarks.figure import Figure
from sheetkit.fairness import fair_as, mean_score
from sheetkit.pad import Pad, find_pad

LAYOUTS = 6
CHECKING_GAMES = 20_000
"""Games with other dice than those by which layouts are accepted: an error of 0.2 %."""


def draw(official: Pad, fair: Callable[[Pad], bool], seed: int) -> Pad:
    """A layout that is accepted."""
    rng = random.Random(seed)
    while not fair(pad := official.drawn(rng)):
        pass
    return pad


def figures() -> Iterator[Figure]:
    for name in ("mixed-a", "mixed-b", "bonus-a", "bonus-b"):
        official = find_pad(name)
        fair = fair_as(official)
        assert fair is not None
        took, off = [], []
        aim = mean_score(official, 99, CHECKING_GAMES)
        for seed in range(LAYOUTS):
            start = time.perf_counter()
            pad = draw(official, fair, seed)
            took.append(time.perf_counter() - start)
            off.append(abs(mean_score(pad, 99, CHECKING_GAMES) / aim - 1) * 100)
        yield Figure(f"drawing a fair layout, {name}", statistics.mean(took), 1.0, unit="s")
        yield Figure(f"farthest mean score of {LAYOUTS} layouts, {name}", max(off), 2.0, unit="%")
