"""Which language a sheet speaks: its code doesn't say."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from sheetkit.design import SheetDesign
from sheetkit.design.shapes import Text
from sheetkit.design.text import ink_box
from sheetkit.design.words import language_names
from sheetkit.pad import Pad
from sheetkit.reading.arrays import Pixels
from sheetkit.reading.template import LANGUAGE, design_of
from sheetkit.reading.texts import likeness

WORD_SCALE = 3.0
"""px/mm at which words are compared; the smallest are five pixels high."""
SHORTEST = 4
"""Letters of a word that is looked at."""
AROUND_MM = 0.4
"""White around a word that belongs to how it looks."""
PLAINLY_ITS_WORDS = 0.66
"""Mean likeness that no language's words have to those of another (0.63 on 80 photos)."""
LEAST_ALIKE = 0.35
"""Mean likeness of words that are seen at all: of ten sheets with less than 0.5 for the best of the
languages it was another's once, at 0.19, and never from 0.37 on.
"""
CLEARER_WORDS = 0.03
"""By how much, in the mean, words must look more like those of one language than of any other
to be its; on 320 photos of all languages they were never another's.
"""


@dataclass(frozen=True, slots=True)
class Language:
    """The language of a sheet's words, and which cells may bear letters of another."""

    name: str = LANGUAGE
    doubtful: tuple[str, ...] = ()


def language_on(grey: Pixels, pad: Pad) -> Language:
    """The language whose words look most like those on a sheet laid flat, grey, at ``WORD_SCALE``.

    Where none is clearly the best, it is ``LANGUAGE``, and the cells in which letters stand are
    doubtful.
    """
    lettered = _lettered(pad)
    usual = _alike(grey, pad, LANGUAGE)
    if usual > PLAINLY_ITS_WORDS and not lettered:
        return Language()
    alike = {name: _alike(grey, pad, name) for name in language_names()}
    second, best = sorted(alike, key=alike.__getitem__)[-2:]
    if alike[best] < max(alike[second] + CLEARER_WORDS, LEAST_ALIKE):
        return Language(doubtful=lettered)
    return Language(best)


def _alike(grey: Pixels, pad: Pad, language: str) -> float:
    words = _words(pad, language)
    areas = (ink_box(word).grown(AROUND_MM) for word in words)
    alike = (
        likeness(grey, word, area, WORD_SCALE) for word, area in zip(words, areas, strict=True)
    )
    return sum(alike) / max(len(words), 1)


@lru_cache(maxsize=256)
def _words(pad: Pad, language: str) -> tuple[Text, ...]:
    return _texts(design_of(pad, language), SHORTEST)


@lru_cache(maxsize=64)
def _lettered(pad: Pad) -> tuple[str, ...]:
    """The cells that take a mark and in which letters stand."""
    design = design_of(pad, LANGUAGE)
    inked = [ink_box(text) for text in _texts(design, 1)]
    return tuple(
        cell for cell in pad.markable if any(design.cells[cell].overlaps(ink) for ink in inked)
    )


def _texts(design: SheetDesign, least: int) -> tuple[Text, ...]:
    """The texts of a design with so many letters at least."""
    texts = (shape for shape in design.shapes if isinstance(shape, Text))
    return tuple(text for text in texts if sum(map(str.isalpha, text.text)) >= least)
