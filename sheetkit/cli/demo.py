"""``sheetkit demo``: the main job from nothing to a ruling, each step said as a command."""

from __future__ import annotations

import json
import random
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sheetkit.cli.streams import reason_of, tell
from sheetkit.errors import SheetkitError, UsageError

if TYPE_CHECKING:
    from sheetkit.camera import PrintedSheet


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody whose sheet is marked and photographed in simulation.

    ``pen`` and ``level`` are the camera's names; a ``hasty`` player closes the
    green row too early.
    """

    name: str
    pen: str
    level: str
    hasty: bool = False


PLAYERS = (
    Player("anna", "felt", "easy"),
    Player("ben", "pencil", "ordinary"),
    Player("cleo", "gel", "ordinary", hasty=True),
)

OTHER_FOLDER = "name another with --folder"

_HASTY = {"green.12", "green.9", "green.5", "green.3", "green.2", "green.lock"}


def demo(
    folder: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Where everything is put.",
            show_default="demo, or demo-2, demo-3, …",
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(min=0, metavar="N", help="The same seed gives the same game.")
    ] = 7,
) -> None:
    """Show the main job: print a pad, play, photograph, scan, rule.

    Nobody plays, and no camera is used: strokes and photos are simulated.

    Example: sheetkit demo
    """
    folder = _own_folder(folder)
    pdf, pad_map = folder / "pad.pdf", folder / "pad.json"
    _say("A family's pad has run out. A new one:")
    words = ["print", "classic", "--sheets", "4", "--seed", str(seed), "-o", pdf, "--map", pad_map]
    if status := _run(words):
        raise typer.Exit(status)
    _say(f"{len(PLAYERS)} people play. Their sheets are marked and photographed in simulation:")
    photos = [
        _photograph(player, crossed, pdf, pad_map, seed)
        for player, crossed in zip(PLAYERS, _play(seed), strict=True)
    ]
    _say("The photos are read, and the sheets judged:")
    _judge(photos, folder / "outlined")
    _say(f"Everything is in {folder}:")
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        typer.echo(f"  {path}")


def _own_folder(given: Path | None) -> Path:
    """The folder, made and empty; nothing in it is overwritten. Raises SheetkitError."""
    numbered = (Path(f"demo-{number}") for number in count(2))
    folder = given or next(path for path in chain([Path("demo")], numbered) if not path.exists())
    try:
        folder.mkdir(parents=True, exist_ok=True)
        taken = any(folder.iterdir())
    except OSError as error:
        what = f"can't be made ({reason_of(error)})"
        raise SheetkitError(what, OTHER_FOLDER, file=str(folder)) from error
    if taken:
        raise UsageError("this folder has files in it", OTHER_FOLDER, file=str(folder))
    return folder


def _say(text: str) -> None:
    typer.echo(f"\n# {text}")


def _run(words: Sequence[object]) -> int:
    """Say the command and run it as the command line would; its exit status."""
    from sheetkit.cli.main import app

    command = [str(word) for word in words]
    typer.echo(f"$ sheetkit {shlex.join(command)}")
    sys.stdout.flush()
    try:
        status: Any = app(command, prog_name="sheetkit", standalone_mode=False)
    except SheetkitError as error:
        tell(error)
        return error.exit_code
    return status if isinstance(status, int) else 0


def _play(seed: int) -> list[frozenset[str]]:
    """A whole game among the players: what each has crossed at its end."""
    from sheetkit.pad import find_pad
    from sheetkit.rules import GreedyPlayer, play_game

    dice = random.Random(seed)
    people = [GreedyPlayer(dice) for _ in PLAYERS]
    game = play_game([find_pad("classic")] * len(PLAYERS), people, dice)
    return [game.scoresheet(number).crossed for number in range(len(PLAYERS))]


def _photograph(
    player: Player, crossed: frozenset[str], pdf: Path, pad_map: Path, seed: int
) -> Path:
    """Mark the player's sheet, take the photo, put it beside the pad with its truth."""
    import numpy as np

    from sheetkit.camera import (
        Level,
        PenKind,
        draw_conditions,
        draw_writer,
        read_map,
        simulate,
    )

    place = PLAYERS.index(player)
    rng = np.random.default_rng([seed, place])
    sheet = read_map(pad_map)[place]
    marks = {sheet.sheet: _marks(player, crossed, sheet, rng)}
    conditions = draw_conditions(Level(player.level), rng)
    writer = draw_writer(rng, pen=PenKind(player.pen), neat=True)
    photo = simulate(pdf.read_bytes(), [sheet], marks, conditions, rng, writers=[writer])
    path = pdf.with_name(f"{player.name}.jpg")
    path.write_bytes(photo.jpeg)
    truth = photo.truth()["sheets"][0]
    told = {key: truth[key] for key in ("variant", "sheet", "marks")}
    path.with_suffix(".json").write_text(json.dumps(told) + "\n")
    typer.echo(f"  {path}: {player.name.title()}'s sheet in {player.pen}, {player.level} photo")
    return path


def _marks(
    player: Player, crossed: frozenset[str], sheet: PrintedSheet, rng: Any
) -> dict[str, str]:
    from sheetkit.camera import as_played

    if player.hasty:
        crossed = frozenset(cell for cell in crossed if not cell.startswith("green."))
        crossed |= _HASTY
    return as_played(sheet.cells, crossed, rng)


def _judge(photos: Sequence[Path], outlined: Path) -> None:
    _run(["scan", *photos, "--annotate", outlined])
