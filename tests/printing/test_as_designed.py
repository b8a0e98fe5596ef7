"""What the PDF shows is what photos are compared with: one design, drawn by two programs."""

import io

import cv2
import numpy as np
import pypdfium2
import pytest

from sheetkit.design import SheetDesign, design_sheet
from sheetkit.pad import Pad, find_pad, pad_names
from sheetkit.printing import Order, page_of, write_pad
from sheetkit.reading.reference import render_design

PX_PER_MM = 16
MOST_OFF = 6.0
"""Of 255, the mean over a cell: two programs smooth edges each in their own way, which comes to
5.0 at most; a fill or an outline left out comes to 8.9 and more, numbers set beside their places
to 16."""


def printed(pad: Pad) -> np.ndarray:
    buffer = io.BytesIO()
    write_pad(buffer, Order(pad, sheets=1, seed=7), page_of("a6"))
    with pypdfium2.PdfDocument(buffer.getvalue()) as document:
        return document[0].render(scale=PX_PER_MM * 25.4 / 72).to_numpy()[:, :, :3].copy()


def differences(seen: np.ndarray, design: SheetDesign) -> np.ndarray:
    """How far each pixel is off; the page may end in half a pixel."""
    expected = render_design(design, PX_PER_MM)
    height, width = np.minimum(seen.shape, expected.shape)[:2]
    smooth = (cv2.blur(each[:height, :width], (4, 4)).astype(int) for each in (seen, expected))
    return np.abs(np.subtract(*smooth)).mean(axis=2)


@pytest.mark.parametrize("name", pad_names())
def test_the_pdf_shows_the_design_that_photos_are_compared_with(name: str) -> None:
    pad = find_pad(name)
    design = design_sheet(pad)
    off = differences(printed(pad), design)
    for cell in pad.markable:
        box = design.cells[cell].grown(0.3).scaled(PX_PER_MM)
        part = off[round(box.top) : round(box.bottom), round(box.left) : round(box.right)]
        assert part.mean() <= MOST_OFF, cell
