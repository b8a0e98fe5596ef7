"""Under what conditions a photo is taken: plain values, drawn for a level."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from sheetkit.camera.bend import Bend, Turn
from sheetkit.camera.kinds import chance, uniform

Range: TypeAlias = tuple[float, float]


class Level(enum.StrEnum):
    EASY = "easy"
    ORDINARY = "ordinary"
    HARD = "hard"


class Ground(enum.StrEnum):
    """What the sheet lies on."""

    WOOD = "wood"
    PLAIN = "plain"
    CLOTH = "cloth"
    CHECKED = "checked"
    FLOWERED = "flowered"
    STONE = "stone"
    PAPER = "paper"
    DARK = "dark"


class ShadowKind(enum.StrEnum):
    NONE = "none"
    HAND = "hand"
    PHONE = "phone"
    EDGE = "edge"


@dataclass(frozen=True, slots=True)
class Printing:
    """What the printer made of the page; ``scale`` 1 is true, ``fade`` 0 is full toner."""

    scale: float = 1.0
    grey: bool = False
    fade: float = 0.0
    streaks: float = 0.0
    softness: float = 0.03
    scissors: float = 0.0


@dataclass(frozen=True, slots=True)
class Paper:
    """``tint`` in shares of blue, green, red; ``roughness`` and ``stain`` from 0 to 1."""

    tint: tuple[float, float, float] = (0.96, 0.97, 0.98)
    roughness: float = 0.01
    stain: float = 0.0
    show_through: float = 0.0


@dataclass(frozen=True, slots=True)
class Framing:
    """The picture's size (px) and the sheet in it; angles in degrees.

    ``fill`` is the share of the picture's width that the sheets span, ``offset``
    how far from its middle they are; ``roll`` turns the sheet in the picture;
    ``focal`` is in units of the picture's longer side. ``cut`` is the share of
    the sheets beyond the picture's right and lower edge (left and upper if
    negative).
    """

    width: int = 4000
    height: int = 3000
    fill: float = 0.8
    offset: tuple[float, float] = (0.0, 0.0)
    tilt: float = 0.0
    azimuth: float = 0.0
    roll: float = 0.0
    focal: float = 0.75
    distortion: float = 0.0
    cut: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Lighting:
    """``brightness`` of white paper (linear, 1 saturates) and what makes it uneven.

    ``gains`` tint it (blue, green, red); ``slope`` is how much light falls off
    across the picture towards ``direction`` (degrees), ``lamp_height`` the sine
    of how high it stands; ``shadow`` is the share of light that a shadow takes,
    its edge ``penumbra`` wide (share of the picture); ``glare`` what shines back.
    """

    brightness: float = 0.8
    gains: tuple[float, float, float] = (1.0, 1.0, 1.0)
    slope: float = 0.1
    direction: float = 0.0
    lamp_height: float = 0.8
    shadow_kind: ShadowKind = ShadowKind.NONE
    shadow: float = 0.0
    penumbra: float = 0.1
    glare: float = 0.0


@dataclass(frozen=True, slots=True)
class Lens:
    """``defocus`` (radius) and ``motion`` (length) in mm on the sheet, at most in focus 0."""

    defocus: float = 0.0
    motion: float = 0.0
    motion_direction: float = 0.0
    softness_px: float = 0.6
    vignette: float = 0.1


@dataclass(frozen=True, slots=True)
class Sensor:
    """Noise at full light (share of white), and what the phone does to hide it."""

    shot_noise: float = 0.01
    read_noise: float = 0.002
    denoise: float = 0.2
    sharpen: float = 0.4
    contrast: float = 0.1
    quality: int = 90
    subsampling: str = "420"
    orientation: int = 1


@dataclass(frozen=True, slots=True)
class Conditions:
    """All of it."""

    level: Level
    printing: Printing
    paper: Paper
    bend: Bend
    framing: Framing
    lighting: Lighting
    lens: Lens
    sensor: Sensor
    ground: Ground
    clutter: int
    thumb: float
    cover: bool = False


@dataclass(frozen=True, slots=True)
class Severity:
    """From where to where each condition of a level is drawn; shares are probabilities."""

    megapixels: tuple[float, ...]
    fill: Range
    tilt: Range
    quarter_turns: float
    lean: float
    any_roll: float
    scale: Range
    grey: float
    fade: Range
    stain: float
    bends: float
    bend_degrees: float
    brightness: Range
    warmth: float
    slope: Range
    shadows: float
    shadow: Range
    hard_edges: float
    glare: float
    defocus: Range
    motion: float
    motion_mm: Range
    noise: Range
    quality: Range
    denoise: Range
    sharpen: Range
    clutter: int
    thumb: float


SEVERITIES: dict[Level, Severity] = {
    Level.EASY: Severity(
        megapixels=(8, 12, 12),
        fill=(0.7, 0.95),
        tilt=(0, 12),
        quarter_turns=0.15,
        lean=8,
        any_roll=0.0,
        scale=(0.99, 1.01),
        grey=0.15,
        fade=(0, 0.1),
        stain=0.0,
        bends=0.2,
        bend_degrees=4,
        brightness=(0.7, 0.9),
        warmth=0.06,
        slope=(0.0, 0.15),
        shadows=0.0,
        shadow=(0, 0),
        hard_edges=0.0,
        glare=0.0,
        defocus=(0, 0.05),
        motion=0.0,
        motion_mm=(0, 0),
        noise=(0.004, 0.012),
        quality=(85, 96),
        denoise=(0, 0.3),
        sharpen=(0.1, 0.6),
        clutter=1,
        thumb=0.0,
    ),
    Level.ORDINARY: Severity(
        megapixels=(3, 5, 8, 12, 12, 12, 16),
        fill=(0.55, 0.95),
        tilt=(0, 25),
        quarter_turns=0.35,
        lean=15,
        any_roll=0.12,
        scale=(0.96, 1.03),
        grey=0.25,
        fade=(0, 0.25),
        stain=0.03,
        bends=0.6,
        bend_degrees=9,
        brightness=(0.5, 0.95),
        warmth=0.2,
        slope=(0.05, 0.4),
        shadows=0.35,
        shadow=(0.1, 0.4),
        hard_edges=0.15,
        glare=0.1,
        defocus=(0, 0.1),
        motion=0.1,
        motion_mm=(0.05, 0.2),
        noise=(0.006, 0.03),
        quality=(70, 95),
        denoise=(0.1, 0.6),
        sharpen=(0.1, 0.9),
        clutter=3,
        thumb=0.06,
    ),
    Level.HARD: Severity(
        megapixels=(2, 2, 3, 5, 8, 12, 12, 20, 50),
        fill=(0.37, 0.97),
        tilt=(5, 40),
        quarter_turns=0.4,
        lean=25,
        any_roll=0.3,
        scale=(0.9, 1.05),
        grey=0.35,
        fade=(0, 0.55),
        stain=0.2,
        bends=0.85,
        bend_degrees=18,
        brightness=(0.25, 1.05),
        warmth=0.45,
        slope=(0.1, 0.65),
        shadows=0.7,
        shadow=(0.25, 0.65),
        hard_edges=0.45,
        glare=0.3,
        defocus=(0, 0.22),
        motion=0.3,
        motion_mm=(0.1, 0.45),
        noise=(0.01, 0.07),
        quality=(40, 92),
        denoise=(0.1, 1.0),
        sharpen=(0.0, 1.6),
        clutter=6,
        thumb=0.2,
    ),
}


def _draw_printing(s: Severity, rng: np.random.Generator) -> Printing:
    return Printing(
        scale=uniform(rng, *s.scale),
        grey=chance(rng, s.grey),
        fade=uniform(rng, *s.fade),
        streaks=uniform(rng, 0, 0.3) * s.fade[1] if chance(rng, 0.3) else 0.0,
        softness=uniform(rng, 0.02, 0.06),
        scissors=uniform(rng, -0.4, 1.2) if chance(rng, 0.5) else 0.0,
    )


def _draw_paper(s: Severity, rng: np.random.Generator) -> Paper:
    white = uniform(rng, 0.9, 0.99)
    yellowed = uniform(rng, 0, 0.12) if chance(rng, 0.3) else uniform(rng, -0.02, 0.03)
    return Paper(
        tint=(min(1.0, white * (1 - yellowed)), white * (1 - 0.2 * abs(yellowed)), white),
        roughness=uniform(rng, 0.004, 0.02),
        stain=uniform(rng, 0.2, 0.8) if chance(rng, s.stain) else 0.0,
        show_through=uniform(rng, 0.01, 0.05) if chance(rng, s.stain) else 0.0,
    )


def draw_bend(s: Severity, rng: np.random.Generator) -> Bend:
    """A leaf flat, curled at an end, rolled over its whole length, waved, or folded."""
    if not chance(rng, s.bends):
        return Bend()
    degrees = uniform(rng, 0.3, 1.0) * s.bend_degrees * (1 if chance(rng, 0.6) else -1)
    direction = float(rng.choice([0, 0, 90, 90, 45, -45])) + float(rng.normal(0, 12))
    turns: list[Turn] = []
    kind = int(rng.integers(4))
    if kind == 0:
        turns = [Turn(0.5, uniform(rng, 80, 160), -2 * degrees)]
    elif kind == 1:
        turns = [Turn(float(rng.choice([0.1, 0.9])), uniform(rng, 25, 60), 1.5 * degrees)]
    elif kind == 2:
        turns = [Turn(0.25, 60, -1.6 * degrees), Turn(0.75, 60, 1.6 * degrees)]
    else:
        turns = [Turn(uniform(rng, 0.3, 0.7), uniform(rng, 1.5, 4), 1.5 * degrees)]
        turns += [Turn(uniform(rng, 0, 1), 50, -degrees)]
    return Bend(direction, tuple(turns))


def _draw_framing(s: Severity, rng: np.random.Generator, sheets: int) -> Framing:
    megapixels = float(rng.choice(s.megapixels)) * uniform(rng, 0.95, 1.05)
    if sheets > 1:
        megapixels = max(megapixels, 3.0 * sheets)
    aspect = float(rng.choice([4 / 3, 4 / 3, 16 / 9, 3 / 2]))
    long, short = (megapixels * 1e6 * aspect) ** 0.5, (megapixels * 1e6 / aspect) ** 0.5
    portrait = chance(rng, 0.25)
    roll = float(rng.normal(0, s.lean / 2))
    if portrait and chance(rng, 0.6):
        roll += 90 if chance(rng, 0.7) else -90
    elif chance(rng, s.quarter_turns):
        roll += float(rng.choice([90, 180, -90, 180]))
    if chance(rng, s.any_roll):
        roll = uniform(rng, -180, 180)
    fill = uniform(rng, *s.fill) if sheets == 1 else uniform(rng, 0.85, 0.97)
    spare = 0.5 * (1 - fill)
    return Framing(
        width=round(short if portrait else long),
        height=round(long if portrait else short),
        fill=fill,
        offset=(uniform(rng, -0.8, 0.8) * spare, uniform(rng, -0.05, 0.05)),
        tilt=uniform(rng, *s.tilt) * (1.0 if chance(rng, 0.5) else 0.5),
        # A person leans over the near side: mostly the far side of the sheet is smaller.
        azimuth=float(rng.normal(0, 35)) if chance(rng, 0.7) else uniform(rng, -180, 180),
        roll=roll,
        focal=uniform(rng, 0.65, 0.95),
        distortion=float(rng.normal(0, 0.02)),
    )


def _draw_lighting(s: Severity, rng: np.random.Generator) -> Lighting:
    warmth = float(rng.normal(0, s.warmth / 2)) + 0.25 * s.warmth
    shadowed = chance(rng, s.shadows)
    kinds = [ShadowKind.HAND, ShadowKind.PHONE, ShadowKind.EDGE]
    hard = chance(rng, s.hard_edges)
    return Lighting(
        brightness=uniform(rng, *s.brightness),
        gains=(
            float(np.clip(1 - warmth, 0.35, 1.25)),
            float(np.clip(1 - 0.3 * abs(warmth) + rng.normal(0, 0.02), 0.6, 1.1)),
            float(np.clip(1 + 0.35 * warmth, 0.6, 1.2)),
        ),
        slope=uniform(rng, *s.slope),
        direction=uniform(rng, 0, 360),
        lamp_height=uniform(rng, 0.4, 0.95),
        shadow_kind=kinds[int(rng.integers(3))] if shadowed else ShadowKind.NONE,
        shadow=uniform(rng, *s.shadow) if shadowed else 0.0,
        penumbra=uniform(rng, 0.002, 0.02) if hard else uniform(rng, 0.03, 0.15),
        glare=uniform(rng, 0.1, 0.5) if chance(rng, s.glare) else 0.0,
    )


def _draw_lens(s: Severity, rng: np.random.Generator) -> Lens:
    return Lens(
        defocus=uniform(rng, *s.defocus) * (1.0 if chance(rng, 0.6) else 0.3),
        motion=uniform(rng, *s.motion_mm) if chance(rng, s.motion) else 0.0,
        motion_direction=uniform(rng, 0, 180),
        softness_px=uniform(rng, 0.5, 0.9),
        vignette=uniform(rng, 0.0, 0.3),
    )


def _draw_sensor(s: Severity, rng: np.random.Generator) -> Sensor:
    noise = float(np.exp(uniform(rng, *np.log(s.noise))))
    return Sensor(
        shot_noise=noise,
        read_noise=noise * uniform(rng, 0.1, 0.3),
        denoise=uniform(rng, *s.denoise),
        sharpen=uniform(rng, *s.sharpen),
        contrast=uniform(rng, -0.1, 0.35),
        quality=int(rng.integers(int(s.quality[0]), int(s.quality[1]) + 1)),
        subsampling=str(rng.choice(["420", "420", "422", "444"])),
        orientation=int(rng.choice([1, 1, 1, 6, 6, 3, 8])),
    )


def draw_conditions(level: Level, rng: np.random.Generator, *, sheets: int = 1) -> Conditions:
    """Conditions of that level for a photo of that many sheets."""
    s = SEVERITIES[level]
    grounds: Sequence[Ground] = list(Ground)
    return Conditions(
        level=level,
        printing=_draw_printing(s, rng),
        paper=_draw_paper(s, rng),
        bend=draw_bend(s, rng),
        framing=_draw_framing(s, rng, sheets),
        lighting=_draw_lighting(s, rng),
        lens=_draw_lens(s, rng),
        sensor=_draw_sensor(s, rng),
        ground=grounds[int(rng.integers(len(grounds)))],
        clutter=int(rng.integers(0, s.clutter + 1)),
        thumb=uniform(rng, 0.3, 1.0) if chance(rng, s.thumb) else 0.0,
    )
