"""What is printed around the sheets: ticks where to cut, and a ruler to check the scale."""

from __future__ import annotations

from collections.abc import Iterator

from sheetkit.design.measures import BODY
from sheetkit.design.shapes import Path, Rgb
from sheetkit.design.sheet import SHEET_HEIGHT, SHEET_WIDTH
from sheetkit.geometry import Box
from sheetkit.printing.paper import UNPRINTED, Page

TICK = 5.0
TICK_GAP = 1.5
"""Between a piece's corner and a tick outside it."""

TICK_WIDTH = 0.2
GREY: Rgb = (120, 120, 120)
RULER = 50.0
NARROWEST_MARGIN = 1.3
"""A margin that is no wider holds no ruler."""


def cut_ticks(page: Page) -> tuple[Path, ...]:
    """Ticks at both ends of every cut, and a small cross where two cuts meet."""
    across = _cuts([(b.left, b.top, b.bottom) for b in page.sheets], page.width)
    across |= _cuts([(b.right, b.top, b.bottom) for b in page.sheets], page.width, across)
    down = _cuts([(b.top, b.left, b.right) for b in page.sheets], page.height)
    down |= _cuts([(b.bottom, b.left, b.right) for b in page.sheets], page.height, down)
    ticks = []
    for x, (top, bottom) in across.items():
        ticks += [((x, a), (x, b)) for a, b in _ends(top, bottom, page.height)]
    for y, (left, right) in down.items():
        ticks += [((a, y), (b, y)) for a, b in _ends(left, right, page.width)]
    half = TICK / 2
    for x, (top, bottom) in across.items():
        for y, (left, right) in down.items():
            if left < x < right and top < y < bottom:
                ticks += [((x - half, y), (x + half, y)), ((x, y - half), (x, y + half))]
    return tuple(Path(tick, stroke=GREY, width=TICK_WIDTH) for tick in ticks)


def _cuts(
    edges: list[tuple[float, float, float]],
    length: float,
    known: dict[float, tuple[float, float]] | None = None,
) -> dict[float, tuple[float, float]]:
    """Each cut by its place, with the stretch that it runs; the paper's own edges are none."""
    cuts = dict(known or {})
    for place, start, end in edges:
        if not 0.1 < place < length - 0.1:
            continue
        key = next((cut for cut in cuts if abs(cut - place) < 0.1), place)
        low, high = cuts.get(key, (start, end))
        cuts[key] = min(low, start), max(high, end)
    return cuts


def _ends(start: float, end: float, length: float) -> Iterator[tuple[float, float]]:
    """Ticks at both ends of a cut: outside the pieces where there is room, else inside."""
    if start - TICK_GAP - TICK >= UNPRINTED:
        yield start - TICK_GAP - TICK, start - TICK_GAP
    else:
        yield max(start, UNPRINTED), max(start, UNPRINTED) + TICK
    if end + TICK_GAP + TICK <= length - UNPRINTED:
        yield end + TICK_GAP, end + TICK_GAP + TICK
    else:
        yield min(end, length - UNPRINTED) - TICK, min(end, length - UNPRINTED)


def ruler_place(page: Page) -> tuple[Box, bool] | None:
    """Where a 50 mm ruler fits beside the first sheet, and whether it stands upright."""
    x, y = page.origin(0)
    body = BODY.scaled(page.scale).moved(x, y)
    left, top = body.left - UNPRINTED, body.top - UNPRINTED
    if max(left, top) < NARROWEST_MARGIN:
        return None
    middle_x, middle_y = x + SHEET_WIDTH * page.scale / 2, y + SHEET_HEIGHT * page.scale / 2
    if left >= top:
        return Box(UNPRINTED, middle_y - RULER / 2, body.left, middle_y + RULER / 2), True
    return Box(middle_x - RULER / 2, UNPRINTED, middle_x + RULER / 2, body.top), False
