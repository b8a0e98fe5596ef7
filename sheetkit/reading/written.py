"""The numbers that players write into the boxes for sums, read by small trained networks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from sheetkit.pad import CellKind, Pad
from sheetkit.reading.arrays import Floats32, Pixels
from sheetkit.reading.ink import LEAST_AREA_MM2, Ink, ink_area
from sheetkit.reading.light import Blank
from sheetkit.reading.network import Network
from sheetkit.reading.patches import FAINTEST_LEVEL, cut_fields
from sheetkit.reading.template import Template
from sheetkit.reading.threads import once
from sheetkit.scoresheet import Written

LENGTHS = slice(0, 4)
"""Of the network's odds for a field: that no number can be read, or one of 1, 2, 3 digits."""
SIGNS = slice(4, 6)
"""Then that nothing stands before it, or a minus."""
DIGITS = tuple(slice(6 + 10 * place, 16 + 10 * place) for place in range(3))
"""Then what each digit is, from the left."""

_NETWORKS = Path(__file__).with_name("written.onnx")


def levelled(layers: Pixels) -> Floats32:
    """Fields' patches from 0 to 1, ink at 1 whatever the pen."""
    even = np.asarray(layers, np.float32) / np.float32(255)
    ink = layers[:, 0].reshape(len(layers), -1)
    strokes = np.partition(ink, -STROKE_PX, axis=1)[:, -STROKE_PX]
    levels = np.maximum(strokes, FAINTEST_LEVEL) / 255
    even[:, 0] = np.minimum(even[:, 0] / levels[:, None, None], 1)
    return even


STROKE_PX = 14
"""Pixels of a patch that the shortest number fills, a 1 of a ballpoint: 1.5 mm²."""


def odds_of(layers: Pixels) -> Floats32:
    """Odds on fields (n × 2 × 32 × 72): votes × n × 36.

    Every network votes as often as it looks, each time from a little aside.
    """
    even = levelled(layers)
    looks = np.concatenate([np.roll(even, move, (2, 3)) for move in LOOKS])
    odds = _trained()(layers=looks)
    return odds.reshape(len(odds) * len(LOOKS), len(layers), -1)


LOOKS = ((0, 0), (1, -2), (-1, 2))
"""Pixels by which a patch is moved down and to the right for each look."""


@once
def _trained() -> Network:
    return Network(_NETWORKS)


_FIELD = "write."
_NO_NUMBERS = ("write.player", "write.date")


def number_fields(pad: Pad) -> tuple[str, ...]:
    """The cells of a pad that numbers are written into, in its order."""
    fields = [cell.id for cell in pad.cells.values() if cell.kind is CellKind.FIELD]
    return tuple(field for field in fields if field not in _NO_NUMBERS)


def read_written(
    ink: Ink, blank: Blank, template: Template, hidden: Mapping[str, str]
) -> dict[str, Written]:
    """The numbers that can be read, by field without ``write.``; ``hidden`` fields are left out."""
    fields = _fields_with_ink(ink, template, hidden)
    if not fields:
        return {}
    layers = cut_fields(ink, blank, [template.boxes[field] for field in fields])
    odds = odds_of(layers)
    read = {
        field.removeprefix(_FIELD): weighed(odds[:, place]) for place, field in enumerate(fields)
    }
    return {name: number for name, number in read.items() if number and number.confidence >= LEAST}


LEAST = 0.5
"""Below that, any other number is as likely."""


def _fields_with_ink(ink: Ink, template: Template, hidden: Mapping[str, str]) -> list[str]:
    threshold = ink.least
    return [
        field
        for field in number_fields(template.design.pad)
        if field not in hidden
        and ink_area(ink.darkness, template.boxes[field], threshold) >= LEAST_AREA_MM2
    ]


def surer(one: Mapping[str, Written], other: Mapping[str, Written]) -> dict[str, Written]:
    """Of two readings of a sheet's numbers the surer one, field by field."""
    read = dict(one)
    for field, number in other.items():
        if field not in read or read[field].confidence < number.confidence:
            read[field] = number
    return read


def weighed(odds: Floats32) -> Written | None:
    """The likeliest number by the votes on one field (votes × 36); None for none.

    Its confidence follows the vote that is least sure of it.
    """
    mean = odds.mean(axis=0)
    length = int(mean[LENGTHS].argmax())
    if length == 0:
        return None
    minus = int(mean[SIGNS].argmax())
    digits = [int(mean[place].argmax()) for place in DIGITS[:length]]
    shares = [odds[:, LENGTHS.start + length], odds[:, SIGNS.start + minus]]
    shares += [odds[:, place.start + d] for place, d in zip(DIGITS, digits, strict=False)]
    least = float(np.prod(shares, axis=0).min())
    value = int("".join(map(str, digits)))
    return Written(-value if minus else value, least**STRICTNESS)


STRICTNESS = 2.0
"""What the least sure vote gives a number is raised to this power: of 460 drawn ones to which all
votes gave 0.95 one was wrong, a scribble like a 2, and of those with 0.975 none."""
