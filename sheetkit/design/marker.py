"""The fiducial markers: ids 0 to 3 of OpenCV's dictionary DICT_4X4_50."""

from __future__ import annotations

from sheetkit.design.measures import BODY, MARKER
from sheetkit.design.shapes import Bitmap
from sheetkit.design.sheet import Marker
from sheetkit.geometry import Box

WHITE = (
    ("1011", "0101", "0011", "0010"),
    ("0000", "1111", "1001", "1010"),
    ("0011", "0011", "0010", "1101"),
    ("1001", "1001", "0100", "0110"),
)
"""Which modules are white, row by row from the top, by id; a black border goes around."""

MODULES = 6
"""Modules on a marker's side, its border included."""


def marker_rows(marker_id: int) -> tuple[str, ...]:
    """The whole marker as a bitmap's rows: ``1`` is black."""
    border = "1" * MODULES
    inner = (f"1{row.translate(str.maketrans('01', '10'))}1" for row in WHITE[marker_id])
    return (border, *inner, border)


def markers() -> tuple[Marker, ...]:
    """The four markers in the corners of the body: 0 top left, then clockwise."""
    right, bottom = BODY.right - MARKER, BODY.bottom - MARKER
    corners = ((BODY.left, BODY.top), (right, BODY.top), (right, bottom), (BODY.left, bottom))
    return tuple(
        Marker(place, Box.at(left, top, MARKER, MARKER))
        for place, (left, top) in enumerate(corners)
    )


def marker_shapes() -> tuple[Bitmap, ...]:
    return tuple(Bitmap(marker.box, marker_rows(marker.id)) for marker in markers())
