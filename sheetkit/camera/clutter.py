"""What else lies on a table where people play: dice, pens, coins, cards, paper, a thumb."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from sheetkit.camera.arrays import Cutout
from sheetkit.camera.chances import chance, uniform
from sheetkit.camera.thing import Thing
from sheetkit.camera.view import turned

PX_PER_MM = 8.0
HALO_MM = 4.0
"""The soft shadow around a thing, drawn as part of it."""

_COLOURS = [(240, 240, 240), (40, 40, 190), (40, 190, 220), (70, 150, 50), (170, 80, 40)]


def _blank(width: float, height: float) -> Cutout:
    """An empty picture of that size in mm with room for the shadow."""
    shape = [round((side + 2 * HALO_MM) * PX_PER_MM) for side in (height, width)]
    return np.zeros((shape[0], shape[1], 4), np.uint8)


def _px(mm: float) -> int:
    return round((mm + HALO_MM) * PX_PER_MM)


def _shadowed(picture: Cutout) -> Cutout:
    """The picture with a soft shadow under it."""
    solid = picture[:, :, 3].astype(np.float32)
    soft = np.asarray(cv2.GaussianBlur(solid, (0, 0), 0.35 * HALO_MM * PX_PER_MM)) * 0.55
    free = 1 - solid / 255
    done = picture.astype(np.float32)
    done[:, :, :3] = done[:, :, :3] * (1 - free[:, :, None]) + 12 * free[:, :, None]
    done[:, :, 3] = np.maximum(solid, soft)
    return done.astype(np.uint8)


def _opaque(colour: tuple[float, ...]) -> tuple[float, float, float, float]:
    return (float(colour[0]), float(colour[1]), float(colour[2]), 255.0)


def _die(rng: np.random.Generator) -> Cutout:
    side = uniform(rng, 12, 16)
    picture = _blank(side, side)
    colour = _COLOURS[int(rng.integers(len(_COLOURS)))]
    cv2.rectangle(picture, (_px(1.5), _px(0)), (_px(side - 1.5), _px(side)), _opaque(colour), -1)
    cv2.rectangle(picture, (_px(0), _px(1.5)), (_px(side), _px(side - 1.5)), _opaque(colour), -1)
    pip = (20, 20, 20) if colour[1] > 120 else (235, 235, 235)
    for number in range(int(rng.integers(1, 7))):
        x, y = (number % 3 + 1) * side / 4, (number // 3 + 1) * side / 3
        cv2.circle(picture, (_px(x), _px(y)), round(0.09 * side * PX_PER_MM), _opaque(pip), -1)
    return picture


def _pen(rng: np.random.Generator) -> Cutout:
    length, width = uniform(rng, 120, 150), uniform(rng, 6, 10)
    picture = _blank(length, width)
    colour = np.array(rng.integers(20, 220, 3), float)
    cv2.rectangle(picture, (_px(12), _px(0)), (_px(length), _px(width)), _opaque((1, 1, 1)), -1)
    tip = np.array([[_px(12), _px(0)], [_px(0), _px(width / 2)], [_px(12), _px(width)]])
    cv2.fillPoly(picture, [tip], _opaque((1, 1, 1)))
    across = np.linspace(-1, 1, picture.shape[0])
    shine = 1.15 - 0.6 * across**2 + 0.5 * np.exp(-(((across + 0.3) / 0.08) ** 2))
    shaded = np.clip(colour * shine[:, None, None], 0, 255) * (picture[:, :, 3:] > 0)
    picture[:, :, :3] = shaded.astype(np.uint8)
    return picture


def _coin(rng: np.random.Generator) -> Cutout:
    side = uniform(rng, 18, 26)
    picture = _blank(side, side)
    colour = (90, 160, 190) if chance(rng, 0.5) else (165, 170, 172)
    middle = (_px(side / 2), _px(side / 2))
    for share, light in ((1.0, 0.8), (0.92, 1.0), (0.7, 0.9)):
        shade = _opaque(tuple(channel * light for channel in colour))
        cv2.circle(picture, middle, round(share * side / 2 * PX_PER_MM), shade, -1, cv2.LINE_AA)
    return picture


def _card(rng: np.random.Generator) -> Cutout:
    picture = _blank(63, 88)
    cv2.rectangle(picture, (_px(0), _px(0)), (_px(63), _px(88)), _opaque((238, 240, 240)), -1)
    for _ in range(int(rng.integers(3, 11))):
        at = (_px(uniform(rng, 8, 55)), _px(uniform(rng, 8, 80)))
        colour = _COLOURS[int(rng.integers(1, len(_COLOURS)))]
        cv2.circle(picture, at, round(uniform(rng, 2, 6) * PX_PER_MM), _opaque(colour), -1)
    return picture


def _letter(rng: np.random.Generator) -> Cutout:
    """A page of text, as white as the sheet; sometimes with black squares and modules on it."""
    width, height = uniform(rng, 90, 150), uniform(rng, 70, 200)
    picture = _blank(width, height)
    white = uniform(rng, 220, 250)
    page = (white, white, white)
    cv2.rectangle(picture, (_px(0), _px(0)), (_px(width), _px(height)), _opaque(page), -1)
    for top in np.arange(12, height - 10, uniform(rng, 4, 7)):
        right = uniform(rng, 0.5, 1) * (width - 20) + 10
        thick = max(1, round(uniform(rng, 1, 1.8) * PX_PER_MM))
        cv2.line(picture, (_px(10), _px(top)), (_px(right), _px(top)), _opaque((70, 70, 70)), thick)
    if chance(rng, 0.4):
        _modules(picture, rng)
    return picture


def _modules(picture: Cutout, rng: np.random.Generator) -> None:
    """Something like a QR code or a marker that isn't ours, in place."""
    count, size = int(rng.integers(6, 30)), uniform(rng, 0.7, 1.6)
    grid = (rng.random((count, count)) < 0.5).astype(np.uint8)
    side = min(round(count * size * PX_PER_MM), picture.shape[0] // 2, picture.shape[1] // 2)
    code = cv2.resize(grid, (side, side), interpolation=cv2.INTER_NEAREST)
    top = left = _px(6)
    picture[top : top + side, left : left + side, :3] = (235 * (1 - code) + 15)[:, :, None]


def _phone(rng: np.random.Generator) -> Cutout:
    picture = _blank(150, 72)
    cv2.rectangle(picture, (_px(0), _px(0)), (_px(150), _px(72)), _opaque((22, 20, 20)), -1)
    if chance(rng, 0.5):
        shade = tuple(float(c) for c in rng.integers(60, 230, 3))
        cv2.rectangle(picture, (_px(5), _px(3)), (_px(145), _px(69)), _opaque(shade), -1)
    return picture


def _thumb(rng: np.random.Generator) -> Cutout:
    """A finger that comes from the left and ends at the right of its picture."""
    length, width = 150.0, uniform(rng, 15, 21)
    picture = _blank(length, width)
    skins = [(150, 180, 225), (110, 145, 200), (70, 100, 150), (45, 65, 100), (165, 190, 240)]
    colour = np.array(skins[int(rng.integers(len(skins)))], float)
    radius = width / 2
    middle = _px(radius)
    thick = round(width * PX_PER_MM)
    cv2.line(picture, (_px(0), middle), (_px(length - radius), middle), _opaque((1, 1, 1)), thick)
    across = np.linspace(-1, 1, picture.shape[0])[:, None, None]
    shaded = np.clip(colour * (1.06 - 0.35 * across**2), 0, 255) * (picture[:, :, 3:] > 0)
    picture[:, :, :3] = shaded.astype(np.uint8)
    nail = tuple(float(c) for c in np.clip(colour * 1.1 + 8, 0, 255))
    axes = (round(0.42 * width * PX_PER_MM), round(0.33 * width * PX_PER_MM))
    cv2.ellipse(picture, (_px(length - 8), middle), axes, 0, 0, 360, _opaque(nail), -1, cv2.LINE_AA)
    return picture


_CLUTTER: Sequence[Callable[[np.random.Generator], Cutout]] = (
    _die,
    _die,
    _die,
    _pen,
    _pen,
    _coin,
    _card,
    _letter,
    _letter,
    _phone,
)


def _clear_of(thing: Thing, sheets: Sequence[Thing], room: float) -> bool:
    """Whether the thing lies ``room`` mm off all the sheets."""
    half = max(thing.surface.width, thing.surface.height) / 2
    for sheet in sheets:
        offset = np.array(thing.at) - sheet.at
        inside = np.abs(offset @ turned(sheet.angle))
        reach = np.array([sheet.surface.width, sheet.surface.height]) / 2 + half + room
        if (inside < reach).all():
            return False
    return True


def scatter(count: int, sheets: Sequence[Thing], rng: np.random.Generator) -> list[Thing]:
    """Things on the table beside the sheets, none of them on one."""
    things: list[Thing] = []
    for _ in range(count * 12):
        if len(things) == count:
            break
        picture = _shadowed(_CLUTTER[int(rng.integers(len(_CLUTTER)))](rng))
        at = (float(rng.normal(0, 110)), float(rng.normal(0, 95)))
        thing = Thing(picture, PX_PER_MM, at, uniform(rng, 0, 360))
        if _clear_of(thing, sheets, -HALO_MM):
            things.append(thing)
    return things


def dropped(count: int, sheet: Thing, rng: np.random.Generator) -> list[Thing]:
    """Small things that lie on the sheet itself, away from its edges."""
    reach = np.array([0.35 * sheet.surface.width, 0.3 * sheet.surface.height])
    things = []
    for _ in range(count):
        picture = _shadowed((_die, _coin, _pen)[int(rng.integers(3))](rng))
        at = turned(sheet.angle) @ (rng.uniform(-1, 1, 2) * reach) + sheet.at
        place = (float(at[0]), float(at[1]))
        things.append(Thing(picture, PX_PER_MM, place, uniform(rng, 0, 360)))
    return things


def thumb(sheet: Thing, reach: float, rng: np.random.Generator) -> Thing:
    """A finger that holds the sheet down at one of its corners, ``reach`` mm into it."""
    picture = _shadowed(_thumb(rng))
    corner = np.array([int(rng.integers(2)) * 2 - 1, int(rng.integers(2)) * 2 - 1])
    half = np.array([sheet.surface.width / 2, sheet.surface.height / 2])
    # The finger points from outside to the sheet's middle, more along than across it.
    inwards = -corner * np.array([1.0, uniform(rng, 0.2, 1.0)])
    inwards /= np.hypot(*inwards)
    tip = corner * half + inwards * reach
    length = picture.shape[1] / PX_PER_MM / 2 - HALO_MM
    local = tip - inwards * length
    at = turned(sheet.angle) @ local + sheet.at
    angle = float(np.rad2deg(np.arctan2(inwards[1], inwards[0]))) + sheet.angle
    return Thing(picture, PX_PER_MM, (float(at[0]), float(at[1])), angle)
