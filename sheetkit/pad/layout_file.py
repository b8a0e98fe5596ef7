"""Layout files: a pad as TOML. The format is described in docs/layouts.md."""

from __future__ import annotations

import difflib
import os
import re
import tomllib
import zlib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

from sheetkit.errors import Fault, FileError, LayoutError, UnknownPad, did_you_mean
from sheetkit.opened import opened
from sheetkit.pad.bar import Bar
from sheetkit.pad.board import Board
from sheetkit.pad.faults import each_kind_once
from sheetkit.pad.lucky import Lucky
from sheetkit.pad.mechanic import Mechanic
from sheetkit.pad.pad import Pad
from sheetkit.pad.pairs import Pairs
from sheetkit.pad.rows import Rows
from sheetkit.pad.table import HUGE, Table

FORMAT = 1
"""The version of the layout format that this program reads."""

LARGEST_FILE = 100_000
"""Bytes. A pad's file has some two thousand; anything far beyond isn't one."""

PAD_KEYS = frozenset(("format", "name", "row"))
"""A file without any of them is no pad with faults, but no pad."""

FORMAT_PAGE = "docs/layouts.md has the format"

_PACKAGE = Path(__file__).resolve().parent.parent


def layouts_folder() -> Path:
    """Where the pads that come with the program are.

    Inside the package when it was installed from a wheel, beside it in a checkout.
    """
    inside = _PACKAGE / "layouts"
    return inside if inside.is_dir() else _PACKAGE.parent / "layouts"


def pad_names() -> tuple[str, ...]:
    """The names of the pads that come with the program, Classic first."""
    names = sorted(path.stem for path in layouts_folder().glob("*.toml"))
    return tuple(sorted(names, key=lambda name: (name != "classic", name)))


def is_layout_file(name: str) -> bool:
    """Whether a file of that name is meant, not a pad that comes with the program."""
    return name.lower().endswith(".toml") or "/" in name or os.sep in name


def find_pad(name: str) -> Pad:
    """The pad of that name, or of that file where it ends in ``.toml`` or names a folder, too.

    Raises UnknownPad, FileError, LayoutError.
    """
    if is_layout_file(name):
        return read_pad(Path(name), own=True)
    return _bundled_pad(name)


@cache
def _bundled_pad(name: str) -> Pad:
    if name not in pad_names():
        near = "".join(difflib.get_close_matches(name.lower(), pad_names(), n=1))
        raise UnknownPad(
            f"there is no pad {name!r}",
            f"{did_you_mean(near)}the pads are {', '.join(pad_names())}",
        )
    return read_pad(layouts_folder() / f"{name}.toml", own=False)


def name_faults(pad: Pad, file: Path) -> Iterator[Fault]:
    """A name or prefix that a pad of the program has: nobody could tell the two apart."""
    if file.resolve().parent == layouts_folder():
        return
    for official in map(find_pad, pad_names()):
        if pad.name == official.name:
            yield Fault("name", "a name that no pad of sheetkit's own has", pad.name)
        if pad.prefix == official.prefix:
            expected = "two letters that no pad of sheetkit's own has"
            yield Fault("prefix", expected, f"{pad.prefix}, which is {official.name}'s")


def read_pad(path: Path, *, own: bool) -> Pad:
    """The pad in a layout file; ``own`` for one that doesn't come with the program.

    Raises FileError; LayoutError with all faults of the file.
    """
    try:
        with opened(str(path)) as file:
            text = file.read(LARGEST_FILE + 1)
        if len(text) > LARGEST_FILE:
            raise _no_pad(path, "a few kB of TOML", "a far larger file", "check the name")
        values = tomllib.loads(text.decode("utf-8-sig"))
    except FileError as error:
        error.file = str(path)
        raise
    except OSError as error:
        raise FileError.of(error, file=str(path)) from error
    except (ValueError, RecursionError) as error:
        found = _why_no_toml(error)
        raise _no_pad(path, "TOML", found, f"mend that place ({FORMAT_PAGE})") from error
    if not values.keys() & PAD_KEYS:
        raise _no_pad(
            path, "a pad", "none of its keys", "begin with the example in docs/own-pad.md"
        )
    faults: list[Fault] = []
    table = Table(values, "", faults)
    pad = _pad(table, zlib.crc32(text) if own else None)
    table.close()
    if faults:
        raise LayoutError(str(path), each_kind_once(_of_this_format(faults)))
    return replace(pad, file=text) if own else pad


def _why_no_toml(error: Exception) -> str:
    match error:
        case tomllib.TOMLDecodeError():
            return str(error)
        case UnicodeDecodeError():
            return f"no UTF-8 at byte {error.start}"
        case RecursionError():
            return "brackets in brackets too many times over"
    return HUGE


def _no_pad(path: Path, expected: str, found: str, remedy: str) -> LayoutError:
    """What to tell of a file that has no keys to mend."""
    error = LayoutError(str(path), (Fault("file", expected, found),))
    error.remedy = remedy
    return error


def _of_this_format(faults: list[Fault]) -> list[Fault]:
    """The faults, or of a file in another format that alone: the rest may be right there."""
    other = [fault for fault in faults if fault.key == "format" and fault.found.isdecimal()]
    return other or faults


def _pad(table: Table, digest: int | None) -> Pad:
    version = table.value("format")
    if type(version) is not int or version != FORMAT:
        table.fault("format", f"{FORMAT}, the format that this sheetkit reads", version)
    name = table.name("name")
    prefix = table.text("prefix", "two capital letters")
    if prefix and not re.fullmatch(r"[A-Z]{2}", prefix):
        table.fault("prefix", "two capital letters", prefix)
    players = table.table("players")
    fewest = players.integer("fewest", 1, 99)
    most = players.integer("most", max(1, fewest), 99)
    players.close()
    dice = table.table("dice")
    sides = dice.integer("sides", 2, 30)
    dice.close()
    penalties = table.table("penalties")
    boxes = penalties.integer("boxes", 1, 9)
    penalty_points = penalties.integer("points", -99, 0)
    penalties.close()
    end = table.table("end")
    closed_rows = end.integer("closed_rows", 1, 9)
    end.close()
    title, sources = table.line("title"), table.texts("sources")
    mechanics = _mechanics(table, sides, known=not dice.faulty("sides") and dice.has("sides"))
    points = table.integers("points", 0, 9999)
    crosses = _rows(mechanics).most_crosses
    if points and len(points) < crosses:
        table.fault("points", f"a figure for each count of crosses up to {crosses}", list(points))
    return Pad(
        name, prefix, title, sources, fewest, most, sides, points, boxes, penalty_points,
        closed_rows, mechanics, digest,
    )  # fmt: skip


def _mechanics(table: Table, sides: int, *, known: bool) -> tuple[Mechanic, ...]:
    """The mechanics that the file asks for, in the order in which they stand on the sheet."""
    rows = Rows.read(table)
    mechanics: list[Mechanic] = [rows]
    if table.has("lucky"):
        mechanics.append(Lucky.read(table.table("lucky"), sides, known=known))
    if table.has("bar"):
        mechanics.append(Bar.read(table.table("bar"), rows))
    if table.has("pair"):
        mechanics.append(Pairs.read(table.tables("pair"), rows))
    if table.has("board"):
        mechanics.append(Board.read(table.table("board"), rows))
    return tuple(mechanics)


def _rows(mechanics: tuple[Mechanic, ...]) -> Rows:
    rows = mechanics[0]
    assert isinstance(rows, Rows), "rows are read first"
    return rows
