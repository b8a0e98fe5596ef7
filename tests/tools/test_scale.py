"""The queues behind docs/scale.md, at a small size and against what is known of them."""

import importlib.util
import json
from pathlib import Path

import pytest

from tools.queueing import HOURLY, busiest_hour, poisson, serve, workers_needed

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def scale():
    spec = importlib.util.spec_from_file_location("make_scale", DOCS / "make_scale.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_photos_that_come_together_wait_for_each_other():
    served = serve([0.0, 0.0, 0.0, 0.0], [2.0], workers=2, seed=1)
    assert served.answered == (2.0, 2.0, 4.0, 4.0)
    assert served.busy == 1.0
    assert served.within(0.5) == 2.0
    assert served.within(0.99) == 4.0


def test_photos_far_apart_never_wait():
    served = serve([0.0, 10.0, 20.0], [2.0], workers=1, seed=1)
    assert served.answered == (2.0, 2.0, 2.0)
    assert served.busy == pytest.approx(6 / 22)


def test_a_lone_worker_s_queue_is_as_long_as_theory_says():
    # Pollaczek and Khinchine: with constant cost s and load r the mean wait is r s / (2 (1 - r)).
    served = serve(poisson(0.8, 100_000, 3), [1.0], workers=1, seed=1)
    wait = sum(served.answered) / len(served.answered) - 1
    assert wait == pytest.approx(0.8 / (2 * 0.2), rel=0.1)


def test_the_busiest_hour_has_its_share_of_the_day():
    arrivals = list(busiest_hour(240_000, 1))
    assert len(arrivals) == pytest.approx(240_000 * max(HOURLY) / sum(HOURLY), rel=0.02)
    assert arrivals == sorted(arrivals)
    assert 0 < arrivals[0] < arrivals[-1] < 3600


def test_workers_needed_are_enough_and_one_less_is_not():
    costs = [0.2, 0.4, 1.0]
    needed = workers_needed(50_000, costs, 0.99, 2.0, 1)
    arrivals = list(busiest_hour(50_000, 1))
    assert serve(arrivals, costs, needed, 1).within(0.99) <= 2.0
    assert serve(arrivals, costs, needed - 1, 1).within(0.99) > 2.0


def test_no_number_of_workers_makes_a_slow_photo_quick():
    with pytest.raises(ValueError, match="by itself"):
        workers_needed(1000, [0.2, 3.0], 0.99, 2.0, 1)


def test_the_page_is_made_from_the_measured_costs(scale):
    figures = json.loads((DOCS / "scale.json").read_text())
    assert (DOCS / "scale.md").read_text() == scale.page(figures), "python docs/make_scale.py"


def test_dearer_photos_need_more_cores(scale):
    figures = json.loads((DOCS / "scale.json").read_text())
    dear = {**figures, "seconds": [3 * cost for cost in figures["seconds"]]}
    assert scale.page(dear, 100_000) != scale.page(figures, 100_000)
