"""The colours of a sheet: tints that any pen stands out on, print that is lighter than ink."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from sheetkit.design.shapes import WHITE, Rgb
from sheetkit.errors import UsageError


@dataclass(frozen=True, slots=True)
class Tone:
    """One colour as it is printed.

    ``band`` fills a row, ``cell`` the lighter cells in it, ``line`` outlines
    them; ``print`` is for digits, letters and signs: contrast of 3:1 and more on
    ``band`` and ``cell``, and still far lighter than ink. ``edge`` outlines a band
    that has no tint. All tones' prints are equally light, so that in grey no row is
    darker than another.
    """

    band: Rgb
    cell: Rgb
    line: Rgb
    print: Rgb
    edge: Rgb | None = None

    @property
    def sign(self) -> Rgb:
        """For padlocks and the like: between ``line`` and ``print``."""
        middle = [round(0.4 * a + 0.6 * b) for a, b in zip(self.line, self.print, strict=True)]
        return middle[0], middle[1], middle[2]


@dataclass(frozen=True, slots=True)
class Palette:
    """The tones of a pad's colours, and the greys of everything else.

    ``code`` is darker than other print: a machine reads it where nobody writes.
    """

    tones: Mapping[str, Tone]
    text: Rgb
    code: Rgb
    faint: Rgb
    line: Rgb
    panel: Rgb


_GREYS = {"text": (104, 104, 110), "code": (60, 60, 66), "faint": (150, 150, 156)}

SAFE = Palette(
    tones={
        "red": Tone((253, 217, 215), (255, 241, 238), (240, 176, 166), (205, 94, 80)),
        "yellow": Tone((253, 240, 216), (255, 250, 238), (231, 203, 140), (166, 124, 26)),
        "green": Tone((215, 241, 229), (239, 251, 246), (156, 211, 190), (62, 150, 118)),
        "blue": Tone((216, 231, 251), (240, 246, 255), (168, 198, 236), (81, 133, 199)),
        "orange": Tone((254, 227, 215), (255, 245, 238), (240, 187, 156), (194, 106, 50)),
        "purple": Tone((235, 221, 248), (248, 242, 255), (205, 180, 230), (151, 110, 190)),
        "pink": Tone((253, 219, 236), (255, 242, 249), (238, 178, 210), (200, 93, 149)),
        "brown": Tone((240, 228, 218), (250, 245, 240), (212, 190, 170), (157, 121, 92)),
    },
    line=(196, 196, 202),
    panel=(244, 244, 247),
    **_GREYS,
)
"""The default: vermilion and bluish green, which colour-blind eyes can tell apart. And no row
depends on its hue: each has its letter, and lies apart."""

TRADITIONAL = replace(
    SAFE,
    tones={
        **SAFE.tones,
        "red": Tone((255, 215, 219), (255, 240, 242), (242, 168, 178), (214, 84, 102)),
        "green": Tone((219, 242, 215), (242, 252, 239), (172, 214, 160), (90, 147, 72)),
    },
)
"""Red and green as on most dice."""

_GREY_TONE = Tone((232, 232, 235), (248, 248, 250), (190, 190, 195), (128, 128, 132))
GREY = replace(SAFE, tones=dict.fromkeys(SAFE.tones, _GREY_TONE))
"""For printers that have black only: even tints instead of what they make of colours."""

PALETTES: Mapping[str, Palette] = MappingProxyType(
    {"safe": SAFE, "traditional": TRADITIONAL, "grey": GREY}
)


def outlined(palette: Palette) -> Palette:
    """The palette without tints, lines only: for little ink."""
    tones = {
        colour: replace(tone, band=WHITE, cell=WHITE, edge=tone.line)
        for colour, tone in palette.tones.items()
    }
    return replace(palette, tones=tones, panel=WHITE)


def find_palette(name: str) -> Palette:
    """The palette of that name; UsageError if there is none."""
    if name not in PALETTES:
        raise UsageError(f"there is no palette {name!r}", f"choose one of {', '.join(PALETTES)}")
    return PALETTES[name]
