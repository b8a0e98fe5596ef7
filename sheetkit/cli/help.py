"""How commands show themselves: help in plain words, and what is said of one that there isn't."""

from __future__ import annotations

import difflib
import re
from typing import Any

from typer.core import TyperCommand, TyperGroup

from sheetkit.errors import UsageError, did_you_mean

_PLAIN = (
    (re.compile(r"default: \(([^()]*)\)"), r"default: \1"),
    (re.compile(r"(\d+)<=x<=(\d+)\]$"), r"\1 to \2]"),
    (re.compile(r"x>=(\d+)\]$"), r"\1 or more]"),
)
"""What typer writes of an option, and how it reads here."""
_TYPE = re.compile(r" <[^<>]*>$")


class Command(TyperCommand):
    """A command whose help names no types of Python's."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """The arguments, then the options, each with what it is for."""
        for title in ("Argument", "Option"):
            told = [
                _plain(*record)
                for each in self.get_params(ctx)
                if each.param_type_name == title.lower()
                and (record := each.get_help_record(ctx)) is not None
            ]
            if told:
                with formatter.section(f"{title}s"):
                    formatter.write_dl(told)


def _plain(name: str, said: str) -> tuple[str, str]:
    for typed, plain in _PLAIN:
        said = typed.sub(plain, said)
    return _TYPE.sub("", name), said


class Commands(TyperGroup):
    """All commands. Raises UsageError for one that there isn't."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name = args[0]
        if not ctx.resilient_parsing and not name.startswith("-") and name not in self.commands:
            near = did_you_mean(
                "".join(difflib.get_close_matches(name.lower(), self.commands, n=1))
            )
            raise UsageError(f"there is no command {name!r}", f"{near}see sheetkit --help")
        return super().resolve_command(ctx, args)
