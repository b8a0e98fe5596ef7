"""A writer marks a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from sheetkit.camera.gestures import SkipStyle
from sheetkit.camera.handwriting import name_strokes, number_strokes
from sheetkit.camera.leaf import Leaf, SheetOnLeaf
from sheetkit.camera.pen import Canvas, PenKind, draw_ink, paper_tooth
from sheetkit.camera.writer import STROKES, Writer, skip_strokes
from sheetkit.geometry import Box


def _hull(boxes: list[Box]) -> Box:
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )


def _skip_runs(sheet: SheetOnLeaf, marks: Mapping[str, str], *, joined: bool) -> list[list[str]]:
    """The struck cells, side by side ones together where the writer joins them."""
    struck = [cell for cell in sheet.cells if marks.get(cell) in ("skip", "both")]
    runs: list[list[str]] = []
    for cell in struck:
        box = sheet.cells[cell]
        last = sheet.cells[runs[-1][-1]] if runs else None
        beside = (
            last is not None
            and abs(last.top - box.top) < 0.2 * box.height
            and 0 <= box.left - last.right + 0.1 < 0.4 * box.width
        )
        if joined and beside:
            runs[-1].append(cell)
        else:
            runs.append([cell])
    return runs


def _mark_sheet(
    canvas: Canvas,
    sheet: SheetOnLeaf,
    marks: Mapping[str, str],
    writer: Writer,
    rng: np.random.Generator,
) -> None:
    for run in _skip_runs(sheet, marks, joined=writer.skip is SkipStyle.LONG):
        strokes = skip_strokes(_hull([sheet.cells[cell] for cell in run]), writer, rng)
        draw_ink(canvas, strokes, writer.pen_at_hand(rng), rng)
    for cell, mark in marks.items():
        kind = "cross" if mark == "both" else mark
        if kind != "skip":
            strokes = STROKES[kind](sheet.cells[cell], writer, rng)
            draw_ink(canvas, strokes, writer.pen_at_hand(rng), rng)


def rubbed_out(
    leaf: Leaf, sheet: str, count: int, writer: Writer, rng: np.random.Generator
) -> Leaf:
    """The leaf with the traces of crosses that were made in blank cells of a sheet and rubbed out.

    Only a pencil's can be; the leaf's marks stay as they are.
    """
    if not count or writer.pen.kind is not PenKind.PENCIL:
        return leaf
    picture = leaf.picture.copy()
    canvas = Canvas(picture, leaf.px_per_mm, paper_tooth(rng))
    (place,) = (each for each in leaf.sheets if each.sheet == sheet)
    free = [cell for cell in place.cells if cell not in place.marks and "write." not in cell]
    pen = replace(writer.pen, density=TRACE * writer.pen.density, width=1.3 * writer.pen.width)
    for cell in rng.permutation(free)[:count]:
        draw_ink(canvas, STROKES["cross"](place.cells[cell], writer, rng), pen, rng)
    return replace(leaf, picture=picture)


TRACE = 0.12
"""What a rubber leaves of a stroke."""


def _write_fields(
    canvas: Canvas,
    sheet: SheetOnLeaf,
    written: Mapping[str, str],
    writer: Writer,
    rng: np.random.Generator,
) -> None:
    for name, text in written.items():
        box = sheet.cells[f"write.{name}"]
        by_letters = name in ("player", "date")
        strokes = (
            name_strokes(box, writer, rng) if by_letters else number_strokes(text, box, writer, rng)
        )
        draw_ink(canvas, strokes, writer.pen, rng)


def mark_leaf(
    leaf: Leaf,
    marks: Mapping[str, Mapping[str, str]],
    writer: Writer,
    rng: np.random.Generator,
    *,
    written: Mapping[str, Mapping[str, str]] | None = None,
) -> Leaf:
    """The leaf with marks drawn on it.

    ``marks`` has, for each sheet's code, cell id → ``cross``, ``skip``, ``void``
    or ``both``; ``written`` likewise field → number (``"total": "70"``), and
    ``player`` and ``date``, which become a scrawl whatever they say. Raises
    KeyError for a cell that the sheet doesn't have.
    """
    picture = leaf.picture.copy()
    canvas = Canvas(picture, leaf.px_per_mm, paper_tooth(rng))
    sheets = []
    for sheet in leaf.sheets:
        wanted = dict(marks.get(sheet.sheet, {}))
        _mark_sheet(canvas, sheet, wanted, writer, rng)
        fields = dict((written or {}).get(sheet.sheet, {}))
        _write_fields(canvas, sheet, fields, writer, rng)
        sheets.append(
            replace(sheet, marks={**sheet.marks, **wanted}, written={**sheet.written, **fields})
        )
    return replace(leaf, picture=picture, sheets=tuple(sheets))
