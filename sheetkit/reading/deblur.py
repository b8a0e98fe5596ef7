"""Blur undone by Wiener's filter, for what is known to be black and white beneath it: codes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels: TypeAlias = NDArray[np.uint8]
Kernel: TypeAlias = NDArray[np.float32]

UNSHARP = ((0.4, 0.01), (0.5, 0.003), (0.3, 0.01), (0.4, 0.003), (0.6, 0.003))
"""A Gaussian's sigma in mm, and the share of noise: the likeliest first."""
MOVED_MM = (0.6, 1.0, 1.5)
DIRECTIONS = 8
NOISE_WHEN_MOVED = 0.01
MARGIN_PX = 16


def deblurred(view: Pixels, scale: float) -> Iterator[Pixels]:
    """A grey view at ``scale`` px/mm as it may have been: out of focus first, then moved."""
    for sigma, noise in UNSHARP:
        yield _without(view, _unsharp(sigma * scale), noise)
    for length in MOVED_MM:
        for angle in np.arange(DIRECTIONS) * np.pi / DIRECTIONS:
            yield _without(view, _moved(length * scale, angle), NOISE_WHEN_MOVED)


def _without(view: Pixels, kernel: Kernel, noise: float) -> Pixels:
    """What the kernel made this view of, if so much of it is noise."""
    wide = cv2.copyMakeBorder(view, *(MARGIN_PX,) * 4, cv2.BORDER_REPLICATE).astype(np.float32)
    mean = wide.mean()
    around = np.zeros_like(wide)
    height, width = kernel.shape
    around[:height, :width] = kernel
    around = np.roll(around, (-(height // 2), -(width // 2)), (0, 1))
    blur = np.fft.rfft2(around)
    filtered = np.fft.rfft2(wide - mean) * np.conj(blur) / (np.abs(blur) ** 2 + noise)
    sharp = np.fft.irfft2(filtered, s=wide.shape) + mean
    inner = slice(MARGIN_PX, -MARGIN_PX)
    return np.ascontiguousarray(np.clip(sharp[inner, inner], 0, 255).astype(np.uint8))


def _unsharp(sigma_px: float) -> Kernel:
    line = cv2.getGaussianKernel(int(4 * sigma_px) | 1, sigma_px)
    return np.asarray(line @ line.T, np.float32)


def _moved(length_px: float, angle: float) -> Kernel:
    """The kernel of a straight move, a little soft."""
    side, fine = (int(length_px) + 4) | 1, 8
    large = np.zeros((side * fine, side * fine), np.float32)
    middle = side * fine / 2
    reach = np.array([np.cos(angle), np.sin(angle)]) * length_px * fine / 2
    start, end = (tuple((middle + reach * way).astype(int).tolist()) for way in (-1, 1))
    cv2.line(large, start, end, 1.0, fine, cv2.LINE_AA)
    soft = cv2.GaussianBlur(
        cv2.resize(large, (side, side), interpolation=cv2.INTER_AREA), (0, 0), 0.8
    )
    return np.asarray(soft / soft.sum(), np.float32)
