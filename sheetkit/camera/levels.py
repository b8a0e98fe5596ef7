"""What each level is made of: from where to where its conditions go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from sheetkit.camera.conditions import Level

Range: TypeAlias = tuple[float, float]


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
    flash: float
    veil: Range
    depth: float
    defocus: Range
    motion: float
    motion_mm: Range
    noise: Range
    quality: Range
    denoise: Range
    sharpen: Range
    clutter: int
    thumb: float
    creases: float = 0.0
    crease: Range = (0.0, 0.0)
    rubbed_out: int = 0
    local_contrasts: float = 0.0
    local_contrast: Range = (0.0, 0.0)
    screens: float = 0.0
    coloured_paper: float = 0.0
    scanning_programs: float = 0.0
    whitened: Range = (0.0, 0.0)


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
        flash=0.0,
        veil=(0, 0.02),
        depth=0.0,
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
        flash=0.06,
        veil=(0, 0.05),
        depth=0.1,
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
        flash=0.15,
        veil=(0, 0.15),
        depth=0.3,
        defocus=(0, 0.22),
        motion=0.3,
        motion_mm=(0.1, 0.45),
        noise=(0.01, 0.07),
        quality=(40, 92),
        denoise=(0.1, 1.0),
        sharpen=(0.0, 1.6),
        clutter=6,
        thumb=0.2,
        creases=0.5,
        crease=(0.05, 0.35),
        rubbed_out=2,
        local_contrasts=0.3,
        local_contrast=(1.0, 3.0),
        screens=0.15,
        coloured_paper=0.1,
        scanning_programs=0.12,
        whitened=(0.03, 0.12),
    ),
}
