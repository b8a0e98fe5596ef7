"""Files that commands write."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from sheetkit.cli.streams import reason_of
from sheetkit.errors import SheetkitError
from sheetkit.opened import replaced


@contextmanager
def written(target: str) -> Iterator[BinaryIO]:
    """The file to write, ``-`` for standard output; a half-written one never stays.

    Links are written through, and an existing file keeps its mode. What is no regular file,
    such as a pipe or a device, is written to as it is. Raises SheetkitError.
    """
    if target == "-":
        yield sys.stdout.buffer
        return
    path = Path(target)
    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                yield file
        else:
            with replaced(path) as file:
                yield file
    except OSError as error:
        raise unwritable(error, target) from error


def unwritable(error: OSError, target: str) -> SheetkitError:
    """What to tell about a file or folder that can't be written."""
    return SheetkitError(f"can't be written ({reason_of(error)})", "name another", file=target)


def is_same_file(one: str, other: str) -> bool:
    """Whether what is written to both would be one file, or one stream."""
    return _real(one) == _real(other)


def _real(target: str) -> str:
    return os.path.realpath("/dev/stdout" if target == "-" else target)
