"""The typeface of the sheets, and how wide a text is in it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PIL import ImageFont

_FOLDER = Path(__file__).resolve().parent.parent / "fonts"

DIGIT_HEIGHT = 0.714
"""Height of Noto Sans' digits and capitals, as a part of the em."""

_PRECISION = 1000
"""The em, in pixels, at which widths are measured: they come out in thousandths."""


def font_file(*, bold: bool) -> Path:
    """Noto Sans, regular or bold."""
    return _FOLDER / ("NotoSans-Bold.ttf" if bold else "NotoSans-Regular.ttf")


@cache
def _font(*, bold: bool) -> ImageFont.FreeTypeFont:
    layout = ImageFont.Layout.BASIC
    return ImageFont.truetype(str(font_file(bold=bold)), _PRECISION, layout_engine=layout)


@cache
def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """The width in mm of a line of text whose em is ``size`` mm."""
    return float(_font(bold=bold).getlength(text)) * size / _PRECISION


def fitting_size(text: str, size: float, width: float, *, bold: bool = False) -> float:
    """``size``, or the smaller em at which the text is no wider than ``width`` mm."""
    return min(size, size * width / max(text_width(text, size, bold=bold), 1e-9))
