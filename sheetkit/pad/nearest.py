"""What was probably meant where a pad has no cell of that name."""

from __future__ import annotations

import difflib

from sheetkit.errors import did_you_mean
from sheetkit.pad.pad import Pad

FARTHEST = 2
"""A number further from every number there is was no slip of the pen."""


def groups_of(pad: Pad) -> tuple[str, ...]:
    """What the names of the pad's cells begin with: its rows, penalty, bar …"""
    return tuple(dict.fromkeys(cell.partition(".")[0] for cell in pad.markable))


def nearest_group(name: str, pad: Pad) -> str:
    """The row or group of cells whose name is most like that; empty where none is like it."""
    name = name.strip().lower()
    begun = [group for group in groups_of(pad) if name and group.startswith(name)]
    return (begun or difflib.get_close_matches(name, groups_of(pad), n=1) or [""])[0]


def nearest_cell(cell: str, pad: Pad) -> str:
    """The pad's cell whose name is most like that; empty where none is like it."""
    group, _, name = cell.strip().lower().partition(".")
    group = nearest_group(group, pad)
    there = _names_in(group, pad)
    if name.lstrip("-").isdecimal() and len(name) < 9:
        numbers = [int(each) for each in there if each.isdecimal()]
        near = min(numbers, key=lambda number: abs(number - int(name)), default=None)
        return f"{group}.{near}" if near is not None and abs(near - int(name)) <= FARTHEST else ""
    close = difflib.get_close_matches(name, there, n=1)
    return f"{group}.{close[0]}" if close else ""


def remedy_for(cell: str, pad: Pad) -> str:
    """What to write instead of a cell that isn't there: the nearest one, and what there is."""
    group, near = nearest_group(cell.partition(".")[0], pad), nearest_cell(cell, pad)
    return f"{did_you_mean(near)}{cells_of_group(group, pad)}"


def cells_of_group(group: str, pad: Pad) -> str:
    """What there is in a group of cells; without one, what groups there are."""
    if not group:
        return f"the groups of cells are {', '.join(groups_of(pad))}"
    return f"{group} has {', '.join(_names_in(group, pad))}"


def _names_in(group: str, pad: Pad) -> list[str]:
    return [cell.partition(".")[2] for cell in pad.markable if cell.startswith(f"{group}.")]
