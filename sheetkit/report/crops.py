"""Doubtful cells cut out of a photo, upright, with their neighbours, for a person to look at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.design import SHEET_HEIGHT, SHEET_WIDTH, design_sheet
from sheetkit.geometry import Box
from sheetkit.reading.decode import Picture, open_pictures
from sheetkit.reading.result import Reading, SheetReading

Pixels: TypeAlias = NDArray[np.uint8]

AROUND = (10.0, 5.0)
"""In mm, across and down: a neighbour on each side shows how this writer crosses."""
PX_PER_MM = 12.0
PAPER_AT = 90.0
"""In per cent of the pixels' values from the darkest on: paper, and no glint on it."""
PAPER_LEVEL = 230.0
FRAME_BGR = (10, 113, 232)


@dataclass(frozen=True)
class Doubt:
    """A doubtful cell: on which sheet of the reading, and its picture (h × w × 3, uint8, BGR).

    ``picture`` is None where the place of the cell isn't known.
    """

    place: int
    cell: str
    picture: Pixels | None


def doubts_of(content: bytes, reading: Reading) -> Iterator[Doubt]:
    """All doubtful cells of a photo whose bytes these are, sheet by sheet."""
    pages = {sheet.page for sheet in reading.sheets if sheet.unsure}
    for picture in open_pictures(content) if pages else ():
        if picture.page in pages:
            seen = picture.finer() if picture.finer else picture
            for place, sheet in enumerate(reading.sheets):
                if sheet.page == picture.page:
                    yield from (Doubt(place, c, cell_picture(seen, sheet, c)) for c in sheet.unsure)
        if picture.page == max(pages):
            return


def cell_picture(seen: Picture, sheet: SheetReading, cell: str) -> Pixels | None:
    """The cell from straight above with what is around it, a thin frame where the cell ends."""
    if cell not in sheet.boxes:
        return None
    box = design_sheet(sheet.pad, "en").cells[cell]
    area = Box(
        max(box.left - AROUND[0], 0.0),
        max(box.top - AROUND[1], 0.0),
        min(box.right + AROUND[0], SHEET_WIDTH),
        min(box.bottom + AROUND[1], SHEET_HEIGHT),
    )
    to_photo = _to_photo(box, sheet.boxes[cell], seen.shrink)
    to_mm = np.array([[1 / PX_PER_MM, 0, area.left], [0, 1 / PX_PER_MM, area.top], [0, 0, 1]])
    size = (round(area.width * PX_PER_MM), round(area.height * PX_PER_MM))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    picture = np.asarray(cv2.warpAffine(seen.pixels, to_photo @ to_mm, size, flags=flags), np.uint8)
    picture = _brightened(picture)
    frame = box.moved(-area.left, -area.top).grown(0.2).scaled(PX_PER_MM)
    left, top, right, bottom = map(round, (frame.left, frame.top, frame.right, frame.bottom))
    cv2.rectangle(picture, (left, top), (right, bottom), FRAME_BGR, 2)
    return picture


def _brightened(picture: Pixels) -> Pixels:
    """The picture with its paper nearly white, for photos taken at dusk."""
    paper = max(float(np.percentile(picture, PAPER_AT)), 1.0)
    return np.asarray(cv2.convertScaleAbs(picture, alpha=max(PAPER_LEVEL / paper, 1.0)), np.uint8)


def _to_photo(
    box: Box, corners: tuple[tuple[float, float], ...], shrink: float
) -> NDArray[np.float64]:
    """The affine map, 2 × 3, from mm to pixels that fits the cell's corners best."""
    mm = np.concatenate([np.array(box.corners), np.ones((4, 1))], axis=1)
    px = (np.array(corners) + 0.5) / shrink - 0.5
    return np.asarray(np.linalg.lstsq(mm, px, rcond=None)[0].T)
