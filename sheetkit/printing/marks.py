"""What is printed around the sheets: ticks where to cut, and a ruler to check the scale."""

from __future__ import annotations

from collections.abc import Iterator

from sheetkit.design.measures import BODY
from sheetkit.design.shapes import Path, Rgb, Shape, Text
from sheetkit.design.sheet import SHEET_HEIGHT, SHEET_WIDTH
from sheetkit.geometry import Box
from sheetkit.printing.drawing import PT, Pen, number
from sheetkit.printing.paper import UNPRINTED, Page

TICK = 5.0
TICK_GAP = 1.5
"""Between a piece's corner and a tick outside it."""

TICK_WIDTH = 0.2
GREY: Rgb = (120, 120, 120)
RULER = 50.0
RULER_LABEL = 1.9
RULER_DEPTH = 1.7
"""Between the ruler's line and the sheet's body."""

LONG_STROKE, SHORT_STROKE = 1.2, 0.7
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


def page_marks(page: Page, pen: Pen) -> str:
    """The operators for all that is printed around the sheets of a page."""
    operators = pen.draw(cut_ticks(page))
    found = ruler_place(page)
    if found is None:
        return operators
    box, upright = found
    if upright:
        turn, x, y = "0 1 -1 0", box.right - RULER_DEPTH, page.height - box.bottom
    else:
        turn, x, y = "1 0 0 1", box.left, page.height - box.bottom + RULER_DEPTH
    ruler = Pen(pen.fonts, 0).draw(_ruler_shapes())
    return f"{operators}q {turn} {number(x * PT)} {number(y * PT)} cm\n{ruler}Q\n"


def _ruler_shapes() -> Iterator[Shape]:
    """A line of 50 mm from the origin, with a stroke every 10 and its length above the middle."""
    yield Path(((0, 0), (RULER, 0)), stroke=GREY, width=TICK_WIDTH)
    for x in range(0, int(RULER) + 1, 10):
        depth = LONG_STROKE if x in (0, int(RULER)) else SHORT_STROKE
        yield Path(((x, 0), (x, depth)), stroke=GREY, width=TICK_WIDTH)
    yield Text("50 mm", (RULER / 2, -0.7), RULER_LABEL, GREY, anchor="middle")
