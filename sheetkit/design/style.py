"""How a sheet speaks: its language's words and its colours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sheetkit.design.palette import Palette, Tone
from sheetkit.design.plurals import RULES
from sheetkit.design.script import printed_order


@dataclass(frozen=True, slots=True)
class Style:
    """The words of one language, and a palette."""

    texts: Mapping[str, str]
    palette: Palette

    def text(self, key: str, number: int | str = "") -> str:
        """The text under ``key`` as it is printed, with a number in it."""
        text = self.texts[key].format(n=number)
        return printed_order(text) if self.from_right else text

    def counted(self, key: str, count: int) -> str:
        """The text under ``key`` in the form that the count asks for."""
        form = RULES[self.texts["language"]](count)
        return self.text(f"{key}.{form}", count)

    def title(self, pad: str) -> str:
        """The name of a pad that comes with the program."""
        return self.text(f"title_{pad.replace('-', '_')}")

    def letter(self, colour: str) -> str:
        """The letter, or two, that stand for a colour."""
        return self.text(f"letter_{colour}")

    def letters(self, colours: Iterable[str]) -> list[str]:
        """Those of several colours; side by side they have one size."""
        return [self.letter(colour) for colour in colours]

    def tone(self, colour: str) -> Tone:
        return self.palette.tones[colour]

    @property
    def from_right(self) -> bool:
        """Whether the language is written from the right."""
        return self.texts["direction"] == "rtl"
