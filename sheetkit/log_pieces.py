"""Pieces of a log's lines, which know where they stand, and what is wrong with one."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from sheetkit.errors import MalformedLog, did_you_mean
from sheetkit.pad import Pad
from sheetkit.pad.nearest import remedy_for

_COMMENT = re.compile(r"(?:^|(?<=\s))#")


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a line, without blanks around it; ``column`` counts from 1."""

    text: str
    line: int
    column: int

    def split(self, separator: str) -> Iterator[Piece]:
        start = 0
        for part in self.text.split(separator):
            yield piece_of(part, self.line, self.column + start)
            start += len(part) + len(separator)

    def after(self, count: int) -> Piece:
        return piece_of(self.text[count:], self.line, self.column + count)

    def words(self) -> list[Piece]:
        return [
            Piece(found[0], self.line, self.column + found.start())
            for found in re.finditer(r"\S+", self.text)
        ]

    def malformed(self, what: str, expected: str) -> MalformedLog:
        return MalformedLog(what, expected, line=self.line, column=self.column)


def piece_of(text: str, line: int, column: int) -> Piece:
    bare = text.lstrip()
    return Piece(bare.rstrip(), line, column + len(text) - len(bare))


def without_comment(line: str) -> str:
    """The line up to a # that begins it or follows a blank."""
    return _COMMENT.split(line, maxsplit=1)[0]


def no_player(piece: Piece, name: str, players: tuple[str, ...]) -> MalformedLog:
    """The error for a name that is none of the players', with the nearest that is."""
    folded = {player.casefold(): player for player in players}
    near = "".join(difflib.get_close_matches(name.casefold(), folded, n=1))
    meant = did_you_mean(folded.get(near, ""))
    return piece.malformed(f"{name!r} doesn't play", f"{meant}the players are {', '.join(players)}")


def cell_meant(text: str, pad: Pad) -> str:
    """What to write for a cell that the pad hasn't got."""
    words = text.lower().split()
    if len(words) > 1 and pad.markable_set.issuperset(words):
        return f"write one, and what it forces after it: {' > '.join(words)}"
    dotted = ".".join(words)
    meant = dotted if dotted in pad.markable_set else words[-1]
    if meant in pad.markable_set:
        return f"write {meant}"
    return remedy_for(text.split(maxsplit=1)[0], pad)
