"""Writes docs/commands.md from the help texts: python docs/make_reference.py."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).with_name("commands.md")

HEAD = """# Every command

What `sheetkit COMMAND --help` says, made by `make reference`. Exit status: `0` all read and
legal, `1` some ruling is not legal, `2` the call is wrong, `3` something could not be read or
needs a person's look.
"""


def helped(*arguments: str) -> str:
    """The help text of a command, 90 columns wide."""
    environment = {**os.environ, "COLUMNS": "90", "TERMINAL_WIDTH": "90", "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "sheetkit", *arguments, "--help"],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return "\n".join(line.rstrip() for line in done.stdout.strip().splitlines())


def commands() -> list[str]:
    """The commands' names, in the order of the help."""
    listed = helped().split("Commands:\n")[1]
    return [
        line.split()[0] for line in listed.splitlines() if line.startswith("  ") and line[2] != " "
    ]


def page() -> str:
    """The whole page."""
    parts = [HEAD, f"```text\n{helped()}\n```\n"]
    parts += [f"## {name}\n\n```text\n{helped(name)}\n```\n" for name in commands()]
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page())
