"""A design as a picture: what an unmarked sheet looks like, to compare photos with."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from sheetkit.design import SHEET_HEIGHT, SHEET_WIDTH, SheetDesign
from sheetkit.design.shapes import Bitmap, Path, Point, Rectangle, Rgb, Shape, Text
from sheetkit.design.typeface import font_file, runs, text_width
from sheetkit.geometry import Box
from sheetkit.reading.arrays import Pixels

_SHIFT = 4
"""Binary places of a pixel that OpenCV draws at."""
_FINER = 2
"""Drawn so many times as large: OpenCV's smooth edges reach half a pixel too far."""
_CORNER_STEPS = 4
"""Chords a rounded corner is drawn with."""


def sheet_size_px(scale: float) -> tuple[int, int]:
    """Width and height of a sheet at that many px/mm."""
    return round(SHEET_WIDTH * scale), round(SHEET_HEIGHT * scale)


def render_design(design: SheetDesign, scale: float) -> Pixels:
    """The design at ``scale`` px/mm: height × width × 3, uint8, BGR, paper white."""
    width, height = sheet_size_px(scale)
    canvas = np.full((height * _FINER, width * _FINER, 3), 255, np.uint8)
    for shape in design.shapes:
        _draw(canvas, shape, scale * _FINER)
    return np.asarray(cv2.resize(canvas, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def render_text(text: Text, area: Box, scale: float) -> Pixels:
    """One text on white as it looks in an area of the sheet: height × width, uint8, grey."""
    size = (round(area.height * scale) * _FINER, round(area.width * scale) * _FINER, 3)
    canvas = np.full(size, 255, np.uint8)
    at = (text.at[0] - area.left, text.at[1] - area.top)
    _draw_text(canvas, replace(text, at=at), scale * _FINER)
    small = cv2.resize(canvas, (size[1] // _FINER, size[0] // _FINER), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)


def _draw(canvas: Pixels, shape: Shape, scale: float) -> None:
    match shape:
        case Rectangle():
            _draw_rectangle(canvas, shape, scale)
        case Path():
            closed = shape.closed or shape.fill is not None
            _draw_path(
                canvas, shape.points, shape.fill, shape.stroke, shape.width, scale, closed=closed
            )
        case Bitmap():
            _draw_bitmap(canvas, shape, scale)
        case Text():
            _draw_text(canvas, shape, scale)


def _draw_rectangle(canvas: Pixels, shape: Rectangle, scale: float) -> None:
    if shape.fill is not None:
        outline = _fixed(_rounded(shape.box, shape.radius), scale)
        cv2.fillPoly(canvas, [outline], _bgr(shape.fill), cv2.LINE_AA, _SHIFT)
    if shape.stroke is not None:
        half = shape.width / 2
        ring = [
            _fixed(_rounded(shape.box.grown(by), max(shape.radius + by, 0)), scale)
            for by in (half, -half)
        ]
        cv2.fillPoly(canvas, ring, _bgr(shape.stroke), cv2.LINE_AA, _SHIFT)


def _bgr(colour: Rgb) -> tuple[int, int, int]:
    return colour[2], colour[1], colour[0]


def _fixed(points: Any, scale: float) -> NDArray[np.int32]:
    """Points in mm as OpenCV's fixed-point pixels, whose centres are whole numbers."""
    px = np.asarray(points, dtype=np.float64) * scale - 0.5
    return np.rint(px * (1 << _SHIFT)).astype(np.int32)


def _draw_path(
    canvas: Pixels,
    points: tuple[Point, ...],
    fill: Rgb | None,
    stroke: Rgb | None,
    width: float,
    scale: float,
    *,
    closed: bool,
) -> None:
    if fill is not None:
        cv2.fillPoly(canvas, [_fixed(points, scale)], _bgr(fill), cv2.LINE_AA, _SHIFT)
    if stroke is not None:
        for outline in _stroke_outlines(points, width, closed=closed):
            cv2.fillPoly(canvas, [_fixed(outline, scale)], _bgr(stroke), cv2.LINE_AA, _SHIFT)


def _stroke_outlines(points: tuple[Point, ...], width: float, *, closed: bool) -> Any:
    """A quadrilateral a segment: OpenCV's own lines have whole-pixel widths."""
    ends = points[1:] + points[:1] if closed else points[1:]
    for (ax, ay), (bx, by) in zip(points, ends, strict=False):
        length = math.hypot(bx - ax, by - ay)
        if length > 0:
            nx, ny = (by - ay) / length * width / 2, (ax - bx) / length * width / 2
            yield ((ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny))


def _rounded(box: Box, radius: float) -> tuple[Point, ...]:
    if radius <= 0:
        return box.corners
    inner = box.grown(-min(radius, box.width / 2, box.height / 2))
    points = []
    for quarter, (x, y) in enumerate(inner.corners):
        for step in range(_CORNER_STEPS + 1):
            angle = math.pi * (1 + quarter / 2 + step / (2 * _CORNER_STEPS))
            points.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return tuple(points)


def _draw_bitmap(canvas: Pixels, bitmap: Bitmap, scale: float) -> None:
    size = bitmap.box.width / len(bitmap.rows)
    for row, line in enumerate(bitmap.rows):
        for column, module in enumerate(line):
            if module == "1":
                left = bitmap.box.left + column * size
                top = bitmap.box.top + row * size
                square = Box.at(left, top, size, size).corners
                cv2.fillPoly(canvas, [_fixed(square, scale)], (0, 0, 0), cv2.LINE_AA, _SHIFT)


@cache
def _font(name: str, size_px: float) -> ImageFont.FreeTypeFont:
    layout = ImageFont.Layout.BASIC
    return ImageFont.truetype(str(font_file(name)), size_px, layout_engine=layout)


_BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""The part of a text's width that lies left of where it stands."""


def _draw_text(canvas: Pixels, text: Text, scale: float) -> None:
    """Letter by letter where each stands in print: a font of so few pixels rounds its letters'
    widths, which would put the end of a line half a millimetre off.
    """
    width = text_width(text.text, text.size, bold=text.bold)
    x = text.at[0] - _BEFORE[text.anchor] * width
    for name, part in runs(text.text, bold=text.bold):
        font = _font(name, round(text.size * scale, 2))
        for letter in part:
            _draw_letter(canvas, letter, font, (x * scale, text.at[1] * scale), text.colour)
            x += text_width(letter, text.size, bold=text.bold)


def _draw_letter(
    canvas: Pixels, letter: str, font: ImageFont.FreeTypeFont, at: Point, colour: Rgb
) -> None:
    x, y = at
    left, top, right, bottom = font.getbbox(letter, anchor="ls")
    x0, y0 = max(math.floor(x + left) - 1, 0), max(math.floor(y + top) - 1, 0)
    x1 = min(math.ceil(x + right) + 2, canvas.shape[1])
    y1 = min(math.ceil(y + bottom) + 2, canvas.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    mask = Image.new("L", (x1 - x0, y1 - y0))
    ImageDraw.Draw(mask).text((x - x0, y - y0), letter, 255, font, "ls")
    share = np.asarray(mask, dtype=np.float32)[:, :, None] / 255
    area = canvas[y0:y1, x0:x1]
    ink = np.array(_bgr(colour), np.float32)
    canvas[y0:y1, x0:x1] = np.rint(area + (ink - area) * share).astype(np.uint8)
