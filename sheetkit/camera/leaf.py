"""Paper with printed sheets on it, as a picture, and where its cells are."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2

from sheetkit.camera.arrays import Picture
from sheetkit.geometry import Box

MM_PER_POINT = 25.4 / 72


@functools.lru_cache(maxsize=4)
def _rendered(pdf: bytes, page: int, px_per_mm: float) -> Picture:
    with pypdfium2.PdfDocument(pdf) as document:
        bitmap = document[page - 1].render(scale=px_per_mm * MM_PER_POINT, rev_byteorder=False)
        picture = bitmap.to_numpy()[:, :, :3].copy()
    picture.setflags(write=False)
    return np.asarray(picture, dtype=np.uint8)


def render_pad(pdf: bytes | Path, page: int, px_per_mm: float) -> Picture:
    """One page of the PDF (from 1) as height × width × 3, BGR, read-only."""
    return _rendered(pdf.read_bytes() if isinstance(pdf, Path) else pdf, page, px_per_mm)


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """A sheet as ``sheetkit print --map`` tells of it.

    ``box`` is the sheet on its ``page``, ``cells`` its cells, all in mm from the
    page's top left; ``width`` and ``height`` are the page's.
    """

    sheet: str
    variant: str
    page: int
    width: float
    height: float
    box: Box
    cells: Mapping[str, Box]


def read_map(pad_map: Mapping[str, Any] | Path) -> list[PrintedSheet]:
    """All sheets of a printed pad, from its map (the JSON itself, or its file)."""
    told = json.loads(pad_map.read_text()) if isinstance(pad_map, Path) else pad_map
    width, height = (float(side) * MM_PER_POINT for side in told["paper"])

    def box(corners: list[float]) -> Box:
        x0, y0, x1, y1 = (value * MM_PER_POINT for value in corners)
        return Box(x0, height - y1, x1, height - y0)

    return [
        PrintedSheet(
            sheet=each["sheet"],
            variant=each["variant"],
            page=each["page"],
            width=width,
            height=height,
            box=box(each["box"]),
            cells={cell["id"]: box(cell["box"]) for cell in each["cells"]},
        )
        for each in told["sheets"]
    ]


@dataclass(frozen=True, slots=True)
class SheetOnLeaf:
    """One sheet's place on a leaf and what is marked there; boxes in mm on the leaf."""

    sheet: str
    variant: str
    box: Box
    cells: Mapping[str, Box]
    marks: Mapping[str, str] = field(default_factory=dict)
    written: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Leaf:
    """A piece of paper seen from above: one sheet cut out, or a whole page of them."""

    picture: Picture
    px_per_mm: float
    sheets: tuple[SheetOnLeaf, ...]

    @property
    def width(self) -> float:
        """In mm."""
        return float(self.picture.shape[1] / self.px_per_mm)

    @property
    def height(self) -> float:
        """In mm."""
        return float(self.picture.shape[0] / self.px_per_mm)


def _on_leaf(sheet: PrintedSheet, cut: Box, scale: float) -> SheetOnLeaf:
    def moved(box: Box) -> Box:
        return box.moved(-cut.left, -cut.top).scaled(scale)

    return SheetOnLeaf(
        sheet=sheet.sheet,
        variant=sheet.variant,
        box=moved(sheet.box),
        cells={cell: moved(box) for cell, box in sheet.cells.items()},
    )


def cut_out(
    pdf: bytes | Path,
    sheet: PrintedSheet,
    *,
    px_per_mm: float,
    scale: float = 1.0,
    off: float = 0.0,
) -> Leaf:
    """The sheet cut out of its printed page.

    ``scale`` is what the printer made of the page (1 is true to scale), ``off``
    how far (mm) the scissors went outside the sheet's edge, inside if negative.
    """
    picture = render_pad(pdf, sheet.page, px_per_mm * scale)
    cut = sheet.box.grown(off)
    factor = px_per_mm * scale
    left, top = max(0, round(cut.left * factor)), max(0, round(cut.top * factor))
    right, bottom = round(cut.right * factor), round(cut.bottom * factor)
    part = picture[top:bottom, left:right].copy()
    placed = Box(left / factor, top / factor, right / factor, bottom / factor)
    return Leaf(part, px_per_mm, (_on_leaf(sheet, placed, scale),))


def whole_page(
    pdf: bytes | Path, sheets: list[PrintedSheet], *, px_per_mm: float, scale: float = 1.0
) -> Leaf:
    """A page before anything is cut, with those of the sheets that are on it."""
    first = sheets[0]
    picture = render_pad(pdf, first.page, px_per_mm * scale).copy()
    page = Box(0, 0, first.width, first.height)
    on_it = tuple(_on_leaf(sheet, page, scale) for sheet in sheets if sheet.page == first.page)
    return Leaf(picture, px_per_mm, on_it)
