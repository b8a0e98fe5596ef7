"""Files opened for reading: folders, devices and named pipes, which may never end, are refused; and
files that take the place of others once they are complete.
"""

from __future__ import annotations

import os
import shutil
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from sheetkit.errors import FileError, SheetkitError

STANDARD_INPUT = ("-", "/dev/stdin")
FROM_THE_SHELL = ("/dev/fd/", "/proc/self/fd/")
"""How the names of pipes begin that a shell opened: ``<(unzip -p game.zip)``."""


def size_of(path: Path) -> int:
    """The bytes of a regular file. Raises FileError for anything else, or where it can't be
    looked at.
    """
    try:
        there = path.stat()
    except OSError as error:
        raise FileError.of(error) from error
    if stat.S_ISDIR(there.st_mode):
        raise FileError.of(IsADirectoryError())
    if not stat.S_ISREG(there.st_mode):
        kind = "pipe" if stat.S_ISFIFO(there.st_mode) else "device"
        raise FileError(f"this is a {kind} and no file", "name a file")
    return there.st_size


def is_file(path: Path) -> bool:
    """Whether a file is there; none is under a name that is too long for one."""
    try:
        return path.is_file()
    except OSError:
        return False


@contextmanager
def opened(file: str) -> Iterator[BinaryIO]:
    """The file, standard input for ``-``, or a pipe from the shell. Raises FileError, OSError."""
    if file in STANDARD_INPUT:
        yield sys.stdin.buffer
        return
    if not file.startswith(FROM_THE_SHELL):
        size_of(Path(file))
    with Path(file).open("rb") as stream:
        yield stream


def content_of(file: str, largest: int) -> bytes:
    """What is in the file. Raises FileError for one that can't be opened, SheetkitError for one
    of more bytes than ``largest``.
    """
    try:
        with opened(file) as stream:
            content = stream.read(largest + 1)
    except OSError as error:
        raise FileError.of(error) from error
    if len(content) > largest:
        raise SheetkitError("it is far too large", "name photos, sheets or a log")
    return content


@contextmanager
def replaced(path: Path) -> Iterator[BinaryIO]:
    """A file with a name of its own, which takes the place of ``path`` once complete; of a link,
    the place of what it leads to.

    Raises OSError, with the name of ``path``.
    """
    place = Path(os.path.realpath(path))
    there = place.exists()
    if there:
        place.open("r+b").close()  # one that is write-protected stays
    half = place.with_name(f".sheetkit-{os.urandom(8).hex()}.part")
    try:
        with half.open("xb") as file:
            yield file
        if there:
            _made_alike(half, place)
        half.replace(place)
    except OSError as error:
        error.filename = str(path)
        raise
    finally:
        half.unlink(missing_ok=True)


def _made_alike(half: Path, path: Path) -> None:
    """Give the new file the old one's owner, as far as that is allowed, and its mode."""
    old = path.stat()
    if hasattr(os, "chown"):  # Windows has none
        with suppress(OSError):
            os.chown(half, old.st_uid, old.st_gid)
    shutil.copymode(path, half)
