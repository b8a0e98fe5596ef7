"""The old home of ``sheetkit.game_files``."""

from sheetkit.game_files import read_game

__all__ = ["read_game"]
