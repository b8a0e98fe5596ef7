"""The logs that sheets are held against: throws, and recorded games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sheetkit.errors import SheetkitError, UsageError

if TYPE_CHECKING:
    from sheetkit.pad import Shelf
    from sheetkit.scoresheet import Scoresheet
    from sheetkit.settle.throws import RollLog


@dataclass(frozen=True)
class Logs:
    """The throws and the final sheets of a recorded game, as far as they were given.

    ``players`` holds the names that each of the files knows.
    """

    throws: RollLog | None = None
    recorded: Mapping[str, Scoresheet] | None = None
    players: Mapping[str, tuple[str, ...]] | None = None

    def verify_names(self, names: str) -> None:
        """Raise UsageError where ``--names`` gives a name that a log doesn't know."""
        given = [name.strip() for name in names.split(",") if name.strip()]
        for file, players in (self.players or {}).items():
            known = {player.casefold() for player in players}
            strange = [name for name in given if name.casefold() not in known]
            if strange:
                raise UsageError(
                    f"--names gives {', '.join(strange)}, and {file} knows no such player",
                    f"its players are {', '.join(players)}",
                )


def read_logs(rolls: str, log: str, shelf: Shelf, waived: frozenset[str]) -> Logs:
    """The logs in these files, each of which may be missing. Raises SheetkitError."""
    from sheetkit.cli.game_files import read_log_file
    from sheetkit.rules.replay import replay
    from sheetkit.settle.throws import rolls_of

    throws = recorded = None
    players = {}
    if rolls:
        try:
            throws = rolls_of(read_log_file(rolls, shelf))
        except SheetkitError as error:
            error.file = rolls
            raise
        players[rolls] = throws.players
    if log:
        game_log = read_log_file(log, shelf)
        played = replay(game_log, waive=waived)
        if played.error:
            played.error.file = log
            raise played.error
        game = played.game
        recorded = {name: game.scoresheet(n) for n, name in enumerate(game_log.players)}
        players[log] = game_log.players
    return Logs(throws, recorded, players)
