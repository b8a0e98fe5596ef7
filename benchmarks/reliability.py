"""Whether the scanner's confidence means what it says: stated against found, as table and SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

Stated: TypeAlias = tuple[float, bool]
"""What a cell's reading was given as its probability, and whether it was right."""
Bin: TypeAlias = tuple[int, float, float]
"""Cells given about as much: how many, the mean stated, the share that was right."""

EDGES = (0.0, 0.5, 0.7, 0.85, 0.95, 0.98, 0.99, 0.995, 0.998, 1.0001)


def bins(stated: Sequence[Stated]) -> Iterator[Bin]:
    """For each range with cells in it."""
    for low, high in pairwise(EDGES):
        some = [one for one in stated if low <= one[0] < high]
        if some:
            mean = sum(p for p, _ in some) / len(some)
            yield len(some), mean, sum(right for _, right in some) / len(some)


def table(some: Sequence[Bin]) -> Iterator[str]:
    yield f"{'cells':>7} {'stated':>8} {'right':>8} {'wrong':>6}"
    for count, mean, right in some:
        yield f"{count:7} {mean:8.4f} {right:8.4f} {round(count * (1 - right)):6}"


SIZE, LEFT, BOTTOM = 300, 46, 34


def diagram(some: Sequence[Bin]) -> str:
    """The reliability diagram as an SVG: on the diagonal, what is stated is so."""

    def at(x: float, y: float) -> tuple[float, float]:
        return LEFT + x * SIZE, 12 + (1 - y) * SIZE

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIZE + 70}" height="{SIZE + 60}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{SIZE + 70}" height="{SIZE + 60}" fill="#fff"/>',
    ]
    for tick in (0, 0.25, 0.5, 0.75, 1):
        (x, y), (right, top) = at(tick, 0), at(1, tick)
        parts.append(f'<path d="M{x} 12V{12 + SIZE}M{LEFT} {top}H{right}" stroke="#ddd"/>')
        parts.append(f'<text x="{x}" y="{y + 15}" text-anchor="middle">{tick:g}</text>')
        parts.append(f'<text x="{LEFT - 6}" y="{top + 4}" text-anchor="end">{tick:g}</text>')
    (x0, y0), (x1, y1) = at(0, 0), at(1, 1)
    parts.append(f'<path d="M{x0} {y0}L{x1} {y1}" stroke="#999" stroke-dasharray="4 3"/>')
    for count, mean, right in some:
        x, y = at(mean, right)
        radius = 2.5 + count**0.25 / 2
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="#1b6ca8" '
            f'fill-opacity="0.75"><title>{count} cells: {mean:.3f} stated, {right:.3f} right'
            "</title></circle>"
        )
    below = f'x="{LEFT + SIZE / 2}" y="{SIZE + BOTTOM + 12}" text-anchor="middle"'
    parts.append(f"<text {below}>stated probability</text>")
    parts.append(
        f'<text transform="translate(12 {12 + SIZE / 2}) rotate(-90)" text-anchor="middle">'
        "share that was right</text></svg>"
    )
    return "\n".join(parts) + "\n"
