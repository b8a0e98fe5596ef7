"""The board itself as a page to print: the track, large enough for figures."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from sheetkit.design.shapes import Path, Point, Rectangle, Shape, Text
from sheetkit.design.signs import colour_sign
from sheetkit.design.style import Style
from sheetkit.design.text import centred, fitted
from sheetkit.design.typeface import text_width
from sheetkit.geometry import Box
from sheetkit.pad import Board

MARGIN = 12.0
TITLE = 9.0
"""The em of the title; the notes' is a third of a centimetre."""

NOTE_SIZE = 3.4
NOTES = 18.0
"""Height of the three notes at the bottom."""

NOTE_STEP = 5.4
FIRST_NOTE = 6.0
"""From the top of the notes to the baseline of the first."""

SPACE_SHARE = 0.84
"""Of the way from one space to the next, the part that a space takes."""

ROAD = 5.0
ROUND = 3.0


@dataclass(frozen=True, slots=True)
class Track:
    """Spaces in lines that go to and fro, from the top left."""

    area: Box
    columns: int
    lines: int

    @classmethod
    def of(cls, spaces: int, area: Box) -> Track:
        """The track whose spaces are nearest to squares."""
        columns = round(math.sqrt(spaces * area.width / area.height))
        return cls(area, columns, -(-spaces // columns))

    @property
    def step(self) -> tuple[float, float]:
        return self.area.width / self.columns, self.area.height / self.lines

    def centre(self, place: int) -> Point:
        """The middle of the space at ``place``, from 0."""
        line, column = divmod(place, self.columns)
        if line % 2:
            column = self.columns - 1 - column
        across, down = self.step
        return self.area.left + (column + 0.5) * across, self.area.top + (line + 0.5) * down

    def box(self, place: int) -> Box:
        x, y = self.centre(place)
        across, down = (SPACE_SHARE * side / 2 for side in self.step)
        return Box(x - across, y - down, x + across, y + down)


def board_shapes(
    board: Board, texts: tuple[str, str], style: Style, width: float, height: float
) -> Iterator[Shape]:
    """All that is printed on a board's page of that size, in mm.

    ``texts`` are the title, and how the codes of the sheets that belong to a drawn board begin.
    """
    page = Box(0, 0, width, height).grown(-MARGIN)
    track = Track.of(
        len(board.spaces),
        Box(page.left, page.top + TITLE * 1.5, page.right, page.bottom - NOTES),
    )
    ink = style.palette.text
    title, begins = texts
    code = style.text("board_sheets", begins) if begins else ""
    y = page.top + TITLE * 0.8
    taken = text_width(code, NOTE_SIZE) + 2 * NOTE_SIZE if code else 0.0
    yield fitted(title, (page.left, y), TITLE, page.width - taken, ink, bold=True)
    if code:
        yield Text(code, (page.right, y), NOTE_SIZE, ink, anchor="end")
    yield from _start(track, style)
    stops = tuple(track.centre(place) for place in range(len(board.spaces)))
    yield Path(stops, stroke=style.palette.line, width=ROAD)
    for place in range(len(board.spaces)):
        yield from _space(board, place, track.box(place), style)
    for line, text in enumerate(_notes(board, style)):
        y = page.bottom - NOTES + FIRST_NOTE + line * NOTE_STEP
        yield fitted(text, (page.centre[0], y), NOTE_SIZE, page.width, ink, anchor="middle")


def _notes(board: Board, style: Style) -> Iterator[str]:
    yield style.counted("board_move", board.steps)
    yield style.counted("board_last", board.last)
    yield style.text("board_points")


def _start(track: Track, style: Style) -> Iterator[Shape]:
    """Where figures stand at first: above the first space, with an arrow down to it."""
    box = track.box(0)
    x, y = box.centre[0], box.top
    ink = style.palette.text
    yield Path(((x - 2.5, y - 4.2), (x + 2.5, y - 4.2), (x, y - 0.8)), fill=ink, closed=True)
    yield Text(style.text("board_start"), (x + 5, y - 1.4), NOTE_SIZE, ink)


def _space(board: Board, place: int, box: Box, style: Style) -> Iterator[Shape]:
    space, points = board.spaces[place], board.points[place]
    tone = style.tone(space.colour)
    ends = place >= len(board.spaces) - board.last
    yield Rectangle(box, fill=tone.cell, stroke=tone.sign, width=0.5, radius=ROUND)
    if ends:
        yield Rectangle(box.grown(-1.2), stroke=tone.sign, width=0.9, radius=ROUND - 1)
    size = 0.46 * min(box.width, box.height)
    yield centred(str(space.number), box, size, tone.print, bold=True)
    yield colour_sign(space.colour, (box.left + 5, box.top + 5), 2.0, tone.print)
    corner = Box(box.right - 10, box.bottom - 7.5, box.right - 2, box.bottom - 1.5)
    yield centred(str(points), corner, 4.4, style.palette.text)
