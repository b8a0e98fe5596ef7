"""From a printed pad to a photo: print, cut, mark, age, photograph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from sheetkit.camera.conditions import Conditions, Level
from sheetkit.camera.drawing import draw_conditions
from sheetkit.camera.leaf import Leaf, PrintedSheet, cut_out, whole_page
from sheetkit.camera.marking import mark_leaf, rubbed_out
from sheetkit.camera.paper import aged, printed
from sheetkit.camera.pen import PenKind
from sheetkit.camera.photo import Photo, photograph
from sheetkit.camera.writer import Ink, Writer, draw_writer

Texts: TypeAlias = Mapping[str, Mapping[str, str]]
"""By sheet's code: cell or field → mark or text."""


def drawing_density(conditions: Conditions, across_mm: float) -> float:
    """How finely (px a mm) a leaf needs to be drawn for a photo that shows ``across_mm``."""
    f = conditions.framing
    shown = f.fill * f.width / across_mm
    # Turned upright in a wide picture the height bounds it; the nearer part is larger.
    return float(np.clip(1.25 * min(shown, 1.4 * f.height / across_mm), 6.0, 26.0))


def simulate(
    pdf: bytes,
    sheets: Sequence[PrintedSheet],
    marks: Texts,
    conditions: Conditions,
    rng: np.random.Generator,
    *,
    writers: Sequence[Writer] = (),
    written: Texts | None = None,
    uncut: bool = False,
) -> Photo:
    """Print, cut, mark and photograph these sheets: one photo of all of them.

    ``marks`` has the marks by the sheets' codes, ``written`` what stands in the
    fields (see ``mark_leaf``). Each sheet has a writer of its own: those given,
    one after the other, else people drawn at random. ``uncut`` leaves the sheets
    on their page, which is the first one's.
    """
    if uncut:
        sheets = [sheet for sheet in sheets if sheet.page == sheets[0].page]
    people = [
        writers[number % len(writers)] if writers else draw_writer(rng)
        for number in range(len(sheets))
    ]
    leaves = _blank(pdf, sheets, conditions, uncut=uncut)
    marked = []
    for number, blank in enumerate(leaves):
        leaf = printed(blank, conditions.printing, rng)
        on_it = zip(sheets, people, strict=True) if uncut else [(sheets[number], people[number])]
        for sheet, writer in on_it:
            leaf = mark_leaf(
                leaf, _only(marks, sheet), writer, rng, written=_only(written or {}, sheet)
            )
            count, apart = conditions.paper.rubbed_out, rng.spawn(1)[0]
            leaf = rubbed_out(leaf, sheet.sheet, count, writer, apart)
        marked.append(aged(leaf, conditions.paper, rng))
    return photograph(marked, conditions, rng)


def _only(texts: Texts, sheet: PrintedSheet) -> Texts:
    return {sheet.sheet: texts.get(sheet.sheet, {})}


def _blank(
    pdf: bytes, sheets: Sequence[PrintedSheet], conditions: Conditions, *, uncut: bool
) -> list[Leaf]:
    """The paper before anybody marks it, drawn as finely as the photo will show it."""
    printing = conditions.printing
    if uncut:
        density = drawing_density(conditions, sheets[0].width * printing.scale)
        page = whole_page(pdf, list(sheets), px_per_mm=density, scale=printing.scale)
        return [page]
    across = sheets[0].box.width * printing.scale
    across *= 1.0 if len(sheets) == 1 else 1.1 * float(np.ceil(np.sqrt(len(sheets))))
    density = drawing_density(conditions, across)
    return [
        cut_out(pdf, sheet, px_per_mm=density, scale=printing.scale, off=printing.scissors)
        for sheet in sheets
    ]


def take(
    pdf: bytes,
    sheets: Sequence[PrintedSheet],
    marks: Texts,
    level: Level,
    rng: np.random.Generator,
    *,
    pen: PenKind | None = None,
    ink: Ink | None = None,
    written: Texts | None = None,
    uncut: bool = False,
) -> Photo:
    """``simulate`` under conditions and by writers of that level (with that pen or ink)."""
    conditions = draw_conditions(level, rng, sheets=len(sheets))
    neat = level is Level.EASY
    writers = [draw_writer(rng, pen=pen, neat=neat, ink=ink) for _ in sheets]
    return simulate(
        pdf, sheets, marks, conditions, rng, writers=writers, written=written, uncut=uncut
    )


def photograph_table(level: Level, rng: np.random.Generator) -> Photo:
    """A photo without a sheet: a table, with whatever else lies there."""
    conditions = draw_conditions(level, rng)
    return photograph([], replace(conditions, clutter=int(rng.integers(2, 9))), rng)
