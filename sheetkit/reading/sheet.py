"""One sheet, once it is known where it lies and which pad it is of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np

from sheetkit.reading.arrays import Pixels
from sheetkit.reading.decode import Picture
from sheetkit.reading.faded import contrasts, with_faded_print, with_strange_colours
from sheetkit.reading.folds import without_folds
from sheetkit.reading.hidden import Sight, see_cells
from sheetkit.reading.ink import Ink, find_ink
from sheetkit.reading.light import Blank, estimate_blank
from sheetkit.reading.marks import classify_cells
from sheetkit.reading.place import Placed
from sheetkit.reading.rings import without_rings
from sheetkit.reading.shadows import soft_cells, without_shadows
from sheetkit.reading.straighten import Fit, lay_flat
from sheetkit.reading.template import SCALE, Template
from sheetkit.reading.verdict import Doubt, Verdict
from sheetkit.reading.written import read_written
from sheetkit.scoresheet import Written

Sink: TypeAlias = Callable[[str, Pixels], None]


@dataclass(frozen=True)
class SeenSheet:
    """A sheet's cells classified; ``fit`` says how it lies, ``hidden`` which cells can't be seen.

    ``written`` has the numbers read, by field. ``flat`` is the sheet laid flat, ``template``
    what it is compared with.
    """

    fit: Fit
    template: Template
    flat: Pixels
    verdicts: Mapping[str, Verdict]
    hidden: Mapping[str, str]
    written: Mapping[str, Written]


@dataclass(frozen=True, eq=False)
class OpenSheet:
    """A sheet laid flat, what it would look like blank, its ink, and how well cells are seen."""

    template: Template
    flat: Pixels
    blank: Blank
    ink: Ink
    sight: Sight


def open_sheet(picture: Picture, placed: Placed) -> OpenSheet:
    """The sheet laid flat as it is placed, and its ink found."""
    fit, template = placed.fit, placed.template
    flat = lay_flat(picture.pixels, fit, SCALE)
    blank = estimate_blank(flat, template)
    ink = without_rings(without_folds(find_ink(flat, blank, template), template), template)
    soft = soft_cells(ink, flat, blank, template)
    ink = without_shadows(ink, soft, flat, blank, template)
    sight = see_cells(flat, ink, blank, template, fit, picture.size_px)
    contrast = contrasts(flat, blank, template)
    ink = with_faded_print(ink, flat, blank, template, contrast)
    strange = with_strange_colours(flat, blank, template, contrast)
    sight = replace(sight, strange=strange, soft=soft).without(placed.doubtful, Doubt.OTHER_LETTERS)
    return OpenSheet(template, flat, blank, ink, sight)


def see_sheet(picture: Picture, placed: Placed, sink: Sink | None = None) -> SeenSheet:
    """The sheet laid flat, its ink found, and every cell classified."""
    sheet = open_sheet(picture, placed)
    template, hidden = sheet.template, sheet.sight.hidden
    flat, ink, blank = sheet.flat, sheet.ink, sheet.blank
    if sink is not None:
        sink("flat", flat)
        sink("blank", blank.expected)
        sink("ink", np.asarray(cv2.bitwise_not(ink.darkness), np.uint8))
    verdicts = classify_cells(flat, ink, blank, template, sheet.sight)
    written = read_written(ink, blank, template, {**hidden, **sheet.sight.unclear})
    return SeenSheet(placed.fit, template, flat, verdicts, hidden, written)
