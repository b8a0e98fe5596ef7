"""Paper that doesn't lie flat: rolled or folded about one direction, never stretched."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sheetkit.camera.arrays import Points
from sheetkit.camera.view import Matrix

_STEP = 0.5
"""mm between the points of a profile: finer than the sharpest fold."""


@dataclass(frozen=True)
class Turn:
    """Where the paper's slope changes: by ``degrees`` within ``width`` mm about ``at``.

    ``at`` is a share of the leaf's extent, from 0 to 1. A fold is narrow, a curl wide.
    """

    at: float
    width: float
    degrees: float


@dataclass(frozen=True)
class Bend:
    """How a leaf is bent: ``turns`` of its slope along ``direction`` (degrees)."""

    direction: float = 0.0
    turns: tuple[Turn, ...] = ()


FLAT = Bend()


@dataclass(frozen=True)
class Surface:
    """A leaf of ``width`` × ``height`` mm in space; its middle is the origin."""

    width: float
    height: float
    bend: Bend

    @cached_property
    def _across(self) -> Points:
        angle = np.deg2rad(self.bend.direction)
        return np.array([np.cos(angle), np.sin(angle)])

    @cached_property
    def reach(self) -> float:
        """From the leaf's middle to its edge along the bend's direction, in mm."""
        return float(np.abs(self._across) @ (self.width, self.height)) / 2

    @cached_property
    def _profile(self) -> tuple[Matrix, Matrix, Matrix, Matrix]:
        """Along the paper: distance, and there slope (radians), ground, height (mm)."""
        reach = self.reach
        along = np.arange(-3 * reach - 40, 3 * reach + 40, _STEP)
        slope = np.zeros_like(along)
        for turn in self.bend.turns:
            share = (along - reach * (2 * turn.at - 1)) / turn.width + 0.5
            ramp = np.clip(share, 0, 1)
            slope += np.deg2rad(turn.degrees) * ramp**2 * (3 - 2 * ramp)
        inside = np.abs(along) <= reach
        slope -= np.average(slope[inside])
        ground = np.cumsum(np.cos(slope)) * _STEP
        height = np.cumsum(np.sin(slope)) * _STEP
        middle = int(np.argmin(np.abs(along)))
        return along, slope, ground - ground[middle], height - height[inside].min()

    def places(self, points: Points) -> Matrix:
        """Points of the leaf (n × 2, mm from its top left) in space (n × 3); z negative upwards."""
        along, _, ground, height = self._profile
        at = points - (self.width / 2, self.height / 2)
        s = at @ self._across
        flat = at + (np.interp(s, along, ground) - s)[:, None] * self._across
        return np.hstack([flat, -np.interp(s, along, height)[:, None]])

    def slopes(self, points: Points) -> Points:
        """The rise along x and y (n × 2) at points of the leaf (n × 2, mm)."""
        along, slope, _, _ = self._profile
        s = (points - (self.width / 2, self.height / 2)) @ self._across
        return np.asarray(np.tan(np.interp(s, along, slope))[:, None] * self._across)
