"""What each level is made of: from where to where its conditions go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from sheetkit.camera.conditions import Level

Range: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Severity:
    """How bad each condition of a level may become.

    A pair is from where to where the condition of its name is drawn, in its unit, see
    ``conditions``; ``…_chance`` is how likely (0 to 1) it is there at all. ``megapixels`` are
    those that cameras have, one of which is drawn. ``lean`` is two standard deviations of how
    askew a photo is held (degrees), ``quarter_turn_chance`` and ``any_roll_chance`` how likely
    it is turned by quarters or anyhow besides; ``warmth`` two standard deviations of the share
    of blue that the light lacks. ``bend_degrees`` is the most by which a leaf bends.
    ``hard_edge_chance`` is of shadows, ``dappled_chance`` that these are of leaves or a blind;
    flickering lamps are as likely as a flash. ``clutter`` and ``rubbed_out`` are the most things
    and marks.
    """

    # what it shows, and from where
    megapixels: tuple[float, ...]
    fill: Range
    tilt: Range
    quarter_turn_chance: float
    lean: float
    any_roll_chance: float
    # print and paper
    scale: Range
    grey_chance: float
    fade: Range
    stain_chance: float
    bend_chance: float
    bend_degrees: float
    # light
    brightness: Range
    warmth: float
    slope: Range
    shadow_chance: float
    shadow: Range
    hard_edge_chance: float
    dappled_chance: float
    glare_chance: float
    flash_chance: float
    # lens
    veil: Range
    depth_chance: float
    defocus: Range
    motion_chance: float
    motion: Range
    # sensor
    noise: Range
    quality: Range
    denoise: Range
    sharpen: Range
    # what lies about
    clutter: int
    thumb_chance: float
    # what only some levels have
    crease_chance: float = 0.0
    crease: Range = (0.0, 0.0)
    rubbed_out: int = 0
    local_contrast_chance: float = 0.0
    local_contrast: Range = (0.0, 0.0)
    screen_chance: float = 0.0
    coloured_paper_chance: float = 0.0
    whitened_chance: float = 0.0
    whitened: Range = (0.0, 0.0)


SEVERITIES: dict[Level, Severity] = {
    Level.EASY: Severity(
        megapixels=(8, 12, 12),
        fill=(0.7, 0.95),
        tilt=(0, 12),
        quarter_turn_chance=0.15,
        lean=8,
        any_roll_chance=0.0,
        scale=(0.99, 1.01),
        grey_chance=0.15,
        fade=(0, 0.1),
        stain_chance=0.0,
        bend_chance=0.2,
        bend_degrees=4,
        brightness=(0.7, 0.9),
        warmth=0.06,
        slope=(0.0, 0.15),
        shadow_chance=0.0,
        shadow=(0, 0),
        hard_edge_chance=0.0,
        dappled_chance=0.0,
        glare_chance=0.0,
        flash_chance=0.0,
        veil=(0, 0.02),
        depth_chance=0.0,
        defocus=(0, 0.05),
        motion_chance=0.0,
        motion=(0, 0),
        noise=(0.004, 0.012),
        quality=(85, 96),
        denoise=(0, 0.3),
        sharpen=(0.1, 0.6),
        clutter=1,
        thumb_chance=0.0,
    ),
    Level.ORDINARY: Severity(
        megapixels=(3, 5, 8, 12, 12, 12, 16),
        fill=(0.55, 0.95),
        tilt=(0, 25),
        quarter_turn_chance=0.35,
        lean=15,
        any_roll_chance=0.12,
        scale=(0.96, 1.03),
        grey_chance=0.25,
        fade=(0, 0.25),
        stain_chance=0.03,
        bend_chance=0.6,
        bend_degrees=9,
        brightness=(0.5, 0.95),
        warmth=0.2,
        slope=(0.05, 0.4),
        shadow_chance=0.35,
        shadow=(0.1, 0.4),
        hard_edge_chance=0.15,
        dappled_chance=0.1,
        glare_chance=0.1,
        flash_chance=0.06,
        veil=(0, 0.05),
        depth_chance=0.1,
        defocus=(0, 0.1),
        motion_chance=0.1,
        motion=(0.05, 0.2),
        noise=(0.006, 0.03),
        quality=(70, 95),
        denoise=(0.1, 0.6),
        sharpen=(0.1, 0.9),
        clutter=3,
        thumb_chance=0.06,
    ),
    Level.HARD: Severity(
        megapixels=(2, 2, 3, 5, 8, 12, 12, 20, 50),
        fill=(0.37, 0.97),
        tilt=(5, 40),
        quarter_turn_chance=0.4,
        lean=25,
        any_roll_chance=0.3,
        scale=(0.9, 1.05),
        grey_chance=0.35,
        fade=(0, 0.55),
        stain_chance=0.2,
        bend_chance=0.85,
        bend_degrees=18,
        brightness=(0.25, 1.05),
        warmth=0.45,
        slope=(0.1, 0.65),
        shadow_chance=0.7,
        shadow=(0.25, 0.65),
        hard_edge_chance=0.45,
        dappled_chance=0.2,
        glare_chance=0.3,
        flash_chance=0.15,
        veil=(0, 0.15),
        depth_chance=0.3,
        defocus=(0, 0.22),
        motion_chance=0.3,
        motion=(0.1, 0.45),
        noise=(0.01, 0.07),
        quality=(40, 92),
        denoise=(0.1, 1.0),
        sharpen=(0.0, 1.6),
        clutter=6,
        thumb_chance=0.2,
        crease_chance=0.5,
        crease=(0.05, 0.35),
        rubbed_out=2,
        local_contrast_chance=0.3,
        local_contrast=(1.0, 3.0),
        screen_chance=0.15,
        coloured_paper_chance=0.1,
        whitened_chance=0.12,
        whitened=(0.03, 0.12),
    ),
}
