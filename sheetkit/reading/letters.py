"""Which language the letters in a sheet's cells are of: its code doesn't say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.design import SheetDesign
from sheetkit.design.shapes import Text
from sheetkit.design.style import Style
from sheetkit.design.text import ink_box
from sheetkit.design.words import language_names, words
from sheetkit.pad import Pad
from sheetkit.reading.template import LANGUAGE, design_of
from sheetkit.reading.texts import likeness

Pixels: TypeAlias = NDArray[np.uint8]

SMALLEST_MM = 2.3
"""Em of the letters that are looked at: those in cells and at the rows' starts."""
AROUND_MM = 0.5
"""White around a letter that belongs to how it looks."""
FAR = 0.2
"""By how much less the letters at the rows' starts look like those of languages that are out of
question: of four letters two differ at least, and marks seldom lie on them.
"""
CLEARER = 0.03
"""By how much, in the mean, letters must look more like those of one language than of any other
to be its; on 110 photos of all languages, every other one hard, they were right above 0.01.
"""


@dataclass(frozen=True, slots=True)
class Letters:
    """The language of a sheet's letters, and which cells may have other letters than its."""

    language: str = LANGUAGE
    doubtful: tuple[str, ...] = ()


def letters_on(flat: Pixels, pad: Pad) -> Letters:
    """The letters that look most like those on a sheet laid flat.

    ``flat`` is height × width × 3, uint8, BGR, at the template's scale. Where no letters stand
    in cells that take marks, any language will do.
    """
    letters = _letters(pad)
    if not letters:
        return Letters()
    grey = np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), np.uint8)
    at_starts = {language: _alike(grey, texts.at_starts) for language, texts in letters.items()}
    least = max(at_starts.values()) - FAR
    likely = [language for language, alike in at_starts.items() if alike >= least]
    scores = {language: _alike(grey, letters[language].every) for language in likely}
    best = max(scores, key=scores.__getitem__)
    named = _named(letters[best])
    others = (scores[language] for language in likely if _named(letters[language]) != named)
    clear = scores[best] - max(others, default=0.0) >= CLEARER
    return Letters(best, () if clear else _cells_with(pad, letters[best].in_cells))


@dataclass(frozen=True, slots=True)
class _Printed:
    """The letters of one language ``at_starts`` of the rows, and ``in_cells`` that take marks."""

    at_starts: tuple[Text, ...]
    in_cells: tuple[Text, ...]

    @property
    def every(self) -> tuple[Text, ...]:
        return self.at_starts + self.in_cells


def _alike(grey: Pixels, texts: Sequence[Text]) -> float:
    areas = (ink_box(text).grown(AROUND_MM) for text in texts)
    alike = (likeness(grey, text, area) for text, area in zip(texts, areas, strict=True))
    return sum(alike) / max(len(texts), 1)


def _named(letters: _Printed) -> list[str]:
    return [text.text for text in letters.every]


def _cells_with(pad: Pad, texts: Sequence[Text]) -> tuple[str, ...]:
    """The cells that take a mark and in which such a text stands."""
    boxes = design_of(pad, LANGUAGE).cells
    inked = [ink_box(text) for text in texts]
    return tuple(cell for cell in pad.markable if any(boxes[cell].overlaps(ink) for ink in inked))


@lru_cache(maxsize=64)
def _letters(pad: Pad) -> Mapping[str, _Printed]:
    """The letters that stand for colours in each language; none where no cell has any."""
    if not _large_letters(design_of(pad, LANGUAGE)).in_cells:
        return {}
    return {language: _large_letters(design_of(pad, language)) for language in language_names()}


def _large_letters(design: SheetDesign) -> _Printed:
    style = Style(words(design.language), design.palette)
    letters = {style.text(key) for key in style.texts if key.startswith("letter_")}
    texts = [
        shape
        for shape in design.shapes
        if isinstance(shape, Text) and shape.text in letters and shape.size >= SMALLEST_MM
    ]
    inside = [bool(_cells_with(design.pad, [text])) for text in texts]
    return _Printed(
        tuple(text for text, is_in in zip(texts, inside, strict=True) if not is_in),
        tuple(text for text, is_in in zip(texts, inside, strict=True) if is_in),
    )
