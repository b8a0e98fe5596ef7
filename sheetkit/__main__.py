"""``python -m sheetkit``."""

from sheetkit.cli.main import run

run()
