"""Writes THIRD-PARTY.md, the licences of all that is locked: ``make licences``."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable

from tools.locked import CARRIED, ROOT, Locked, locked, needed_by

PAGE = ROOT / "THIRD-PARTY.md"

HEAD = """# What others made

sheetkit is under the [MIT licence](LICENSE). This page lists what it stands on, made by
`make licences` from what each package says of itself; `requirements.lock` has the hashes.

In the wheel itself: the fonts Noto Sans, Noto Sans Arabic and Noto Sans Hebrew, under the
SIL Open Font License 1.1 (`sheetkit/fonts/OFL.txt`).
"""


def running() -> dict[str, tuple[str, ...]]:
    """What is installed together with sheetkit, each with what it needs itself."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return needed_by(project["dependencies"])


def rows(some: Iterable[Locked]) -> str:
    lines = [
        f"| [{one.name}]({one.home}) | {one.version} | {one.licence} |"
        if one.home
        else f"| {one.name} | {one.version} | {one.licence} |"
        for one in some
    ]
    return "\n".join(["| package | version | licence |", "|---|---|---|", *lines])


def page() -> str:
    """The whole page."""
    needed = running()
    mine = [one for one in locked() if one.name in needed]
    others = [one for one in locked() if one.name not in needed]
    carried = [f"- **{name}**: {what}." for name, what in CARRIED.items()]
    parts = [
        HEAD,
        f"## Installed with sheetkit\n\n{rows(mine)}\n",
        "Some of their wheels carry libraries with licences of their own:\n",
        "\n".join(carried) + "\n",
        f"## For development, the docs, or a cluster\n\n{rows(others)}\n",
    ]
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
