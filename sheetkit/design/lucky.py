"""How lucky numbers look: large, in the header."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sheetkit.design.footer import note
from sheetkit.design.header import LABEL_SIZE
from sheetkit.design.look import Look, Place
from sheetkit.design.shapes import Rectangle, Shape
from sheetkit.design.signs import star
from sheetkit.design.style import Style
from sheetkit.design.text import centred, fitted
from sheetkit.design.typeface import DIGIT_HEIGHT, fitting_size
from sheetkit.geometry import Box
from sheetkit.pad import Lucky

NUMBER_SIZE = 5.2
LABEL_LINE = 2.6
STAR_RADIUS = 1.1
"""Of the stars between the numbers."""

STAR_GAP = 1.2


class LuckyLook(Look[Lucky]):
    """A panel with the numbers, each sheet's own, and what they are for."""

    panel_width: ClassVar[float] = 24.0
    noted: ClassVar[bool] = True

    def shapes(
        self, mechanic: Lucky, style: Style, place: Place, cells: dict[str, Box]
    ) -> Iterator[Shape]:
        palette, panel = style.palette, place.panel
        yield Rectangle(panel, fill=palette.panel, stroke=palette.line, radius=1.2)
        at = (panel.centre[0], panel.top + 0.7 + LABEL_SIZE * DIGIT_HEIGHT)
        label = style.text("lucky")
        yield fitted(label, at, LABEL_SIZE, panel.width - 2, palette.text, anchor="middle")
        numbers = Box(panel.left, panel.top + LABEL_LINE, panel.right, panel.bottom)
        step = panel.width / len(mechanic.numbers)
        for gap in range(1, len(mechanic.numbers)):
            yield star((panel.left + gap * step, numbers.centre[1]), STAR_RADIUS, palette.line)
        yield note(style.text("lucky_note"), place.note, style)

    def sheet_shapes(self, mechanic: Lucky, style: Style, panel: Box) -> Iterator[Shape]:
        width = panel.width / len(mechanic.numbers)
        widest = str(max(mechanic.numbers))
        size = fitting_size(widest, NUMBER_SIZE, width - 2 * STAR_RADIUS - STAR_GAP, bold=True)
        for place, number in enumerate(mechanic.numbers):
            left = panel.left + place * width
            box = Box(left, panel.top + LABEL_LINE - 0.2, left + width, panel.bottom)
            yield centred(str(number), box, size, style.palette.text, bold=True)
