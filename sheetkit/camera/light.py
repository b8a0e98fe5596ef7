"""Light and shadow over the picture, on a coarse grid of it."""

from __future__ import annotations

import cv2
import numpy as np

from sheetkit.camera.arrays import Floats
from sheetkit.camera.chances import uniform
from sheetkit.camera.conditions import Lens, Lighting, ShadowKind

GRID = 720
"""The grid's longer side: a shadow's hardest edge is some pixels wide, as from a real lamp."""


def _coordinates(shape: tuple[int, int]) -> tuple[Floats, Floats]:
    """X and y over the grid, in units of half its longer side, 0 in the middle."""
    height, width = shape
    half = max(height, width) / 2
    x = (np.arange(width, dtype=np.float32) - (width - 1) / 2) / half
    y = (np.arange(height, dtype=np.float32) - (height - 1) / 2) / half
    return x[None, :] * np.ones((height, 1), np.float32), y[:, None] * np.ones(
        (1, width), np.float32
    )


def _hand(canvas: Floats, rng: np.random.Generator) -> None:
    """A hand that holds the phone: a blob with fingers, from some side."""
    height, width = canvas.shape
    size = max(height, width)
    angle = uniform(rng, 0, 2 * np.pi)
    reach = uniform(rng, 0.15, 0.45) * size
    palm = np.array([width / 2 + reach * np.cos(angle), height / 2 + reach * np.sin(angle)])
    away = np.array([np.cos(angle), np.sin(angle)])
    arm = palm + away * size
    thick = int(0.16 * size)
    cv2.line(canvas, tuple(palm.astype(int)), tuple(arm.astype(int)), 1.0, thick)
    for finger in range(int(rng.integers(3, 6))):
        turn = angle + np.pi + (finger - 2) * 0.33 + rng.normal(0, 0.06)
        tip = palm + uniform(rng, 0.14, 0.26) * size * np.array([np.cos(turn), np.sin(turn)])
        cv2.line(canvas, tuple(palm.astype(int)), tuple(tip.astype(int)), 1.0, int(0.045 * size))


def _phone(canvas: Floats, rng: np.random.Generator) -> None:
    """The phone's own shadow: a rectangle with a corner or an edge over the sheet."""
    height, width = canvas.shape
    size = max(height, width)
    at = (width / 2 + uniform(rng, -0.4, 0.4) * size, height / 2 + uniform(rng, -0.4, 0.4) * size)
    extent = (uniform(rng, 0.3, 0.5) * size, uniform(rng, 0.55, 0.9) * size)
    corners = cv2.boxPoints((at, extent, uniform(rng, -90, 90)))
    cv2.fillConvexPoly(canvas, np.rint(corners).astype(np.int32), 1.0)


def _edge(canvas: Floats, rng: np.random.Generator) -> None:
    """Half the picture in shade: a window's frame, a shelf, a head."""
    height, width = canvas.shape
    angle = uniform(rng, 0, 2 * np.pi)
    x, y = _coordinates((height, width))
    wavy = 0.04 * np.sin(4 * x * np.sin(angle) - 4 * y * np.cos(angle) + uniform(rng, 0, 6))
    side = x * np.cos(angle) + y * np.sin(angle) + wavy
    canvas[side > uniform(rng, -0.3, 0.3)] = 1.0


def _leaves(canvas: Floats, rng: np.random.Generator) -> None:
    """A tree's shade on a garden table: patches of sun between patches of shadow."""
    height, width = canvas.shape
    across = uniform(rng, 7, 26)
    cells = [max(round(across * side / max(height, width)), 3) for side in (height, width)]
    leafy = cv2.resize(
        rng.random(cells, np.float32), (width, height), interpolation=cv2.INTER_CUBIC
    )
    canvas[leafy > uniform(rng, 0.4, 0.6)] = 1.0


def _blind(canvas: Floats, rng: np.random.Generator) -> None:
    """The slats of a window's blind, side by side."""
    x, y = _coordinates(canvas.shape)
    angle = uniform(rng, 0, np.pi)
    along = (x * np.cos(angle) + y * np.sin(angle)) * uniform(rng, 2, 9) + uniform(rng, 0, 1)
    canvas[along % 1 < uniform(rng, 0.3, 0.6)] = 1.0


_SHADOWS = {
    ShadowKind.HAND: _hand,
    ShadowKind.PHONE: _phone,
    ShadowKind.EDGE: _edge,
    ShadowKind.LEAVES: _leaves,
    ShadowKind.BLIND: _blind,
}


def _shadow(shape: tuple[int, int], light: Lighting, rng: np.random.Generator) -> Floats:
    """How much of a shadow lies where, 0 to 1."""
    canvas = np.zeros(shape, np.float32)
    if light.shadow_kind is ShadowKind.NONE:
        return canvas
    _SHADOWS[light.shadow_kind](canvas, rng)
    return np.asarray(cv2.GaussianBlur(canvas, (0, 0), max(0.5, light.penumbra * max(shape))))


def illumination(
    width: int, height: int, light: Lighting, lens: Lens, rng: np.random.Generator
) -> Floats:
    """What falls on the sensor from a white table: a coarse grid × 3 (BGR, linear)."""
    scale = GRID / max(width, height)
    shape = (max(2, round(height * scale)), max(2, round(width * scale)))
    x, y = _coordinates(shape)
    angle = np.deg2rad(light.direction)
    towards = x * np.cos(angle) + y * np.sin(angle)
    fall = 1 - light.slope * (towards + 1) / 2
    lamp = 1 + 0.3 * light.slope * np.exp(-((x + 0.6 * np.cos(angle)) ** 2 + y**2) * 3)
    dark = 1 - light.shadow * _shadow(shape, light, rng)
    vignette = 1 - lens.vignette * np.clip(x**2 + y**2, 0, 2) ** 2 / 1.5
    level = light.brightness * fall * lamp * vignette
    level *= 1 + light.flash * (np.exp(-2.5 * (x**2 + y**2)) - 0.5)
    level *= 1 + light.flicker * np.sin(y * uniform(rng, 8, 40))
    # What is in the shadow of a lamp is lit by the sky or the room: of another colour.
    shade_tint = np.array([1.08, 1.0, 0.93]) if rng.random() < 0.6 else np.array([0.95, 1.0, 1.05])
    tint = 1 + (shade_tint - 1) * (1 - dark)[:, :, None] * 1.5
    colour = np.array(light.gains) * tint
    return np.asarray((level * dark)[:, :, None] * colour, dtype=np.float32)


def glare(width: int, height: int, light: Lighting, rng: np.random.Generator) -> Floats:
    """Light that shines back from the paper, on the coarse grid × 1 (linear, added)."""
    scale = GRID / max(width, height)
    shape = (max(2, round(height * scale)), max(2, round(width * scale)))
    if light.glare <= 0:
        return np.zeros(shape, np.float32)
    x, y = _coordinates(shape)
    turn = uniform(rng, 0, np.pi)
    dx, dy = x - uniform(rng, -0.5, 0.5), y - uniform(rng, -0.4, 0.4)
    along = dx * np.cos(turn) + dy * np.sin(turn)
    across = -dx * np.sin(turn) + dy * np.cos(turn)
    spot = np.exp(
        -((along / uniform(rng, 0.15, 0.5)) ** 2) - (across / uniform(rng, 0.1, 0.25)) ** 2
    )
    return np.asarray(light.glare * spot, dtype=np.float32)
