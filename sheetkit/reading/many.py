"""Many photos, shared among the workers of an executor."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from functools import partial

from sheetkit.pad import Pad
from sheetkit.reading.decode import Source
from sheetkit.reading.photo import read_photo
from sheetkit.reading.result import Reading
from sheetkit.reading.threads import use_one_thread
from sheetkit.workers import each_in_order


def read_photos(
    photos: Iterable[Source], executor: Executor | None = None, *, pads: Sequence[Pad] = ()
) -> Iterator[tuple[Source, Reading | Exception]]:
    """Each photo with what ``read_photo`` makes of it, in their order, as soon as it is there.

    A photo that can't be read has its PhotoError in the reading's place. ``executor`` is
    any of ``concurrent.futures``: a pool of processes, a Dask client's; its workers have
    to see the same files, unless the photos are given as bytes. Where these are processes
    of their own, each keeps to one core.
    """
    return each_in_order(partial(_read, pads=tuple(pads), here=os.getpid()), photos, executor)


def _read(photo: Source, *, pads: tuple[Pad, ...], here: int) -> Reading:
    if os.getpid() != here:
        use_one_thread()
    return read_photo(photo, pads=pads)
