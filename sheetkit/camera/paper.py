"""What printer, paper and tea do to a leaf."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from sheetkit.camera.arrays import Floats, Picture
from sheetkit.camera.bend import Bend, Surface
from sheetkit.camera.chances import chance, uniform
from sheetkit.camera.conditions import Paper, Printing
from sheetkit.camera.leaf import Leaf


def printed(leaf: Leaf, printing: Printing, rng: np.random.Generator) -> Leaf:
    """The leaf as that printer prints it: grey, faded, streaked, ink run a little."""
    picture = leaf.picture
    blur = printing.softness * leaf.px_per_mm
    if blur > 0.3:
        picture = _as_picture(cv2.GaussianBlur(picture, (0, 0), blur))
    if printing.grey:
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        picture = _as_picture(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR))
    if printing.screen:
        picture = _dotted(picture, leaf.px_per_mm / printing.screen)
    if printing.fade > 0 or printing.streaks > 0:
        picture = _faded(picture, printing, rng)
    return replace(leaf, picture=picture)


def _as_picture(array: object) -> Picture:
    return np.asarray(array, dtype=np.uint8)


def _dotted(picture: Picture, pitch_px: float) -> Picture:
    """Greys as black dots on a slanting grid, larger where it is darker; black and white stay."""
    across, down = (np.arange(side, dtype=np.float32) for side in picture.shape[1::-1])
    slant = np.float32(np.pi / np.sqrt(2) / pitch_px)
    waves = np.cos(slant * (across + down[:, None])) * np.cos(slant * (across - down[:, None]))
    edge = np.float32(DOT_EDGE_PX / pitch_px)
    white = picture.astype(np.float32) / 255 + np.float32(0.5) * cv2.merge([waves] * 3)
    dots = np.clip((white - 0.5) / edge + 0.5, 0, 1) * 255
    return _as_picture(np.where((picture > LIGHTEST_DOTTED) | (picture < BLACK), picture, dots))


DOT_EDGE_PX = 1.0
"""Over so much a dot's edge is soft."""
LIGHTEST_DOTTED, BLACK = 251, 60
"""Of 255: paper has no dots, and black is solid."""


def _faded(picture: Picture, printing: Printing, rng: np.random.Generator) -> Picture:
    """Toner that is running out: all of it, and more in bands along the paper's way."""
    width = picture.shape[1]
    knots = rng.uniform(0, 1, int(rng.integers(6, 25)))
    bands = np.interp(np.linspace(0, knots.size - 1, width), np.arange(knots.size), knots)
    strength = (1 - printing.fade) * (1 - printing.streaks * bands**3)
    shares = np.broadcast_to(strength.astype(np.float32)[None, :, None], picture.shape)
    return _as_picture(255 - cv2.multiply(255 - picture, shares.copy(), dtype=cv2.CV_8U))


def _clouds(shape: tuple[int, int], cells: int, rng: np.random.Generator) -> Floats:
    coarse = rng.standard_normal((cells, cells)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC))


def aged(leaf: Leaf, paper: Paper, rng: np.random.Generator) -> Leaf:
    """The leaf on that paper: tint and fibres, and what was spilt on it."""
    height, width = leaf.picture.shape[:2]
    fibre = rng.standard_normal((256, 256)).astype(np.float32)
    fibre = fibre + 1.5 * np.asarray(cv2.GaussianBlur(fibre, (0, 0), 2.0))
    fibres = np.tile(fibre, (height // 256 + 1, width // 256 + 1))[:height, :width]
    light = np.float32(paper.roughness * 0.5) * fibres + 1
    light += np.float32(paper.roughness * 0.7) * _clouds((height, width), 14, rng)
    if paper.show_through > 0:
        light *= _show_through((height, width), paper.show_through, rng)
    shares = cv2.merge([light * np.float32(share) for share in paper.tint])
    if paper.stain > 0:
        shares = cv2.multiply(shares, _stain((height, width), leaf.px_per_mm, paper.stain, rng))
    return replace(leaf, picture=_as_picture(cv2.multiply(leaf.picture, shares, dtype=cv2.CV_8U)))


def creased(leaf: Leaf, bend: Bend, swallowed: float) -> Leaf:
    """The leaf with a line along each fold, in whose middle so much light is swallowed."""
    folds = [turn for turn in bend.turns if turn.width <= WIDEST_FOLD_MM]
    if not folds or not swallowed:
        return leaf
    height, width = leaf.picture.shape[:2]
    reach = Surface(leaf.width, leaf.height, bend).reach
    x, y = np.arange(width) + 0.5, np.arange(height)[:, None] + 0.5
    angle = np.deg2rad(bend.direction)
    along = (x / leaf.px_per_mm - leaf.width / 2) * np.cos(angle)
    along = along + (y / leaf.px_per_mm - leaf.height / 2) * np.sin(angle)
    left = np.ones((height, width), np.float32)
    for fold in folds:
        off = (along - reach * (2 * fold.at - 1)) / CREASE_MM
        left *= 1 - np.float32(swallowed) * np.exp(-(off**2)).astype(np.float32)
    darker = cv2.multiply(leaf.picture, cv2.merge([left] * 3), dtype=cv2.CV_8U)
    return replace(leaf, picture=_as_picture(darker))


WIDEST_FOLD_MM = 5.0
"""A wider turn of the paper is a curl."""
CREASE_MM = 0.4
"""From the middle of a fold's line to where it has a third of its darkness."""


def _show_through(shape: tuple[int, int], strength: float, rng: np.random.Generator) -> Floats:
    """Another print seen through the paper, as soft dark rows."""
    rows = np.repeat(rng.random(shape[0] // 40 + 1) > 0.5, 40)[: shape[0], None]
    blots = (_clouds(shape, 30, rng) > 0.3) & rows
    soft = cv2.GaussianBlur(blots.astype(np.float32), (0, 0), 6)
    return np.asarray(1 - strength * soft, dtype=np.float32)


def _stain(
    shape: tuple[int, int], px_per_mm: float, strength: float, rng: np.random.Generator
) -> Floats:
    """Rings and blots of tea, height × width × 3, as shares of light left (BGR)."""
    small = 4
    low = np.zeros((shape[0] // small + 1, shape[1] // small + 1), np.float32)
    scale = px_per_mm / small
    for _ in range(int(rng.integers(1, 4))):
        at = (int(rng.integers(low.shape[1])), int(rng.integers(low.shape[0])))
        radius = int(uniform(rng, 8, 40) * scale)
        if chance(rng, 0.6):
            cv2.circle(
                low, at, radius, uniform(rng, 0.4, 1), max(1, int(uniform(rng, 1, 3) * scale))
            )
        blot = np.zeros_like(low)
        cv2.circle(blot, at, radius, 1.0, -1)
        low = np.maximum(low, blot * uniform(rng, 0.15, 0.5))
    low = np.asarray(cv2.GaussianBlur(low, (0, 0), 0.4 * scale + 0.5))
    low *= 1 + 0.2 * _clouds((low.shape[0], low.shape[1]), 20, rng)
    tea = strength * np.array([0.5, 0.28, 0.14], np.float32)
    left = 1 - np.clip(low, 0, 1)[:, :, None] * tea
    return np.asarray(cv2.resize(left, (shape[1], shape[0])), dtype=np.float32)
