"""Tables and table cloths: the ground a sheet lies on, seen from above."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from sheetkit.camera.arrays import Floats, Picture
from sheetkit.camera.chances import uniform
from sheetkit.camera.conditions import Ground
from sheetkit.camera.thing import Thing

GROUND_MM = 620
"""The side of the ground that is drawn; beyond it the ground is mirrored."""

GROUND_PX_PER_MM = 3.2

_SIDE = int(GROUND_MM * GROUND_PX_PER_MM)


def _clouds(scale_mm: tuple[float, float], rng: np.random.Generator) -> Floats:
    """Smooth noise over the ground, side × side, sigma 1; ``scale_mm`` along x and y."""
    shape = [max(4, int(GROUND_MM / scale)) for scale in reversed(scale_mm)]
    coarse = rng.standard_normal(shape).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (_SIDE, _SIDE), interpolation=cv2.INTER_CUBIC))


def _coloured(shade: Floats, base: tuple[float, float, float], depth: float) -> Floats:
    """The shade (sigma 1) as brightness about a base colour (BGR)."""
    return np.asarray(
        np.array(base, np.float32) * (1 + depth * shade[:, :, None]), dtype=np.float32
    )


def _some_colour(rng: np.random.Generator, low: float, high: float) -> tuple[float, float, float]:
    grey = uniform(rng, low, high)
    blue, green, red = np.clip(grey * (1 + rng.normal(0, 0.15, 3)), 5, 245)
    return float(blue), float(green), float(red)


def _wood(rng: np.random.Generator) -> Floats:
    bases = [(70, 110, 160), (95, 140, 190), (40, 65, 100), (140, 175, 205), (60, 80, 120)]
    base = bases[int(rng.integers(len(bases)))]
    rings = np.sin(6 * _clouds((220, 25), rng) + 3 * _clouds((90, 8), rng)).astype(np.float32)
    fibre = _clouds((18, 0.7), rng)
    picture = _coloured(0.6 * rings + 0.5 * fibre, base, 0.09)
    plank = uniform(rng, 60, 160) * GROUND_PX_PER_MM
    seams = (np.arange(_SIDE) + uniform(rng, 0, plank)) % plank < 1.0 * GROUND_PX_PER_MM
    picture[seams] *= 0.45
    return picture if rng.random() < 0.5 else np.ascontiguousarray(picture.transpose(1, 0, 2))


def _plain(rng: np.random.Generator) -> Floats:
    return _coloured(_clouds((60, 60), rng), _some_colour(rng, 40, 225), 0.015)


def _weave(rng: np.random.Generator) -> Floats:
    pitch = uniform(rng, 0.8, 2.0) * GROUND_PX_PER_MM
    thread = np.sin(2 * np.pi * np.arange(_SIDE, dtype=np.float32) / pitch)
    woven = 0.7 * thread[:, None] * thread[None, :] + 0.5 * _clouds((1.5, 1.5), rng)
    return np.asarray(woven, dtype=np.float32)


def _cloth(rng: np.random.Generator) -> Floats:
    folds = _clouds((120, 50), rng)
    return _coloured(0.6 * _weave(rng) + 0.6 * folds, _some_colour(rng, 50, 230), 0.07)


def _checked(rng: np.random.Generator) -> Floats:
    """A gingham cloth: straight dark lines and squares everywhere."""
    pitch = uniform(rng, 8, 40) * GROUND_PX_PER_MM
    band = ((np.arange(_SIDE) % pitch) < pitch / 2).astype(np.float32)
    ink = np.array(_some_colour(rng, 60, 150), np.float32)
    share = (band[:, None] + band[None, :])[:, :, None] / 2
    picture = 235 * (1 - share) + ink * share
    return np.asarray(picture * (1 + 0.03 * _weave(rng)[:, :, None]), dtype=np.float32)


def _flowered(rng: np.random.Generator) -> Floats:
    canvas = np.full((_SIDE, _SIDE, 3), _some_colour(rng, 90, 235), np.float32)
    for _ in range(int(rng.integers(60, 200))):
        x, y = (int(v) for v in rng.integers(0, _SIDE, 2))
        colour = _some_colour(rng, 30, 240)
        radius = uniform(rng, 3, 14) * GROUND_PX_PER_MM
        for petal in range(int(rng.integers(1, 7))):
            angle = petal * 1.2 + uniform(rng, 0, 0.5)
            at = (int(x + radius * np.cos(angle)), int(y + radius * np.sin(angle)))
            axes = (max(1, int(radius * 0.8)), max(1, int(radius * 0.5)))
            cv2.ellipse(canvas, at, axes, float(np.rad2deg(angle)), 0, 360, colour, -1, cv2.LINE_AA)
    return np.asarray(canvas * (1 + 0.02 * _weave(rng)[:, :, None]), dtype=np.float32)


def _stone(rng: np.random.Generator) -> Floats:
    speckle = _clouds((1.2, 1.2), rng) + _clouds((6, 6), rng) + 0.5 * _clouds((40, 40), rng)
    veins = np.exp(-np.abs(_clouds((70, 40), rng)) * 14)
    return _coloured(speckle - 2 * veins, _some_colour(rng, 60, 200), 0.08)


def _paper(rng: np.random.Generator) -> Floats:
    """Newspaper or another white sheet beneath: the sheet's own edge hardly shows."""
    canvas = np.full((_SIDE, _SIDE, 3), uniform(rng, 205, 240), np.float32)
    if rng.random() < 0.5:
        return canvas
    size = uniform(rng, 1.2, 4) * GROUND_PX_PER_MM
    for top in np.arange(size, _SIDE, size * 1.9):
        x = uniform(rng, 0, 40)
        while x < _SIDE:
            word = uniform(rng, 1.5, 7) * size
            low, high = int(top), int(top + size * uniform(rng, 0.7, 1.0))
            canvas[low:high, int(x) : int(x + word)] -= uniform(rng, 60, 130)
            x += word + 0.6 * size
    letters = rng.random((_SIDE // 3, _SIDE // 3)).astype(np.float32)
    gaps = cv2.resize(letters, (_SIDE, _SIDE), interpolation=cv2.INTER_NEAREST)
    return np.asarray(np.where(gaps[:, :, None] > 0.55, 225, canvas), dtype=np.float32)


def _dark(rng: np.random.Generator) -> Floats:
    return _coloured(_clouds((3, 3), rng), _some_colour(rng, 14, 40), 0.1)


def _lid(rng: np.random.Generator) -> Floats:
    """The white inside of a scanner's lid."""
    return np.full((_SIDE, _SIDE, 3), uniform(rng, 235, 250), np.float32)


_GROUNDS: dict[Ground, Callable[[np.random.Generator], Floats]] = {
    Ground.WOOD: _wood,
    Ground.PLAIN: _plain,
    Ground.CLOTH: _cloth,
    Ground.CHECKED: _checked,
    Ground.FLOWERED: _flowered,
    Ground.STONE: _stone,
    Ground.PAPER: _paper,
    Ground.DARK: _dark,
    Ground.LID: _lid,
}


def draw_ground(ground: Ground, rng: np.random.Generator) -> Picture:
    """The ground as seen from above: 620 mm square at 3.2 px a mm, BGR."""
    picture = _GROUNDS[ground](rng)
    grain = rng.standard_normal((_SIDE, _SIDE)).astype(np.float32)
    picture *= 1 + 0.012 * grain[:, :, None]
    return np.clip(picture, 0, 255).astype(np.uint8)


def shaded(ground: Picture, sheets: Sequence[Thing], direction: float) -> Picture:
    """The ground with the soft shadow that the sheets cast on it, away from the light."""
    angle = np.deg2rad(direction)
    shadow = np.zeros((_SIDE, _SIDE), np.float32)
    for sheet in sheets:
        places = sheet.places(sheet.outline)
        away = (0.6 - 0.5 * places[:, 2:]) * np.array([np.cos(angle), np.sin(angle)])
        pixels = (places[:, :2] + away + GROUND_MM / 2) * GROUND_PX_PER_MM
        cv2.fillPoly(shadow, [np.rint(pixels).astype(np.int32)], 1.0)
    soft = np.asarray(cv2.GaussianBlur(shadow, (0, 0), 1.2 * GROUND_PX_PER_MM))
    return np.asarray(ground * (1 - 0.45 * soft[:, :, None]), dtype=np.uint8)
