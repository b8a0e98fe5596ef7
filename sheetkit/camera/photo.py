"""A photo of sheets on a table, and the truth about it."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.camera.arrays import Picture, Points
from sheetkit.camera.clutter import dropped, scatter, thumb
from sheetkit.camera.conditions import Conditions
from sheetkit.camera.drawing import draw_bend
from sheetkit.camera.exposure import Scene, expose, tone_mapped, whitened
from sheetkit.camera.ground import draw_ground, shaded
from sheetkit.camera.leaf import Leaf
from sheetkit.camera.levels import SEVERITIES
from sheetkit.camera.light import glare, illumination
from sheetkit.camera.paper import creased
from sheetkit.camera.thing import Thing, sheet_thing
from sheetkit.camera.view import View, framed, looking
from sheetkit.geometry import Box


@dataclass(frozen=True)
class SheetTruth:
    """What is known of one sheet in a photo.

    ``corners`` are the sheet's own, top left first, clockwise (4 × 2), and
    ``cells`` the middles of its cells, both in pixels of the photo as it is
    shown, that is after its EXIF orientation. ``hidden`` are the cells that the
    photo doesn't show, or not wholly.
    """

    sheet: str
    variant: str
    marks: Mapping[str, str]
    written: Mapping[str, str]
    corners: Points
    cells: Mapping[str, tuple[float, float]]
    hidden: frozenset[str]


@dataclass(frozen=True)
class Photo:
    """A JPEG file's bytes, what it shows, and how it was made."""

    jpeg: bytes
    width: int
    height: int
    sheets: tuple[SheetTruth, ...]
    conditions: Conditions

    def truth(self) -> dict[str, Any]:
        """The truth as plain values for JSON."""
        return {
            "level": str(self.conditions.level),
            "size": [self.width, self.height],
            "sheets": [
                {
                    "sheet": sheet.sheet,
                    "variant": sheet.variant,
                    "marks": dict(sheet.marks),
                    "written": dict(sheet.written),
                    "hidden": sorted(sheet.hidden),
                    "corners": np.round(sheet.corners, 1).tolist(),
                }
                for sheet in self.sheets
            ],
        }


_TURNS = {1: None, 3: cv2.ROTATE_180, 6: cv2.ROTATE_90_COUNTERCLOCKWISE, 8: cv2.ROTATE_90_CLOCKWISE}
"""How a picture is turned before it is stored, so that its EXIF orientation turns it back."""


def _exif(orientation: int) -> bytes:
    """An APP1 segment that says the orientation and nothing else."""
    tiff = b"MM\x00\x2a\x00\x00\x00\x08" + struct.pack(
        ">HHHIHHI", 1, 0x0112, 3, 1, orientation, 0, 0
    )
    body = b"Exif\x00\x00" + tiff
    return b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body


_SAMPLING = {
    "420": cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420,
    "422": cv2.IMWRITE_JPEG_SAMPLING_FACTOR_422,
    "444": cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444,
}


def encode(picture: Picture, conditions: Conditions) -> bytes:
    """The picture as a JPEG file with its EXIF orientation."""
    sensor = conditions.sensor
    turn = _TURNS[sensor.orientation]
    stored = picture if turn is None else cv2.rotate(picture, turn)
    options = [
        cv2.IMWRITE_JPEG_QUALITY,
        sensor.quality,
        cv2.IMWRITE_JPEG_SAMPLING_FACTOR,
        _SAMPLING[sensor.subsampling],
    ]
    done, jpeg = cv2.imencode(".jpg", stored, options)
    assert done, "OpenCV writes any picture as JPEG"
    encoded = jpeg.tobytes()
    return encoded[:2] + _exif(sensor.orientation) + encoded[2:]


def _laid_out(
    leaves: Sequence[Leaf], conditions: Conditions, rng: np.random.Generator
) -> list[Thing]:
    """The leaves on the table: one in the middle, several side by side, each turned its own way."""
    things = []
    columns = int(np.ceil(np.sqrt(len(leaves))))
    alone = len(leaves) == 1
    severity = SEVERITIES[conditions.level]
    for place, leaf in enumerate(leaves):
        angle = 0.0 if alone else float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 8))
        pitch = 1.12 * max(leaf.width, leaf.height)
        row, column = divmod(place, columns)
        at = (
            (0.0, 0.0)
            if alone
            else (column * pitch + float(rng.normal(0, 2)), row * pitch + float(rng.normal(0, 2)))
        )
        bend = conditions.bend if place == 0 else draw_bend(severity, rng)
        folded = creased(leaf, bend, conditions.paper.crease)
        things.append(sheet_thing(folded, at, angle, bend))
    middle = np.mean([thing.at for thing in things] or [(0.0, 0.0)], axis=0)
    return [
        replace(thing, at=(thing.at[0] - middle[0], thing.at[1] - middle[1])) for thing in things
    ]


def set_up(things: Sequence[Thing], conditions: Conditions) -> View:
    """The camera, placed so that the things fill the picture as the conditions say."""
    f = conditions.framing
    axes = looking(f.tilt, f.azimuth, f.roll)
    view = View(
        width=f.width,
        height=f.height,
        focal=f.focal * max(f.width, f.height),
        at=-400 * axes[2],
        axes=axes,
        distortion=f.distortion,
    )
    nothing = [np.array([[-74.0, -52.5, 0.0], [74.0, 52.5, 0.0]])]
    everything = np.vstack([thing.places(thing.outline) for thing in things] or nothing)
    return framed(view, everything, f.fill, f.offset, f.cut)


def _hidden(thing: Thing, box: Box, covers: Sequence[Thing], view: View) -> bool:
    """Whether a seventh of the box on that thing is outside the picture or under another thing."""
    x, y = np.meshgrid(np.linspace(box.left, box.right, 7), np.linspace(box.top, box.bottom, 7))
    places = thing.places(np.stack([x.ravel(), y.ravel()], axis=1))
    pixels, table = view.seen(places), view.onto_table(places)
    outside = (pixels < 0) | (pixels > (view.width - 1, view.height - 1))
    gone: NDArray[np.bool_] = np.logical_or(outside[:, 0], outside[:, 1])
    for cover in covers:
        at = np.rint(cover.met(table, view) * cover.px_per_mm).astype(int)
        height, width = cover.picture.shape[:2]
        on_it = ((at >= 0) & (at < (width, height))).all(axis=1)
        gone[on_it] |= cover.picture[at[on_it, 1], at[on_it, 0], 3] > 100
    return bool(gone.mean() > 1 / 7)


def _truth(thing: Thing, covers: Sequence[Thing], view: View) -> list[SheetTruth]:
    assert thing.leaf is not None
    truths = []
    for sheet in thing.leaf.sheets:
        names = list(sheet.cells)
        middles = np.array([sheet.cells[name].centre for name in names])
        seen = view.seen(thing.places(middles))
        truths.append(
            SheetTruth(
                sheet=sheet.sheet,
                variant=sheet.variant,
                marks=sheet.marks,
                written=sheet.written,
                corners=view.seen(thing.places(np.array(sheet.box.corners))),
                cells={
                    name: (float(x), float(y)) for name, (x, y) in zip(names, seen, strict=True)
                },
                hidden=frozenset(
                    name for name in names if _hidden(thing, sheet.cells[name], covers, view)
                ),
            )
        )
    return truths


def _density(view: View) -> float:
    """Pixels a mm in the middle of what is seen."""
    ends = view.seen(np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]))
    return float(np.hypot(*(ends[1] - ends[0])))


def _fingers(
    sheets: Sequence[Thing], reach: float, view: View, rng: np.random.Generator
) -> list[Thing]:
    """A thumb on a corner of the first sheet, drawn back until no cell is under it."""
    if reach <= 0 or not sheets:
        return []
    sheet = sheets[0]
    assert sheet.leaf is not None
    boxes = [box for place in sheet.leaf.sheets for box in place.cells.values()]
    seed = int(rng.integers(2**32))
    for reach_mm in np.arange(16 * reach, 2, -1.0):
        finger = thumb(sheet, float(reach_mm), np.random.default_rng(seed))
        if not any(_hidden(sheet, box, [finger], view) for box in boxes):
            return [finger]
    return []


def photograph(leaves: Sequence[Leaf], conditions: Conditions, rng: np.random.Generator) -> Photo:
    """Lay the leaves on a table and take a photo of them; without leaves, of the table."""
    sheets = _laid_out(leaves, conditions, rng)
    view = set_up(sheets, conditions)
    things = scatter(conditions.clutter, sheets, rng)
    covers = _fingers(sheets, conditions.thumb, view, rng)
    covers += dropped(conditions.covers, sheets[0], rng) if sheets else []
    light = conditions.lighting
    lamp = np.deg2rad(light.direction)
    lean = float(np.sqrt(1 - light.lamp_height**2)) / light.lamp_height
    scene = Scene(
        ground=shaded(draw_ground(conditions.ground, rng), sheets, light.direction),
        things=[*things, *sheets, *covers],
        light=illumination(view.width, view.height, light, conditions.lens, rng),
        shine=glare(view.width, view.height, light, rng),
        directness=0.5,
        lamp=(lean * float(np.cos(lamp)), lean * float(np.sin(lamp))),
    )
    picture = expose(scene, view, conditions, _density(view), rng)
    if conditions.sensor.local_contrast:
        picture = tone_mapped(picture, conditions.sensor.local_contrast)
    if conditions.sensor.whitened:
        picture = whitened(picture, conditions.sensor.whitened)
    truths = [truth for thing in sheets for truth in _truth(thing, covers, view)]
    if conditions.sensor.mirrored:
        picture = np.ascontiguousarray(picture[:, ::-1])
        truths = [_mirrored(truth, view.width) for truth in truths]
    return Photo(encode(picture, conditions), view.width, view.height, tuple(truths), conditions)


def _mirrored(truth: SheetTruth, width: int) -> SheetTruth:
    corners = truth.corners * (-1, 1) + np.array([width - 1.0, 0.0])
    cells = {name: (width - 1 - x, y) for name, (x, y) in truth.cells.items()}
    return replace(truth, corners=corners, cells=cells)
