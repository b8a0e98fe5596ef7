"""A sheet, or a part of one, in the report's PDF."""

from __future__ import annotations

import io
from typing import Any

from reportlab.lib.colors import Color
from reportlab.lib.utils import ImageReader
from reportlab.platypus import Flowable

from sheetkit.design.shapes import Bitmap, Path, Rectangle, Rgb, Shape, Text
from sheetkit.geometry import Box
from sheetkit.report.pdf_text import show, width_pt
from sheetkit.report.sheet_shapes import SHEET


class Drawn(Flowable):  # type: ignore[misc]  # reportlab has no types
    """A part of a sheet: the photo underneath, shapes over it, cut off at ``box`` (in mm)."""

    def __init__(self, shapes: tuple[Shape, ...], photo: bytes, box: Box, width: float) -> None:
        super().__init__()
        self.shapes, self.photo, self.box = shapes, photo, box
        self.scale = width / box.width
        self.width, self.height = width, box.height * self.scale

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        return self.width, self.height

    def draw(self) -> None:
        canvas = self.canv
        canvas.saveState()
        outline = canvas.beginPath()
        outline.rect(0, 0, self.width, self.height)
        canvas.clipPath(outline, stroke=0, fill=0)
        canvas.scale(self.scale, self.scale)
        canvas.translate(-self.box.left, self.box.bottom)
        if self.photo:
            image = ImageReader(io.BytesIO(self.photo))
            canvas.drawImage(image, 0, -SHEET.height, SHEET.width, SHEET.height)
        for shape in self.shapes:
            _paint(canvas, shape)
        canvas.restoreState()


def _ink(colour: Rgb) -> Color:
    return Color(*(channel / 255 for channel in colour))


def _paint(canvas: Any, shape: Shape) -> None:
    """One shape, in mm with y down, on a canvas in mm with y up."""
    if isinstance(shape, Text):
        _paint_text(canvas, shape)
    elif isinstance(shape, Bitmap):
        _paint_bitmap(canvas, shape)
    else:
        canvas.setLineWidth(shape.width)
        canvas.setLineJoin(1)
        canvas.setLineCap(1)
        if shape.fill:
            canvas.setFillColor(_ink(shape.fill))
        if shape.stroke:
            canvas.setStrokeColor(_ink(shape.stroke))
        inks = {"fill": int(bool(shape.fill)), "stroke": int(bool(shape.stroke))}
        if isinstance(shape, Rectangle):
            box = shape.box
            radius = min(shape.radius, box.width / 2, box.height / 2)
            canvas.roundRect(box.left, -box.bottom, box.width, box.height, radius, **inks)
        else:
            canvas.drawPath(_line(canvas, shape), **inks)


def _line(canvas: Any, shape: Path) -> Any:
    line = canvas.beginPath()
    for number, (x, y) in enumerate(shape.points):
        (line.lineTo if number else line.moveTo)(x, -y)
    if shape.closed or shape.fill:
        line.close()
    return line


def _paint_text(canvas: Any, shape: Text) -> None:
    canvas.setFillColor(_ink(shape.colour))
    x, y = shape.at
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor]
    x -= share * width_pt(shape.text, shape.size, bold=shape.bold)
    show(canvas, shape.text, x, -y, shape.size, bold=shape.bold)


def _paint_bitmap(canvas: Any, shape: Bitmap) -> None:
    canvas.setFillColor(_ink((0, 0, 0)))
    step = shape.box.width / len(shape.rows[0])
    for y, row in enumerate(shape.rows):
        for x, bit in enumerate(row):
            if bit == "1":
                left, top = shape.box.left + x * step, shape.box.top + y * step
                canvas.rect(left, -top - step, step, step, fill=1, stroke=0)
