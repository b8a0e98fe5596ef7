"""What somebody wants printed, and the sheets that this makes: layouts, designs, codes."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count, islice
from typing import TypeAlias

from sheetkit.design import Palette, SheetDesign, design_sheet
from sheetkit.design.palette import SAFE
from sheetkit.errors import UsageError
from sheetkit.pad import Pad, SheetCode
from sheetkit.pad.code import SHEETS
from sheetkit.printing.own_pad import verify_printable
from sheetkit.printing.paper import Page

Sheet: TypeAlias = tuple[SheetDesign, SheetCode]
Placed: TypeAlias = tuple[int, SheetDesign, SheetCode]
"""A sheet with its place on the page, from 0."""

NEIGHBOURS = 10
"""Sheets dealt together where no table is named: whoever plays with neighbours in a pad has
lucky numbers unlike theirs, as far as there are enough fair ones."""

MOST_DRAWS = 200
"""Layouts drawn in search of an acceptable one before giving up."""


@dataclass(frozen=True, slots=True)
class Order:
    """So many sheets of a pad.

    With ``players`` so many sheets belong together as one table; ``drawn`` asks
    for layouts at random, one a table, or one for all without ``players``.
    ``duplex`` puts sheets on both sides of the paper, ``fillable`` a form over
    their cells. ``acceptable`` says whether a drawn layout may be printed.
    """

    pad: Pad
    sheets: int
    seed: int
    language: str = "en"
    players: int | None = None
    drawn: bool = False
    duplex: bool = False
    fillable: bool = False
    palette: Palette = SAFE
    acceptable: Callable[[Pad], bool] | None = None

    def verify(self) -> None:
        """Raise UsageError for an order that can't be carried out, LayoutError for a pad of one's
        own that can't be printed.
        """
        if self.pad.digest is not None:
            verify_printable(self.pad)
        for what, number in (("sheets", self.sheets), ("players", self.players)):
            if number is not None and number < 1:
                raise UsageError(f"there can't be {number} {what}", "ask for 1 or more")
        if self.drawn and self.pad.digest is not None:
            raise UsageError("a pad of your own is printed as its file says", "leave out --random")
        if self.drawn and self.pad.layouts == 1:
            raise UsageError(f"nothing on {self.pad.name} is drawn at random", "leave out --random")
        hands = self.hands()
        if 1 < hands < (self.players or 0):
            raise UsageError(
                f"there are {hands} fair sets of lucky numbers for {self.players} players",
                f"leave out --players, or ask for {hands} at most",
            )

    def hands(self) -> int:
        """How many sheets of one table can differ in what each player has drawn afresh."""
        if self.pad.digest is not None:
            return 1
        dealt = self.pad.dealt(self.players or 1, random.Random(0))
        return len({pad.layout_number() for pad in dealt})


def first_sheet(seed: int, pad: str) -> int:
    """The number of the first sheet: pads of other seeds have other codes."""
    digest = hashlib.sha256(f"{pad} {seed}".encode()).digest()
    return int(int.from_bytes(digest[:8]) % SHEETS)


def ordered_tables(order: Order) -> Iterator[tuple[Sheet, ...]]:
    """The sheets of each table, in order; the last table may lack some."""
    numbers = count(first_sheet(order.seed, order.pad.name))
    layouts = _layouts(order)
    left = order.sheets
    while left > 0:
        design, pads = next(layouts)
        yield tuple(
            (design, SheetCode(pad, next(numbers) % SHEETS)) for pad in pads[: min(left, len(pads))]
        )
        left -= len(pads)


def _layouts(order: Order) -> Iterator[tuple[SheetDesign, tuple[Pad, ...]]]:
    """Each table's design, and the pad as each of its players has it."""
    size = order.players or NEIGHBOURS
    rng = random.Random(f"{order.pad.name} {order.seed}")
    pad = _drawn_layout(order, rng) if order.drawn else order.pad
    design = design_sheet(pad, order.language, order.palette)
    while True:
        yield design, pad.dealt(size, rng)
        if order.drawn and order.players:
            pad = _drawn_layout(order, rng)
            design = design_sheet(pad, order.language, order.palette)


def _drawn_layout(order: Order, rng: random.Random) -> Pad:
    for _ in range(MOST_DRAWS):
        pad = order.pad.drawn(rng)
        if order.acceptable is None or order.acceptable(pad):
            return pad
    raise UsageError(f"none of {MOST_DRAWS} drawn layouts is acceptable", "try another --seed")


def ordered_pages(order: Order, page: Page) -> Iterator[tuple[Placed, ...]]:
    """The sheets on each page, each with its place there.

    A page holds as many whole tables as fit; a table that is larger than a page
    runs on over several. With ``duplex`` every second page is the back of the one
    before, turned over its long edge: places are mirrored, so that behind each
    sheet lies the one of the same place.
    """
    on_two_sides = order.duplex and (order.players or 0) > len(page.sheets)
    groups = _two_sided if on_two_sides else _groups
    for number, group in enumerate(groups(order, len(page.sheets))):
        back = order.duplex and number % 2 == 1
        places = page.mirrored() if back else tuple(range(len(page.sheets)))
        yield tuple(
            (place, design, code) for place, (design, code) in zip(places, group, strict=False)
        )


def _groups(order: Order, places: int) -> Iterator[tuple[Sheet, ...]]:
    tables = ordered_tables(order)
    if order.players is None or order.players > places:
        sheets = (sheet for table in tables for sheet in table)
        while group := tuple(islice(sheets, places)):
            yield group
        return
    together = places // order.players
    while group := tuple(sheet for table in islice(tables, together) for sheet in table):
        yield group


def _two_sided(order: Order, places: int) -> Iterator[tuple[Sheet, ...]]:
    """Tables larger than a page, one on the fronts of its leaves and the next on their backs: who
    plays at one table shares no leaf. Where there is no next one, the backs are bare.
    """
    tables = ordered_tables(order)
    while front := next(tables, ()):
        back = next(tables, ())
        for start in range(0, len(front), places):
            yield front[start : start + places]
            if back or start + places < len(front):
                yield back[start : start + places]
