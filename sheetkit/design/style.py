"""How a sheet speaks: its language's words and its colours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sheetkit.design.palette import Palette, Tone


@dataclass(frozen=True, slots=True)
class Style:
    """The words of one language, and a palette."""

    texts: Mapping[str, str]
    palette: Palette

    def letter(self, colour: str) -> str:
        """The letter, or two, that stand for a colour."""
        return self.texts[f"letter_{colour}"]

    def tone(self, colour: str) -> Tone:
        return self.palette.tones[colour]

    @property
    def from_right(self) -> bool:
        """Whether the language is written from the right."""
        return self.texts["direction"] == "rtl"
