"""The top of a sheet: title, code in letters, player, date, and the legend below."""

from __future__ import annotations

from collections.abc import Iterator

from sheetkit.design.measures import BODY, CODE_SIZE, HEADER, STRIP_BASELINE
from sheetkit.design.palette import Palette
from sheetkit.design.shapes import Path, Rectangle, Shape, Text
from sheetkit.design.text import fitted
from sheetkit.design.typeface import DIGIT_HEIGHT, text_width
from sheetkit.design.words import words
from sheetkit.geometry import Box

ONE_LINE = 22
"""Characters of a code, spaces included, up to which it stands on one line."""

MEAN_WIDTH = 0.66
"""Of a code's characters, in ems: as wide as any code gets, a little more than the mean."""

LABEL_SIZE = 1.9
LEGEND_SIZE = 2.3
LEAST_TITLE = 34.0
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
    top = HEADER.bottom - len(lines) * CODE_SIZE
    return Box(HEADER.left, top, HEADER.left + widest, HEADER.bottom)


def code_texts(printed: str, box: Box, palette: Palette) -> tuple[Text, ...]:
    """The code in letters inside its box."""
    lines = code_lines(printed)
    pitch = box.height / len(lines)
    rise = (pitch - CODE_SIZE * DIGIT_HEIGHT) / 2
    return tuple(
        Text(line, (box.left, box.top + place * pitch - rise), CODE_SIZE, palette.code)
        for place, line in enumerate(lines, 1)
    )


def header_fields(code: Box) -> Iterator[tuple[str, Box]]:
    """The boxes of name and date, right of the code."""
    left = max(code.right + FIELD_GAP, HEADER.left + LEAST_TITLE)
    middle = left + (HEADER.right - left) * PLAYER_SHARE
    yield "write.player", Box(left, HEADER.top + 0.2, middle, HEADER.bottom)
    yield "write.date", Box(middle + FIELD_GAP, HEADER.top + 0.2, HEADER.right, HEADER.bottom)


def header_shapes(
    title: str, language: str, palette: Palette, code: Box, cells: dict[str, Box]
) -> Iterator[Shape]:
    """Title, and the two fields with their names."""
    size = min(4.4, (code.top - HEADER.top - 0.9) / DIGIT_HEIGHT)
    baseline = code.top - 0.9
    width = cells["write.player"].left - HEADER.left - FIELD_GAP
    yield fitted(title, (HEADER.left, baseline), size, width, palette.text, bold=True)
    for field, key in (("write.player", "player"), ("write.date", "date")):
        yield from field_shapes(cells[field], words(language)[key], palette)


def field_shapes(box: Box, label: str, palette: Palette) -> Iterator[Shape]:
    """A box to write in, its name small in the corner."""
    yield Rectangle(box, stroke=palette.line, width=0.25, radius=1.0)
    at = (box.left + 1.0, box.top + 0.8 + LABEL_SIZE * DIGIT_HEIGHT)
    yield fitted(label, at, LABEL_SIZE, box.width - 2, palette.text)


def legend_shapes(language: str, palette: Palette) -> Iterator[Shape]:
    """What a cross, a line and a black box mean, on one line."""
    x, y = BODY.left + 0.6, STRIP_BASELINE - LEGEND_SIZE * DIGIT_HEIGHT / 2
    texts = words(language)
    for sign, key in ((_cross, "crossed"), (_dash, "skipped"), (_block, "taken_back")):
        yield from sign(x, y, palette)
        x += 2.6
        yield Text(texts[key], (x, STRIP_BASELINE), LEGEND_SIZE, palette.text)
        x += text_width(texts[key], LEGEND_SIZE) + 3.2


def _cross(x: float, y: float, palette: Palette) -> Iterator[Shape]:
    for tilt in (-0.8, 0.8):
        yield Path(((x, y - tilt), (x + 1.6, y + tilt)), stroke=palette.text, width=0.35)


def _dash(x: float, y: float, palette: Palette) -> Iterator[Shape]:
    yield Path(((x - 0.1, y), (x + 1.7, y)), stroke=palette.text, width=0.35)


def _block(x: float, y: float, palette: Palette) -> Iterator[Shape]:
    yield Rectangle(Box(x, y - 0.8, x + 1.6, y + 0.8), fill=palette.text)
