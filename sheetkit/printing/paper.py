"""Papers, and where sheets stand on them; mm, origin at the page's top left, y down."""

from __future__ import annotations

from dataclasses import dataclass

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

MOST_PER_PAGE = 16


@dataclass(frozen=True, slots=True)
class Page:
    """A page of paper with the places of its sheets.

    ``sheets`` are the pieces of paper left after cutting; a sheet's design
    stands in the middle of its piece, ``scale`` times its size.
    """

    paper: str
    width: float
    height: float
    sheets: tuple[Box, ...]
    scale: float = 1.0

    def origin(self, place: int) -> tuple[float, float]:
        """Where the design's own origin lies for the sheet at ``place``."""
        x, y = self.sheets[place].centre
        return x - SHEET_WIDTH * self.scale / 2, y - SHEET_HEIGHT * self.scale / 2


def page_of(paper: str, per_page: int | None = None) -> Page:
    """A page with that many sheets, or with as many as fit.

    Raises UsageError for an unknown paper and for sheets that do not fit.
    """
    if paper not in PAPERS:
        raise UsageError(f"there is no paper {paper!r}", f"choose one of {', '.join(PAPERS)}")
    if per_page is not None:
        page = _fullest(paper, per_page)
        if page is None:
            most = max(n for n in range(1, MOST_PER_PAGE + 1) if _fullest(paper, n))
            raise UsageError(
                f"{per_page} sheets do not fit on {paper}", f"choose 1 to {most} with --per-page"
            )
        return page
    pages = (_fullest(paper, count) for count in range(MOST_PER_PAGE, 0, -1))
    return next(page for page in pages if page is not None)


def _fullest(paper: str, count: int) -> Page | None:
    """The page, upright or across, on which ``count`` sheets have most room."""
    best, most_room = None, 0.0
    for width, height in (PAPERS[paper], PAPERS[paper][::-1]):
        for columns in range(1, count + 1):
            if count % columns:
                continue
            tile = Box(0, 0, width / columns, height / (count // columns))
            room = min(tile.width / SHEET_WIDTH, tile.height / SHEET_HEIGHT)
            if _holds(tile) and room > most_room:
                most_room = room
                best = Page(paper, width, height, _tiles(tile, columns, count // columns))
    return best


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
