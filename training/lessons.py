"""From photos to lessons: each cell with ink as reading sees it, and what it truly is."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.camera import SheetTruth
from sheetkit.pad import find_pad, pad_names
from sheetkit.reading.bare import cells_to_classify
from sheetkit.reading.classifier import CLASSES
from sheetkit.reading.decode import open_pictures
from sheetkit.reading.locate import locate_sheets
from sheetkit.reading.patches import NOBODY, Patches, Places, cut_patches, only_beside
from sheetkit.reading.place import place
from sheetkit.reading.sheet import OpenSheet, open_sheet
from training.photos import read_in_parts

Kinds: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True)
class Truth:
    """What is on a photo's sheet: its code, its marks, and the cells that the photo hides."""

    sheet: str
    marks: Mapping[str, str]
    hidden: Collection[str]
    written: Mapping[str, str] = field(default_factory=dict)
    level: str = ""


LEAST_AGREEMENT = 0.5
"""With the design: a sheet that isn't laid flat well teaches nothing."""


@dataclass(frozen=True)
class Lessons:
    """Cells with ink: layers as in ``Patches`` (ink not levelled), the truth, whose sheet.

    ``beside`` is as in ``Patches``, places among all lessons.
    """

    layers: NDArray[np.uint8]
    levels: NDArray[np.float32]
    facts: NDArray[np.float32]
    kinds: NDArray[np.int64]
    sheets: NDArray[np.int64]
    beside: Places

    def only(self, which: Places) -> Lessons:
        return Lessons(
            self.layers[which],
            self.levels[which],
            self.facts[which],
            self.kinds[which],
            self.sheets[which],
            only_beside(self.beside, which),
        )

    def by_sheet(self) -> Iterator[Lessons]:
        for sheet in np.unique(self.sheets):
            yield self.only(np.flatnonzero(self.sheets == sheet))

    @property
    def parts(self) -> tuple[NDArray[np.generic], ...]:
        return self.layers, self.levels, self.facts, self.kinds, self.sheets


def lessons_in(photos: Sequence[Path], executor: Executor) -> Lessons:
    """The lessons in photos that have their truth beside them as JSON, read by that executor."""
    return _joined(read_in_parts(_lessons_from, photos, executor))


def _lessons_from(photos: Sequence[Path]) -> Lessons:
    cv2.setNumThreads(1)
    lessons = []
    for photo in photos:
        truth = Truth(**json.loads(photo.with_suffix(".json").read_text()))
        for some, kinds in lessons_of_photo(photo.read_bytes(), truth):
            sheets = np.zeros(len(kinds), np.int64)
            lessons.append(
                Lessons(some.layers, some.levels, some.facts, kinds, sheets, some.beside)
            )
    return _joined(lessons)


def _joined(lessons: Sequence[Lessons]) -> Lessons:
    """All of them, their sheets and cells numbered on."""
    layers, levels, facts, kinds, _ = zip(*(some.parts for some in lessons), strict=True)
    sheets, beside = [], []
    known = count = 0
    for some in lessons:
        sheets.append(some.sheets + known)
        beside.append(np.where(some.beside == NOBODY, NOBODY, some.beside + count))
        known += int(some.sheets.max()) + 1
        count += len(some.kinds)
    every = (np.concatenate(each) for each in (layers, levels, facts, kinds, sheets, beside))
    return Lessons(*every)


def lessons_of_photo(photo: bytes, truth: Truth | SheetTruth) -> Iterator[tuple[Patches, Kinds]]:
    """The cells to classify on the photo's sheet as reading cuts them out, and what they are."""
    for sheet in opened(photo, truth.sheet):
        template = sheet.template
        looked_at = cells_to_classify(sheet.ink, template, sheet.sight)
        cells = [cell for cell in looked_at if cell not in truth.hidden]
        if cells:
            boxes = [template.boxes[cell] for cell in cells]
            kinds = [CLASSES.index(truth.marks.get(cell, "empty")) for cell in cells]
            yield cut_patches(sheet.flat, sheet.ink, sheet.blank, boxes), np.array(kinds, np.int64)


def opened(photo: bytes, code: str) -> Iterator[OpenSheet]:
    """The photo's sheet of that code laid flat; none where that can't be done well."""
    pads = [find_pad(name) for name in pad_names()]
    (picture,) = open_pictures(photo)
    for located in locate_sheets(picture, pads).sheets:
        if located.code is None or located.code.text != code:
            continue
        placed = place(picture, located.pose, located.code.pad)
        if placed.fit.agreement >= LEAST_AGREEMENT:
            yield open_sheet(picture, placed)
