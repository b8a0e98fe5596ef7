"""The typeface of the sheets: Noto Sans, and its sisters for other scripts."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path

from PIL import ImageFont

_FOLDER = Path(__file__).resolve().parent.parent / "fonts"

DIGIT_HEIGHT = 0.714
"""Height of Noto Sans' digits and capitals, as a part of the em."""

_SCRIPTS = {"HEBREW": "NotoSansHebrew", "ARABIC": "NotoSansArabic"}
"""Families for scripts that Noto Sans itself lacks, by the first word of a character's name."""

_PRECISION = 1000
"""The em, in pixels, at which widths are measured: they come out in thousandths."""


def font_file(name: str) -> Path:
    """The file of a font named by ``runs``."""
    return _FOLDER / f"{name}.ttf"


@lru_cache(maxsize=1024)
def runs(text: str, *, bold: bool = False) -> tuple[tuple[str, str], ...]:
    """The text in parts of one font each: (font, part), left to right as printed."""
    weight = "Bold" if bold else "Regular"
    parts = groupby(text, key=_family)
    return tuple((f"{family}-{weight}", "".join(part)) for family, part in parts)


@cache
def _family(character: str) -> str:
    script = unicodedata.name(character, "").split(" ")[0]
    return _SCRIPTS.get(script, "NotoSans")


@cache
def _font(name: str) -> ImageFont.FreeTypeFont:
    layout = ImageFont.Layout.BASIC
    return ImageFont.truetype(str(font_file(name)), _PRECISION, layout_engine=layout)


@lru_cache(maxsize=4096)
def _width(name: str, part: str) -> float:
    return float(_font(name).getlength(part)) / _PRECISION


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """The width in mm of a line of text whose em is ``size`` mm."""
    return size * sum(_width(name, part) for name, part in runs(text, bold=bold))


def ink_bounds(text: str, size: float, *, bold: bool = False) -> tuple[float, float, float, float]:
    """What a line covers, in mm from the start of its baseline: left, top, right, bottom."""
    x, boxes = 0.0, []
    for name, part in runs(text, bold=bold):
        left, top, right, bottom = _font(name).getbbox(part, anchor="ls")
        boxes.append((x + left, top, x + right, bottom))
        x += _font(name).getlength(part)
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    scale = size / _PRECISION
    return min(lefts) * scale, min(tops) * scale, max(rights) * scale, max(bottoms) * scale


def fitting_size(text: str, size: float, width: float, *, bold: bool = False) -> float:
    """``size``, or the smaller em at which the text is no wider than ``width`` mm."""
    return min(size, size * width / max(text_width(text, size, bold=bold), 1e-9))
