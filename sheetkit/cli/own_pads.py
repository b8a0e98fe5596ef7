"""``--pad``: layout files of its user's own beside the pads that come with the program."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from sheetkit.errors import LayoutError, UsageError

if TYPE_CHECKING:
    from sheetkit.pad import Shelf


def shelf_with(files: Sequence[Path]) -> Shelf:
    """All pads at hand, none named like another. Raises UsageError, FileError, LayoutError."""
    from sheetkit.pad import Shelf, find_pad, name_faults

    for path in files:
        if path.suffix.lower() != ".toml":
            raise UsageError(f"--pad {path} is no layout file", "give a file that ends in .toml")
    pads = {path: find_pad(str(path)) for path in files}
    for path, pad in pads.items():
        if faults := tuple(name_faults(pad, path)):
            raise LayoutError(str(path), faults)
    for (one, first), (other, second) in combinations(pads.items(), 2):
        if first.name == second.name:
            raise UsageError(
                f"--pad {one} and --pad {other} are both named {first.name}", "leave out one"
            )
    return Shelf(pads.values())
