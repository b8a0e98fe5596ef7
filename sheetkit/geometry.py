"""Places on a sheet: millimetres, origin at the top left, y down."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with sides along the axes, in mm unless its user says otherwise."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def at(cls, left: float, top: float, width: float, height: float) -> Box:
        """The box of that size whose top left corner is given."""
        return cls(left, top, left + width, top + height)

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def centre(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Top left first, clockwise."""
        return (
            (self.left, self.top),
            (self.right, self.top),
            (self.right, self.bottom),
            (self.left, self.bottom),
        )

    def grown(self, by: float) -> Box:
        """This box with every side moved outwards (inwards when negative)."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def moved(self, dx: float, dy: float) -> Box:
        return Box(self.left + dx, self.top + dy, self.right + dx, self.bottom + dy)

    def scaled(self, factor: float) -> Box:
        """This box with the whole plane scaled about the origin."""
        return Box(self.left * factor, self.top * factor, self.right * factor, self.bottom * factor)

    def overlaps(self, other: Box) -> bool:
        """Whether the insides share a point."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def contains(self, other: Box) -> bool:
        """Whether no part of the other box is outside; their sides may touch.

        What is printed is held to lie in its place by this.
        """
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )
