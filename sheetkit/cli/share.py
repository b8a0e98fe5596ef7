"""``--jobs`` and ``--cluster``: the executor that files are shared among."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sheetkit.cli.streams import warn
from sheetkit.errors import UsageError, one_line

if TYPE_CHECKING:
    from concurrent.futures import Executor

PATIENCE_S = 10
"""How long a cluster may take to answer."""

DASK_LOGS = ("distributed", "distributed.client", "tornado", "tornado.application")
"""Where Dask tells on standard error what its user can't mend; how each file fares is told here."""


@dataclass(frozen=True)
class Share:
    """The executor, None to do everything here, and how to get another if it breaks."""

    executor: Executor | None = None
    renew: Callable[[], Executor] | None = None


@contextmanager
def shared_among(jobs: int, cluster: str) -> Iterator[Share]:
    """Processes of this machine or a Dask cluster. Raises UsageError where there is none."""
    if cluster:
        with _dask(cluster) as executor:
            yield Share(executor)
    elif jobs == 1:
        yield Share()
    else:
        pools: list[Executor] = []
        renew = functools.partial(_another_pool, pools, jobs)
        try:
            yield Share(renew(), renew)
        finally:
            for pool in pools:
                pool.shutdown(cancel_futures=True)  # without waiting, what is queued may go on


def _another_pool(pools: list[Executor], jobs: int) -> Executor:
    from sheetkit.cli.pool import Pool

    pools.append(Pool(jobs))
    return pools[-1]


@contextmanager
def _dask(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client
    except ImportError as error:
        raise UsageError(
            "--cluster needs Dask, which isn't installed", "pip install 'sheetkit[cluster]'"
        ) from error
    for name in DASK_LOGS:  # importing it has set their levels
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=PATIENCE_S)
    except (OSError, ValueError, TypeError) as error:
        raise UsageError(
            f"no Dask scheduler answers at {address}", "check the address, tcp://HOST:8786"
        ) from error
    with client:
        if not client.scheduler_info()["workers"]:
            where = one_line(address)
            warn(f"sheetkit: no worker has joined {where}; waiting for one (dask worker {where})")
        yield client.get_executor()
