"""Numbers in fields for the reader of numbers to learn from: drawn, and of people's digits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetkit.geometry import Box
from sheetkit.reading.patches import FIELD_SHAPE
from training.digits import Line, Rng, digit_strokes
from training.scribbles import blackout
from training.strokes import letter, plus, skip_line, star, tick, wobbly, x_cross

Pixels: TypeAlias = NDArray[np.uint8]
Floats32: TypeAlias = NDArray[np.float32]
Labels: TypeAlias = NDArray[np.int64]

PX_PER_MM = 3.0
FINER = 4
"""Numbers are drawn so many times as large as a patch shows them."""
FIELD_HEIGHT = 8.6
FIELD_WIDTHS = (11.4, 14.3, 14.3, 20.0)
"""mm, as the design has them."""
PLACES = 3
COLUMN_PX = 4
"""Pixels of a patch to one of the network's columns."""
ABSENT = -100
"""For the digits that a number doesn't have: nothing to learn there."""
FORMS = 700
"""Drawn forms of each digit, each placed anew whenever it is used."""


@dataclass(frozen=True)
class Sources:
    """What lessons are made of.

    ``drawn`` are each digit's forms as strokes, ``people`` each digit as real
    people wrote it (32 × 32, uint8, ink 255); ``blanks`` are fields of photos with
    nothing in them (n × 2 × 32 × 72), ``leftovers`` (n × 32 × 72) the ink that
    names of fields seem to be which are printed in another language.
    """

    drawn: Sequence[Sequence[list[Line]]]
    people: Sequence[Sequence[Pixels]]
    blanks: Pixels
    leftovers: Pixels


def drawn_forms(rng: Rng, count: int = FORMS) -> list[list[list[Line]]]:
    return [
        [digit_strokes(digit, rng, tidy=rng.uniform(0.4, 1.9)) for _ in range(count)]
        for digit in range(10)
    ]


def labels_of(text: str) -> Labels:
    """A number as the network is to tell it: its length, its sign, its digits; "" is none.

    The last three are the columns in which the digits stand, where that is known.
    """
    digits = text.removeprefix("-")
    labels = np.full(2 + 2 * PLACES, ABSENT, np.int64)
    labels[0] = len(digits)
    if digits:
        labels[1] = text.startswith("-")
        labels[2 : 2 + len(digits)] = [int(digit) for digit in digits]
    return labels


def lesson(rng: Rng, sources: Sources, real: float = 0.3) -> tuple[Pixels, Labels]:
    """A field with a number in it, or with something that is none. ``real`` of people's digits."""
    text = "" if rng.random() < 0.14 else some_number(rng)
    width = float(rng.choice(FIELD_WIDTHS))
    canvas = np.zeros([side * FINER for side in FIELD_SHAPE], np.uint8)
    pen = rng.uniform(0.28, 1.3) if rng.random() < 0.8 else rng.uniform(0.28, 0.5)
    columns: list[int] = []
    if text:
        where, columns = _write(
            canvas, text, width, pen, rng, sources, real=bool(rng.random() < real)
        )
        text = _afterthought(canvas, where, text, pen, rng)
    else:
        _no_number(canvas, width, pen, rng, sources)
    if rng.random() < 0.06:
        _neighbour(canvas, width, pen, rng)
    labels = labels_of(text)
    if text:
        labels[-PLACES:][: len(columns)] = columns
    return in_a_photo(canvas, rng, sources), labels


def some_number(rng: Rng) -> str:
    count = int(rng.choice(3, p=[0.22, 0.43, 0.35])) + 1
    digits = rng.integers(0, 10, count)
    if count > 1 and digits[0] == 0:
        digits[0] = rng.integers(1, 10)
    return ("-" if rng.random() < 0.1 else "") + "".join(map(str, digits))


def _write(
    canvas: Pixels, text: str, width: float, pen: float, rng: Rng, sources: Sources, *, real: bool
) -> tuple[Box, list[int]]:
    """Write the number about the middle of the field.

    Returned are where it is, in mm from the middle, and its digits' columns.
    """
    tall = FIELD_HEIGHT * rng.uniform(0.4, 0.95)
    wide = tall * rng.uniform(0.42, 0.8)
    steps = [wide * _pace(sign) * rng.uniform(0.92, 1.1) + rng.uniform(-0.1, 1.1) for sign in text]
    room = (width + 0.8) / sum(steps)
    if room < 1:
        steps, wide = [step * room for step in steps], wide * room
    slack = max(width - sum(steps), 0.0) / 2
    left = -sum(steps) / 2 + rng.normal(0, 0.45) * slack
    top = -tall / 2 + rng.normal(0, 0.05) * FIELD_HEIGHT
    slant = rng.normal(-0.12, 0.16)
    rise = rng.normal(0, 0.05)
    x, columns = left, []
    for sign, step in zip(text, steps, strict=True):
        size = np.array([wide * rng.uniform(0.88, 1.1), tall * rng.uniform(0.86, 1.08)])
        middle = np.array(
            [x + step / 2, top + tall / 2 + rise * (x + step / 2) + rng.normal(0, 0.25)]
        )
        matrix = np.array([[1.0, slant + rng.normal(0, 0.04)], [0.0, 1.0]]) * size
        matrix[0, 1] = (slant + rng.normal(0, 0.04)) * size[1]
        if real and sign != "-":
            glyphs = sources.people[int(sign)]
            _stamp(canvas, glyphs[int(rng.integers(len(glyphs)))], matrix, middle, rng)
        else:
            _draw(
                canvas,
                [(line - 0.5) @ matrix.T + middle for line in _strokes(sign, rng, sources)],
                pen,
            )
        if sign != "-":
            columns.append(_column(x + step / 2))
        x += step
    return Box(left, top, x, top + tall), columns


def _column(x: float) -> int:
    """The network's column of a place so far (mm) from the field's middle."""
    column = int((x * PX_PER_MM + FIELD_SHAPE[1] / 2) / COLUMN_PX)
    return min(max(column, 0), FIELD_SHAPE[1] // COLUMN_PX - 1)


def _pace(sign: str) -> float:
    """How much of a digit's width a sign takes: a 1 is narrow."""
    return 0.6 if sign == "1" else 1.0


def _strokes(sign: str, rng: Rng, sources: Sources) -> list[Line]:
    if sign == "-":
        y = rng.uniform(0.4, 0.6)
        return [np.array([[0.1, y + rng.normal(0, 0.04)], [0.9, y + rng.normal(0, 0.04)]])]
    forms = sources.drawn[int(sign)]
    return forms[int(rng.integers(len(forms)))]


def _px(points: Line) -> Line:
    """mm from the field's middle as pixels of the canvas."""
    return points * PX_PER_MM * FINER + np.array(FIELD_SHAPE[::-1]) * FINER / 2


def _draw(canvas: Pixels, lines: Sequence[Line], pen: float) -> None:
    width = max(round(pen * PX_PER_MM * FINER), 2)
    fixed = [np.rint(_px(line) * 16).astype(np.int32) for line in lines]
    cv2.polylines(
        canvas, fixed, isClosed=False, color=(255,), thickness=width, lineType=cv2.LINE_AA, shift=4
    )


def _stamp(canvas: Pixels, glyph: Pixels, matrix: Line, middle: Line, rng: Rng) -> None:
    """Lay a person's digit on the canvas, turned a little."""
    turn = rng.normal(0, 0.05)
    turned = matrix @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    scale = turned * PX_PER_MM * FINER / len(glyph)
    offset = _px(middle) - scale @ np.full(2, len(glyph) / 2)
    size = canvas.shape[1], canvas.shape[0]
    placed = cv2.warpAffine(glyph, np.column_stack([scale, offset]), size, flags=cv2.INTER_LINEAR)
    np.maximum(canvas, placed, out=canvas)


def _afterthought(canvas: Pixels, where: Box, text: str, pen: float, rng: Rng) -> str:
    """What else people do to a number; the text as it then should be read."""
    kind = rng.random()
    if kind < 0.04:  # underlined
        y = where.bottom + rng.uniform(0.5, 1.3) + pen / 2
        line = np.array([[where.left, y], [where.right, y + rng.normal(0, 0.2)]])
        _draw(canvas, [wobbly(line, rng, 0.08)], pen)
        return text
    if kind < 0.08:  # struck through: it doesn't count any more
        box = Box(where.left - 0.5, where.top, where.right + 0.5, where.bottom)
        maker = rng.random()
        lines = x_cross(box, rng) if maker < 0.3 else blackout(box, rng, pen)
        if maker > 0.75:
            lines = skip_line(box, rng)[:1]
        _draw(canvas, lines, pen)
        return ""
    return text


def _no_number(canvas: Pixels, width: float, pen: float, rng: Rng, sources: Sources) -> None:
    """Nothing, a smear, a dash, other signs, or more digits than any sum has."""
    box = Box(-width / 2, -FIELD_HEIGHT / 2, width / 2, FIELD_HEIGHT / 2)
    small = Box(*(side * rng.uniform(0.4, 0.8) for side in (*box.corners[0], *box.corners[2])))
    kind = rng.random()
    if kind < 0.3:
        return
    if kind < 0.45:
        _write(
            canvas,
            "".join(map(str, rng.integers(0, 10, 4))),
            width,
            min(pen, 0.6),
            rng,
            sources,
            real=False,
        )
    elif kind < 0.55:
        points = rng.normal(0, 0.3, (3, 2)) * (width, FIELD_HEIGHT)
        _draw(canvas, [wobbly(points, rng, 0.5)], pen * rng.uniform(1, 4))
        canvas[:] = cv2.GaussianBlur(canvas, (0, 0), FINER * rng.uniform(1.5, 4))
    elif kind < 0.65:
        _draw(
            canvas,
            [
                line * (small.width, 3.0) - (small.width / 2, 1.5)
                for line in _strokes("-", rng, sources)
            ],
            pen,
        )
    elif kind < 0.75:
        _draw(canvas, blackout(small, rng, pen), pen)
    else:
        makers = (x_cross, tick, star, plus, letter, letter)
        _draw(canvas, makers[int(rng.integers(len(makers)))](small, rng), pen)


def _neighbour(canvas: Pixels, width: float, pen: float, rng: Rng) -> None:
    """The end of a stroke that belongs to the next field."""
    x = (width / 2 + rng.uniform(0.8, 1.5)) * rng.choice([-1, 1])
    y = rng.uniform(-3, 3)
    _draw(canvas, [np.array([[x, y], [x + rng.normal(0, 0.4), y + rng.uniform(0.5, 3)]])], pen)


def in_a_photo(canvas: Pixels, rng: Rng, sources: Sources) -> Pixels:
    """The drawing as reading finds it in a photo: uneven, blurred, on paper with its noise."""
    ink = cv2.resize(canvas, FIELD_SHAPE[::-1], interpolation=cv2.INTER_AREA).astype(np.float32)
    uneven = rng.uniform(1 - rng.uniform(0, 0.6), 1, (5, 10)).astype(np.float32)
    ink *= cv2.resize(uneven, FIELD_SHAPE[::-1], interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.75:
        ink = np.asarray(cv2.GaussianBlur(ink, (0, 0), rng.uniform(0.3, 1.1)), np.float32)
    ink *= rng.uniform(0.16, 0.92)
    layers = sources.blanks[int(rng.integers(len(sources.blanks)))].astype(np.float32)
    if rng.random() < 0.2:
        left = sources.leftovers[int(rng.integers(len(sources.leftovers)))]
        layers[0] = np.maximum(layers[0], left * np.float32(rng.uniform(0.1, 0.9)))
    ink *= 1 - rng.uniform(0, 0.6) * layers[1] / 255
    layers[0] = ink + layers[0] * (1 - ink / 255)
    return np.asarray(np.clip(layers, 0, 255), np.uint8)
