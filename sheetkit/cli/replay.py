"""``sheetkit replay``: a recorded game, move by move."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from sheetkit.cli.options import OwnPad, verify_files
from sheetkit.errors import SheetkitError


def replay(
    log: Annotated[
        str, typer.Argument(metavar="LOG", help="The log of a game; - for standard input.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="As one JSON object.")] = False,
    waive: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CODE",
            help="Play without this finding or clause (a house rule); may be repeated.",
        ),
    ] = None,
    pad: OwnPad = None,
) -> None:
    """Play a recorded game again, by the rules of its pad.

    The first illegal move is named with its clause and with what would have been
    legal; then come the sheets as they stood, the scores and the winner.

    Example: sheetkit replay game.log
    """
    from sheetkit.cli.own_pads import shelf_with
    from sheetkit.game_files import log_in, read_file
    from sheetkit.rules.replay import replay as play
    from sheetkit.settle.waivers import read_game_waivers

    verify_files(log)
    waived = read_game_waivers(waive or [])
    shelf = shelf_with(pad or [])
    try:
        recorded = log_in(read_file(log), shelf)
    except SheetkitError as error:
        raise typer.Exit(_refuse(error, log, as_json=as_json)) from error
    played = play(recorded, waive=waived)
    if as_json:
        from sheetkit.report.replay_json import replay_object

        print(json.dumps(replay_object(log, recorded, played, waived)))  # noqa: T201
    else:
        from sheetkit.report.text import replay_text

        print(replay_text(recorded, played, tuple(sorted(waived))))  # noqa: T201
    if played.error:
        from sheetkit.cli.streams import tell

        played.error.file = log
        tell(played.error)
        raise typer.Exit(played.error.exit_code)


def _refuse(error: SheetkitError, log: str, *, as_json: bool) -> int:
    from sheetkit.cli.streams import tell

    error.file = log
    tell(error)
    if as_json:
        from sheetkit.report.replay_json import unread_object

        print(json.dumps(unread_object(log, error)))  # noqa: T201
    return error.exit_code
