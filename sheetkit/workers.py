"""One piece of work for many items, on whatever ``concurrent.futures`` executor there is."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

AHEAD = 64
"""Items handed out before the first of them is done: enough for any pool, and a million
items don't lie in memory."""


def each_in_order(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    executor: Executor | None = None,
    *,
    renew: Callable[[], Executor] | None = None,
) -> Iterator[tuple[Item, Result | Exception]]:
    """Each item with its result, in the order of the items, as soon as it is there.

    What ``work`` raises stands in the place of its result and stops nothing. Without
    an executor everything is done here, one item after the other. ``renew`` makes
    another executor where one breaks, as a pool of processes does when a worker dies:
    the item whose turn it was is tried once more by itself, then the others go on. Without
    it, the items that a broken executor has not done have its error as their result.
    """
    if executor is None:
        for item in items:
            yield item, _result(work, item)
        return
    waiting: deque[tuple[Item, Future[Result]]] = deque()
    rest = iter(items)
    try:
        while True:
            for item in rest:
                waiting.append((item, _handed_out(executor, work, item)))
                if len(waiting) >= AHEAD:
                    break
            if not waiting:
                return
            item, future = waiting.popleft()
            result = _result(Future.result, future)
            if isinstance(result, BrokenExecutor) and renew is not None:
                executor = renew()
                result = _result(Future.result, _handed_out(executor, work, item))
                if isinstance(result, BrokenExecutor):
                    executor = renew()
                waiting = deque(
                    (other, future if _is_over(future) else _handed_out(executor, work, other))
                    for other, future in waiting
                )
            yield item, result
    finally:  # nobody asks on: what waits need not be done
        for _, future in waiting:
            future.cancel()


def _handed_out(executor: Executor, work: Callable[[Item], Result], item: Item) -> Future[Result]:
    """The item given to the executor; where that takes no more, a future with its error."""
    try:
        return executor.submit(work, item)
    except Exception as error:  # told in the item's place, as what the work raises is
        refused: Future[Result] = Future()
        refused.set_exception(error)
        return refused


def _is_over(future: Future[Result]) -> bool:
    """Whether the work was done, well or badly, before the executor broke."""
    return future.done() and not isinstance(_result(Future.result, future), BrokenExecutor)


def _result(work: Callable[[Item], Result], item: Item) -> Result | Exception:
    try:
        return work(item)
    except Exception as error:  # whatever it is belongs to this item alone
        return error
