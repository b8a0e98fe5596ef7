"""Fields for numbers, cut from photos as reading cuts them, with what is written in them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.design import design_sheet
from sheetkit.design.words import language_names
from sheetkit.geometry import Box
from sheetkit.pad import find_pad
from sheetkit.reading.ink import Ink
from sheetkit.reading.light import Blank
from sheetkit.reading.patches import cut_fields
from sheetkit.reading.reference import render_design
from sheetkit.reading.template import LANGUAGE, SCALE
from sheetkit.reading.written import number_fields
from training.lessons import Truth, opened

Pixels: TypeAlias = NDArray[np.uint8]


@dataclass(frozen=True)
class Fields:
    """Fields of photos: n × 2 × 32 × 72; the number in each or ""; the photo's number and level."""

    layers: Pixels
    texts: Sequence[str]
    numbers: NDArray[np.int64]
    levels: NDArray[np.str_]

    def only(self, which: NDArray[np.intp]) -> Fields:
        texts = [self.texts[place] for place in which]
        return Fields(self.layers[which], texts, self.numbers[which], self.levels[which])


def fields_from(photos: Sequence[Path]) -> Fields:
    """The fields of the photos that have their truth beside them as JSON."""
    layers, texts, numbers, levels = [], [], [], []
    for photo in photos:
        truth = Truth(**json.loads(photo.with_suffix(".json").read_text()))
        if truth.level:
            for cut, written in fields_of_photo(photo.read_bytes(), truth):
                layers.append(cut)
                texts += written
                numbers += [int(photo.stem)] * len(written)
                levels += [truth.level] * len(written)
    return Fields(np.concatenate(layers), texts, np.array(numbers), np.array(levels))


def fields_of_photo(photo: bytes, truth: Truth) -> list[tuple[Pixels, list[str]]]:
    """The fields of the photo's sheet that can be seen, and what is written in them."""
    found = []
    for sheet in opened(photo, truth.sheet):
        template = sheet.template
        fields = [f for f in number_fields(template.design.pad) if f not in truth.hidden]
        cut = cut_fields(sheet.ink, sheet.blank, [template.boxes[f] for f in fields])
        found.append((cut, [truth.written.get(f.removeprefix("write."), "") for f in fields]))
    return found


def leftovers() -> Pixels:
    """What a sheet printed in another language has in its fields: n × 32 × 72, as ink."""
    found = []
    for name in ("classic", "on-board"):
        pad = find_pad(name)
        here = design_sheet(pad, LANGUAGE)
        boxes = [here.cells[field] for field in number_fields(pad)]
        known = render_design(here, SCALE)
        for language in language_names():
            other = render_design(design_sheet(pad, language), SCALE)
            found.append(_only_in(other, known, boxes))
    return np.concatenate(found)


def _only_in(other: Pixels, known: Pixels, boxes: Sequence[Box]) -> Pixels:
    ink = 255 - cv2.divide(other, np.maximum(known, 1), scale=255).min(axis=2)
    blank = Blank(known, known, np.full_like(known, 255), 0.0)
    return cut_fields(Ink(np.asarray(ink, np.uint8), 1.0), blank, boxes)[:, 0]
