"""Whether all that a pad's file asks for finds room on its sheets, in every language."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from types import MappingProxyType

from sheetkit.design import SheetDesign, design_sheet, language_names, own_parts
from sheetkit.design.footer import MOST_NOTES, SMALL_PRINT
from sheetkit.design.measures import SMALLEST_CELL
from sheetkit.design.mechanics import looks
from sheetkit.design.rows import too_small
from sheetkit.design.script import is_from_right
from sheetkit.design.shapes import Text
from sheetkit.design.text import ink_box
from sheetkit.errors import Fault
from sheetkit.geometry import Box
from sheetkit.pad import CellKind
from sheetkit.printing.drawing import PT

SMALLEST_SIGN = 1.2
"""mm: the em of the smallest figure in a cell's corner."""

TOUCH = 1e-6
"""mm by which boxes that touch don't overlap."""

COUNTED = MappingProxyType(
    {
        CellKind.BAR: "bar.fields",
        CellKind.BONUS: "pair",
        CellKind.BOARD: "board.spaces",
        CellKind.PENALTY: "penalties.boxes",
    }
)
"""The key of the layout file that says how many cells of a kind there are; the rows' own are
measured as they are laid out."""

WORDED = MappingProxyType({"lucky": "lucky.numbers", "bar": "bar.fields", "board": "board.points"})
"""The key that texts of a part come from, where it isn't the part's own."""


def room_faults(design: SheetDesign) -> Iterator[Fault]:
    """The keys of the pad's file that ask for more than there is room for."""
    cells = (*_cell_faults(design), *_note_faults(design))
    yield from cells
    for language in () if cells else language_names():
        faults = tuple(_text_faults(design_sheet(design.pad, language)))
        if faults:
            yield from faults
            return


def _cell_faults(design: SheetDesign) -> Iterator[Fault]:
    for kind, key in COUNTED.items():
        of_kind = [cell.id for cell in design.pad.cells.values() if cell.kind is kind]
        boxes = [design.cells[cell].grown(-TOUCH) for cell in of_kind]
        side = min((min(box.width, box.height) + 2 * TOUCH for box in boxes), default=SMALLEST_CELL)
        if side < SMALLEST_CELL - TOUCH:
            yield too_small(key, str(len(boxes)), side)
        elif any(one.overlaps(other) for one, other in combinations(boxes, 2)):
            yield Fault(key, "few enough for cells that keep apart", str(len(boxes)))


def _note_faults(design: SheetDesign) -> Iterator[Fault]:
    """Each mechanic with a note has a line for it, of which there are few."""
    noted = [mechanic.key for mechanic, look in looks(design.pad) if look.noted]
    if len(noted) > MOST_NOTES:
        expected = f"no more than {MOST_NOTES} of {', '.join(noted)}, each with a line of its own"
        yield Fault(noted[-1], expected, str(len(noted)))


def _text_faults(design: SheetDesign) -> Iterator[Fault]:
    """What is wrong with each part's texts: one too small, else one over another."""
    small: dict[str, Fault] = {}
    crowded: dict[str, Fault] = {}
    placed: list[tuple[Text, Box]] = []
    for part, text in _texts(design):
        key = WORDED.get(part, part)
        if not _is_legible(text, design):
            small.setdefault(key, _too_small(key, text, design))
            continue
        box = ink_box(text)
        for other, taken in placed:
            if taken.overlaps(box):
                found = f"{_quoted(text, design)} over {_quoted(other, design)}"
                crowded.setdefault(key, Fault(key, "texts that keep apart", found))
        placed.append((text, box))
    yield from (crowded | small).values()


def _quoted(text: Text, design: SheetDesign) -> str:
    """A text in a message; letters that go from right to left stand on a sheet in their forms and
    order of print, which nobody can read elsewhere.
    """
    return f"a text in {design.language}" if is_from_right(text.text) else repr(text.text)


def _texts(design: SheetDesign) -> Iterator[tuple[str, Text]]:
    """All texts but the title's part, whose place is its own."""
    for part, shapes in (*design.parts, *own_parts(design, design.pad)):
        if part != "title":
            yield from ((part, shape) for shape in shapes if isinstance(shape, Text))


def _is_legible(text: Text, design: SheetDesign) -> bool:
    """Whether it is large enough, which in the cells themselves takes less."""
    if text.size < SMALLEST_SIGN:
        return False
    box = ink_box(text)
    in_a_cell = any(cell.contains(box) for cell in design.cells.values())
    return in_a_cell or text.size >= SMALL_PRINT


def _too_small(key: str, text: Text, design: SheetDesign) -> Fault:
    points = math.floor(10 * max(0.0, text.size) * PT) / 10
    expected = "few and short enough for letters of 5 points in every language"
    return Fault(key, expected, f"{points} points in {design.language}")
