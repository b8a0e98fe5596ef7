"""Shapes as PDF operators (ISO 32000-1, 8 and 9); millimetres become points here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sheetkit.design.shapes import Bitmap, Path, Point, Rectangle, Rgb, Shape, Text
from sheetkit.design.typeface import text_width
from sheetkit.geometry import Box
from sheetkit.printing.fonts import Fonts

PT = 72 / 25.4
"""Points in a millimetre."""

ROUND_STEPS = 0.5523
"""Bézier handles of a quarter circle, as a part of its radius."""


def number(value: float) -> str:
    """A number as short as a hundredth of a point allows: 3.5 µm."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


class Pen:
    """Turns shapes into operators on paper that is ``height`` mm high."""

    def __init__(self, fonts: Fonts, height: float) -> None:
        self.fonts = fonts
        self._height = height

    def draw(self, shapes: Iterable[Shape]) -> str:
        """The operators that paint all shapes in their order, ends and corners round."""
        return "1 J 1 j\n" + "\n".join(self.paint(shape) for shape in shapes) + "\n"

    def paint(self, shape: Shape) -> str:
        match shape:
            case Rectangle():
                return self._rectangle(shape)
            case Path():
                return self._path(shape)
            case Text():
                return self._text(shape)
            case Bitmap():
                return self._bitmap(shape)

    def _at(self, x: float, y: float) -> str:
        return f"{number(x * PT)} {number((self._height - y) * PT)}"

    def _rectangle(self, shape: Rectangle) -> str:
        outline = self._rounded(shape.box, shape.radius) if shape.radius else self._plain(shape.box)
        inks = _inks(shape.fill, shape.stroke, shape.width)
        return f"{inks}{outline}{_finish(shape.fill, shape.stroke)}"

    def _plain(self, box: Box) -> str:
        size = f"{number(box.width * PT)} {number(box.height * PT)}"
        return f"{self._at(box.left, box.bottom)} {size} re "

    def _rounded(self, box: Box, radius: float) -> str:
        """Four sides and four quarter circles, from the top left clockwise."""
        parts = [f"{self._at(box.left + radius, box.top)} m"]
        for corner, before, after in _turns(box):
            start, end = _towards(corner, before, radius), _towards(corner, after, radius)
            handle = radius * (1 - ROUND_STEPS)
            one, two = _towards(corner, before, handle), _towards(corner, after, handle)
            parts.append(f"{self._at(*start)} l {self._at(*one)} {self._at(*two)}")
            parts.append(f"{self._at(*end)} c")
        return " ".join(parts) + " h "

    def _path(self, shape: Path) -> str:
        return (
            _inks(shape.fill, shape.stroke, shape.width)
            + self._line(shape.points)
            + ("h " if shape.closed else "")
            + _finish(shape.fill, shape.stroke)
        )

    def _line(self, points: tuple[Point, ...]) -> str:
        first, *rest = (self._at(x, y) for x, y in points)
        return f"{first} m " + "".join(f"{point} l " for point in rest)

    def _text(self, shape: Text) -> str:
        width = (
            0.0 if shape.anchor == "start" else text_width(shape.text, shape.size, bold=shape.bold)
        )
        x = shape.at[0] - width * {"start": 0, "middle": 0.5, "end": 1}[shape.anchor]
        shown = self.fonts.show(shape.text, shape.size * PT, bold=shape.bold)
        return f"{_colour(shape.colour)} rg BT {self._at(x, shape.at[1])} Td {shown} ET"

    def _bitmap(self, shape: Bitmap) -> str:
        """A one-bit mask inside the page: far fewer bytes than squares would take."""
        columns, rows, box = len(shape.rows[0]), len(shape.rows), shape.box
        padding = "0" * (-columns % 8)
        digits = (columns + 7) // 8 * 2
        bits = "".join(f"{int(row + padding, 2):0{digits}X}" for row in shape.rows)
        size = f"{number(box.width * PT)} 0 0 {number(box.height * PT)}"
        return (
            f"q 0 g {size} {self._at(box.left, box.bottom)} cm "
            f"BI/W {columns}/H {rows}/IM true/D[1 0]/F/AHx ID {bits}>\nEI Q"
        )


def _turns(box: Box) -> Iterator[tuple[Point, Point, Point]]:
    """Each corner from the top right clockwise, with the directions before and after it."""
    top_left, top_right, bottom_right, bottom_left = box.corners
    yield top_right, (-1, 0), (0, 1)
    yield bottom_right, (0, -1), (-1, 0)
    yield bottom_left, (1, 0), (0, -1)
    yield top_left, (0, 1), (1, 0)


def _towards(point: Point, direction: Point, distance: float) -> Point:
    return point[0] + direction[0] * distance, point[1] + direction[1] * distance


def _colour(colour: Rgb) -> str:
    return " ".join(f"{channel / 255:.3f}".rstrip("0").rstrip(".") for channel in colour)


def _inks(fill: Rgb | None, stroke: Rgb | None, width: float) -> str:
    inks = f"{_colour(fill)} rg " if fill is not None else ""
    if stroke is not None:
        inks += f"{_colour(stroke)} RG {number(width * PT)} w "
    return inks


def _finish(fill: Rgb | None, stroke: Rgb | None) -> str:
    """Fill, stroke, or both."""
    if fill is not None:
        return "B" if stroke is not None else "f"
    return "S" if stroke is not None else "n"
