"""Pens, and what they leave on paper."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from sheetkit.camera.arrays import Floats, Picture, Points
from sheetkit.camera.chances import chance, uniform
from sheetkit.camera.curves import resampled

INK_PX_PER_MM = 24.0
"""Strokes are drawn at least this finely and then reduced: the thinnest line is 7 px wide."""


class PenKind(enum.StrEnum):
    BALLPOINT = "ballpoint"
    GEL = "gel"
    FELT = "felt"
    PENCIL = "pencil"
    MARKER = "marker"
    COLOURED_PENCIL = "coloured-pencil"
    CRAYON = "crayon"


@dataclass(frozen=True, slots=True)
class Pen:
    """One pen.

    ``width`` in mm; ``ink`` as blue, green, red on white paper at full
    ``density`` (0 to 1). ``unevenness`` is how much the density varies along a
    stroke, ``grain`` how much the paper's tooth shows in it, ``skipping`` the
    share of a stroke where no ink comes, ``dwell`` how much broader and darker
    it is where it rests.
    """

    kind: PenKind
    colour: str
    width: float
    ink: tuple[float, float, float]
    density: float
    unevenness: float
    grain: float
    skipping: float
    dwell: float


_INKS: dict[str, tuple[float, float, float]] = {
    "black": (42, 38, 36),
    "blue": (140, 52, 28),
    "red": (48, 36, 192),
    "green": (70, 112, 22),
    "purple": (128, 40, 96),
    "orange": (30, 110, 235),
    "brown": (40, 66, 104),
    "pink": (150, 84, 226),
    "turquoise": (168, 142, 20),
    "graphite": (84, 82, 82),
}

_PENS = {  # width, density, unevenness, grain, skipping, dwell: ranges, mm and ratios
    PenKind.BALLPOINT: ((0.28, 0.55), (0.68, 0.95), (0.08, 0.25), (0.1, 0.35), (0, 0.05), (0, 0.2)),
    PenKind.GEL: ((0.35, 0.75), (0.88, 1.0), (0.02, 0.08), (0.0, 0.08), (0, 0.01), (0.1, 0.3)),
    PenKind.FELT: ((0.5, 1.2), (0.8, 1.0), (0.03, 0.12), (0.0, 0.12), (0, 0), (0.2, 0.5)),
    PenKind.PENCIL: ((0.35, 0.8), (0.42, 0.85), (0.1, 0.3), (0.5, 0.9), (0, 0), (0, 0.1)),
    PenKind.MARKER: ((1.1, 2.0), (0.75, 0.97), (0.02, 0.08), (0.0, 0.1), (0, 0), (0.1, 0.3)),
    PenKind.COLOURED_PENCIL: ((0.5, 1.2), (0.5, 0.9), (0.1, 0.3), (0.5, 1.1), (0, 0), (0, 0.1)),
    PenKind.CRAYON: ((1.0, 2.2), (0.55, 0.97), (0.1, 0.3), (0.6, 1.5), (0, 0), (0, 0.1)),
}
_SHARES = {
    PenKind.BALLPOINT: 0.32,
    PenKind.GEL: 0.17,
    PenKind.FELT: 0.15,
    PenKind.PENCIL: 0.25,
    PenKind.MARKER: 0.05,
    PenKind.COLOURED_PENCIL: 0.04,
    PenKind.CRAYON: 0.02,
}
_OF_ALL_COLOURS = (PenKind.COLOURED_PENCIL, PenKind.CRAYON)
_COARSENESS = {PenKind.COLOURED_PENCIL: 2, PenKind.CRAYON: 3}
"""How many times as coarse as the paper's tooth the grain is: soft leads touch only its peaks."""


def draw_pen(rng: np.random.Generator, kind: PenKind | None = None) -> Pen:
    """Some pen from the table's pot, of that kind if one is asked for."""
    if kind is None:
        kind = list(_SHARES)[int(rng.choice(len(_SHARES), p=list(_SHARES.values())))]
    width, density, unevenness, grain, skipping, dwell = (
        uniform(rng, *limits) for limits in _PENS[kind]
    )
    colour = "graphite"
    if kind in _OF_ALL_COLOURS:
        colours = [name for name in _INKS if name != "graphite"]
        colour = colours[int(rng.integers(len(colours)))]
    elif kind is not PenKind.PENCIL or chance(rng, 0.06):
        colour = ("black", "blue", "red", "green")[int(rng.choice(4, p=[0.4, 0.4, 0.12, 0.08]))]
    ink = tuple(float(np.clip(c + rng.normal(0, 8), 8, 235)) for c in _INKS[colour])
    assert len(ink) == 3
    return Pen(kind, colour, width, ink, density, unevenness, grain, skipping, dwell)


def _wander(count: int, step: float, rng: np.random.Generator) -> Points:
    """A smooth random walk around 0, one sigma 1, with a memory of about 3 mm."""
    knots = rng.normal(0, 1, max(4, int(count * step / 3.0) + 3))
    return np.interp(np.linspace(0, knots.size - 1, count), np.arange(knots.size), knots)


def _pressure(count: int, pen: Pen, rng: np.random.Generator) -> Points:
    """How heavily the pen lies on the paper at each point of a stroke, about 1."""
    along = np.linspace(0, 1, count)
    press = 1 + pen.unevenness * _wander(count, 0.2, rng)
    press *= 1 - uniform(rng, 0.1, 0.6) * np.clip((along - 0.85) / 0.15, 0, 1)
    rest = np.exp(-along * count * 0.2 / 0.4) + 0.7 * np.exp(-(1 - along) * count * 0.2 / 0.4)
    return np.asarray(np.clip(press, 0.25, 1.6) * (1 + pen.dwell * rest))


def _flow(count: int, pen: Pen, rng: np.random.Generator) -> Points:
    """1 where ink comes, near 0 where the ball skips."""
    flow = np.ones(count)
    for _ in range(int(rng.poisson(pen.skipping * count / 6))):
        start = int(rng.integers(0, count))
        flow[start : start + int(rng.integers(2, 8))] = uniform(rng, 0.0, 0.5)
    return np.convolve(np.pad(flow, 1, mode="edge"), [0.25, 0.5, 0.25], mode="valid")


def _coverage(
    shape: tuple[int, int], stroke: Points, scale: float, pen: Pen, rng: np.random.Generator
) -> Floats:
    """One stroke's ink, height × width from 0 to 1; ``stroke`` in px, ``scale`` px a mm."""
    layer = np.zeros(shape, np.uint8)
    count = len(stroke)
    press, flow = _pressure(count, pen, rng), _flow(count, pen, rng)
    widths = pen.width * (0.75 + 0.25 * press) * scale
    shades = np.clip(255 * pen.density * (0.4 + 0.6 * press) * flow, 0, 255)
    fixed = np.rint(stroke * 16).astype(np.int64)
    for i in range(count - 1):
        cv2.line(
            layer,
            (int(fixed[i, 0]), int(fixed[i, 1])),
            (int(fixed[i + 1, 0]), int(fixed[i + 1, 1])),
            (int(shades[i]),),
            max(1, round(float(widths[i]))),
            cv2.LINE_8,
            4,
        )
    return np.asarray(layer, dtype=np.float32) / np.float32(255)


def paper_tooth(rng: np.random.Generator) -> Floats:
    """512 × 512 of the paper's roughness at 24 px a mm: mean 0, sigma 1."""
    noise = rng.standard_normal((512, 512)).astype(np.float32)
    tooth = cv2.GaussianBlur(noise, (0, 0), 1.0) + cv2.GaussianBlur(noise, (0, 0), 2.4)
    return np.asarray((tooth - tooth.mean()) / tooth.std(), dtype=np.float32)


def _grained(ink: Floats, tooth: Floats, pen: Pen, rng: np.random.Generator) -> Floats:
    """The ink as rough paper takes it: less in its valleys."""
    height, width = ink.shape
    coarse = _COARSENESS.get(pen.kind, 1)
    rows = (np.arange(height) // coarse + int(rng.integers(512))) % 512
    columns = (np.arange(width) // coarse + int(rng.integers(512))) % 512
    bite = 1 + pen.grain * 0.55 * tooth[np.ix_(rows, columns)]
    return np.asarray(np.clip(ink * bite, 0, 1), dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Canvas:
    """Paper to draw on: its picture (changed in place), its scale and its ``tooth``."""

    picture: Picture
    px_per_mm: float
    tooth: Floats


def draw_ink(canvas: Canvas, strokes: Sequence[Points], pen: Pen, rng: np.random.Generator) -> None:
    """Draw the strokes (mm from the picture's top left) with that pen."""
    picture, px_per_mm = canvas.picture, canvas.px_per_mm
    margin = pen.width * 2 + 0.5
    everything = np.vstack(list(strokes))
    low = np.floor((everything.min(axis=0) - margin) * px_per_mm).astype(int)
    high = np.ceil((everything.max(axis=0) + margin) * px_per_mm).astype(int)
    left, top = (int(v) for v in np.maximum(low, 0))
    right, bottom = (int(v) for v in np.minimum(high, [picture.shape[1], picture.shape[0]]))
    if right <= left or bottom <= top:
        return
    finer = max(1, int(np.ceil(INK_PX_PER_MM / px_per_mm)))
    shape = ((bottom - top) * finer, (right - left) * finer)
    clear: Floats = np.ones(shape, np.float32)
    for stroke in strokes:
        at = (resampled(stroke) * px_per_mm - (left, top)) * finer
        clear *= 1 - _coverage(shape, at, px_per_mm * finer, pen, rng)
    ink = _grained(1 - clear, canvas.tooth, pen, rng)
    small = cv2.resize(ink, (right - left, bottom - top), interpolation=cv2.INTER_AREA)
    part = picture[top:bottom, left:right]
    absorbed = 1 - np.array(pen.ink, np.float32) / 255
    part[:] = np.rint(part * (1 - small[..., None] * absorbed)).astype(np.uint8)
