"""Photos that wait for workers: a queue simulated event by event."""

from __future__ import annotations

import heapq
import math
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

HOURLY = (2, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 11, 12, 15, 20, 24, 22, 14, 6)
"""How many of a day's photos come in each hour, as shares: people play in the evening."""


@dataclass(frozen=True, slots=True)
class Service:
    """How photos fared: seconds from arrival to the answer, and how busy the workers were."""

    answered: tuple[float, ...]
    busy: float

    def within(self, share: float) -> float:
        """So many seconds are enough for that share of the photos."""
        ordered = sorted(self.answered)
        return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)]


def serve(arrivals: Iterable[float], costs: Sequence[float], workers: int, seed: int) -> Service:
    """Each photo goes to the worker that is free first; first come, first served.

    ``arrivals`` are seconds in rising order; what a photo costs is drawn from
    ``costs``, seconds of one core that were measured.
    """
    rng = random.Random(seed)
    free = [0.0] * workers
    answered, worked, first, last = [], 0.0, math.inf, 0.0
    for arrival in arrivals:
        cost = rng.choice(costs)
        done = max(arrival, heapq.heappop(free)) + cost
        heapq.heappush(free, done)
        answered.append(done - arrival)
        worked, first, last = worked + cost, min(first, arrival), max(last, done)
    return Service(tuple(answered), worked / (workers * (last - first)))


def poisson(rate: float, seconds: float, seed: int) -> Iterator[float]:
    """Arrivals that know nothing of each other, ``rate`` a second on average."""
    rng = random.Random(seed)
    now = rng.expovariate(rate)
    while now < seconds:
        yield now
        now += rng.expovariate(rate)


def busiest_hour(photos: int, seed: int) -> Iterator[float]:
    """The arrivals of that hour alone."""
    return poisson(photos * max(HOURLY) / sum(HOURLY) / 3600, 3600, seed)


def workers_needed(
    photos: int, costs: Sequence[float], share: float, limit_s: float, seed: int
) -> int:
    """The fewest workers that answer that share within the limit in the busiest hour.

    Raises ValueError where a single photo may take longer than the limit.
    """
    if max(costs) > limit_s:
        raise ValueError(f"a photo may take {max(costs)} s by itself, whatever the workers")
    arrivals = list(busiest_hour(photos, seed))
    workers = max(1, math.floor(len(arrivals) * sum(costs) / len(costs) / 3600))
    while serve(arrivals, costs, workers, seed).within(share) > limit_s:
        workers += 1
    return workers
