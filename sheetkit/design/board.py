"""How the board looks on a sheet: its track, small, to cross the last space."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sheetkit.design.footer import note
from sheetkit.design.look import Look, Place
from sheetkit.design.rows import THIN
from sheetkit.design.shapes import Path, Rectangle, Shape
from sheetkit.design.signs import colour_sign
from sheetkit.design.style import Style
from sheetkit.design.text import centred
from sheetkit.design.typeface import fitting_size
from sheetkit.geometry import Box
from sheetkit.pad import Board

A_LINE = 20
"""Spaces on a line of the track."""

SPACE_HEIGHT = 6.2
GAP = 0.35
HEAD = 4.6
NUMBER_SIZE = 3.0
POINTS_SIZE = 1.55
SIGN_RADIUS = 0.55
SPACE_RADIUS = 0.8


class BoardLook(Look[Board]):
    """Lines of spaces, both from left to right; each with colour, number and points."""

    noted: ClassVar[bool] = True

    def strip_height(self, mechanic: Board) -> float:
        lines = -(-len(mechanic.spaces) // A_LINE)
        return lines * (SPACE_HEIGHT + GAP) - GAP

    def cells(self, mechanic: Board, place: Place) -> Iterator[tuple[str, Box]]:
        strip = place.strip
        width = (strip.width - HEAD + GAP) / A_LINE
        for number in range(len(mechanic.spaces)):
            line, column = divmod(number, A_LINE)
            left = strip.left + HEAD + column * width
            top = strip.top + line * (SPACE_HEIGHT + GAP)
            yield f"board.{number + 1}", Box.at(left, top, width - GAP, SPACE_HEIGHT)

    def shapes(
        self, mechanic: Board, style: Style, place: Place, cells: dict[str, Box]
    ) -> Iterator[Shape]:
        for number, (space, points) in enumerate(
            zip(mechanic.spaces, mechanic.points, strict=True), 1
        ):
            box = cells[f"board.{number}"]
            tone = style.tone(space.colour)
            yield Rectangle(box, fill=tone.cell, stroke=tone.line, width=THIN, radius=SPACE_RADIUS)
            yield centred(str(space.number), box.moved(0, -0.1), NUMBER_SIZE, tone.print, bold=True)
            yield colour_sign(
                space.colour, (box.left + 1.0, box.top + 1.0), SIGN_RADIUS, tone.print
            )
            corner = Box(box.right - 2.4, box.bottom - 1.7, box.right - 0.2, box.bottom - 0.1)
            size = fitting_size(str(points), POINTS_SIZE, corner.width)
            yield centred(str(points), corner, size, style.palette.text)
        for line in range(0, len(mechanic.spaces), A_LINE):
            yield _arrow(cells[f"board.{line + 1}"], style)
        yield note(style.text("board_note"), place.note, style)


def _arrow(first: Box, style: Style) -> Path:
    """Where a line of the track starts."""
    y = first.centre[1]
    tip = first.left - 0.9
    corners = ((tip - 2.0, y - 1.5), (tip, y), (tip - 2.0, y + 1.5))
    return Path(corners, fill=style.palette.text, closed=True)
