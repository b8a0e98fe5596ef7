"""Things that lie on the table: sheets first of all, and whatever else is there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sheetkit.camera.arrays import Cutout, Points
from sheetkit.camera.bend import FLAT, Bend, Surface
from sheetkit.camera.leaf import Leaf
from sheetkit.camera.view import Matrix, View, turned


@dataclass(frozen=True)
class Thing:
    """A flat thing: what it looks like, where its middle lies (mm), how it is turned and bent.

    ``leaf`` is set for paper with sheets on it.
    """

    picture: Cutout
    px_per_mm: float
    at: tuple[float, float]
    angle: float = 0.0
    bend: Bend = FLAT
    leaf: Leaf | None = None

    @cached_property
    def surface(self) -> Surface:
        height, width = self.picture.shape[:2]
        return Surface(width / self.px_per_mm, height / self.px_per_mm, self.bend)

    def places(self, points: Points) -> Matrix:
        """Points on the thing (n × 2, mm from its top left) in space (n × 3)."""
        places = self.surface.places(points)
        places[:, :2] = places[:, :2] @ turned(self.angle).T + self.at
        return places

    @property
    def outline(self) -> Points:
        """Points around its edge, in mm on the thing: top left first, clockwise, 40 of them."""
        side = np.linspace(0, 1, 11)[:-1]
        zero, one = np.zeros(10), np.ones(10)
        around = [(side, zero), (one, side), (1 - side, one), (zero, 1 - side)]
        return np.vstack([np.stack(xy, axis=1) for xy in around]) * (
            self.surface.width,
            self.surface.height,
        )

    def met(self, table: Points, view: View) -> Points:
        """Which points of the thing (n × 2, mm) hide these points of the table (n × 2).

        Solved by going back and forth: for paper bent by some millimetres each
        round leaves a fraction of the error of the one before.
        """
        points = (table - self.at) @ turned(self.angle)
        points += np.array([self.surface.width / 2, self.surface.height / 2])
        if not self.bend.turns:
            return np.asarray(points)
        for _ in range(8):
            points = points + (table - view.onto_table(self.places(points))) @ turned(self.angle)
        return np.asarray(points)


def sheet_thing(leaf: Leaf, at: tuple[float, float], angle: float, bend: Bend) -> Thing:
    """A leaf as a thing on the table."""
    height, width = leaf.picture.shape[:2]
    picture = np.empty((height, width, 4), np.uint8)
    picture[:, :, :3] = leaf.picture
    picture[:, :, 3] = 255
    return Thing(picture, leaf.px_per_mm, at, angle, bend, leaf)
