"""The names that players write on their sheets, by OCR, where that is certain.

Handwriting is not what Tesseract is made for: most names stay unread, and then the
file's name serves. A name that is read is shown beside a crop of its line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import cv2
import numpy as np

from sheetkit.design import SHEET_WIDTH
from sheetkit.reading.arrays import Pixels
from sheetkit.reading.decode import Picture, open_pictures
from sheetkit.reading.form import NAME_FIELD, typed_names
from sheetkit.reading.letters import OCR_FAILS, OCR_SECONDS, ocr_is_there
from sheetkit.reading.pdf import PDF_START
from sheetkit.reading.result import Reading, SheetReading

PX_PER_MM = 12.0
FRAME_MM = 0.7
"""The box's own outline, left out at each side."""

LEAST_CONFIDENCE = 90.0
"""Of 100, as Tesseract states it for each word; scrawls that it takes for words have less."""
LABEL_MM = 2.6
"""What ends so near the top is the printed label in the box's corner."""
NEVER_WRITTEN_MM = 0.6
"""More at each side, where the outline of a curled sheet may be seen."""
WIDEST_STROKE_MM = 3.5
"""What is darker than its surroundings over more than that is a shadow."""
INK_SHARE = 0.16
"""By how much a stroke is darker than the paper beside it; creases and noise are less."""
LEAST_INK_MM2 = 3.0
"""Two short letters of a ballpoint: a line of 8 mm."""
_WORD = re.compile(r"[^\W\d_]+(?:[-'’.][^\W\d_]*)*")
LETTERS = range(2, 25)
"""How many a name may have."""


def typed_on(content: bytes, reading: Reading) -> dict[int, str] | None:
    """The names typed into a form whose bytes these are, by the sheet's place in it; none where
    there are none at all.

    Of copies of one sheet nobody knows whose the fields are.
    """
    typed = typed_names(content) if PDF_START in content[:1024] else {}
    copies = Counter(sheet.code for sheet in reading.sheets)
    return (
        {
            place: typed[sheet.code]
            for place, sheet in enumerate(reading.sheets)
            if sheet.code in typed and copies[sheet.code] == 1
        }
        if typed
        else None
    )


def names_on(content: bytes, reading: Reading) -> dict[int, str]:
    """The names on the sheets of a file whose bytes these are, by the sheet's place in it.

    Those typed into a form are as they are, see ``typed_on``. Others are left out where they aren't
    certain, and where Tesseract is missing.
    """
    typed = typed_on(content, reading)
    if typed is not None or not ocr_is_there():
        return typed or {}
    names = {}
    last = max((sheet.page for sheet in reading.sheets), default=0)
    for picture in open_pictures(content) if last else ():
        for place, sheet in enumerate(reading.sheets):
            if sheet.page == picture.page and NAME_FIELD in sheet.boxes:
                name = name_in(line_view(picture, sheet))
                if name:
                    names[place] = name
        if picture.page >= last:
            break
    return names


def has_name(picture: Picture, sheet: SheetReading) -> bool:
    """Whether anything is written on the name line of a sheet in this picture."""
    return NAME_FIELD in sheet.boxes and is_written(line_view(picture, sheet))


def is_written(view: Pixels) -> bool:
    """Whether ink stands on a name line below its printed label."""
    side, top = (round(mm * PX_PER_MM) for mm in (NEVER_WRITTEN_MM, LABEL_MM - FRAME_MM))
    below = cv2.GaussianBlur(view[top:-side, side:-side], (0, 0), PX_PER_MM / 8)
    reach = round(WIDEST_STROKE_MM * PX_PER_MM)
    stroke = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    paper = cv2.morphologyEx(below, cv2.MORPH_CLOSE, stroke)
    ink = paper.astype(np.float32) - below > INK_SHARE * np.maximum(paper, 1)
    return int(np.count_nonzero(ink)) >= LEAST_INK_MM2 * PX_PER_MM**2


def line_view(picture: Picture, sheet: SheetReading) -> Pixels:
    """The inside of a sheet's name line from straight above: grey."""
    corners = (np.array(sheet.boxes[NAME_FIELD], np.float32) + 0.5) / picture.shrink - 0.5
    edge = np.subtract(sheet.corners[1], sheet.corners[0])
    mm_in_photo = float(np.linalg.norm(edge)) / SHEET_WIDTH / picture.shrink
    width, height = (
        float(np.linalg.norm(corners[a] - corners[b])) / mm_in_photo for a, b in ((1, 0), (3, 0))
    )
    left, top, right, bottom = FRAME_MM, FRAME_MM, width - FRAME_MM, height - FRAME_MM
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    to_view = np.float32(PX_PER_MM) * (flat - np.array([left, top], np.float32))
    matrix = cv2.getPerspectiveTransform(corners, np.asarray(to_view, np.float32))
    size = (round((right - left) * PX_PER_MM), round((bottom - top) * PX_PER_MM))
    view = cv2.warpPerspective(picture.pixels, matrix, size, flags=cv2.INTER_LINEAR)
    return np.asarray(cv2.cvtColor(view, cv2.COLOR_BGR2GRAY), np.uint8)


def name_in(view: Pixels) -> str:
    """The name written there; empty unless all its words are certain."""
    import pytesseract  # noqa: PLC0415 - takes long to load and is seldom needed

    try:
        found = pytesseract.image_to_data(
            view, config="--psm 11", timeout=OCR_SECONDS, output_type=pytesseract.Output.DICT
        )
    except (*OCR_FAILS, pytesseract.TesseractError):
        return ""
    if "text" not in found:  # its file could not be written in full
        return ""
    words = list(_written_words(found))
    name = " ".join(word for word, _ in words)
    certain = all(_WORD.fullmatch(word) and sure >= LEAST_CONFIDENCE for word, sure in words)
    return name if certain and len(name) in LETTERS else ""


def _written_words(found: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    """The words below the label, with their confidence."""
    places = zip(found["text"], found["conf"], found["top"], found["height"], strict=True)
    for word, sure, top, height in places:
        if word.strip() and top + height > LABEL_MM * PX_PER_MM:
            yield word.strip(), float(sure)
