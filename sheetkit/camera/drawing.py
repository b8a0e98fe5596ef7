"""Conditions drawn at random for a level, or for a scanner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sheetkit.camera.bend import Bend, Turn
from sheetkit.camera.chances import chance, uniform
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
from sheetkit.camera.levels import SEVERITIES, Range, Severity


def _draw_printing(s: Severity, rng: np.random.Generator) -> Printing:
    return Printing(
        scale=uniform(rng, *s.scale),
        grey=chance(rng, s.grey_chance),
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
        stain=uniform(rng, 0.2, 0.8) if chance(rng, s.stain_chance) else 0.0,
        show_through=uniform(rng, 0.01, 0.05) if chance(rng, s.stain_chance) else 0.0,
    )


def sometimes_screened(printing: Printing, share: float, rng: np.random.Generator) -> Printing:
    """So often by a black printer, which has no greys but dots."""
    if not chance(rng, share):
        return printing
    return replace(printing, grey=True, screen=uniform(rng, *SCREENS))


SCREENS = (3.3, 5.5)
"""Dots a mm: 85 to 140 an inch."""


def _of_some_colour(paper: Paper, s: Severity, rng: np.random.Generator) -> Paper:
    """Pale yellow, green, blue or pink paper, now and then."""
    if not chance(rng, s.coloured_paper_chance):
        return paper
    shares = rng.permutation([uniform(rng, 0.72, 0.92), uniform(rng, 0.88, 0.98), 0.99])
    return replace(paper, tint=(float(shares[0]), float(shares[1]), float(shares[2])))


def _worn(paper: Paper, s: Severity, rng: np.random.Generator) -> Paper:
    """Folds' lines and what was rubbed out."""
    crease = uniform(rng, *s.crease) if chance(rng, s.crease_chance) else 0.0
    return replace(paper, crease=crease, rubbed_out=int(rng.integers(0, s.rubbed_out + 1)))


def draw_bend(s: Severity, rng: np.random.Generator) -> Bend:
    """A leaf flat, curled at an end, rolled over its whole length, waved, or folded."""
    if not chance(rng, s.bend_chance):
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
    elif chance(rng, s.quarter_turn_chance):
        roll += float(rng.choice([90, 180, -90, 180]))
    if chance(rng, s.any_roll_chance):
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
    shadowed = chance(rng, s.shadow_chance)
    kinds = [ShadowKind.HAND, ShadowKind.PHONE, ShadowKind.EDGE]
    hard = chance(rng, s.hard_edge_chance)
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
        glare=uniform(rng, 0.1, 0.5) if chance(rng, s.glare_chance) else 0.0,
        flash=uniform(rng, 0.3, 1.0) if chance(rng, s.flash_chance) else 0.0,
        flicker=uniform(rng, 0.02, 0.08) if chance(rng, s.flash_chance) else 0.0,
    )


def _sometimes_dappled(lighting: Lighting, s: Severity, rng: np.random.Generator) -> Lighting:
    """The same light, now and then with the shade of leaves or of a blind, where there is any."""
    if lighting.shadow_kind is ShadowKind.NONE or not chance(rng, s.dappled_chance):
        return lighting
    kind = ShadowKind.LEAVES if chance(rng, 0.5) else ShadowKind.BLIND
    return replace(lighting, shadow_kind=kind, penumbra=uniform(rng, 0.002, 0.012))


def _draw_lens(s: Severity, rng: np.random.Generator) -> Lens:
    return Lens(
        defocus=uniform(rng, *s.defocus) * (1.0 if chance(rng, 0.6) else 0.3),
        motion=uniform(rng, *s.motion) if chance(rng, s.motion_chance) else 0.0,
        motion_direction=uniform(rng, 0, 180),
        softness_px=uniform(rng, 0.5, 0.9),
        vignette=uniform(rng, 0.0, 0.3),
        veil=uniform(rng, *s.veil),
        depth=uniform(rng, 0.05, 0.25) if chance(rng, s.depth_chance) else 0.0,
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


def _sometimes_mapped(sensor: Sensor, s: Severity, rng: np.random.Generator) -> Sensor:
    """What phones do to show shadows and lights in one picture."""
    local = uniform(rng, *s.local_contrast) if chance(rng, s.local_contrast_chance) else 0.0
    return replace(sensor, local_contrast=local)


def sometimes_whitened(sensor: Sensor, share: float, by: Range, rng: np.random.Generator) -> Sensor:
    """So often with what scanning programs do to photos of paper, from where to where."""
    if not chance(rng, share):
        return sensor
    return replace(sensor, local_contrast=0.0, whitened=uniform(rng, *by))


def draw_conditions(level: Level, rng: np.random.Generator, *, sheets: int = 1) -> Conditions:
    """Conditions of that level for a photo of that many sheets."""
    s = SEVERITIES[level]
    scanned = s.whitened_chance, s.whitened
    apart, further = rng.spawn(2)  # what is drawn from them changes nothing else
    grounds: Sequence[Ground] = [ground for ground in Ground if ground is not Ground.LID]
    return Conditions(
        level=level,
        printing=sometimes_screened(_draw_printing(s, rng), s.screen_chance, further),
        paper=_of_some_colour(_worn(_draw_paper(s, rng), s, apart), s, further),
        bend=draw_bend(s, rng),
        framing=_draw_framing(s, rng, sheets),
        lighting=_sometimes_dappled(_draw_lighting(s, rng), s, further.spawn(1)[0]),
        lens=_draw_lens(s, rng),
        sensor=sometimes_whitened(
            _sometimes_mapped(_draw_sensor(s, rng), s, apart), *scanned, further
        ),
        ground=grounds[int(rng.integers(len(grounds)))],
        clutter=int(rng.integers(0, s.clutter + 1)),
        thumb=uniform(rng, 0.3, 1.0) if chance(rng, s.thumb_chance) else 0.0,
    )


def flatbed(rng: np.random.Generator, *, dpi: int = 200, enhanced: bool = False) -> Conditions:
    """A scanner instead of a camera: flat, evenly lit, a little askew, under a white lid.

    ``enhanced`` is what scanning apps do: paper whitened, ink blackened.
    """
    plain = draw_conditions(Level.EASY, rng)
    sideways = chance(rng, 0.5)
    size = round(11.0 * dpi), round(8.2 * dpi)
    return Conditions(
        level=Level.EASY,
        printing=plain.printing,
        paper=plain.paper,
        bend=Bend(),
        framing=Framing(
            width=size[sideways],
            height=size[not sideways],
            fill=148 / 25.4 * dpi / size[sideways],
            offset=(uniform(rng, -0.2, 0.2), uniform(rng, -0.2, 0.2)),
            roll=float(rng.normal(0, 1.5)) + float(rng.choice([0, 90, 180, 270])),
            focal=30.0,
        ),
        lighting=Lighting(brightness=0.93, slope=0.0),
        lens=Lens(vignette=0.0),
        sensor=Sensor(
            shot_noise=0.006,
            denoise=0.0,
            contrast=2.5 if enhanced else 0.2,
            quality=int(rng.integers(70, 95)),
        ),
        ground=Ground.LID,
        clutter=0,
        thumb=0.0,
    )
