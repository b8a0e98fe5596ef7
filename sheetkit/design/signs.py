"""Small signs: one a colour, so that no cell depends on its hue, and one a bonus."""

from __future__ import annotations

import math
from collections.abc import Iterator

from sheetkit.design.shapes import Path, Point, Rgb, Shape

_POLYGONS = {
    "red": (3, -90.0),
    "yellow": (24, 0.0),
    "green": (4, 45.0),
    "blue": (4, 0.0),
    "orange": (3, 90.0),
    "purple": (5, -90.0),
    "brown": (6, 0.0),
}
"""Corners of a colour's sign, and the direction of the first in degrees: a triangle, a
disc, a square, a diamond, a triangle on its tip, a pentagon, a hexagon."""

STAR = 10
CROSS_ARM = 0.36
"""Half the thickness of a plus sign's arms, as a part of its radius."""

LINE = 0.28


def colour_sign(colour: str, at: Point, radius: float, ink: Rgb) -> Path:
    """The filled sign of a colour, the same in every language."""
    if colour in _POLYGONS:
        corners, first = _POLYGONS[colour]
        return Path(polygon(at, [radius] * corners, first), fill=ink, closed=True)
    return Path(_plus(at, radius), fill=ink, closed=True)


def polygon(at: Point, radii: list[float], first: float) -> tuple[Point, ...]:
    """Corners at equal angles around ``at``; ``first`` is the first one's, in degrees."""
    turn = 2 * math.pi / len(radii)
    start = math.radians(first)
    return tuple(
        (
            at[0] + radius * math.cos(start + turn * place),
            at[1] + radius * math.sin(start + turn * place),
        )
        for place, radius in enumerate(radii)
    )


def _plus(at: Point, radius: float) -> tuple[Point, ...]:
    arm = CROSS_ARM * radius
    corners = [(arm, radius), (arm, arm), (radius, arm)]
    turned = []
    for x_sign, y_sign, order in ((1, 1, 1), (1, -1, -1), (-1, -1, 1), (-1, 1, -1)):
        turned += [(at[0] + x_sign * x, at[1] + y_sign * y) for x, y in corners[::order]]
    return tuple(turned)


def star(at: Point, radius: float, ink: Rgb) -> Path:
    """A filled star of five points."""
    radii = [radius if place % 2 == 0 else 0.45 * radius for place in range(STAR)]
    return Path(polygon(at, radii, -90), fill=ink, closed=True)


def cross(at: Point, radius: float, ink: Rgb, width: float = LINE) -> Iterator[Shape]:
    """An X, as players make it."""
    x, y = at
    for tilt in (-radius, radius):
        yield Path(((x - radius, y - tilt), (x + radius, y + tilt)), stroke=ink, width=width)
