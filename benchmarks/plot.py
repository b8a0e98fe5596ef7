"""Bars as SVG: how many sheets were read exactly, put to a person, lost, or wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias
from xml.sax.saxutils import escape

LABEL, BAR, LINE, TOP = 230, 420, 24, 40
COLOURS = {"exact": "#0072b2", "review": "#f0e442", "lost": "#999999", "wrong": "#d55e00"}
"""Okabe and Ito's, which colour-blind eyes can tell apart."""

Counts: TypeAlias = dict[str, int]
"""How many sheets fared in which way."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One line of a plot: its label, and how many sheets fared in which way."""

    label: str
    counts: Counts

    @property
    def sheets(self) -> int:
        return sum(self.counts.values())


def svg(title: str, bars: Sequence[Bar]) -> str:
    """The plot, with the number of sheets beside each bar."""
    height = TOP + LINE * len(bars) + 28
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LABEL + BAR + 80} {height}"'
        f' font-family="sans-serif" font-size="13"><title>{escape(title)}</title>',
        f'<rect width="100%" height="{height}" fill="#fff"/>',
        f'<text x="8" y="22" font-weight="bold">{escape(title)}</text>',
    ]
    for number, bar in enumerate(bars):
        parts.append(_line(bar, TOP + LINE * number))
    parts.append(_legend(TOP + LINE * len(bars) + 16))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _line(bar: Bar, y: int) -> str:
    parts = [f'<text x="{LABEL - 8}" y="{y + 14}" text-anchor="end">{escape(bar.label)}</text>']
    x = float(LABEL)
    for verdict, colour in COLOURS.items():
        width = BAR * bar.counts.get(verdict, 0) / bar.sheets
        if width:
            parts.append(
                f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{LINE - 6}"'
                f' fill="{colour}"/>'
            )
        x += width
    parts.append(f'<text x="{LABEL + BAR + 8}" y="{y + 14}">n = {bar.sheets}</text>')
    return "".join(parts)


def _legend(y: int) -> str:
    return "".join(
        f'<rect x="{LABEL + 100 * n}" y="{y - 11}" width="12" height="12" fill="{colour}"/>'
        f'<text x="{LABEL + 100 * n + 18}" y="{y}">{verdict}</text>'
        for n, (verdict, colour) in enumerate(COLOURS.items())
    )
