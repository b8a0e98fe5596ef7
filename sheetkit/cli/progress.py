"""A progress bar on standard error, where that is a terminal and there is more than one file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress


class Bar:
    """How far a run is; nothing is drawn without a ``progress`` of rich's."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self._progress = progress
        self._task = progress.add_task("reading", total=total) if progress else None

    def advance(self) -> None:
        """One more file is done."""
        if self._progress and self._task is not None:
            self._progress.advance(self._task)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """The bar is gone meanwhile, so that results can be told or a person asked."""
        if self._progress:
            self._progress.stop()
        yield
        if self._progress:
            self._progress.start()


@contextmanager
def shown_progress(total: int) -> Iterator[Bar]:
    """A bar for that many files, cleared at the end."""
    if total < 2 or not sys.stderr.isatty():
        yield Bar(None, total)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    progress = Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,  # it would break results into the lines of a narrow terminal
    )
    with progress:
        yield Bar(progress, total)
