"""The processes of ``--jobs``, which end quietly: at Ctrl-C, and with the one that started them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import ProcessPoolExecutor
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import ParamSpec, TypeVar

from sheetkit.cli.exit_status import ENDED

Given = ParamSpec("Given")
Result = TypeVar("Result")

CAN_WAIT = hasattr(signal, "pthread_sigmask")
"""Whether signals can be made to wait here; on Windows they can't."""


class Pool(ProcessPoolExecutor):
    """That many processes, each started when there is work for it.

    Ctrl-C reaches all processes of a terminal. A worker heeds it while it works; as it starts,
    waits or hands over a result, Ctrl-C has to wait for the next piece of work, which it ends.
    """

    def __init__(self, jobs: int) -> None:
        # never fork a process in which OpenCV or a progress bar runs threads
        super().__init__(jobs, _Spawning(), initializer=_begin)

    def submit(
        self, fn: Callable[Given, Result], /, *args: Given.args, **kwargs: Given.kwargs
    ) -> Future[Result]:
        """The work handed to a worker."""
        return super().submit(_heeding, fn, *args, **kwargs)


class _Worker(SpawnProcess):
    def start(self) -> None:
        """Start the process, which inherits what has to wait."""
        _let_wait()
        try:
            super().start()
        finally:
            _heed()


class _Spawning(SpawnContext):
    Process = _Worker


def _begin() -> None:
    """What a worker does first: have an eye on the process that it works for."""
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Leave once the parent is gone: where it was killed, nobody else tells this worker."""
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(ENDED)


def _heeding(work: Callable[Given, Result], /, *args: Given.args, **kwargs: Given.kwargs) -> Result:
    """The work, which Ctrl-C ends by a KeyboardInterrupt, and so all work that comes after."""
    try:
        _heed()
        return work(*args, **kwargs)
    except KeyboardInterrupt:
        if CAN_WAIT:
            _let_wait()
            signal.raise_signal(signal.SIGINT)
        raise
    finally:
        _let_wait()


def _heed() -> None:
    if CAN_WAIT:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _let_wait() -> None:
    if CAN_WAIT:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
