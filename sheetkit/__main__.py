"""``python -m sheetkit``."""

from sheetkit.cli.start import start

start()
