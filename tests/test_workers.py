"""Work shared among executors: in order, whatever happens to single items."""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import ProcessPoolExecutor

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


def test_a_worker_that_dies_takes_only_its_own_item_with_it():
    pools = []

    def renew():
        pools.append(ProcessPoolExecutor(1))
        return pools[-1]

    done = list(each_in_order(dies_at_two, range(5), renew(), renew=renew))
    for pool in pools:
        pool.shutdown()
    assert [item for item, result in done if item != result] == [2]
    assert "terminated" in str(done[2][1])
