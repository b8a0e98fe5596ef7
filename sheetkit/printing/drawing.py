"""Shapes as PDF operators, through reportlab; mm become points here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from sheetkit.design.shapes import Bitmap, Path, Rectangle, Rgb, Shape, Text
from sheetkit.design.sheet import SHEET_HEIGHT
from sheetkit.design.typeface import font_file

PT = 72 / 25.4
"""Points in a millimetre."""

REGULAR, BOLD = "SheetkitSans", "SheetkitSansBold"


def register_fonts() -> None:
    for name, bold in ((REGULAR, False), (BOLD, True)):
        pdfmetrics.registerFont(TTFont(name, str(font_file(bold=bold))))


def draw(canvas: Any, shapes: Iterable[Shape], height: float = SHEET_HEIGHT) -> None:
    """Draw shapes; ``height`` in mm is where the upside of y lies above the origin."""
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    for shape in shapes:
        _PAINTERS[type(shape)](canvas, shape, height)


def _inks(canvas: Any, fill: Rgb | None, stroke: Rgb | None, width: float) -> None:
    if fill is not None:
        canvas.setFillColorRGB(*(round(c / 255, 3) for c in fill))
    if stroke is not None:
        canvas.setStrokeColorRGB(*(round(c / 255, 3) for c in stroke))
        canvas.setLineWidth(width * PT)


def _rectangle(canvas: Any, shape: Rectangle, height: float) -> None:
    _inks(canvas, shape.fill, shape.stroke, shape.width)
    box = shape.box
    canvas.roundRect(
        box.left * PT, (height - box.bottom) * PT, box.width * PT, box.height * PT,
        shape.radius * PT, stroke=shape.stroke is not None, fill=shape.fill is not None,
    )  # fmt: skip


def _path(canvas: Any, shape: Path, height: float) -> None:
    _inks(canvas, shape.fill, shape.stroke, shape.width)
    path = canvas.beginPath()
    (x, y), *rest = shape.points
    path.moveTo(x * PT, (height - y) * PT)
    for x, y in rest:
        path.lineTo(x * PT, (height - y) * PT)
    if shape.closed:
        path.close()
    canvas.drawPath(path, stroke=shape.stroke is not None, fill=shape.fill is not None)


def _text(canvas: Any, shape: Text, height: float) -> None:
    _inks(canvas, shape.colour, None, 0)
    canvas.setFont(BOLD if shape.bold else REGULAR, shape.size * PT)
    place = {
        "start": canvas.drawString,
        "middle": canvas.drawCentredString,
        "end": canvas.drawRightString,
    }[shape.anchor]
    place(shape.at[0] * PT, (height - shape.at[1]) * PT, shape.text)


def _bitmap(canvas: Any, shape: Bitmap, height: float) -> None:
    """A one-bit mask inside the page: about a sixth of the bytes that squares would take."""
    columns, rows, box = len(shape.rows[0]), len(shape.rows), shape.box
    padded = (row.ljust((columns + 7) // 8 * 8, "0") for row in shape.rows)
    bits = "".join(f"{int(row, 2):0{len(row) // 4}x}" for row in padded)
    matrix = (box.width * PT, 0, 0, box.height * PT, box.left * PT, (height - box.bottom) * PT)
    numbers = " ".join(f"{value:.2f}".rstrip("0").rstrip(".") for value in matrix)
    canvas._code.append(
        f"q 0 g {numbers} cm BI /W {columns} /H {rows} /IM true /D [1 0] /F /AHx ID\n{bits}>\nEI Q"
    )


_PAINTERS: dict[type, Any] = {Rectangle: _rectangle, Path: _path, Text: _text, Bitmap: _bitmap}
