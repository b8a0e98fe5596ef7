"""Papers, and where sheets stand on them; mm, origin at the page's top left, y down."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sheetkit.design.measures import BODY
from sheetkit.design.sheet import SHEET_HEIGHT, SHEET_WIDTH
from sheetkit.errors import UsageError
from sheetkit.geometry import Box

PAPERS = {
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "a6": (105.0, 148.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
    "tabloid": (279.4, 431.8),
}
"""Width and height upright, in mm (ISO 216; ANSI Y14.1)."""

UNPRINTED = 4.5
"""What home printers leave blank at a page's edges: 4.2 mm on most, rounded up."""

SLACK = 1.08
"""A tile that is larger than a sheet by no more than this is cut as it is."""

COUNTS = tuple(range(16, 0, -1))
LARGE_COUNTS = (2, 1)
LEAST_ENLARGED = 1.2
"""What is not a fifth larger is no help to weak eyes."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of paper with the places of its sheets.

    ``sheets`` are the pieces of paper left after cutting; a sheet's design
    stands in the middle of its piece, ``scale`` times its size. ``tile`` is the
    part of the page that each sheet has, at the top left.
    """

    paper: str
    width: float
    height: float
    sheets: tuple[Box, ...]
    tile: Box
    scale: float = 1.0

    def origin(self, place: int) -> tuple[float, float]:
        """Where the design's own origin lies for the sheet at ``place``."""
        x, y = self.sheets[place].centre
        return x - SHEET_WIDTH * self.scale / 2, y - SHEET_HEIGHT * self.scale / 2

    def mirrored(self) -> tuple[int, ...]:
        """The place behind each place when the paper is turned over its long edge."""
        across = self.width > self.height
        places = []
        for box in self.sheets:
            x, y = box.centre
            behind = (x, self.height - y) if across else (self.width - x, y)
            places.append(min(range(len(self.sheets)), key=lambda p: self._distance(p, behind)))
        return tuple(places)

    def _distance(self, place: int, point: tuple[float, float]) -> float:
        x, y = self.sheets[place].centre
        return math.hypot(x - point[0], y - point[1])


def page_of(paper: str, per_page: int | None = None, *, large: bool = False) -> Page:
    """A page with that many sheets, or with as many as fit.

    ``large`` is for weak eyes: one or two sheets, as large as the page allows.
    Raises UsageError for an unknown paper and for sheets that do not fit.
    """
    if paper not in PAPERS:
        raise UsageError(f"there is no paper {paper!r}", f"choose one of {', '.join(PAPERS)}")
    counts = LARGE_COUNTS if large else COUNTS
    if per_page is not None:
        counts = (per_page,)
    for count in counts:
        page = _fullest(paper, count)
        if page is not None and large:
            page = _enlarged(page)
        if page is not None:
            return page
    raise _too_many(paper, per_page, large=large)


def _too_many(paper: str, per_page: int | None, *, large: bool) -> UsageError:
    """What to tell where sheets do not fit, and what would."""
    pages = {count: _fullest(paper, count) for count in sorted(COUNTS)}
    fitting = [count for count, page in pages.items() if page]
    enlarged = [count for count, page in pages.items() if page and _enlarged(page)]
    if large and not enlarged:
        return UsageError(
            f"there is no room on {paper} to print larger",
            "choose larger --paper or leave out --size",
        )
    if large and per_page in fitting:
        return UsageError(
            f"{per_page} sheets on {paper} leave no room to print larger",
            f"choose {_any_of(enlarged)} with --per-page, or leave out --size",
        )
    return UsageError(
        f"{per_page} sheets do not fit on {paper} side by side",
        f"choose {_any_of(enlarged if large else fitting)} with --per-page",
    )


def _any_of(counts: Sequence[int]) -> str:
    """``1, 2 or 4``."""
    *others, last = map(str, counts)
    return f"{', '.join(others)} or {last}" if others else last


def _fullest(paper: str, count: int) -> Page | None:
    """The page, upright or across, on which ``count`` sheets have most room."""
    best, most_room = None, 0.0
    for width, height in (PAPERS[paper], PAPERS[paper][::-1]):
        for columns in range(1, count + 1):
            if count % columns:
                continue
            tile = Box(0, 0, width / columns, height / (count // columns))
            room = _room(tile)
            if _holds(tile) and room > most_room:
                most_room = room
                sheets = _tiles(tile, columns, count // columns)
                best = Page(paper, width, height, sheets, tile)
    return best


def _room(tile: Box) -> float:
    return min(tile.width / SHEET_WIDTH, tile.height / SHEET_HEIGHT)


def _enlarged(page: Page) -> Page | None:
    """The page with its sheets as large as their tiles; None where that is hardly larger."""
    tile = page.tile
    scale = min(
        _room(tile),
        (tile.width - 2 * UNPRINTED) / BODY.width,
        (tile.height - 2 * UNPRINTED) / BODY.height,
    )
    columns = round(page.width / tile.width)
    tiles = tuple(
        tile.moved(place % columns * tile.width, place // columns * tile.height)
        for place in range(len(page.sheets))
    )
    return replace(page, sheets=tiles, scale=scale) if scale >= LEAST_ENLARGED else None


def _holds(tile: Box) -> bool:
    """Whether all that is printed of a sheet keeps clear of a tile's edges."""
    return tile.width >= BODY.width + 2 * UNPRINTED and tile.height >= BODY.height + 2 * UNPRINTED


def _tiles(tile: Box, columns: int, rows: int) -> tuple[Box, ...]:
    width = tile.width if tile.width <= SHEET_WIDTH * SLACK else SHEET_WIDTH
    height = tile.height if tile.height <= SHEET_HEIGHT * SLACK else SHEET_HEIGHT
    left, top = (tile.width - width) / 2, (tile.height - height) / 2
    return tuple(
        Box.at(column * tile.width + left, row * tile.height + top, width, height)
        for row in range(rows)
        for column in range(columns)
    )
