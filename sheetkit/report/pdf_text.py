"""Text in the report's PDF: wrapped, in the fonts of its scripts, from the left or the right."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import groupby
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Flowable

from sheetkit.design.script import is_from_right, printed_order
from sheetkit.design.typeface import font_file, runs
from sheetkit.report.direction import bare, held

INK = "#23201b"

INSTEAD = str.maketrans({"−": "–", "→": "›"})
"""For signs that the sheets' typeface lacks, the nearest that it has."""

LEADING = 1.4

UNSEEN = {"Cc", "Cf"}
"""Categories of characters that show nothing themselves: those that a font lacks go unsaid."""


@cache
def _registered(name: str) -> str:
    pdfmetrics.registerFont(TTFont(name, str(font_file(name))))
    return name


@cache
def _has(name: str, character: str) -> bool:
    return ord(character) in pdfmetrics.getFont(_registered(name)).face.charToGlyph


def is_lost(text: str) -> bool:
    """Whether the fonts have nothing to show of a text."""
    return not any(_is_known(c) for c in text if not c.isspace() and not _is_unseen(c))


def readable(text: str) -> str:
    """The text with characters that no font has named by their numbers, as (U+5C71 U+7530)."""
    shown = text.translate(INSTEAD)
    parts = groupby((c for c in shown if _is_known(c) or not _is_unseen(c)), key=_is_known)
    return "".join("".join(part) if known else f"({_numbers(part)})" for known, part in parts)


def _is_known(character: str) -> bool:
    ((name, _),) = runs(character)
    return character.isspace() or _has(name, character)


def _is_unseen(character: str) -> bool:
    return unicodedata.category(character) in UNSEEN


def _numbers(characters: Iterator[str]) -> str:
    return " ".join(f"U+{ord(character):04X}" for character in characters)


def width_pt(text: str, size_pt: float, *, bold: bool) -> float:
    """The width of a line, in points."""
    return float(
        sum(
            pdfmetrics.stringWidth(part, _registered(name), size_pt)
            for name, part in runs(text, bold=bold)
        )
    )


def show(canvas: Any, text: str, x: float, y: float, size_pt: float, *, bold: bool) -> None:
    """A line as it is printed, from its left end on, in the fonts of its scripts."""
    for name, part in runs(text, bold=bold):
        canvas.setFont(_registered(name), size_pt)
        canvas.drawString(x, y, part)
        x += float(pdfmetrics.stringWidth(part, name, size_pt))


class Lines(Flowable):  # type: ignore[misc]  # reportlab has no types
    """A paragraph. ``from_right`` begins lines at the right, ``centred`` in the middle;
    ``at_right`` puts a text that runs from the left there.
    """

    def __init__(
        self,
        text: str,
        size_pt: float = 10,
        *,
        bold: bool = False,
        centred: bool = False,
        from_right: bool = False,
        at_right: bool = False,
        colour: str = INK,
        before: float = 0,
        after: float = 0,
    ) -> None:
        super().__init__()
        self.text, self.size_pt, self.bold = readable(text), size_pt, bold
        self.centred, self.from_right, self.at_right = centred, from_right, at_right
        self.colour = colour
        self.spaceBefore, self.spaceAfter = before, after
        self._lines: list[str] = []

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        self.width = width
        self._lines = list(_wrapped(self.text, width, self.size_pt, bold=self.bold))
        self.height = len(self._lines) * self.size_pt * LEADING
        return width, self.height

    def split(self, width: float, height: float) -> list[Flowable]:
        self.wrap(width, height)
        fit = int(height // (self.size_pt * LEADING))
        if fit < 1 or fit >= len(self._lines):
            return []
        parts = " ".join(self._lines[:fit]), " ".join(self._lines[fit:])
        more: dict[str, Any] = {
            "bold": self.bold, "centred": self.centred, "from_right": self.from_right,
            "at_right": self.at_right, "colour": self.colour,
        }  # fmt: skip
        return [Lines(part, self.size_pt, **more) for part in parts]

    def draw(self) -> None:
        self.canv.setFillColor(HexColor(self.colour))
        y = self.height - self.size_pt
        for line in self._lines:
            shown = _as_printed(line, from_right=self.from_right)
            spare = self.width - width_pt(shown, self.size_pt, bold=self.bold)
            at_right = self.from_right or self.at_right
            x = spare / 2 if self.centred else spare if at_right else 0.0
            show(self.canv, shown, x, y, self.size_pt, bold=self.bold)
            y -= self.size_pt * LEADING


def _as_printed(line: str, *, from_right: bool) -> str:
    """A line with its letters joined, from left to right as they are printed."""
    if from_right:
        return bare(printed_order(held(line)))
    return bare(printed_order(line, from_right=False) if is_from_right(line) else line)


@lru_cache(maxsize=4096)
def printed_width_pt(word: str, size_pt: float, *, bold: bool) -> float:
    """The width of a word with its letters joined: in Arabic they are narrower than apart."""
    return width_pt(_as_printed(word, from_right=False), size_pt, bold=bold)


def _wrapped(text: str, width: float, size_pt: float, *, bold: bool) -> Iterator[str]:
    """The text in lines no wider than that; a word that is wider is broken."""
    space = width_pt(" ", size_pt, bold=bold)
    line: list[str] = []
    end = 0.0
    for word in text.split():
        for piece in _broken(word, width, size_pt, bold=bold):
            wide = printed_width_pt(piece, size_pt, bold=bold)
            if line and end + space + wide > width:
                yield " ".join(line)
                line, end = [], 0.0
            end += wide + space * bool(line)
            line.append(piece)
    if line:
        yield " ".join(line)


def _broken(word: str, width: float, size_pt: float, *, bold: bool) -> Iterator[str]:
    """The word in pieces that fit."""
    if printed_width_pt(word, size_pt, bold=bold) <= width:
        yield word
        return
    piece = ""
    for character in word:
        if piece and printed_width_pt(piece + character, size_pt, bold=bold) > width:
            yield piece
            piece = ""
        piece += character
    yield piece
