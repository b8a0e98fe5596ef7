"""The cell that was probably meant where there is none of that name."""

from __future__ import annotations

import difflib

from sheetkit.pad.pad import Pad


def nearest_cell(cell: str, pad: Pad) -> str:
    """The pad's cell whose name is most like that."""
    row, _, number = cell.strip().lower().partition(".")
    names = sorted({known.partition(".")[0] for known in pad.markable})
    row = (difflib.get_close_matches(row, names, n=1, cutoff=0.0) or [names[0]])[0]
    there = [known for known in pad.markable if known.partition(".")[0] == row]
    if number.lstrip("-").isdecimal() and len(number) < 9:
        wanted = int(number)
        numbered = [known for known in there if known.rpartition(".")[2].isdecimal()]
        if numbered:
            return min(numbered, key=lambda known: abs(int(known.rpartition(".")[2]) - wanted))
    return (difflib.get_close_matches(f"{row}.{number}", there, n=1, cutoff=0.0) or there)[0]


def cells_of_row(cell: str, pad: Pad) -> str:
    """What there is in the row, or group of cells, nearest to that cell."""
    row = nearest_cell(cell, pad).partition(".")[0]
    there = [known.partition(".")[2] for known in pad.markable if known.startswith(f"{row}.")]
    return f"{row} has {', '.join(there)}"
