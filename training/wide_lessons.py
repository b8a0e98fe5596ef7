"""What the classifier's onlooker learns from: cells of photos with all that is around them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.reading.arrays import Floats32
from sheetkit.reading.bare import cells_to_classify
from sheetkit.reading.classifier import CLASSES, members
from sheetkit.reading.examples import KINDS, Examples, surest
from sheetkit.reading.ladder import calibrated
from sheetkit.reading.marks import surroundings
from sheetkit.reading.patches import Places, cut_patches
from sheetkit.reading.strength import are_marks
from sheetkit.reading.tint import Tints
from training.lessons import Truth, opened

LOOKED_AT = 0.9998
"""Of the first member's odds, up to which every cell is learned from: more than are asked."""
OTHERS = 0.2
"""Part of the others that is learned from as well."""


@dataclass(frozen=True, eq=False)
class ExampleLessons:
    """Cells that show how a writer marks, with what is around them: ``layers`` and ``levels`` as in
    ``WideLessons``, ``kinds`` and ``places`` as in ``Examples``, and whose sheet.
    """

    layers: NDArray[np.uint8]
    levels: Floats32
    kinds: NDArray[np.int64]
    places: NDArray[np.int64]
    sheets: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class WideLessons:
    """Cells with what is around them: ``layers`` as ``cut_wide`` gives them, ``levels`` and
    ``facts`` as in ``Patches``, their sheets' ``habits`` (cells × 102), the truth, whose sheet, the
    first member's ``votes``, the colours of the sheets' ``pens``, the cells' ``places`` on their
    sheets, and the sheets' ``examples``.
    """

    layers: NDArray[np.uint8]
    levels: Floats32
    facts: Floats32
    habits: Floats32
    kinds: NDArray[np.int64]
    sheets: NDArray[np.int64]
    votes: Floats32
    pens: Floats32
    places: NDArray[np.int64]
    examples: ExampleLessons


def by_sheets(lessons: WideLessons) -> list[tuple[Places, Places]]:
    """The cells of each sheet, and its examples, as places among all."""
    sheets, examples = lessons.sheets, lessons.examples.sheets
    return [
        (np.flatnonzero(sheets == sheet), np.flatnonzero(examples == sheet))
        for sheet in np.unique(sheets)
    ]


def shares_of(lessons: WideLessons, cells: Places, examples: Places) -> Floats32:
    """What each of the examples counts for beside the cells, as in ``Examples.shares``."""
    shown = lessons.examples
    shares = np.zeros((len(cells), len(KINDS), len(examples)), np.float32)
    for sheet in np.unique(lessons.sheets[cells]):
        here = np.flatnonzero(lessons.sheets[cells] == sheet)
        there = np.flatnonzero(shown.sheets[examples] == sheet)
        some = Examples(shown.places[examples[there]], shown.kinds[examples[there]])
        shares[np.ix_(here, np.arange(len(KINDS)), there)] = some.shares(
            lessons.places[cells[here]]
        )
    return shares


def lessons_of_photos(photos: Sequence[Path]) -> WideLessons:
    """The lessons in photos that have their truth beside them as JSON."""
    cv2.setNumThreads(1)
    return joined([some for photo in photos for some in _lessons_of(photo)])


def joined(lessons: Sequence[WideLessons]) -> WideLessons:
    """All of them."""
    examples = _each_joined([some.examples for some in lessons])
    return WideLessons(**_each_joined(lessons), examples=ExampleLessons(**examples))


def _each_joined(some: Sequence[WideLessons | ExampleLessons]) -> dict[str, NDArray[Any]]:
    """Each of their arrays, one after the other, by its name."""
    names = [field.name for field in fields(some[0]) if field.name != "examples"]
    return {name: np.concatenate([getattr(one, name) for one in some]) for name in names}


def _lessons_of(photo: Path) -> Iterator[WideLessons]:
    truth = Truth(**json.loads(photo.with_suffix(".json").read_text()))
    rng = np.random.default_rng(int(photo.stem))
    for sheet in opened(photo.read_bytes(), truth.sheet):
        cells = cells_to_classify(sheet.ink, sheet.template, sheet.sight)
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
            examples = surest(odds)
            every = np.concatenate([some, examples.places])
            wide = surroundings(sheet.flat, sheet.ink, sheet.blank, tints, boxes, every, marked)
            beside = ExampleLessons(
                wide.layers[len(some) :],
                patches.levels[examples.places],
                examples.kinds,
                examples.places,
                np.full(len(examples.places), int(photo.stem), np.int64),
            )
            yield WideLessons(
                wide.layers[: len(some)],
                patches.levels[some],
                patches.facts[some],
                np.repeat(look.habits[None], len(some), axis=0),
                np.array(kinds, np.int64),
                np.full(len(some), int(photo.stem), np.int64),
                look.votes[some],
                np.repeat(wide.pen[None], len(some), axis=0),
                some,
                beside,
            )
