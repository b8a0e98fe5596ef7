"""The photos in ``samples/``: what is on them, and the command that makes them again.

``sheetkit print classic --sheets 8 --seed 2026 -o samples/pad.pdf --map samples/pad.json``
and then ``python -m tools.samples samples``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from sheetkit.camera.bend import FLAT, Bend, Turn
from sheetkit.camera.conditions import (
    Conditions,
    Framing,
    Ground,
    Lens,
    Level,
    Lighting,
    Paper,
    Printing,
    Sensor,
    ShadowKind,
)
from sheetkit.camera.games import finished_sheet
from sheetkit.camera.gestures import CrossStyle, SkipStyle, VoidStyle
from sheetkit.camera.leaf import PrintedSheet, read_map
from sheetkit.camera.pen import PenKind
from sheetkit.camera.photo import Photo
from sheetkit.camera.simulation import simulate
from sheetkit.camera.writer import Writer, draw_writer

PLAIN = Conditions(
    level=Level.EASY,
    printing=Printing(),
    paper=Paper(),
    bend=FLAT,
    framing=Framing(width=2400, height=1800, fill=0.86, tilt=6, roll=3),
    lighting=Lighting(),
    lens=Lens(),
    sensor=Sensor(quality=80),
    ground=Ground.WOOD,
    clutter=0,
    thumb=0.0,
)
"""A photo without difficulties, from which each sample's conditions are changed."""


@dataclass(frozen=True)
class Sample:
    """One photo: which of the pad's sheets (from 0), by whom, under what conditions.

    ``changes`` are laid over the plain conditions, part by part; ``habits``
    over a writer drawn from the name. ``marks`` of None is a game's end at random.
    ``written`` is what stands in the fields.
    """

    name: str
    about: str
    level: Level
    sheets: tuple[int, ...]
    pen: PenKind
    changes: Mapping[str, Any] = field(default_factory=dict)
    habits: Mapping[str, Any] = field(default_factory=dict)
    marks: Mapping[str, str] | None = None
    written: Mapping[str, str] = field(default_factory=dict)


_TOO_EARLY = {
    **{f"red.{number}": "cross" for number in (2, 4, 5, 8, 9)},
    **{f"yellow.{number}": "cross" for number in (3, 6, 7)},
    **{f"green.{number}": "cross" for number in (12, 9, 5, 3, 2)},
    "green.lock": "cross",
    **{f"blue.{number}": "cross" for number in (11, 10, 8, 7, 4)},
    "penalty.1": "cross",
}

_TAKEN_BACK = {
    "red.2": "cross",
    "red.3": "void",
    "red.4": "cross",
    "red.5": "skip",
    "red.6": "both",
    "red.9": "cross",
    "yellow.4": "void",
    "yellow.5": "cross",
    "yellow.8": "skip",
    "yellow.9": "skip",
    "yellow.10": "cross",
    "green.10": "cross",
    "green.8": "void",
    "green.7": "both",
    "green.4": "cross",
    "blue.12": "skip",
    "blue.11": "cross",
    "blue.6": "cross",
    "penalty.1": "void",
    "penalty.2": "cross",
}

_ADDED_UP = {
    **{f"red.{number}": "cross" for number in (2, 4, 5, 8)},
    **{f"yellow.{number}": "cross" for number in (3, 6, 7)},
    **{f"green.{number}": "cross" for number in (12, 9, 5)},
    **{f"blue.{number}": "cross" for number in (11, 10, 8, 7, 4)},
    "penalty.1": "cross",
}

_SUMS = {"red": "10", "yellow": "6", "green": "6", "blue": "15", "penalties": "5", "total": "42"}
"""Rightly added up they come to 32."""

_CURLED = Bend(80, (Turn(0.15, 45, 14), Turn(0.55, 2.5, 12), Turn(0.8, 60, -9)))

SAMPLES: Sequence[Sample] = (
    Sample(
        "01-felt",
        "felt-tip X, daylight, wooden table",
        Level.EASY,
        (0,),
        PenKind.FELT,
        habits={"cross": CrossStyle.X},
    ),
    Sample(
        "02-ticks",
        "gel pen, ticks, on a checked cloth",
        Level.EASY,
        (1,),
        PenKind.GEL,
        changes={"ground": Ground.CHECKED, "framing": {"roll": -5, "tilt": 10}},
        habits={"cross": CrossStyle.TICK},
    ),
    Sample(
        "03-blank",
        "a sheet on which nobody has played",
        Level.EASY,
        (2,),
        PenKind.GEL,
        changes={"ground": Ground.STONE, "framing": {"fill": 0.7}},
        marks={},
    ),
    Sample(
        "04-too-early",
        "ballpoint; green was closed with four crosses before the 2",
        Level.EASY,
        (3,),
        PenKind.BALLPOINT,
        changes={"ground": Ground.CLOTH},
        habits={"cross": CrossStyle.X},
        marks=_TOO_EARLY,
    ),
    Sample(
        "16-wrong-total",
        "gel pen; the points added up in the boxes, ten too many in the total",
        Level.EASY,
        (1,),
        PenKind.GEL,
        changes={"framing": {"tilt": 12, "roll": -4}, "ground": Ground.CLOTH},
        habits={"cross": CrossStyle.X},
        marks=_ADDED_UP,
        written=_SUMS,
    ),
    Sample(
        "05-pencil-upside-down",
        "pencil, photographed from the other side of the table, stored turned (EXIF)",
        Level.ORDINARY,
        (4,),
        PenKind.PENCIL,
        changes={
            "ground": Ground.FLOWERED,
            "framing": {"roll": 176, "tilt": 15},
            "sensor": {"orientation": 6, "shot_noise": 0.02},
            "lighting": {"slope": 0.3},
        },
        habits={"cross": CrossStyle.X},
    ),
    Sample(
        "06-long-skip-lines",
        "ballpoint, slashes, passed numbers struck with one line through several; warm light",
        Level.ORDINARY,
        (5,),
        PenKind.BALLPOINT,
        changes={
            "ground": Ground.PLAIN,
            "lighting": {"gains": (0.72, 0.93, 1.05), "slope": 0.25},
            "framing": {"tilt": 20, "azimuth": 30},
        },
        habits={"cross": CrossStyle.SLASH, "skip": SkipStyle.LONG},
        marks={
            **{f"red.{n}": "cross" for n in (3, 6, 7, 10)},
            **{f"red.{n}": "skip" for n in (2, 4, 5, 8, 9)},
            **{f"yellow.{n}": "cross" for n in (4, 8)},
            **{f"yellow.{n}": "skip" for n in (2, 3, 5, 6, 7)},
            **{f"green.{n}": "cross" for n in (12, 11, 8, 6, 4)},
            **{f"green.{n}": "skip" for n in (10, 9, 7, 5)},
            "blue.10": "cross",
            "blue.12": "skip",
            "blue.11": "skip",
            "penalty.1": "cross",
        },
    ),
    Sample(
        "07-taken-back",
        "felt; crosses blacked out, crosses over skip lines; things on the table",
        Level.ORDINARY,
        (6,),
        PenKind.FELT,
        changes={"ground": Ground.DARK, "clutter": 5, "framing": {"fill": 0.62, "roll": 12}},
        habits={"cross": CrossStyle.X, "void": VoidStyle.ZIGZAG, "skip": SkipStyle.PER_CELL},
        marks=_TAKEN_BACK,
    ),
    Sample(
        "08-hand-shadow",
        "gel, circles; the shadow of the hand that holds the phone, on a white table",
        Level.ORDINARY,
        (7,),
        PenKind.GEL,
        changes={
            "ground": Ground.PAPER,
            "lighting": {"shadow_kind": ShadowKind.HAND, "shadow": 0.5, "penumbra": 0.012},
        },
        habits={"cross": CrossStyle.CIRCLE, "size": 0.85},
    ),
    Sample(
        "09-three-sheets",
        "three sheets in one photo, each turned its own way, by three people",
        Level.ORDINARY,
        (0, 2, 5),
        PenKind.GEL,
        changes={
            "framing": {"width": 3400, "height": 2550, "fill": 0.93},
            "sensor": {"quality": 72},
        },
    ),
    Sample(
        "10-grey-small-print",
        "ballpoint; printed in grey at 92 % with toner running out; a phone's shadow",
        Level.HARD,
        (1,),
        PenKind.BALLPOINT,
        changes={
            "printing": {"grey": True, "scale": 0.92, "fade": 0.4, "streaks": 0.25},
            "lighting": {"shadow_kind": ShadowKind.PHONE, "shadow": 0.45, "penumbra": 0.03},
            "framing": {"tilt": 24, "azimuth": -40, "roll": 91, "width": 1800, "height": 2400},
            "ground": Ground.CLOTH,
        },
    ),
    Sample(
        "11-curled-tea",
        "pencil; curled, folded and stained with tea, in cold light",
        Level.HARD,
        (3,),
        PenKind.PENCIL,
        changes={
            "bend": _CURLED,
            "paper": {"stain": 0.6, "roughness": 0.015},
            "lighting": {"gains": (1.12, 1.0, 0.86), "slope": 0.35, "lamp_height": 0.55},
            "framing": {"tilt": 22, "azimuth": 15},
        },
        habits={"cross": CrossStyle.X},
    ),
    Sample(
        "12-forty-degrees",
        "marker, big X that spill over; seen from 40° with a wide lens",
        Level.HARD,
        (4,),
        PenKind.MARKER,
        changes={
            "framing": {"tilt": 40, "azimuth": 12, "roll": -8, "distortion": 0.03, "focal": 0.65},
            "ground": Ground.CHECKED,
        },
        habits={"cross": CrossStyle.BIG_X, "size": 1.2},
    ),
    Sample(
        "13-dusk",
        "ballpoint; two megapixels at dusk: noise, smear of the phone, JPEG at 45",
        Level.HARD,
        (6,),
        PenKind.BALLPOINT,
        changes={
            "framing": {"width": 1632, "height": 1224, "fill": 0.6, "tilt": 12},
            "lighting": {"brightness": 0.32, "gains": (0.6, 0.9, 1.1), "slope": 0.4},
            "sensor": {"shot_noise": 0.06, "read_noise": 0.012, "denoise": 0.8, "quality": 45},
            "ground": Ground.WOOD,
        },
    ),
    Sample(
        "14-glare-and-thumb",
        "felt; a lamp shines back, a thumb on one corner, a little out of focus",
        Level.HARD,
        (7,),
        PenKind.FELT,
        changes={
            "lighting": {"glare": 0.4, "slope": 0.3},
            "lens": {"defocus": 0.12, "motion": 0.1},
            "thumb": 0.9,
            "framing": {"fill": 0.75, "tilt": 14},
            "ground": Ground.PLAIN,
        },
    ),
    Sample(
        "15-something-on-it",
        "ballpoint; something lies over the sheet: what is under it has to be asked",
        Level.HARD,
        (1,),
        PenKind.BALLPOINT,
        changes={
            "framing": {"width": 2000, "height": 1500, "fill": 0.8, "tilt": 8},
            "covers": 1,
            "ground": Ground.WOOD,
        },
    ),
)


def _changed(changes: Mapping[str, Any], level: Level) -> Conditions:
    parts = {
        name: replace(getattr(PLAIN, name), **change) if isinstance(change, dict) else change
        for name, change in changes.items()
    }
    return replace(PLAIN, level=level, **parts)


def _writer(sample: Sample, rng: np.random.Generator) -> Writer:
    writer = replace(draw_writer(rng, pen=sample.pen, neat=True), slip=0.0)
    return replace(writer, **sample.habits)


def take_sample(sample: Sample, pdf: bytes, sheets: Sequence[PrintedSheet]) -> Photo:
    """The sample's photo of sheets of that pad."""
    rng = np.random.default_rng([2026, int(sample.name[:2])])
    chosen = [sheets[number] for number in sample.sheets]
    writers = [_writer(sample, rng) for _ in chosen]
    marks = {
        sheet.sheet: finished_sheet(sheet.cells, rng) if sample.marks is None else sample.marks
        for sheet in chosen
    }
    conditions = _changed(sample.changes, sample.level)
    written = {sheet.sheet: sample.written for sheet in chosen}
    return simulate(pdf, chosen, marks, conditions, rng, writers=writers, written=written)


def readme(names: Sequence[Sample]) -> str:
    """The folder's README: what each photo is, and that all are simulated."""
    rows = "\n".join(f"| `{s.name}.jpg` | {s.level} | {s.about} |" for s in names)
    return f"""# Samples

A printed Classic pad (`pad.pdf`, with `pad.json` saying where every cell is) and
photos of its sheets, from easy to hard. **All photos are simulated**: no camera and
no hand was there. Strokes, paper, light, lens and sensor are computed by
`sheetkit.camera` from fixed seeds. Beside each photo a JSON file of the same name
tells the truth: each sheet's code, its marks, the numbers written in its boxes
(`written`), the cells that can't be seen (`hidden`) and its corners in the photo's
pixels, its own top left first, clockwise.

| photo | level | how it was made |
|---|---|---|
{rows}

`make samples` makes them all again.
"""


def make_samples(folder: Path) -> None:
    """Take all sample photos of the pad in that folder, with their truth and the README."""
    pdf = (folder / "pad.pdf").read_bytes()
    sheets = read_map(folder / "pad.json")
    for sample in SAMPLES:
        photo = take_sample(sample, pdf, sheets)
        (folder / f"{sample.name}.jpg").write_bytes(photo.jpeg)
        truth = json.dumps(photo.truth(), indent=1) + "\n"
        (folder / f"{sample.name}.json").write_text(truth)
    (folder / "README.md").write_text(readme(SAMPLES))


if __name__ == "__main__":
    make_samples(Path(sys.argv[1] if len(sys.argv) > 1 else "samples"))
