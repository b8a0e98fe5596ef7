"""What the judge's onlooker learns from: cells of photos with all that is around them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.reading.arrays import Floats32
from sheetkit.reading.bare import cells_to_judge
from sheetkit.reading.judge import CLASSES, members
from sheetkit.reading.ladder import calibrated
from sheetkit.reading.marks import surroundings
from sheetkit.reading.patches import cut_patches
from sheetkit.reading.strength import are_marks
from sheetkit.reading.tint import Tints
from training.lessons import Truth, opened

LOOKED_AT = 0.9998
"""Of the first member's odds, up to which every cell is learned from: more than are asked."""
OTHERS = 0.2
"""Part of the others that is learned from as well."""


@dataclass(frozen=True, eq=False)
class WideLessons:
    """Cells with what is around them: ``layers`` as ``cut_wide`` gives them, ``levels`` and
    ``facts`` as in ``Patches``, their sheets' ``habits`` (cells × 102), the truth, whose sheet, the
    first member's ``votes``, and the colours of the sheets' ``pens``.
    """

    layers: NDArray[np.uint8]
    levels: Floats32
    facts: Floats32
    habits: Floats32
    kinds: NDArray[np.int64]
    sheets: NDArray[np.int64]
    votes: Floats32
    pens: Floats32


def lessons_of_photos(photos: Sequence[Path]) -> WideLessons:
    """The lessons in photos that have their truth beside them as JSON."""
    cv2.setNumThreads(1)
    return joined([some for photo in photos for some in _lessons_of(photo)])


def joined(lessons: Sequence[WideLessons]) -> WideLessons:
    """All of them."""
    names = WideLessons.__dataclass_fields__
    return WideLessons(
        **{name: np.concatenate([getattr(some, name) for some in lessons]) for name in names}
    )


def _lessons_of(photo: Path) -> Iterator[WideLessons]:
    truth = Truth(**json.loads(photo.with_suffix(".json").read_text()))
    rng = np.random.default_rng(int(photo.stem))
    for sheet in opened(photo.read_bytes(), truth.sheet):
        cells = cells_to_judge(sheet.ink, sheet.template, sheet.sight)
        if not cells:
            continue
        boxes = [sheet.template.boxes[cell] for cell in cells]
        patches = cut_patches(sheet.flat, sheet.ink, sheet.blank, boxes)
        look = members()[0].look(patches)
        odds = calibrated([look.votes])
        doubtful = odds.max(axis=1) < LOOKED_AT
        shown = np.array([cell not in truth.hidden for cell in cells])
        some = np.flatnonzero(shown & (doubtful | (rng.random(len(cells)) < OTHERS)))
        if len(some):
            kinds = [CLASSES.index(truth.marks.get(cells[place], "empty")) for place in some]
            marked = np.flatnonzero(are_marks(odds))
            tints = Tints(sheet.flat, sheet.ink, sheet.blank, sheet.template)
            wide = surroundings(sheet.flat, sheet.ink, sheet.blank, tints, boxes, some, marked)
            yield WideLessons(
                wide.layers,
                patches.levels[some],
                patches.facts[some],
                np.repeat(look.habits[None], len(some), axis=0),
                np.array(kinds, np.int64),
                np.full(len(some), int(photo.stem), np.int64),
                look.votes[some],
                np.repeat(wide.pen[None], len(some), axis=0),
            )
