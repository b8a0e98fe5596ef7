"""A sheet as SVG: the photo from straight above or the design drawn anew, marks, findings."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from functools import singledispatch
from html import escape

from sheetkit.design.build import design_sheet
from sheetkit.design.script import is_from_right
from sheetkit.design.shapes import Bitmap, Path, Rectangle, Rgb, Text
from sheetkit.design.sheet import SHEET_HEIGHT, SHEET_WIDTH, SheetDesign
from sheetkit.geometry import Box
from sheetkit.report.sheet_shapes import CROP_AROUND, SHEET, Flag, crop_box, sheet_shapes
from sheetkit.scoresheet import Scoresheet


def sheet_design(sheet: Scoresheet, language: str) -> SheetDesign:
    """Where everything stands on that sheet."""
    return design_sheet(sheet.pad, language)


def sheet_group(
    name: str, sheet: Scoresheet, design: SheetDesign, photo: bytes, flagged: Mapping[str, Flag]
) -> str:
    """The sheet as an SVG group with that id; ``flagged`` cells have a badge with their sign."""
    image = ""
    if photo:
        data = base64.b64encode(photo).decode()
        image = (
            f'<image href="data:image/jpeg;base64,{data}" width="{SHEET_WIDTH:g}" '
            f'height="{SHEET_HEIGHT:g}" preserveAspectRatio="none"/>'
        )
    shapes = sheet_shapes(sheet, design, flagged, on_photo=bool(photo))
    return f'<g id="{escape(name)}">{image}{"".join(draw(shape) for shape in shapes)}</g>'


def whole(name: str, label: str) -> str:
    """The whole sheet, by the group's id."""
    return _view(name, SHEET, label, "sheet")


def crop(
    name: str,
    design: SheetDesign,
    cells: Sequence[str],
    label: str,
    around: float = CROP_AROUND,
) -> str:
    """The part of the sheet with these cells and so much around them, in mm."""
    part = crop_box(design, cells, around)
    return _view(name, part, label, "crop") if part else ""


def _view(name: str, box: Box, label: str, kind: str) -> str:
    view = f"{box.left:.2f} {box.top:.2f} {box.width:.2f} {box.height:.2f}"
    ratio = f"{box.width:.2f} / {box.height:.2f}"
    return (
        f'<svg class="{kind}" viewBox="{view}" style="aspect-ratio: {ratio}" role="img" '
        f'aria-label="{escape(label)}"><use href="#{escape(name)}"/></svg>'
    )


def _colour(rgb: Rgb | None) -> str:
    return "none" if rgb is None else "#{:02x}{:02x}{:02x}".format(*rgb)


def _rect(box: Box) -> str:
    return f'x="{box.left:.2f}" y="{box.top:.2f}" width="{box.width:.2f}" height="{box.height:.2f}"'


@singledispatch
def draw(shape: object) -> str:
    """One shape of the design as SVG."""
    raise TypeError(shape)


@draw.register
def _(shape: Rectangle) -> str:
    return (
        f'<rect {_rect(shape.box)} rx="{shape.radius:g}" fill="{_colour(shape.fill)}" '
        f'stroke="{_colour(shape.stroke)}" stroke-width="{shape.width:g}"/>'
    )


@draw.register
def _(shape: Path) -> str:
    points = " ".join(f"{x:.2f},{y:.2f}" for x, y in shape.points)
    kind = "polygon" if shape.closed or shape.fill else "polyline"
    return (
        f'<{kind} points="{points}" fill="{_colour(shape.fill)}" '
        f'stroke="{_colour(shape.stroke)}" stroke-width="{shape.width:g}" '
        'stroke-linejoin="round" stroke-linecap="round"/>'
    )


@draw.register
def _(shape: Text) -> str:
    weight = ' font-weight="bold"' if shape.bold else ""
    x, y = shape.at
    # The design has texts from the right in their printed order already.
    order = ' style="direction:ltr;unicode-bidi:bidi-override"' if is_from_right(shape.text) else ""
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{shape.size:g}" fill="{_colour(shape.colour)}" '
        f'text-anchor="{shape.anchor}"{weight}{order} font-family="Noto Sans, Arial, sans-serif">'
        f"{escape(shape.text)}</text>"
    )


@draw.register
def _(shape: Bitmap) -> str:
    if not shape.rows:
        return ""
    step = shape.box.width / len(shape.rows[0])
    dark = "".join(
        f"M{shape.box.left + x * step:.2f} {shape.box.top + y * step:.2f}h{step:.2f}v{step:.2f}"
        f"h-{step:.2f}z"
        for y, row in enumerate(shape.rows)
        for x, bit in enumerate(row)
        if bit == "1"
    )
    return f'<path d="{dark}" fill="#000"/>'
