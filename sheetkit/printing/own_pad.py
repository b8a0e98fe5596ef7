"""Whether a pad of its owner's can be printed: what its layout file says may still not be."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from unicodedata import category, name, normalize

from sheetkit.design import design_sheet, title_of
from sheetkit.design.footer import SMALL_PRINT
from sheetkit.design.script import is_from_right, printed_order
from sheetkit.design.typeface import runs
from sheetkit.errors import Fault, LayoutError, is_control
from sheetkit.pad import Pad, name_faults, unplayable
from sheetkit.pad.table import shown
from sheetkit.printing.fonts import has_glyph
from sheetkit.printing.room import room_faults


def verify_own_pad(pad: Pad, file: str) -> None:
    """Raise LayoutError with all that keeps the pad in that file from being printed."""
    _refuse(file, [*name_faults(pad, Path(file)), *unplayable(pad)], pad)


def verify_printable(pad: Pad) -> None:
    """Raise LayoutError with all that keeps a pad from being printed, whatever it is called."""
    _refuse(pad.name, list(unplayable(pad)), pad)


def _refuse(file: str, faults: list[Fault], pad: Pad) -> None:
    """Raise LayoutError with those faults and the ones that show on paper, each key's once."""
    keys = {fault.key for fault in faults}
    faults += [fault for fault in _print_faults(pad) if fault.key not in keys]
    if faults:
        raise LayoutError(file, tuple(faults))


@lru_cache(maxsize=8)
def _print_faults(pad: Pad) -> tuple[Fault, ...]:
    """What shows on paper alone; orders of the pad are verified more than once."""
    return tuple(_on_paper(pad))


def _on_paper(pad: Pad) -> Iterator[Fault]:
    missing = unprintable(pad.title)
    if missing:
        expected = "letters that the fonts of the sheets have"
        yield Fault("title", expected, ", ".join(map(_named, missing)))
    try:
        design = design_sheet(pad)
    except LayoutError as error:
        yield from error.faults
        return
    if not missing and title_of(design).size < SMALL_PRINT:
        expected = "a title that fits above the code in letters of 5 points"
        yield Fault("title", expected, shown(pad.title))
    yield from room_faults(design)


def unprintable(text: str) -> tuple[str, ...]:
    """The characters of a title that the fonts lack or can't place, each once."""
    text = normalize("NFC", text)
    printed = printed_order(text) if is_from_right(text) else text
    parts = runs(printed, bold=True)
    lacking = [each for font, part in parts for each in part if not has_glyph(font, each)]
    lacking += filter(_is_misplaced, text)
    return tuple(dict.fromkeys((*filter(is_control, text), *lacking)))


def _is_misplaced(character: str) -> bool:
    """Whether it stands over or under a letter, and the font itself doesn't say where: Hebrew's
    does, and Arabic vowel signs are left out as letters are joined.
    """
    return category(character) == "Mn" and not name(character, "").startswith("HEBREW")


def _named(character: str) -> str:
    """The character, where it shows, and its number in Unicode."""
    number = f"U+{ord(character):04X}"
    return f"{character} ({number})" if character.isprintable() else number
