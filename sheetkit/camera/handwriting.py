"""Numbers and names written by hand into the sheet's fields."""

from __future__ import annotations

import numpy as np

from sheetkit.camera.arrays import Points
from sheetkit.camera.chances import chance, uniform
from sheetkit.camera.curves import smooth, trembling
from sheetkit.camera.gestures import Gesture
from sheetkit.camera.writer import Writer
from sheetkit.geometry import Box

_SHAPES: dict[str, tuple[tuple[tuple[tuple[float, float], ...], ...], ...]] = {
    "0": (
        (((0.55, 0.0), (0.1, 0.2), (0.0, 0.6), (0.3, 1.0), (0.8, 0.8), (0.95, 0.35), (0.5, 0.0)),),
        (((0.6, 0.05), (0.05, 0.4), (0.25, 0.98), (0.85, 0.7), (0.7, 0.1), (0.4, 0.0)),),
    ),
    "1": (
        (((0.5, 0.0), (0.48, 0.5), (0.46, 1.0)),),
        (((0.1, 0.35), (0.35, 0.15), (0.55, 0.0), (0.53, 0.5), (0.5, 1.0)),),
    ),
    "2": (
        (((0.1, 0.2), (0.5, 0.0), (0.85, 0.3), (0.5, 0.7), (0.05, 1.0), (0.5, 0.95), (1.0, 0.98)),),
        (((0.05, 0.25), (0.45, 0.0), (0.9, 0.22), (0.3, 0.85), (0.1, 0.95), (0.25, 0.8), (1, 1)),),
    ),
    "3": (
        (((0.1, 0.1), (0.6, 0.0), (0.8, 0.25), (0.4, 0.45), (0.9, 0.7), (0.5, 1.0), (0.0, 0.9)),),
        (((0.1, 0.0), (0.85, 0.0), (0.4, 0.4), (0.9, 0.65), (0.6, 0.98), (0.05, 0.88)),),
    ),
    "4": (
        (((0.6, 0.0), (0.3, 0.35), (0.0, 0.65), (0.5, 0.65), (1, 0.62)), ((0.7, 0.3), (0.65, 1))),
        (((0.15, 0.0), (0.1, 0.5), (0.5, 0.52), (0.95, 0.5)), ((0.8, 0.0), (0.75, 1.0))),
    ),
    "5": (
        (((0.9, 0.0), (0.5, 0.02), (0.2, 0.0), (0.15, 0.42), (0.8, 0.5), (0.7, 0.95), (0.0, 0.9)),),
        (
            ((0.2, 0.0), (0.15, 0.42), (0.8, 0.48), (0.8, 0.85), (0.3, 1.0), (0.0, 0.9)),
            ((0.2, 0.02), (0.95, 0.0)),
        ),
    ),
    "6": (
        (
            (
                (0.75, 0.0),
                (0.25, 0.35),
                (0.05, 0.75),
                (0.5, 1.0),
                (0.9, 0.75),
                (0.5, 0.5),
                (0.1, 0.7),
            ),
        ),
    ),
    "7": (
        (((0.0, 0.05), (0.5, 0.02), (0.95, 0.0), (0.6, 0.5), (0.35, 1.0)),),
        (((0.0, 0.05), (0.95, 0.0), (0.6, 0.5), (0.35, 1.0)), ((0.2, 0.5), (0.8, 0.47))),
    ),
    "8": (
        (
            (
                (0.8, 0.12),
                (0.3, 0.02),
                (0.2, 0.3),
                (0.8, 0.65),
                (0.6, 1.0),
                (0.1, 0.85),
                (0.5, 0.45),
                (0.85, 0.15),
                (0.7, 0.02),
            ),
        ),
    ),
    "9": (
        (((0.85, 0.2), (0.4, 0.0), (0.1, 0.3), (0.5, 0.52), (0.85, 0.2), (0.8, 0.6), (0.6, 1.0)),),
        (((0.8, 0.1), (0.2, 0.08), (0.2, 0.45), (0.8, 0.4), (0.85, 0.1), (0.82, 0.6), (0.8, 1.0)),),
    ),
    "-": ((((0.0, 0.55), (0.5, 0.53), (0.9, 0.52)),),),
}
"""Each sign's forms: strokes of aims in a unit box, y down."""


def _sign(sign: str, rng: np.random.Generator) -> Gesture:
    forms = _SHAPES[sign]
    form = forms[int(rng.integers(len(forms)))]
    return [np.array(stroke) + rng.normal(0, 0.035, (len(stroke), 2)) for stroke in form]


def number_strokes(text: str, box: Box, writer: Writer, rng: np.random.Generator) -> list[Points]:
    """A number (digits and minus) written into the box (mm).

    Raises KeyError for a sign that isn't one of these.
    """
    height = uniform(rng, 0.5, 0.8) * box.height
    pitch = min(height * uniform(rng, 0.65, 0.85), box.width * 0.9 / len(text))
    x = box.centre[0] - pitch * len(text) / 2 + float(rng.normal(0, 0.04)) * box.width
    y = box.centre[1] - height / 2 + float(rng.normal(0, 0.05)) * box.height
    strokes = []
    for place, sign in enumerate(text):
        for aims in _sign(sign, rng):
            lean = aims @ np.array([[1.0, 0.0], [-writer.slant - 0.1, 1.0]])
            line = smooth(lean * (0.75 * pitch, height))
            line += np.array([x + place * pitch, y])
            strokes.append(trembling(line, writer.tremor, rng))
    return strokes


def name_strokes(box: Box, writer: Writer, rng: np.random.Generator) -> list[Points]:
    """Somebody's name, as joined-up letters that nobody can read."""
    letters = int(rng.integers(3, 8))
    height = min(0.3 * box.height, 2.4)
    x, base = box.left + 0.35 * box.width, box.top + uniform(rng, 0.6, 0.75) * box.height
    aims: list[tuple[float, float]] = [(x, base)]
    for letter in range(letters):
        tall = 2.0 if letter == 0 or chance(rng, 0.25) else 1.0
        step = height * uniform(rng, 0.35, 0.6)
        aims += [(x + step, base - height * tall), (x + 1.2 * step, base - 0.3 * height)]
        aims += [(x + 1.5 * step, base), (x + 2 * step, base - uniform(rng, 0.1, 0.5) * height)]
        x += 2 * step
    inside = np.array(aims)
    inside[:, 0] = np.minimum(inside[:, 0], box.right - 0.5)
    return [trembling(smooth(inside), writer.tremor, rng)]
