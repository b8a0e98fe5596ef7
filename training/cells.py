"""Training patches: a cell among its neighbours, drawn as the ink stage would see it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.camera.gestures import CrossStyle, SkipStyle
from sheetkit.camera.writer import STROKES, Writer, cross_strokes, draw_writer, skip_strokes
from sheetkit.geometry import Box
from sheetkit.reading.patches import AROUND, cut_patches
from training.strokes import (
    Line,
    Rng,
    any_cross,
    blackout,
    circle,
    cross_over_line,
    skip_line,
    slash,
    tick,
    x_cross,
)

SCALE = 6.0
FINER = 2
CLASSES = ("empty", "cross", "skip", "void", "both")
ODDS = (0.2, 0.4, 0.14, 0.14, 0.12)


def draw(canvas: NDArray[np.uint8], lines: list[Line], width: float, scale: float) -> None:
    for line in lines:
        fixed = np.rint((line * scale - 0.5) * 16).astype(np.int32)
        thickness = max(1, round(width * scale))
        cv2.polylines(
            canvas,
            [fixed],
            isClosed=False,
            color=255,
            thickness=thickness,
            lineType=cv2.LINE_AA,
            shift=4,
        )


def cell_patch(kind: str, rng: Rng) -> tuple[NDArray[np.float32], float, tuple[float, float]]:
    """A patch of that class: its ink (0 to 255), a full stroke's level, the cell's size in mm."""
    width, height = rng.uniform(5.5, 12.0, 2)
    if rng.random() < 0.6:
        width, height = rng.uniform(8.5, 10.0), rng.uniform(9.0, 11.0)
    side = np.array([width, height]) * 1.9
    scale = SCALE * FINER
    canvas = np.zeros(np.ceil(side[::-1] * scale).astype(int), np.uint8)
    box = Box.at(0.45 * width, 0.45 * height, width, height)
    pen = float(np.exp(rng.uniform(np.log(0.25), np.log(2.1))))
    pen = min(pen, 0.2 * min(width, height))
    _draw_neighbours(canvas, box, rng, pen, scale)
    own = _written(kind, box, rng, pen) if rng.random() < 0.45 else _own(kind, box, rng, pen)
    draw(canvas, own, pen, scale)
    return _as_seen(canvas, box, rng)


def _written(kind: str, box: Box, rng: Rng, pen: float) -> list[Line]:
    """The mark as one of the camera's writers makes it."""
    writer = draw_writer(rng)
    writer = replace(writer, pen=replace(writer.pen, width=pen))
    if kind == "both":
        while writer.cross in _NOT_OVER_LINES:
            writer = replace(draw_writer(rng), pen=writer.pen, slip=0.0)
        return [*_struck(box, writer, rng), *cross_strokes(box, writer, rng)]
    if kind == "skip":
        return _struck(box, writer, rng)
    if kind == "empty":
        return []
    return STROKES[kind](box, writer, rng)


_NOT_OVER_LINES = (CrossStyle.PLUS, CrossStyle.SMALL_X)
"""Crosses that can't be told from a cross alone once a skip line is under them."""


def _struck(box: Box, writer: Writer, rng: Rng) -> list[Line]:
    """The box struck alone, or in a line with up to four neighbours."""
    if writer.skip is SkipStyle.PER_CELL:
        return skip_strokes(box, writer, rng)
    before, after = rng.integers(0, 3, 2)
    step = box.width + 0.5
    run = Box(box.left - before * step, box.top, box.right + after * step, box.bottom)
    return skip_strokes(run, writer, rng)


def _own(kind: str, box: Box, rng: Rng, pen: float) -> list[Line]:
    match kind:
        case "cross":
            return any_cross(box, rng)
        case "skip":
            return skip_line(box, rng)
        case "void":
            return blackout(box, rng, pen)
        case "both":
            return cross_over_line(box, rng)
    return _nothing_meant(box, rng)


def _nothing_meant(box: Box, rng: Rng) -> list[Line]:
    """What an empty cell may hold all the same."""
    if rng.random() < 0.25:
        return _residue(box, rng)
    if rng.random() < 0.1:  # a speck
        spot = np.array(box.centre) + rng.normal(0, 2, 2)
        return [np.array([spot, spot + rng.normal(0, 0.3, 2)])]
    return []


def _residue(box: Box, rng: Rng) -> list[Line]:
    """Parts of the cell's own outline, that a sheet not laid quite flat leaves as ink."""
    off = rng.normal(0, 0.04, 2) * (box.width, box.height)
    inner = box.grown(rng.uniform(-0.1, 0.05) * box.width).moved(*off)
    corners = np.array(
        [
            [inner.left, inner.top],
            [inner.right, inner.top],
            [inner.right, inner.bottom],
            [inner.left, inner.bottom],
        ]
    )
    first, count = rng.integers(4), rng.integers(2, 5)
    return [corners[(first + np.arange(count)) % 4]]


def _stain(size: tuple[int, int], rng: Rng) -> NDArray[np.float32]:
    """What lies on the paper and isn't a pen's: a ring, a blot, a shadow's soft edge; 0 to 1."""
    layer = np.zeros((size[1], size[0]), np.uint8)
    centre = rng.uniform(-0.6, 1.6, 2) * size
    radius = rng.uniform(0.5, 2.5) * max(size)
    at = (round(centre[0]), round(centre[1]))
    ring = rng.random() < 0.6
    thick = round(rng.uniform(0.5, 2.5) * SCALE) if ring else -1
    cv2.circle(layer, at, round(radius), 255, thick, cv2.LINE_AA)
    soft = rng.uniform(0.25, 1.5) * SCALE
    return cv2.GaussianBlur(layer, (0, 0), soft).astype(np.float32) / 255


def _draw_neighbours(
    canvas: NDArray[np.uint8], box: Box, rng: Rng, pen: float, scale: float
) -> None:
    steps = [(-1, 0), (1, 0), (0, -1), (0, 1)]
    for across, down in steps:
        if rng.random() < 0.45:
            near = box.moved(
                across * (box.width + rng.uniform(0.3, 1.5)),
                down * (box.height + rng.uniform(0.5, 2.5)),
            )
            draw(canvas, _neighbour(near, box, rng, pen, across), pen, scale)


def _spilling(near: Box, which: float, rng: Rng) -> list[Line]:
    """A cross of any kind, often larger than its own cell."""
    if which < 0.25:
        return [*x_cross(near.grown(rng.uniform(-0.5, 0.16 * near.width)), rng)]
    if which < 0.35:
        return any_cross(near.grown(rng.uniform(0, 0.18 * near.width)), rng)
    shape = (circle, tick, slash)[rng.integers(3)]
    return shape(near.grown(rng.uniform(0, 0.2 * near.width)), rng)


def _neighbour(near: Box, box: Box, rng: Rng, pen: float, across: int) -> list[Line]:
    which = rng.random()
    if which < 0.45:
        return _spilling(near, which, rng)
    if which < 0.65:
        return cross_strokes(near, draw_writer(rng), rng)
    if which < 0.8:
        return blackout(near, rng, pen)
    if not across:
        return skip_line(near, rng)
    # a skip line that ends before the cell's first eighth
    y = near.centre[1] + rng.normal(0, 0.12) * near.height
    inner = near.right if across < 0 else near.left
    end = inner - across * rng.uniform(-1.0, 0.5 + 0.12 * box.width)
    start = inner + across * rng.uniform(0.7, 1.0) * near.width
    return [np.array([[start, y], [end, y + rng.normal(0, 0.4)]])]


def _as_seen(
    canvas: NDArray[np.uint8], box: Box, rng: Rng
) -> tuple[NDArray[np.float32], float, tuple[float, float]]:
    """The ink after the pen's unevenness, the print it can't be told from, blur and noise."""
    size = (canvas.shape[1] // FINER, canvas.shape[0] // FINER)
    blur = rng.uniform(0.05, 0.3) * SCALE * FINER
    ink = cv2.GaussianBlur(canvas, (0, 0), blur)
    ink = cv2.resize(ink, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    if rng.random() < 0.4:
        grain = rng.random((size[1] // 2 + 1, size[0] // 2 + 1)).astype(np.float32)
        ink *= 1 - rng.uniform(0.2, 0.7) * cv2.resize(grain, size)
    level = float(np.exp(rng.uniform(np.log(28), np.log(225))))
    seen = ink * level
    if rng.random() < 0.8:
        print_ = _print(size, box, rng)
        seen *= 1 - print_ * rng.uniform(0.1, 0.95)
        residue = cv2.GaussianBlur(print_, (0, 0), 0.8) - cv2.erode(print_, np.ones((2, 2)))
        seen += np.maximum(residue, 0) * rng.uniform(0, 0.22) * min(level, 90) * rng.random()
    if rng.random() < 0.08:
        seen += _stain(size, rng) * rng.uniform(0.1, 0.55) * level
    noise = rng.uniform(0.5, 6.0) if level > 60 else rng.uniform(0.5, 3.0)
    seen += cv2.GaussianBlur(rng.normal(0, noise, seen.shape).astype(np.float32), (0, 0), 0.7) * 1.5
    darkness = np.clip(seen, 0, 255).astype(np.uint8)
    patch = cut_patches(darkness, [box], SCALE)[0]
    return patch, level, (box.width, box.height)


def _print(size: tuple[int, int], box: Box, rng: Rng) -> NDArray[np.float32]:
    """Where something like a number is printed, 0 to 1."""
    layer = np.zeros((size[1], size[0]), np.uint8)
    text = str(rng.integers(2, 17))
    tall = min(box.height * 0.36, 3.8) * SCALE
    scale = tall / 21
    face = int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX]))
    thick = max(1, round(rng.uniform(0.5, 1.1) * SCALE))
    (wide, high), _ = cv2.getTextSize(text, face, scale, thick)
    x, y = box.centre
    at = (round(x * SCALE - wide / 2), round(y * SCALE + high / 2))
    cv2.putText(layer, text, at, face, scale, 255, thick, cv2.LINE_AA)
    return layer.astype(np.float32) / 255


def patch_set(
    count: int, rng: Rng
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32], NDArray[np.int_]]:
    """Patches, their levels, the cells' sizes, and the class of each."""
    kinds = rng.choice(len(CLASSES), count, p=ODDS)
    drawn = [cell_patch(CLASSES[kind], rng) for kind in kinds]
    patches = np.stack([patch for patch, _, _ in drawn])
    levels = np.array([level for _, level, _ in drawn], np.float32)
    sizes = np.array([size for _, _, size in drawn], np.float32)
    return patches, levels, sizes, kinds


assert AROUND <= 0.45, "the canvas must hold the whole patch"
