"""The picture on the sensor, band by band: warp, light, lens, noise, tone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from sheetkit.camera.arrays import Floats, Picture
from sheetkit.camera.conditions import Conditions, Lens, Sensor
from sheetkit.camera.ground import GROUND_MM, GROUND_PX_PER_MM
from sheetkit.camera.thing import Thing
from sheetkit.camera.view import View

BAND = 384
"""Rows exposed at a time: keeps a 50-megapixel photo within some hundred megabytes."""

NOISE_ROWS, NOISE_COLUMNS = 512, 1024
"""The noise repeats after so many pixels; each band starts elsewhere in it."""

GRID_PX = 12
"""The warp is solved on every twelfth pixel and interpolated: a fold's crease is as wide."""

_SRGB = np.arange(256, dtype=np.float32) / 255
_LINEAR = np.where(_SRGB <= 0.04045, _SRGB / 12.92, ((_SRGB + 0.055) / 1.055) ** 2.4).astype(
    np.float32
)


@dataclass(frozen=True)
class Scene:
    """Everything before the lens: the table, things on it from below to above, the light.

    ``centre`` is the ground's middle on the table (mm), ``light`` and ``shine``
    are on a coarse grid of the picture (linear; × 3 and × 1).
    """

    ground: Picture
    things: Sequence[Thing]
    light: Floats
    shine: Floats
    directness: float
    lamp: tuple[float, float]


@dataclass(frozen=True)
class _Band:
    """Rows ``top`` to ``bottom`` of the picture with the coarse grid's table points over them."""

    top: int
    bottom: int
    width: int
    rows: int
    columns: int
    table: np.ndarray[tuple[int, ...], np.dtype[np.float64]]

    def finely(self, coarse: Floats) -> Floats:
        """Values on the coarse grid (rows × columns × n) at every pixel of the band."""
        height = self.bottom - self.top
        shift = np.array([[1 / GRID_PX, 0, 1.0], [0, 1 / GRID_PX, 1.0]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return np.asarray(
            cv2.warpAffine(coarse, shift, (self.width, height), flags=flags), dtype=np.float32
        )


def _band(view: View, top: int, bottom: int) -> _Band:
    rows = (bottom - top) // GRID_PX + 4
    columns = view.width // GRID_PX + 4
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float64)
    pixels = np.stack([(x.ravel() - 1) * GRID_PX, top + (y.ravel() - 1) * GRID_PX], axis=1)
    return _Band(top, bottom, view.width, rows, columns, view.on_table(pixels))


def _linear(picture: Picture) -> Floats:
    return np.asarray(cv2.LUT(picture, _LINEAR), dtype=np.float32)


def _see_ground(scene: Scene, band: _Band) -> Floats:
    where = (band.table + GROUND_MM / 2) * GROUND_PX_PER_MM - 0.5
    coarse = where.astype(np.float32).reshape(band.rows, band.columns, 2)
    fine = band.finely(coarse)
    seen = cv2.remap(
        scene.ground,
        fine[:, :, 0],
        fine[:, :, 1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT_101,
    )
    return _linear(np.asarray(seen, dtype=np.uint8))


def _see_thing(thing: Thing, scene: Scene, view: View, band: _Band, seen: Floats) -> None:
    """Paint the thing over what is seen in the band, in place."""
    pixels = view.seen(thing.places(thing.outline))
    low, high = pixels.min(axis=0) - 6, pixels.max(axis=0) + 6
    if high[1] < band.top or low[1] >= band.bottom or high[0] < 0 or low[0] >= view.width:
        return
    points = thing.met(band.table, view)
    where = (points * thing.px_per_mm - 0.5).astype(np.float32)
    slopes = thing.surface.slopes(points)
    shade = 1 - scene.directness * (slopes @ np.array(scene.lamp))
    coarse = np.dstack([where.reshape(band.rows, band.columns, 2), shade.reshape(band.rows, -1)])
    left, right = max(0, int(low[0])), min(view.width, int(high[0]) + 2)
    top = max(0, int(low[1]) - band.top)
    bottom = min(band.bottom - band.top, int(high[1]) + 2 - band.top)
    part = np.s_[top:bottom, left:right]
    fine = band.finely(coarse.astype(np.float32))[part]
    cut = cv2.remap(
        thing.picture,
        np.ascontiguousarray(fine[:, :, 0]),
        np.ascontiguousarray(fine[:, :, 1]),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(200, 200, 200, 0),
    )
    solid = cut[:, :, 3:].astype(np.float32) / 255
    colour = _linear(np.ascontiguousarray(cut[:, :, :3])) * np.clip(fine[:, :, 2:], 0.3, 1.7)
    seen[part] += solid * (colour - seen[part])


def _over(grid: Floats, view: View, band: _Band) -> Floats:
    """The part of a coarse picture-wide grid that lies over the band, at every pixel."""
    sx, sy = grid.shape[1] / view.width, grid.shape[0] / view.height
    shift = np.array([[sx, 0, sx / 2 - 0.5], [0, sy, (band.top + 0.5) * sy - 0.5]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (view.width, band.bottom - band.top)
    return np.asarray(
        cv2.warpAffine(grid, shift, size, flags=flags, borderMode=cv2.BORDER_REPLICATE),
        dtype=np.float32,
    )


def blur_kernel(defocus_px: float, motion_px: float, direction: float, soft_px: float) -> Floats:
    """What the lens makes of a point: disc, streak and softness in one, summing to 1."""
    reach = int(np.ceil(defocus_px + motion_px / 2 + 2.5 * soft_px)) + 1
    fine = 5
    side = (2 * reach + 1) * fine
    canvas = np.zeros((side, side), np.float32)
    middle = np.array([side // 2, side // 2])
    angle = np.deg2rad(direction)
    step = np.array([np.cos(angle), np.sin(angle)]) * motion_px * fine / 2
    ends = [np.rint(middle + sign * step).astype(int) for sign in (-1, 1)]
    cv2.line(canvas, tuple(ends[0].tolist()), tuple(ends[1].tolist()), 1.0, 1)
    if defocus_px > 0.3:
        radius = max(1, int(defocus_px * fine))
        disc = np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1,) * 2))
        canvas = np.asarray(cv2.filter2D(canvas, -1, disc.astype(np.float32)))
    canvas = np.asarray(cv2.GaussianBlur(canvas, (0, 0), max(0.3, soft_px) * fine))
    kernel = cv2.resize(canvas, (2 * reach + 1,) * 2, interpolation=cv2.INTER_AREA)
    return np.asarray(kernel / kernel.sum(), dtype=np.float32)


def _noise_tile(width: int, rng: np.random.Generator) -> Floats:
    """Noise as a mosaic sensor leaves it, mostly light, some colour: wider than the picture."""
    light = rng.standard_normal((NOISE_ROWS, NOISE_COLUMNS, 1)).astype(np.float32)
    colour = rng.standard_normal((NOISE_ROWS // 2, NOISE_COLUMNS // 2, 3)).astype(np.float32)
    smooth = cv2.resize(colour, (NOISE_COLUMNS, NOISE_ROWS), interpolation=cv2.INTER_LINEAR)
    tile = light * 0.8 + np.asarray(smooth, dtype=np.float32) * 0.7
    return np.asarray(np.tile(tile, (1, width // NOISE_COLUMNS + 2, 1)), dtype=np.float32)


def _noisy(light: Floats, sensor: Sensor, tile: Floats, rng: np.random.Generator) -> Floats:
    height, width = light.shape[:2]
    top, left = int(rng.integers(NOISE_ROWS - height + 1)), int(rng.integers(NOISE_COLUMNS))
    variance = light * np.float32(sensor.shot_noise**2) + np.float32(sensor.read_noise**2)
    noise = cv2.multiply(cv2.sqrt(variance), tile[top : top + height, left : left + width])
    return np.asarray(np.maximum(cv2.add(light, noise), 0), dtype=np.float32)


def _developed(root: Floats, sensor: Sensor) -> Floats:
    """The phone's own work on the square root of light: noise smeared away, edges sharpened."""
    if sensor.denoise > 0:
        detail = root - np.asarray(cv2.GaussianBlur(root, (0, 0), 1.0 + sensor.denoise))
        floor = np.float32(sensor.denoise * (1.2 * sensor.shot_noise + 0.004))
        root = root - np.clip(detail, -floor, floor)
    if sensor.sharpen > 0:
        soft = cv2.GaussianBlur(root, (0, 0), 1.4)
        sharp = cv2.addWeighted(root, 1 + sensor.sharpen, soft, -sensor.sharpen, 0)
        root = np.asarray(sharp, dtype=np.float32)
    return root


def _tone(sensor: Sensor) -> Picture:
    """From the square root of light (0 to 1 in 4096 steps) to what a file holds."""
    light = (np.arange(4096) / 4095) ** 2
    srgb = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    curved = srgb + sensor.contrast * 0.5 * (srgb - 0.5) * srgb * (1 - srgb) * 4
    return np.asarray(np.rint(np.clip(curved, 0, 1) * 255), dtype=np.uint8)


@dataclass(frozen=True)
class _Optics:
    """What the lens does, in pixels: see ``Lens``."""

    kernel: Floats
    depth: float
    veil: float

    @property
    def margin(self) -> int:
        return int(self.kernel.shape[0] // 2 + 3 * self.depth + 12)


def _optics(lens: Lens, px_per_mm: float) -> _Optics:
    kernel = blur_kernel(
        lens.defocus * px_per_mm, lens.motion * px_per_mm, lens.motion_direction, lens.softness_px
    )
    return _Optics(kernel, lens.depth * px_per_mm, lens.veil)


def _through_lens(seen: Floats, top: int, view: View, optics: _Optics) -> Floats:
    """The light of a band that begins at row ``top``, blurred and veiled."""
    sharp = np.asarray(cv2.filter2D(seen, -1, optics.kernel), dtype=np.float32)
    if optics.depth > 0.3:
        rows = (top + np.arange(len(sharp), dtype=np.float32)) / (view.height / 2) - 1
        far = np.clip((np.abs(rows) - 0.15) / 0.85, 0, 1)[:, None, None].astype(np.float32)
        soft = np.asarray(cv2.GaussianBlur(sharp, (0, 0), optics.depth), dtype=np.float32)
        sharp = sharp + (soft - sharp) * far
    if optics.veil > 0:
        sharp = sharp * np.float32(1 - optics.veil) + np.float32(0.6 * optics.veil)
    return sharp


def _expose_band(scene: Scene, view: View, top: int, bottom: int, optics: _Optics) -> Floats:
    """Light on the sensor from ``top`` to ``bottom``, linear, with the lens's margin around."""
    band = _band(view, top - optics.margin, bottom + optics.margin)
    seen = _see_ground(scene, band)
    for thing in scene.things:
        _see_thing(thing, scene, view, band, seen)
    seen *= _over(scene.light, view, band)
    if scene.shine.any():
        seen += _over(scene.shine, view, band)[:, :, None]
    return _through_lens(seen, band.top, view, optics)


def expose(
    scene: Scene, view: View, conditions: Conditions, px_per_mm: float, rng: np.random.Generator
) -> Picture:
    """The photo before it is a file, height × width × 3, BGR; ``px_per_mm`` at the sheet."""
    sensor, optics = conditions.sensor, _optics(conditions.lens, px_per_mm)
    tile, tone = _noise_tile(view.width, rng), _tone(sensor)
    photo = np.empty((view.height, view.width, 3), np.uint8)
    for top in range(0, view.height, BAND):
        bottom = min(view.height, top + BAND)
        light = _expose_band(scene, view, top, bottom, optics)
        light = light[optics.margin - 8 : optics.margin + bottom - top + 8]
        root = _developed(np.asarray(cv2.sqrt(_noisy(light, sensor, tile, rng))), sensor)
        steps = cv2.addWeighted(root[8:-8], 4095, root[8:-8], 0, 0, dtype=cv2.CV_16U)
        photo[top:bottom] = tone.take(np.asarray(steps, dtype=np.uint16), mode="clip")
    return photo


def tone_mapped(photo: Picture, strength: float) -> Picture:
    """The photo with the contrast of each of its parts raised, see ``Sensor``."""
    light, *colours = cv2.split(cv2.cvtColor(photo, cv2.COLOR_BGR2YCrCb))
    raised = cv2.createCLAHE(strength, (8, 8)).apply(light)
    return np.asarray(cv2.cvtColor(cv2.merge([raised, *colours]), cv2.COLOR_YCrCb2BGR), np.uint8)


def whitened(photo: Picture, paper: float) -> Picture:
    """The photo as scanning programs give it: even light, paper white, colours strong.

    ``paper`` is how much darker than the brightest nearby still counts for white.
    """
    height, width = photo.shape[:2]
    small = cv2.resize(photo, None, fx=1 / 8, fy=1 / 8, interpolation=cv2.INTER_AREA)
    reach = max(round(min(height, width) / 8 * PAPER_SHARE), 3) | 1
    light = cv2.GaussianBlur(cv2.dilate(small, np.ones((reach, reach))), (0, 0), reach / 2)
    light = np.maximum(cv2.resize(light, (width, height)), 20)
    even = cv2.divide(photo, light.astype(np.uint8), scale=255)
    stretch = 255 / (255 * (1 - paper) - SCANNED_BLACK)
    even = cv2.addWeighted(even, stretch, even, 0, -SCANNED_BLACK * stretch)
    grey = cv2.merge([cv2.cvtColor(even, cv2.COLOR_BGR2GRAY)] * 3)
    return np.asarray(cv2.addWeighted(even, STRONGER, grey, 1 - STRONGER, 0), np.uint8)


PAPER_SHARE = 0.06
"""Of the picture's shorter side, within which paper shows white."""
SCANNED_BLACK = 60.0
"""Of 255: what scanning programs take for black."""
STRONGER = 1.3
"""How much they strengthen colours."""
