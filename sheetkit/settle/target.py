"""What a finished sheet demands of the play that is to leave it."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass

from sheetkit.pad import Bar, Board, CellKind, Pad
from sheetkit.rules.crosses import cells_of
from sheetkit.rules.line import Line, lines_of

PENALTIES = "penalties"
"""The name of the statement that the number of penalties is the sheet's."""

BAR = "bar"
"""The name of the statement that the bonus bar looks as on the sheet."""

FIGURE = "board"
"""The name of the statement that the figure ended where the sheet says."""


@dataclass(frozen=True, slots=True)
class Target:
    """Statements about one player's final sheet.

    ``must`` and ``never`` are masks a row: places to be crossed in the end, and
    places to stay free. ``penalties`` is the exact number, ``bar`` the bar's
    mask and ``figure`` the last space (0 the start); None when free. ``hidden``
    are places that nothing is stated of and that the search doesn't look at:
    whether they were crossed is taken as it suits, which makes more possible
    than there is, never less. ``absent`` is a player of whom so little is stated
    that a likely way will do: not all are tried.
    """

    must: tuple[int, ...]
    never: tuple[int, ...]
    penalties: int | None
    bar: int | None
    figure: int | None
    hidden: tuple[int, ...]
    absent: bool = False

    @property
    def hides(self) -> bool:
        return any(self.hidden)


def full_target(pad: Pad, crossed: frozenset[str]) -> Target:
    """The target that is met by exactly these crosses; locks go with closing numbers."""
    return target_of(pad, crossed, statements(pad))


def statements(pad: Pad) -> tuple[str, ...]:
    """What can be stated of a sheet: each number cell, the penalties, the figure's space.

    Locks and tally follow from the numbers.
    """
    others = [PENALTIES]
    others += [BAR] if pad.mechanic(Bar) else []
    others += [FIGURE] if pad.mechanic(Board) else []
    return (*cells_of(pad, CellKind.NUMBER), *others)


def target_of(
    pad: Pad, crossed: frozenset[str], stated: Iterable[str], *, hide: bool = False
) -> Target:
    """The target that says of each stated cell what the sheet with those crosses says.

    The other cells are hidden, or else free to be crossed.
    """
    said = frozenset(stated)
    lines = lines_of(pad)
    must = tuple(_mask(line, crossed & said) for line in lines)
    never = tuple(_mask(line, said - crossed) for line in lines)
    penalties = len(crossed.intersection(cells_of(pad, CellKind.PENALTY)))
    return Target(
        must,
        never,
        penalties if PENALTIES in said else None,
        _bar_mask(pad, crossed) if BAR in said else None,
        last_space(pad, crossed) if FIGURE in said else None,
        tuple(
            _all(line) & ~stay & ~go if hide else 0
            for line, stay, go in zip(lines, never, must, strict=True)
        ),
    )


def _bar_mask(pad: Pad, crossed: Container[str]) -> int:
    """The bar's fields among these cells, the first as bit 0."""
    fields = enumerate(cells_of(pad, CellKind.BAR))
    return sum(1 << place for place, cell in fields if cell in crossed)


def last_space(pad: Pad, crossed: Container[str]) -> int:
    """The last space of the board among these cells, from 1; 0 for the start, or for no board."""
    spaces = enumerate(cells_of(pad, CellKind.BOARD), 1)
    return max((space for space, cell in spaces if cell in crossed), default=0)


def unused_fields(pad: Pad, rows: Container[str]) -> frozenset[str]:
    """BA2: the bar's fields in the colours of these rows.

    Where the rows are those that the last turn closed, the fields may stay bare: the
    game is over then, and nobody crosses them out any more.
    """
    bar = pad.mechanic(Bar)
    fields = zip(cells_of(pad, CellKind.BAR), bar.fields if bar else (), strict=True)
    return frozenset(cell for cell, colour in fields if colour in rows)


def _all(line: Line) -> int:
    return line.lock - 1


def _mask(line: Line, cells: frozenset[str]) -> int:
    return sum(1 << place for place in range(len(line.numbers)) if line.ids[place] in cells)


def free_target(pad: Pad) -> Target:
    """The target of a player whose sheet isn't there."""
    none = (0,) * len(pad.rows)
    return Target(none, none, None, None, None, none, absent=True)
