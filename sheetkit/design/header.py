"""The top of a sheet: title, code in letters, player, date, and the legend below."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from sheetkit.design.measures import BODY, CODE_SIZE, HEADER, ROWS, STRIP_BASELINE
from sheetkit.design.palette import Palette
from sheetkit.design.shapes import Path, Rectangle, Rgb, Shape, Text
from sheetkit.design.signs import cross
from sheetkit.design.style import Style
from sheetkit.design.text import fitted, ink_box
from sheetkit.design.typeface import DIGIT_HEIGHT, fitting_size, ink_bounds, text_width
from sheetkit.geometry import Box

ONE_LINE = 24
"""Characters of a code, spaces included, up to which it stands on one line."""

MEAN_WIDTH = 0.66
"""Of a code's characters, in ems: as wide as any code gets, a little more than the mean."""

CODE_LINE = 2.95
CODE_PITCH = 3.4
"""From one line of a code to the next: the tail of a Q keeps clear of the line below."""

CODE_RISE = 0.66
"""From a line's bottom to its baseline: the tail of a Q."""

LABEL_SIZE = 1.9
LABEL_MARGIN = 0.9
LEGEND_SIZE = 2.3
LEGEND_STEP = 5.8
LEGEND_WIDTH = 84.0
LEGEND_END = 112.0
"""Where what the closing numbers ask begins, at the right of the legend's line."""

LEAST_TITLE = 34.0
TITLE_SIZE = 4.4
LEAST_DESCENT = 0.2
"""Under a title below its code whose letters have no tails, in ems."""

DESCENT = 0.24
"""Of the tails of g, p and q, in ems. Room is left for them under every title above its code, so
that all stand alike."""

TITLE_GAP = 0.18
"""Under the tails, in ems: where the QR code is lost, the code's letters are read by themselves."""

TITLE_LINE = Box(HEADER.left, HEADER.bottom + 0.7, HEADER.left + 26.0, ROWS.top - 0.2)
"""For the title of a sheet whose code takes two lines: above them it would be smaller than they
are. It lies below the part of the header in which the code's letters are read."""

TITLE_STEP = 4.0
"""Between that title and the legend."""

FIELD_GAP = 2.4
PLAYER_SHARE = 0.64
"""Of the room for both fields, the part that the player's name gets."""


def code_lines(printed: str) -> tuple[str, ...]:
    """A printed code as one line, or two where it is long."""
    if len(printed) <= ONE_LINE:
        return (printed,)
    groups = printed.split(" ")
    half = (len(groups) + 1) // 2
    return " ".join(groups[:half]), " ".join(groups[half:])


def code_box(printed: str) -> Box:
    """Where the code in letters stands, one line or two; wide enough for any such code."""
    lines = code_lines(printed)
    widest = max(len(line) for line in lines) * MEAN_WIDTH * CODE_SIZE
    top = HEADER.bottom - CODE_LINE - (len(lines) - 1) * CODE_PITCH
    return Box(HEADER.left, top, HEADER.left + widest, HEADER.bottom)


def code_texts(printed: str, box: Box, ink: Rgb) -> tuple[Text, ...]:
    """The code in letters inside its box."""
    lines = code_lines(printed)
    first = box.bottom - CODE_RISE - (len(lines) - 1) * CODE_PITCH
    return tuple(
        Text(line, (box.left, first + place * CODE_PITCH), CODE_SIZE, ink)
        for place, line in enumerate(lines)
    )


def panel_box(code: Box, width: float) -> Box:
    """A place of that width right of title and code, for what a pad shows large."""
    left = max(code.right + FIELD_GAP, HEADER.left + LEAST_TITLE)
    return Box(left, HEADER.top + 0.2, left + width, HEADER.bottom)


def header_fields(panel: Box) -> Iterator[tuple[str, Box]]:
    """The boxes of name and date, right of the code and the panel."""
    left = panel.right + (FIELD_GAP if panel.width else 0)
    middle = left + (HEADER.right - left) * PLAYER_SHARE
    yield "write.player", Box(left, panel.top, middle, HEADER.bottom)
    yield "write.date", Box(middle + FIELD_GAP, panel.top, HEADER.right, HEADER.bottom)


def header_shapes(title: str, style: Style, code: Box, cells: dict[str, Box]) -> Iterator[Shape]:
    """Title, the two fields with their names, and the legend."""
    text = title_text(title, style, code)
    yield text
    for field, key in (("write.player", "player"), ("write.date", "date")):
        yield from field_shapes(cells[field], style.text(key), style)
    yield from legend_shapes(style, text if text.at[1] > code.bottom else None)


def title_text(title: str, style: Style, code: Box) -> Text:
    """The pad's name above the code, or below one of two lines: no letter of it comes to
    the code's letters.
    """
    _, top, _, bottom = ink_bounds(title, 1.0, bold=True)
    if code.height > CODE_LINE * 1.5:
        size = min(TITLE_SIZE, TITLE_LINE.height / (max(bottom, LEAST_DESCENT) - top))
        at = (TITLE_LINE.left, TITLE_LINE.top - top * size)
        return fitted(title, at, size, TITLE_LINE.width, style.palette.text, bold=True)
    below = max(bottom, DESCENT) + TITLE_GAP
    size = min(TITLE_SIZE, (code.top - HEADER.top) / (below - top))
    at = (HEADER.left, code.top - below * size)
    width = max(code.width, LEAST_TITLE - FIELD_GAP)
    return fitted(title, at, size, width, style.palette.text, bold=True)


def field_shapes(box: Box, label: str, style: Style) -> Iterator[Shape]:
    """A box to write in, its name small in the corner where reading starts."""
    yield Rectangle(box, stroke=style.palette.line, width=0.25, radius=1.0)
    yield leading(label, box.grown(-LABEL_MARGIN), LABEL_SIZE, style)


def below_label(box: Box) -> Box:
    """The part of a box to write in that its name leaves free."""
    return Box(box.left, box.top + LABEL_MARGIN + LABEL_SIZE, box.right, box.bottom)


def leading(text: str, box: Box, size: float, style: Style, *, bold: bool = False) -> Text:
    """A line at the top of a box, beginning on the side where reading starts."""
    y = box.top + size * DIGIT_HEIGHT
    x = box.right if style.from_right else box.left
    anchor: Literal["start", "end"] = "end" if style.from_right else "start"
    return fitted(text, (x, y), size, box.width, style.palette.text, bold=bold, anchor=anchor)


def legend_shapes(style: Style, title: Text | None) -> Iterator[Shape]:
    """What a cross, a line and a black box mean, on one line, which may begin with the title."""
    y = STRIP_BASELINE - LEGEND_SIZE * DIGIT_HEIGHT / 2
    signs = ((_cross, "crossed"), (_dash, "skipped"), (_block, "taken_back"))
    words = "".join(style.text(key) for _, key in signs)
    left = BODY.left + 0.6 if title is None else ink_box(title).right + TITLE_STEP
    width = LEGEND_WIDTH if title is None else LEGEND_END - left
    size = fitting_size(words, LEGEND_SIZE, width - len(signs) * LEGEND_STEP)
    items = [(sign, style.text(key), text_width(style.text(key), size)) for sign, key in signs]
    x = left
    for sign, text, width in reversed(items) if style.from_right else items:
        sign_x, text_x = (x + width + 1.0, x) if style.from_right else (x, x + 2.6)
        yield from sign(sign_x, y, style.palette)
        yield Text(text, (text_x, STRIP_BASELINE), size, style.palette.text)
        x += width + LEGEND_STEP


def _cross(x: float, y: float, palette: Palette) -> Iterator[Shape]:
    yield from cross((x + 0.8, y), 0.8, palette.text, 0.35)


def _dash(x: float, y: float, palette: Palette) -> Iterator[Shape]:
    yield Path(((x - 0.1, y), (x + 1.7, y)), stroke=palette.text, width=0.35)


def _block(x: float, y: float, palette: Palette) -> Iterator[Shape]:
    yield Rectangle(Box(x, y - 0.8, x + 1.6, y + 0.8), fill=palette.text)
