"""Standard input, output and error, which may be closed, full, or of any encoding."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, TextIO

from sheetkit.errors import SheetkitError, UsageError, one_line


def prepare_streams() -> None:
    """Make the three streams ready for any text.

    A closed one is opened on the null device, in the order of their numbers, so that no
    file of ours gets its number; writing to a closed standard output stays an error. Letters
    that an encoding lacks are written as escapes.
    """
    sys.stdin = sys.stdin or _nowhere(os.O_RDONLY, "r")
    sys.stdout = sys.stdout or _nowhere(os.O_RDONLY, "w")
    sys.stderr = sys.stderr or _nowhere(os.O_WRONLY, "w")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _nowhere(flags: int, mode: str) -> Any:
    return os.fdopen(os.open(os.devnull, flags), mode, encoding="utf-8")


def silence(stream: TextIO) -> None:
    """Let go what the stream still holds; Python would else fail on it once more at its end."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def warn(line: str, end: str = "\n") -> None:
    """Write a line to standard error; where nobody can read it, that is no error of its own."""
    try:
        print(line, end=end, file=sys.stderr, flush=True)  # noqa: T201
    except OSError:
        silence(sys.stderr)


def tell_unknown(keys: Iterable[str], file: str) -> None:
    """Warn of keys of sheets in a file that mean nothing and were left out of account."""
    names = one_line(", ".join(f'"{key}"' for key in keys))
    if names:
        warn(f"sheetkit: {one_line(file)}: nothing is known of {names}; left out of account")


def tell_waived(names: Iterable[str], waived: frozenset[str], file: str) -> None:
    """Warn of house rules by which sheets in a file were judged before, and are not now."""
    from sheetkit.settle.waivers import read_game_waivers

    before: set[str] = set()
    for name in names:
        with suppress(UsageError):
            before |= read_game_waivers([name])
    if rules := sorted(before - waived):
        again = " ".join(f"--waive {name}" for name in rules)
        said = f"it was judged without {', '.join(rules)}; give {again} to do so again"
        warn(f"sheetkit: {one_line(file)}: {said}")


def tell(error: SheetkitError) -> None:
    """Write the error as one line to standard error."""
    where = f"{one_line(error.file)}: " if error.file else ""
    warn(f"sheetkit: {where}{one_line(str(error))}")


def output_error(error: OSError) -> SheetkitError:
    """What an error of the system means that no command expected: results can't be written."""
    if error.filename:
        return SheetkitError(reason_of(error), "check that file", file=str(error.filename))
    what = "it is closed" if error.errno == errno.EBADF else reason_of(error)
    return SheetkitError(what, "send the results elsewhere", file="standard output")


def reason_of(error: OSError) -> str:
    """What the system says is wrong, as it stands in a sentence."""
    return (error.strerror or str(error) or "it can't be used").lower()
