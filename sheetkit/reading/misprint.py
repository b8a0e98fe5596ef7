"""Whether what is printed on a sheet is what its code says: lucky numbers, numbers, colours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np

from sheetkit.design import SheetDesign, sheet_shapes
from sheetkit.design.shapes import Text
from sheetkit.design.typeface import text_width
from sheetkit.errors import Value
from sheetkit.geometry import Box
from sheetkit.pad import Lucky, SheetCode
from sheetkit.reading.arrays import Floats, Pixels
from sheetkit.reading.empty_boxes import OUTLINE_TAKES_MM
from sheetkit.reading.problems import told
from sheetkit.reading.result import Problem
from sheetkit.reading.template import pixel_slices
from sheetkit.reading.texts import likeness

PLAINLY_ANOTHER = 0.75
"""Correlation from which on a number is taken for what it looks like; on sheets that don't lie
flat others than the printed one came to 0.62.
"""
CLEARER_NUMBER = 0.2
"""By how much another number must fit better; 5 and 6, the most alike, are 0.2 apart."""
FEWEST_NUMBERS = 4
"""Cells with another number: a wrong layout has dozens, a stain or a doodle one or two."""
ALIKE = 0.4
"""Correlation of a number, marked or not, with what is printed, if no other number has more."""
FEWEST_CONFIRMED = 4
"""Such numbers in a row: rows in other orders, full of marks, had up to 3; of 253 rows that were
the design's own, 9 had fewer than 4.
"""
LEAST_HUE = 0.0085
"""Spread of the tints' hue, as a part of the brightness: tints have 0.0104 and more in the worst
of light; glare on a grey print came to 0.0057."""
LEAST_COLOUR_OF_NUMBERS = 0.055
"""How much more light of one channel numbers take than of another: in grey they came to 0.035 on
130 photos, in colour to 0.072 and more. A stain on a grey print colours the cells, not them.
"""
DARKEST = 8
"""Per cent of a cell's pixels: its number has twice as many and more."""
UNLIKE = 0.7
"""Correlation of the tints with those of the layout; prints of other layouts come to 0.54."""
OTHERS = 0.25
"""Part of the cells that look more like another colour; of other layouts it is 0.4 and more."""
TINTED = 0.8
"""Part of the variety of hues that the palette's tints explain; a lamp's glare on coloured paper,
which is another colour there, came to 0.66, and tints explain less than this in one good photo of
forty.
"""


def misprints(
    flat: Pixels, design: SheetDesign, code: SheetCode, empty: Sequence[str]
) -> Iterator[Problem]:
    """What is clearly printed otherwise than the code says, on a sheet laid flat.

    ``flat`` is height × width × 3, uint8, BGR, at the template's scale; ``empty`` names the
    cells without any mark, which alone are looked at.
    """
    layout = code.pad.layout()
    grey = _grey(flat)
    if "lucky" in layout:
        sums = [str(number) for m in code.pad.mechanics if isinstance(m, Lucky)
                for number in range(2, 2 * m.sides + 1)]  # fmt: skip
        yield from _lucky_misprint(grey, design, code, sums)
    if "rows" in layout:
        wrong = other_numbers(grey, design, empty)
        if wrong:
            cells, printed = tuple(wrong), ", ".join(wrong.values())
            yield _misprint("other-numbers", code, cells=cells, printed=printed)
        unlike = other_colours(flat, design, empty)
        if unlike:
            yield _misprint("other-colours", code, cells=tuple(unlike))


def says_what_is_printed(code: SheetCode) -> bool:
    """Whether the code says numbers or colours that can be compared with the print."""
    return bool({"lucky", "rows"} & code.pad.layout().keys())


def is_laid_out_otherwise(flat: Pixels, design: SheetDesign, empty: Sequence[str]) -> bool:
    """Whether other numbers or colours are clearly printed than the design's, as on a pad drawn at
    random; ``flat`` as for ``misprints``, ``empty`` names cells that may be blank.

    Numbers are compared under marks, too: in a full row there are no others, and a mark makes no
    number look plainly like another one.
    """
    numbers = other_numbers(_grey(flat), design, tuple(design.pad.cells))
    return bool(numbers or other_colours(flat, design, empty))


def rows_not_confirmed(flat: Pixels, design: SheetDesign) -> set[str]:
    """The rows too few of whose numbers can be seen to be the design's; ``flat`` as for
    ``misprints``.

    A full row of another layout shows no other number plainly, but few of its own either.
    """
    grey, numbers = _grey(flat), _numbers_of(design)
    seen = Counter(
        design.pad.cells[cell].row
        for cell, text in _cell_numbers(design).items()
        if _likeness(grey, text) >= ALIKE and _likeliest(grey, text, numbers) == text.text
    )
    return {row.name for row in design.pad.rows if seen[row.name] < FEWEST_CONFIRMED}


def _misprint(kind: str, code: SheetCode, **values: Value) -> Problem:
    return told("not-the-design", kind, sheet=code.text, **values)


def _lucky_misprint(
    grey: Pixels, design: SheetDesign, code: SheetCode, sums: Sequence[str]
) -> Iterator[Problem]:
    own = [s for s in sheet_shapes(design, code) if isinstance(s, Text) and s.text.isdecimal()]
    texts = [text for text in own if design.panel.overlaps(_area(text))]
    if any(_seen_number(grey, text, sums) for text in texts):
        printed = ", ".join(_likeliest(grey, text, sums) for text in texts)
        said = ", ".join(text.text for text in texts)
        yield _misprint("other-lucky", code, printed=printed, said=said)


def other_numbers(grey: Pixels, design: SheetDesign, empty: Sequence[str]) -> dict[str, str]:
    """The cells among ``empty`` in which another number of the pad is printed, and which, where the
    whole layout is another.
    """
    wrong, numbers = {}, _numbers_of(design)
    for cell, text in _cell_numbers(design).items():
        if cell in empty:
            seen = _seen_number(grey, text, numbers)
            if seen:
                wrong[cell] = seen
    return wrong if len(wrong) >= FEWEST_NUMBERS else {}


def _grey(flat: Pixels) -> Pixels:
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), np.uint8)


def _numbers_of(design: SheetDesign) -> list[str]:
    """The numbers that are printed anywhere in the pad's rows."""
    return sorted({str(cell.number) for cell in design.pad.cells.values() if cell.number})


@lru_cache(maxsize=64)
def _cell_numbers(design: SheetDesign) -> Mapping[str, Text]:
    """The number printed in each cell."""
    texts = [shape for shape in design.shapes if isinstance(shape, Text) and shape.text.isdecimal()]
    found = {}
    for cell in design.pad.cells.values():
        box = design.cells[cell.id]
        for text in texts:
            inside = box.left < text.at[0] < box.right and box.top < text.at[1] < box.bottom
            if cell.number and inside and text.text == str(cell.number):
                found[cell.id] = text
    return found


def _area(text: Text) -> Box:
    """Around any number that may stand there, two digits wide."""
    half = text_width("00", text.size, bold=text.bold) / 2 + 0.3
    x, baseline = text.at
    return Box(x - half, baseline - 0.8 * text.size, x + half, baseline + 0.1 * text.size)


def _seen_number(grey: Pixels, text: Text, numbers: Sequence[str]) -> str:
    """The number that stands in the text's place, if it clearly is another one; else nothing."""
    expected = _likeness(grey, text)
    if expected > 1 - CLEARER_NUMBER:
        return ""
    best = _likeliest(grey, text, [number for number in numbers if number != text.text])
    clear = _likeness(grey, replace(text, text=best)) > max(
        PLAINLY_ANOTHER, expected + CLEARER_NUMBER
    )
    return best if clear else ""


def _likeliest(grey: Pixels, text: Text, numbers: Sequence[str]) -> str:
    """The number that fits best in the text's place."""
    return max(numbers, key=lambda number: _likeness(grey, replace(text, text=number)))


def _likeness(grey: Pixels, text: Text) -> float:
    return likeness(grey, text, _area(text))


def other_colours(flat: Pixels, design: SheetDesign, empty: Sequence[str]) -> list[str]:
    """The empty cells that have the colour of others, where the whole layout is another."""
    cells = [cell for cell in design.pad.cells.values() if cell.number and cell.id in empty]
    colours = sorted({cell.colour for cell in cells})
    insides = [flat[pixel_slices(design.cells[c.id].grown(-OUTLINE_TAKES_MM))] for c in cells]
    if len(colours) < 2 or _colour_of_numbers(insides) < LEAST_COLOUR_OF_NUMBERS:
        return []
    seen = np.array([_hue(flat[pixel_slices(design.cells[cell.id])]) for cell in cells])
    tones = {c: _printed_hue(design, c) for c in colours}
    said = np.array([tones[cell.colour] for cell in cells])
    seen, said = seen - seen.mean(axis=0), said - said.mean(axis=0)
    spread = float(np.sqrt((seen**2).mean()))
    alike = float((seen * said).sum() / np.sqrt((seen**2).sum() * (said**2).sum() + 1e-12))
    if spread < LEAST_HUE or alike > UNLIKE:
        return []
    centre = np.mean([tones[cell.colour] for cell in cells], axis=0)
    hues = seen * np.sqrt((said**2).sum() / (seen**2).sum())
    off = np.array([((hues - (tones[colour] - centre)) ** 2).sum(axis=1) for colour in colours])
    if off.min(axis=0).sum() > (1 - TINTED) * (hues**2).sum():
        return []
    nearest = [colours[number] for number in off.argmin(axis=0)]
    wrong = [cell.id for cell, colour in zip(cells, nearest, strict=True) if colour != cell.colour]
    return wrong if len(wrong) >= OTHERS * len(cells) else []


def _colour_of_numbers(insides: Sequence[Pixels]) -> float:
    """How differently the numbers printed in cells take light of the three channels: the median."""
    apart = []
    for inside in insides:
        pixels = inside.reshape(-1, 3)
        darkness = pixels.min(axis=1)
        number = pixels[darkness <= np.percentile(darkness, DARKEST)].mean(axis=0)
        left = number / np.maximum(np.median(pixels, axis=0), 1)
        apart.append(float(np.ptp(left)))
    return float(np.median(apart))


def _hue(cell: Pixels) -> Floats:
    """Red less green and green less blue, as parts of the brightness."""
    blue, green, red = (float(value) for value in cell.reshape(-1, 3).mean(axis=0))
    whole = max(red + green + blue, 1.0)
    return np.array([(red - green) / whole, (green - blue) / whole])


def _printed_hue(design: SheetDesign, colour: str) -> Floats:
    own = design.palette.tones[colour]
    tone = own.cell if own.edge is None else own.line
    return _hue(np.array([[tone[2], tone[1], tone[0]]], np.uint8))
