"""Work shared among executors: in order, whatever happens to single items."""

import os
import time
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from concurrent.futures.process import ProcessPoolExecutor
from functools import partial

import pytest

from sheetkit.workers import AHEAD, each_in_order


def doubled(item):
    if item == 3:
        raise ValueError("three")
    time.sleep(0.01 * (item % 4))
    return 2 * item


def dies_at_two(item):
    if item == 2:
        os._exit(1)
    return item


def dies_midway(item):
    if item == AHEAD // 2:
        os._exit(1)
    return item


def noted(folder, item):
    """Leaves a stroke for the item; that of number 2 dies once another worker is at number 9."""
    with (folder / str(item)).open("a") as file:
        file.write("x")
    if item == 2:
        end = time.monotonic() + 5
        while time.monotonic() < end and not (folder / "9").exists():
            time.sleep(0.01)
        time.sleep(0.2)
    return dies_at_two(item)


def test_what_nobody_asks_for_any_more_is_not_done():
    begun = []

    def slow(item):
        begun.append(item)
        time.sleep(0.02)

    with ThreadPoolExecutor(1) as executor:
        results = each_in_order(slow, range(AHEAD), executor)
        next(results)
        results.close()
    assert len(begun) < AHEAD / 2


@pytest.mark.parametrize("threads", [0, 4])
def test_results_come_in_the_order_asked_and_errors_in_their_place(threads):
    executor = ThreadPoolExecutor(threads) if threads else None
    done = list(each_in_order(doubled, range(8), executor))
    assert [item for item, _ in done] == list(range(8))
    assert [r for _, r in done if isinstance(r, int)] == [0, 2, 4, 8, 10, 12, 14]
    assert str(done[3][1]) == "three"


def test_a_million_items_are_not_handed_out_at_once():
    taken = []
    items = (taken.append(n) or n for n in range(10 * AHEAD))
    with ThreadPoolExecutor(2) as pool:
        next(each_in_order(str, items, pool))
    assert len(taken) == AHEAD


class Pools:
    """Pools of so many processes, of which another is made when one breaks."""

    def __init__(self, of=1):
        self.of, self.made = of, []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for pool in self.made:
            pool.shutdown()

    def renew(self):
        self.made.append(ProcessPoolExecutor(self.of))
        return self.made[-1]


def slowly(results):
    """All results, taken more slowly than they come, so that a pool breaks in between."""
    done = []
    for each in results:
        time.sleep(0.2 if not done else 0.001)
        done.append(each)
    return done


def test_a_worker_that_dies_takes_only_its_own_item_with_it():
    with Pools() as pools:
        done = list(each_in_order(dies_at_two, range(5), pools.renew(), renew=pools.renew))
    assert [item for item, result in done if item != result] == [2]
    assert "terminated" in str(done[2][1])


def test_a_worker_that_dies_among_many_items_takes_only_its_own_with_it():
    with Pools() as pools:
        done = slowly(
            each_in_order(dies_midway, range(3 * AHEAD), pools.renew(), renew=pools.renew)
        )
    assert [item for item, _ in done] == list(range(3 * AHEAD))
    assert [item for item, result in done if item != result] == [AHEAD // 2]
    assert "terminated" in str(done[AHEAD // 2][1])


def test_a_pool_that_breaks_for_good_leaves_its_error_with_the_items_it_has_not_done():
    with Pools() as pools:
        done = slowly(each_in_order(dies_midway, range(3 * AHEAD), pools.renew()))
    assert [item for item, _ in done] == list(range(3 * AHEAD))
    assert all(isinstance(result, BrokenExecutor) for item, result in done[AHEAD // 2 :])


def test_what_is_done_when_a_worker_dies_is_not_done_again(tmp_path):
    with Pools(of=2) as pools:
        work = partial(noted, tmp_path)
        done = list(each_in_order(work, range(AHEAD), pools.renew(), renew=pools.renew))
    assert [item for item, result in done if item != result] == [2]
    assert [(tmp_path / str(item)).read_text() for item in (1, 2, 5)] == ["x", "xx", "x"]


def test_an_executor_that_takes_no_more_is_told_item_by_item():
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    done = list(each_in_order(str, range(3), pool))
    assert [(item, type(result)) for item, result in done] == [(n, RuntimeError) for n in range(3)]
