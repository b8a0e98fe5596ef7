"""How soon ``sheetkit --help`` is there, whole process."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

from benchmarks.figure import Figure, ratio


def run(*arguments: str) -> None:
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)


def figures() -> Iterator[Figure]:
    measured = ratio(
        lambda: run("-m", "sheetkit", "--help"), lambda: run("-c", "import typer"), rounds=15
    )
    yield Figure("sheetkit --help against python -c 'import typer'", measured, 2.0)
