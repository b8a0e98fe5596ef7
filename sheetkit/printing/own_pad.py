"""Whether a pad of its owner's can be printed: what its layout file says may still not be."""

from __future__ import annotations

from collections.abc import Iterator

from sheetkit.design.script import is_from_right, printed_order
from sheetkit.design.typeface import runs
from sheetkit.errors import Fault, LayoutError
from sheetkit.pad import Pad
from sheetkit.printing.fonts import has_glyph


def verify_own_pad(pad: Pad, file: str) -> None:
    """Raise LayoutError with all that keeps the pad in that file from being printed."""
    faults = tuple(_title_faults(pad.title))
    if faults:
        raise LayoutError(file, faults)


def _title_faults(title: str) -> Iterator[Fault]:
    missing = unprintable(title)
    if missing:
        expected = "letters that the fonts of the sheets have"
        yield Fault("title", expected, ", ".join(map(_named, missing)))


def unprintable(text: str) -> tuple[str, ...]:
    """The characters of a title that the fonts lack, each once."""
    printed = printed_order(text) if is_from_right(text) else text
    parts = runs(printed, bold=True)
    lacking = [each for font, part in parts for each in part if not has_glyph(font, each)]
    return tuple(dict.fromkeys(lacking))


def _named(character: str) -> str:
    """The character, where it shows, and its number in Unicode."""
    number = f"U+{ord(character):04X}"
    return f"{character} ({number})" if character.isprintable() else number
