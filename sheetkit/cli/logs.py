"""The logs that sheets are held against: throws, and recorded games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from sheetkit.errors import SheetkitError, UsageError

if TYPE_CHECKING:
    from sheetkit.game_files import InputFile
    from sheetkit.pad import Shelf
    from sheetkit.settle.recorded import Record
    from sheetkit.settle.throws import RollLog


@dataclass(frozen=True)
class Logs:
    """The throws and what a recorded game leaves, as far as they were given.

    ``players`` holds the names that each of the files knows, ``read`` the files as they were read.
    """

    throws: RollLog | None = None
    record: Record | None = None
    players: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    read: tuple[InputFile, ...] = ()

    def verify_names(self, names: Sequence[str]) -> None:
        """Raise UsageError where ``--names`` gives a name that a log doesn't know."""
        for file, players in self.players.items():
            known = {player.casefold() for player in players}
            strange = [name for name in names if name.casefold() not in known]
            if strange:
                raise UsageError(
                    f"--names gives {', '.join(strange)}, and {file} knows no such player",
                    f"its players are {', '.join(players)}",
                )


@contextmanager
def left_out(problems: list[SheetkitError], file: str) -> Iterator[None]:
    """Evidence that can't be used is a problem, and the rest is heard without it.

    A wrong call (UsageError) is raised all the same.
    """
    try:
        yield
    except UsageError:
        raise
    except SheetkitError as error:
        error.file = error.file or file
        error.remedy = "; ".join(filter(None, (error.remedy, "judged without it")))
        problems.append(error)


def read_logs(
    rolls: str, log: str, shelf: Shelf, waived: frozenset[str], problems: list[SheetkitError]
) -> Logs:
    """The logs in these files, each of which may be missing; ``problems`` takes what is wrong.

    Raises UsageError.
    """
    from sheetkit.game_files import log_in, read_file
    from sheetkit.settle.throws import rolls_of

    logs = Logs()
    if rolls:
        with left_out(problems, rolls):
            read = read_file(rolls)
            logs = replace(logs, read=(read,))
            throws = rolls_of(log_in(read, shelf))
            logs = replace(logs, throws=throws, players={rolls: throws.players})
    if log:
        with left_out(problems, log):
            read = read_file(log)
            logs = replace(logs, read=(*logs.read, read))
            logs = _with_record(logs, read, shelf, waived)
    return logs


def _with_record(logs: Logs, read: InputFile, shelf: Shelf, waived: frozenset[str]) -> Logs:
    """The logs with the recorded game in that file. Raises SheetkitError where it breaks off."""
    from sheetkit.game_files import log_in
    from sheetkit.settle.recorded import record_of

    log = log_in(read, shelf)
    record = record_of(log, waived)
    return replace(logs, record=record, players={**logs.players, read.name: log.players})
