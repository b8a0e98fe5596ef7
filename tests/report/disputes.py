"""The sheets and throws of samples/disputes, heard."""

from pathlib import Path

from sheetkit.game_files import log_in, named, read_file, read_game
from sheetkit.pad import Shelf
from sheetkit.settle.throws import rolls_of
from sheetkit.settle.verdict import settle

DISPUTES = Path(__file__).parents[2] / "samples" / "disputes"


def verdict_of(*files):
    """The verdict on these sheets of Anna's and Ben's, with the throws of their game."""
    game = read_game([str(DISPUTES / file) for file in files], Shelf())
    found = named(game, ("Anna", "Ben")[: len(files)])
    throws = rolls_of(log_in(read_file(str(DISPUTES / "throws.log")), Shelf()))
    return settle([each.given for each in found], rolls=throws)
