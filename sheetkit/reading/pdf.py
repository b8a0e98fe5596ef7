"""The pages of a PDF as pictures, whether they were scanned or drawn."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pypdfium2
from numpy.typing import NDArray

from sheetkit.errors import PhotoError

PDF_START = b"%PDF-"
POINTS_AN_INCH = 72.0
DOTS_AN_INCH = 220.0
"""8.7 px/mm on a page true to scale: what a good photo has."""
LONGEST_PAGE_PX = 6000
SHORTEST_PAGE_PX = 900
"""Pages declared far too large or too small are brought to these sizes."""


def pdf_pages(content: bytes, most: int) -> Iterator[NDArray[np.uint8]]:
    """Each page, annotations and form fields included, as height × width × 3, uint8, BGR.

    Raises PhotoError ``encrypted``, ``not-an-image`` or ``too-large``.
    """
    document = _opened(content)
    try:
        pages = len(document)
        if pages > most:
            raise PhotoError(
                "too-large", f"the PDF has {pages} pages", f"split it, {most} at once are read"
            )
        for number in range(pages):
            yield _rendered(document, number)
    finally:
        document.close()


def _opened(content: bytes) -> pypdfium2.PdfDocument:
    try:
        document = pypdfium2.PdfDocument(content)
        document.init_forms()
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise PhotoError(
                "encrypted", "the PDF asks for a password", "save it without one"
            ) from error
        raise PhotoError("not-an-image", "the PDF is damaged", "save or scan it again") from error
    return document


def _rendered(document: pypdfium2.PdfDocument, number: int) -> NDArray[np.uint8]:
    try:
        page = document[number]
        longest = max(page.get_size())
        scale = DOTS_AN_INCH / POINTS_AN_INCH
        scale = min(max(scale, SHORTEST_PAGE_PX / longest), LONGEST_PAGE_PX / longest)
        bitmap = page.render(scale=scale, may_draw_forms=True)
        pixels: NDArray[np.uint8] = bitmap.to_numpy()[:, :, :3].copy()
        page.close()
    except (pypdfium2.PdfiumError, ZeroDivisionError, ValueError) as error:
        raise PhotoError(
            "not-an-image", f"page {number + 1} of the PDF is damaged", "save or scan it again"
        ) from error
    return pixels
