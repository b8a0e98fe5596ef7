"""People: each with a pen, a hand and habits, drawn from a seeded generator."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from sheetkit.camera import gestures
from sheetkit.camera.arrays import Points
from sheetkit.camera.chances import chance, uniform
from sheetkit.camera.curves import smooth, trembling
from sheetkit.camera.gestures import CrossStyle, Gesture, SkipStyle, VoidStyle
from sheetkit.camera.pen import Pen, PenKind, draw_pen
from sheetkit.geometry import Box

Ink: TypeAlias = Mapping[str, Sequence[Sequence[Sequence[tuple[float, float]]]]]
"""Strokes from elsewhere: kind → marks → strokes → points in a unit box, y down."""


@dataclass(frozen=True, slots=True)
class Writer:
    """One person at the table.

    ``size`` is a cross's height over its cell's, ``drift`` how far (mm, one
    sigma) marks land from their cell's middle, ``tremor`` how unsteady the hand
    is (mm). ``slip`` is the share of crosses made in ``other_cross`` style.
    Skip lines have ``skip_slant`` and ``skip_waves`` (ratios of the cell's
    width), and ``skip_reach`` over the cell's width. Scribbles cover
    ``void_reach`` of the cell in lanes ``void_pitch`` mm apart. ``ink`` replaces
    the project's own strokes by those of other people. About
    every third mark is made with the ``other_pen``, if there is one.
    """

    pen: Pen
    cross: CrossStyle
    other_cross: CrossStyle
    slip: float
    size: float
    slant: float
    drift: float
    tremor: float
    skip: SkipStyle
    skip_slant: float
    skip_waves: float
    skip_reach: float
    void: VoidStyle
    void_reach: float
    void_pitch: float
    ink: Ink = field(default_factory=dict)
    other_pen: Pen | None = None

    def pen_at_hand(self, rng: np.random.Generator) -> Pen:
        """The pen for the next mark."""
        return self.other_pen if self.other_pen and chance(rng, OTHER_PEN) else self.pen


OTHER_PEN = 0.3
"""Part of the marks that are made with the other pen, by those who have one."""
TWO_PENS = 0.02
"""Part of the people who take another pen now and then."""

SMALLEST_CROSS = 2.6
"""Nobody draws a cross of less (mm), however small the cell."""

_SIZES = {CrossStyle.SMALL_X: (0.28, 0.42), CrossStyle.BIG_X: (1.1, 1.35)}
_USUAL_SIZE = (0.5, 1.0)
_CROSS_SHARES = {
    CrossStyle.X: 0.39,
    CrossStyle.ONE_STROKE_X: 0.08,
    CrossStyle.TICK: 0.1,
    CrossStyle.SLASH: 0.1,
    CrossStyle.BACKSLASH: 0.04,
    CrossStyle.CIRCLE: 0.06,
    CrossStyle.PLUS: 0.02,
    CrossStyle.TRACED_X: 0.06,
    CrossStyle.LOOPED_X: 0.02,
    CrossStyle.SMALL_X: 0.06,
    CrossStyle.BIG_X: 0.07,
}


def draw_writer(
    rng: np.random.Generator,
    *,
    pen: PenKind | None = None,
    neat: bool = False,
    ink: Ink | None = None,
) -> Writer:
    """Some person; a ``neat`` one crosses with an X or a tick and keeps to the cell."""
    styles = [CrossStyle.X, CrossStyle.TICK] if neat else list(CrossStyle)
    shares = np.array([_CROSS_SHARES[style] for style in styles])
    cross, other = (styles[int(i)] for i in rng.choice(len(styles), 2, p=shares / shares.sum()))
    untidiness = 0.4 if neat else uniform(rng, 0.4, 1.5)
    apart = rng.spawn(1)[0]
    return Writer(
        pen=draw_pen(rng, pen),
        cross=cross,
        other_cross=other,
        slip=0.0 if neat or chance(rng, 0.6) else uniform(rng, 0.02, 0.15),
        size=uniform(rng, *_SIZES.get(cross, (0.55, 0.85) if neat else _USUAL_SIZE)),
        slant=float(rng.normal(0, 0.12)),
        drift=0.5 * untidiness,
        tremor=uniform(rng, 0.015, 0.07) * untidiness
        + (0.1 if not neat and chance(rng, 0.08) else 0),
        skip=SkipStyle.LONG if chance(rng, 0.4) else SkipStyle.PER_CELL,
        skip_slant=float(rng.normal(0.03, 0.05)),
        skip_waves=uniform(rng, 0.02, 0.07) if chance(rng, 0.2) else 0.0,
        skip_reach=uniform(rng, 0.7, 1.1),
        void=list(VoidStyle)[int(rng.integers(len(VoidStyle)))],
        void_reach=uniform(rng, 0.8, 1.05),
        void_pitch=uniform(rng, 0.8, 1.2 if neat else 1.7),
        ink=ink or {},
        other_pen=draw_pen(apart) if not neat and chance(apart, TWO_PENS) else None,
    )


def _placed(
    gesture: Gesture,
    size: tuple[float, float],
    at: tuple[float, float],
    writer: Writer,
    rng: np.random.Generator,
) -> list[Points]:
    """The gesture as strokes in mm, of that size about that point."""
    lean = np.array([[1.0, 0.0], [-writer.slant, 1.0]])
    strokes = []
    for aims in gesture:
        line = smooth((aims @ lean) * size)
        strokes.append(trembling(line, writer.tremor, rng) + at)
    return strokes


def _borrowed(kind: str, writer: Writer, rng: np.random.Generator) -> Gesture | None:
    """A mark of that kind from other people's ink, if there is any."""
    marks = writer.ink.get(kind, ())
    if not marks:
        return None
    mark = marks[int(rng.integers(len(marks)))]
    strokes = [np.asarray(stroke, dtype=np.float64) for stroke in mark if len(stroke) > 1]
    everything = np.vstack(strokes)
    middle = (everything.min(axis=0) + everything.max(axis=0)) / 2
    return [stroke - middle for stroke in strokes]


_BORROWED_CROSSES = {CrossStyle.TICK: "check", CrossStyle.CIRCLE: "circle"}


def cross_strokes(box: Box, writer: Writer, rng: np.random.Generator) -> list[Points]:
    """This writer's cross in that cell (mm)."""
    style = writer.other_cross if chance(rng, writer.slip) else writer.cross
    gesture = _borrowed(_BORROWED_CROSSES.get(style, "cross"), writer, rng)
    if gesture is None:
        gesture = gestures.cross(style, rng)
    size = writer.size if style is writer.cross else uniform(rng, *_SIZES.get(style, _USUAL_SIZE))
    side = size * min(box.width * 1.15, box.height) * (1 + rng.normal(0, 0.08))
    side = max(side, SMALLEST_CROSS)
    extent = (side * float(np.clip(rng.normal(0.97, 0.16), 0.65, 1.35)), side)
    if style is CrossStyle.CIRCLE:
        extent = (max(side, 0.75 * box.width), max(side, 0.75 * box.height))
    x, y = box.centre + rng.normal(0, writer.drift * min(1.0, box.height / 9), 2)
    if style is CrossStyle.SMALL_X:
        x += 0.22 * box.width * (1 if writer.slant > 0 else -1)
        y += 0.2 * box.height * (1 if writer.skip_slant > 0 else -1)
    return _placed(gesture, extent, (float(x), float(y)), writer, rng)


def skip_strokes(box: Box, writer: Writer, rng: np.random.Generator) -> list[Points]:
    """This writer's line across that box, which may be of several cells (mm)."""
    cell = min(box.width, box.height)
    width = box.width + cell * (writer.skip_reach - 1 + rng.normal(0, 0.04))
    slant = writer.skip_slant + rng.normal(0, 0.02)
    gesture = _borrowed("line", writer, rng)
    if gesture is None:
        # A long line follows its row: what it may rise is bounded by the cell's height.
        rise = float(np.clip(slant * width, -0.3 * box.height, 0.3 * box.height))
        gesture = gestures.skip(rise / width, writer.skip_waves * cell / width, rng)
    middle = (box.centre[0], box.centre[1] + float(rng.normal(0, 0.06)) * box.height)
    return _placed(gesture, (width, width), middle, writer, rng)


def void_strokes(box: Box, writer: Writer, rng: np.random.Generator) -> list[Points]:
    """This writer's scribble over that cell (mm), often over a cross."""
    width, height = box.width * writer.void_reach, box.height * writer.void_reach
    loose = writer.void is not VoidStyle.FILLED
    pitch = (
        max(writer.void_pitch, writer.pen.width * 1.5)
        if loose
        else max(0.45, writer.pen.width * 1.1)
    )
    gesture = _borrowed("scribble", writer, rng)
    if gesture is None:
        gesture = gestures.void(writer.void, max(6, round(width / pitch)), rng)
    under = cross_strokes(box, writer, rng) if chance(rng, 0.6) else []
    return under + _placed(gesture, (width, height), box.centre, writer, rng)


STROKES: dict[str, Callable[[Box, Writer, np.random.Generator], list[Points]]] = {
    "cross": cross_strokes,
    "skip": skip_strokes,
    "void": void_strokes,
}
