"""Sheets printed, photographed in simulation, and what else may become of their pictures."""

from dataclasses import replace

import cv2
import numpy as np

from sheetkit.camera import (
    Level,
    draw_conditions,
    finished_sheet,
    simulate,
    take,
)
from sheetkit.camera.printed import print_for
from sheetkit.design import design_sheet, sheet_shapes
from sheetkit.design.palette import SAFE
from sheetkit.pad import SheetCode, find_pad
from sheetkit.printing import Order
from sheetkit.reading.reference import render_design


def print_sheets(pad, count=2):
    """A pad's PDF, and where everything is on its sheets."""
    return print_for(Order(find_pad(pad), count, 7, "en"))


def rendered(pad, scale, number=7, language="en", palette=SAFE):
    """A sheet as it comes from the printer, at ``scale`` px/mm, with its code."""
    design = design_sheet(pad, language, palette)
    shapes = design.shapes + sheet_shapes(design, SheetCode(pad, number))
    return render_design(replace(design, shapes=shapes), scale)


def photograph(pad="classic", *, seed=1, level=Level.EASY, marks=None, change=None):
    """A photo of one sheet with those marks (else a finished game's), its conditions changed."""
    pdf, sheets = print_sheets(pad)
    rng = np.random.default_rng(seed)
    sheet = sheets[0]
    drawn = finished_sheet(sheet.cells, rng) if marks is None else marks
    if change is None:
        return take(pdf, [sheet], {sheet.sheet: drawn}, level, rng)
    conditions = change(draw_conditions(level, rng))
    return simulate(pdf, [sheet], {sheet.sheet: drawn}, conditions, rng)


def pixels(photo):
    """What the photo shows, as height × width × 3."""
    return cv2.imdecode(np.frombuffer(photo.jpeg, np.uint8), cv2.IMREAD_COLOR)


def as_jpeg(picture):
    """The picture as a file's bytes."""
    return cv2.imencode(".jpg", picture)[1].tobytes()


QR = (61, 65, 87, 88)
"""Left, top, right, bottom of the code and its margin, in mm of the sheet."""


def on_a_table(picture):
    """That picture of a sheet as a JPEG, with a table around it."""
    table = cv2.copyMakeBorder(picture, *(150,) * 4, cv2.BORDER_CONSTANT, value=(70, 90, 80))
    return as_jpeg(table)


def covered(photo, cells):
    """The photo with a grey card over the middle of these cells, as a JPEG."""
    picture = pixels(photo)
    places = np.array([photo.sheets[0].cells[cell] for cell in cells])
    (x0, y0), (x1, y1) = places.min(axis=0).astype(int), places.max(axis=0).astype(int)
    picture[y0 : y1 + 1, x0 : x1 + 1] = (60, 80, 110)
    return as_jpeg(picture)
