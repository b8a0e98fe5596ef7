"""Several things at a time in one process, as far as OpenCV may use more than one core."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, wraps
from threading import Lock
from typing import TypeVar

import cv2

Item = TypeVar("Item")
Result = TypeVar("Result")


def use_one_thread() -> None:
    """Keep to one thread from now on, for processes that share the cores among themselves."""
    cv2.setNumThreads(1)


def each_at_once(work: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """The work for each item, on as many threads as OpenCV may use; results in their order.

    Meanwhile OpenCV has none of its own: they would be in each other's way.
    """
    listed, threads = list(items), cv2.getNumThreads()
    if len(listed) < 2 or threads < 2:
        return [work(item) for item in listed]
    use_one_thread()
    try:
        with ThreadPoolExecutor(min(threads, len(listed))) as pool:
            return list(pool.map(work, listed))
    finally:
        cv2.setNumThreads(threads)


def once(work: Callable[[], Result]) -> Callable[[], Result]:
    """The work, done when it is first asked for and only then, by whichever thread."""
    kept, free = cache(work), Lock()

    @wraps(work)
    def asked() -> Result:
        with free:
            return kept()

    return asked
