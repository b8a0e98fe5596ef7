"""Under what conditions a photo is taken: plain values."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from sheetkit.camera.bend import Bend


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
    LID = "lid"


class ShadowKind(enum.StrEnum):
    NONE = "none"
    HAND = "hand"
    PHONE = "phone"
    EDGE = "edge"
    LEAVES = "leaves"
    BLIND = "blind"


@dataclass(frozen=True, slots=True)
class Printing:
    """What the printer made of the page, and the scissors.

    ``scale`` 1 is true; ``fade`` is the share of toner that lacks everywhere, ``streaks`` the
    share that lacks besides in the palest bands; ``softness`` is how far (mm) ink has run;
    ``screen`` is how many dots a mm a black printer makes greys of, 0 where it has greys.
    ``scissors`` is how far (mm) outside the sheet's edge it was cut, inside if negative.
    """

    scale: float = 1.0
    grey: bool = False
    fade: float = 0.0
    streaks: float = 0.0
    softness: float = 0.03
    scissors: float = 0.0
    screen: float = 0.0


@dataclass(frozen=True, slots=True)
class Paper:
    """``tint`` in shares of blue, green, red; ``roughness`` and ``stain`` from 0 to 1.

    ``show_through`` is the share of light that another side's print takes, ``crease`` the share
    that the line of a fold swallows; ``rubbed_out`` counts the marks that a pencil made and a
    rubber took away, not quite.
    """

    tint: tuple[float, float, float] = (0.96, 0.97, 0.98)
    roughness: float = 0.01
    stain: float = 0.0
    show_through: float = 0.0
    crease: float = 0.0
    rubbed_out: int = 0


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
    its edge ``penumbra`` wide (share of the picture); ``glare`` what shines back;
    ``flash`` the phone's own light in the middle; ``flicker`` a lamp's bands.
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
    flash: float = 0.0
    flicker: float = 0.0


@dataclass(frozen=True, slots=True)
class Lens:
    """``defocus`` (radius) and ``motion`` (length) in mm on the sheet, 0 in focus.

    ``motion_direction`` is in degrees, ``softness_px`` what any lens blurs, in pixels;
    ``vignette`` is how strongly light falls off towards the corners (0 to 1), ``veil`` the stray
    light of a dirty lens (share of white), ``depth`` the blur (mm) at the picture's edge where
    only its middle is in focus.
    """

    defocus: float = 0.0
    motion: float = 0.0
    motion_direction: float = 0.0
    softness_px: float = 0.6
    vignette: float = 0.1
    veil: float = 0.0
    depth: float = 0.0


@dataclass(frozen=True, slots=True)
class Sensor:
    """Noise at full light (share of white), and what the phone does to hide it.

    ``denoise`` is up to how many times the noise all detail is smoothed away, ``sharpen`` how
    many times what is fine is added again, ``quality`` the JPEG's.
    ``contrast`` bends the tone curve, ``local_contrast`` bends it in each part of the
    picture by what is seen there (1 to 3, 0 is off); ``whitened`` is how much of the paper's
    own tone a scanning program takes for white (0 is off); ``orientation`` is the EXIF tag
    under which the picture is stored; a ``mirrored`` one is a selfie.
    """

    shot_noise: float = 0.01
    read_noise: float = 0.002
    denoise: float = 0.2
    sharpen: float = 0.4
    contrast: float = 0.1
    local_contrast: float = 0.0
    whitened: float = 0.0
    quality: int = 90
    subsampling: str = "420"
    orientation: int = 1
    mirrored: bool = False


@dataclass(frozen=True, slots=True)
class Conditions:
    """All of it.

    ``clutter`` counts the things beside the sheets, ``covers`` those on the first
    sheet's cells; ``thumb`` is how far (0 to 1) a thumb reaches over its corner.
    """

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
    covers: int = 0
