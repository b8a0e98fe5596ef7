"""Where the camera stands, and where it sees what.

The table is the plane z = 0; x and y in mm as on a sheet (y down), z down into
the table: heights are negative. The picture is in pixels, pixel centres at
whole numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sheetkit.camera.arrays import Points

Matrix = NDArray[np.float64]


def turned(degrees: float) -> Matrix:
    """2 × 2, clockwise in the picture's sense (y down)."""
    angle = np.deg2rad(degrees)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def looking(tilt: float, azimuth: float, roll: float) -> Matrix:
    """3 × 3 from the table's axes to the camera's: tilted towards ``azimuth``, then rolled."""

    def about_z(degrees: float) -> Matrix:
        whole = np.eye(3)
        whole[:2, :2] = turned(degrees)
        return whole

    lean = np.eye(3)
    lean[1:, 1:] = turned(tilt)
    return np.asarray(about_z(roll - azimuth) @ lean @ about_z(azimuth))


@dataclass(frozen=True)
class View:
    """A camera of ``width`` × ``height`` px: pinhole ``at`` (mm), ``focal`` in px.

    ``distortion`` is the first radial coefficient, over coordinates in units of
    the focal length.
    """

    width: int
    height: int
    focal: float
    at: Matrix
    axes: Matrix
    distortion: float = 0.0

    @property
    def middle(self) -> Points:
        return np.array([(self.width - 1) / 2, (self.height - 1) / 2])

    def seen(self, places: Matrix) -> Points:
        """Pixels of places (n × 3, mm)."""
        rays = (places - self.at) @ self.axes.T
        flat = rays[:, :2] / rays[:, 2:]
        squared = (flat**2).sum(axis=1, keepdims=True)
        return np.asarray(flat * (1 + self.distortion * squared) * self.focal + self.middle)

    def on_table(self, pixels: Points) -> Points:
        """Where the rays through these pixels (n × 2) meet the table (n × 2, mm)."""
        bent = (pixels - self.middle) / self.focal
        flat = bent
        for _ in range(4):
            flat = bent / (1 + self.distortion * (flat**2).sum(axis=1, keepdims=True))
        rays = np.hstack([flat, np.ones((len(flat), 1))]) @ self.axes
        # A ray above the horizon never meets the table: it is taken to end far away.
        down = np.maximum(rays[:, 2], 0.02)
        return np.asarray(self.at[:2] + rays[:, :2] * (-self.at[2] / down)[:, None])

    def onto_table(self, places: Matrix) -> Points:
        """Where the rays to these places (n × 3) would meet the table (n × 2, mm)."""
        share = self.at[2] / (self.at[2] - places[:, 2:])
        return np.asarray(self.at[:2] + (places[:, :2] - self.at[:2]) * share)


MARGIN = 0.012
"""The share of the picture's sides that stays free around the sheets."""


def framed(
    view: View,
    places: Matrix,
    fill: float,
    offset: tuple[float, float],
    cut: tuple[float, float] = (0.0, 0.0),
) -> View:
    """The view moved so that the places span ``fill`` of its width, ``offset`` from its middle.

    ``offset`` is in shares of the picture's sides, and made less where the
    places would leave the picture; ``cut`` moves them out of it all the same, by
    that share of their own extent beyond its right and lower edge (left and
    upper if negative).
    """
    size = np.array([view.width, view.height])
    for _ in range(25):
        pixels = view.seen(places)
        low, high = pixels.min(axis=0), pixels.max(axis=0)
        half = (high - low) / 2
        free = np.maximum(size * (0.5 - MARGIN) - half, 0)
        wanted = view.middle + np.clip(np.array(offset) * size, -free, free)
        wanted += np.sign(cut) * (size / 2 - half * (1 - 2 * np.abs(cut))) * (np.array(cut) != 0)
        spans = 2 * half / (fill * view.width, (1 - 2 * MARGIN) * view.height)
        distance = -view.at[2] / view.axes[2, 2]
        away = (low + high) / 2 - wanted
        sideways = (away[0] * view.axes[0] + away[1] * view.axes[1]) * distance / view.focal
        back = -view.axes[2] * distance * (float(spans.max()) - 1) * 0.8
        moved = view.at + back + sideways * 0.8
        moved[2] = min(moved[2], -40.0)
        view = replace(view, at=moved)
    return view
