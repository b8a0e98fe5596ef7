"""What is drawn over a sheet in a report: marks, doubts, and the cells that findings name."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sheetkit.design.shapes import WHITE, Path, Rectangle, Rgb, Shape, Text
from sheetkit.design.sheet import SHEET_HEIGHT, SHEET_WIDTH, SheetDesign
from sheetkit.geometry import Box
from sheetkit.scoresheet import Mark, Scoresheet

INK: Rgb = (31, 47, 122)
READ: Rgb = (10, 125, 79)
DOUBT: Rgb = (122, 75, 0)
ANSWERED: Rgb = (26, 86, 189)
BREACH: Rgb = (179, 0, 27)
NOTE: Rgb = (122, 75, 0)

CROP_AROUND = 9.0
"""In mm: a cell's neighbours left and right are seen with it."""

SHEET = Box(0, 0, SHEET_WIDTH, SHEET_HEIGHT)


@dataclass(frozen=True, slots=True)
class Flag:
    """The badge of a cell that a finding names: its sign, and whether it is a breach for certain.

    Notes, and what a doubtful cell could undo, are no breaches.
    """

    sign: str
    is_breach: bool


def sheet_shapes(
    sheet: Scoresheet, design: SheetDesign, flagged: Mapping[str, Flag], *, on_photo: bool
) -> Iterator[Shape]:
    """All that is drawn: over a photo frames, else the design itself and marks in ink.

    ``flagged`` cells have a frame and a badge with their sign.
    """
    boxes = design.cells
    if not on_photo:
        yield Rectangle(SHEET, fill=WHITE)
        yield from design.shapes
        yield from _written(sheet, boxes)
    for cell, mark in sheet.marks.items():
        yield from _frame(boxes[cell], mark) if on_photo else _mark(boxes[cell], mark, cell)
    for cell in sheet.unsure:
        yield from _doubt(boxes[cell])
    for cell in sheet.answered:
        yield from _answered(boxes[cell])
    shown = {cell: flag for cell, flag in flagged.items() if cell in boxes}
    yield from (_flag_frame(boxes[cell], flag) for cell, flag in shown.items())
    for cell, flag in shown.items():
        yield from _badge(boxes[cell], flag)


def crop_box(design: SheetDesign, cells: Sequence[str], around: float = CROP_AROUND) -> Box | None:
    """The part of the sheet with these cells and a little around them."""
    boxes = [design.cells[cell] for cell in cells if cell in design.cells]
    if not boxes:
        return None
    return Box(
        max(0.0, min(box.left for box in boxes) - around),
        max(0.0, min(box.top for box in boxes) - around / 2),
        min(SHEET_WIDTH, max(box.right for box in boxes) + around),
        min(SHEET_HEIGHT, max(box.bottom for box in boxes) + around / 2),
    )


def _written(sheet: Scoresheet, boxes: Mapping[str, Box]) -> Iterator[Shape]:
    """Numbers that were written in, where they stand on the sheet."""
    for field, read in sheet.written.items():
        box = boxes.get(f"write.{field}")
        if box and read.sure:
            x, y = box.centre
            yield Text(str(read.value), (x, y + 2.6), 5.6, INK, anchor="middle")


def _mark(box: Box, mark: Mark, cell: str) -> Iterator[Shape]:
    """A mark as a pen would make it; the same each time for the same cell."""
    rng = random.Random(cell)
    if mark == Mark.VOID:
        yield Rectangle(box.grown(-0.8), fill=INK)
    if mark in (Mark.SKIP, Mark.BOTH):
        middle = box.centre[1]
        yield Path(((box.left + 0.6, middle), (box.right - 0.6, middle)), stroke=INK, width=0.75)
    if mark in (Mark.CROSS, Mark.BOTH):
        (x, y), reach = box.centre, min(box.width, box.height) * 0.36
        for side in (1, -1):
            ends = [(x - side * reach, y - reach), (x, y), (x + side * reach, y + reach)]
            points = tuple(
                (a + rng.uniform(-0.4, 0.4), b + rng.uniform(-0.4, 0.4)) for a, b in ends
            )
            yield Path(points, stroke=INK, width=0.75)


def _frame(box: Box, mark: Mark) -> Iterator[Shape]:
    """On a photo: what was read in the cell, a frame and, for other than crosses, its sign."""
    yield Rectangle(box.grown(-0.3), stroke=READ, width=0.45, radius=0.8)
    sign = {Mark.CROSS: "", Mark.SKIP: "–", Mark.VOID: "■", Mark.BOTH: "×–"}[mark]
    if sign:
        yield Text(sign, (box.right - 0.5, box.top + 2.3), 2.4, READ, bold=True, anchor="end")


def _doubt(box: Box) -> Iterator[Shape]:
    """A cell in doubt: the sign is at its corner, for under it is what is to be looked at."""
    yield Rectangle(box, stroke=DOUBT, width=0.6)
    yield Rectangle(box.grown(-0.9), stroke=DOUBT, width=0.3)
    yield Text("?", (box.left + 1.1, box.top + 3.9), 3.6, DOUBT, bold=True)


def _answered(box: Box) -> Iterator[Shape]:
    """A cell that a person answered for, whatever the scan could tell."""
    yield Rectangle(box, stroke=ANSWERED, width=0.6)
    yield Text("*", (box.left + 0.7, box.top + 3.6), 4.5, ANSWERED, bold=True)


def _flag_frame(box: Box, flag: Flag) -> Shape:
    """A frame around a cell that a finding names: thick for a breach, thin for a note."""
    if flag.is_breach:
        return Rectangle(box.grown(0.35), stroke=BREACH, width=0.9, radius=1)
    return Rectangle(box.grown(0.35), stroke=NOTE, width=0.45, radius=1)


def _badge(box: Box, flag: Flag) -> Iterator[Shape]:
    """A finding's sign at the cell's corner: in a dot for a breach, in a ring for a note."""
    x, y = box.right - 0.3, box.top + 0.3
    round_it = Box.at(x - 2.1, y - 2.1, 4.2, 4.2)
    if flag.is_breach:
        yield Rectangle(round_it, BREACH, WHITE, 0.35, 2.1)
    else:
        yield Rectangle(round_it, WHITE, NOTE, 0.35, 2.1)
    ink = WHITE if flag.is_breach else NOTE
    yield Text(flag.sign, (x, y + 1), 2.8, ink, bold=True, anchor="middle")
