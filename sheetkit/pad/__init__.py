"""Pads: what a score sheet of each variant is, read from ``layouts/*.toml``."""

from sheetkit.pad.bar import Bar
from sheetkit.pad.board import Board
from sheetkit.pad.cell import COLOURS, Cell, CellKind
from sheetkit.pad.code import SheetCode, check_code, drawn_layout, read_code
from sheetkit.pad.layout_file import find_pad, layouts_folder, name_faults, pad_names, read_pad
from sheetkit.pad.lucky import Lucky
from sheetkit.pad.mechanic import Mechanic
from sheetkit.pad.pad import Pad
from sheetkit.pad.pairs import Pair, Pairs
from sheetkit.pad.playable import unplayable
from sheetkit.pad.row import Row, Space, runs
from sheetkit.pad.rows import Rows
from sheetkit.pad.shelf import Shelf

__all__ = [
    "COLOURS",
    "Bar",
    "Board",
    "Cell",
    "CellKind",
    "Lucky",
    "Mechanic",
    "Pad",
    "Pair",
    "Pairs",
    "Row",
    "Rows",
    "SheetCode",
    "Shelf",
    "Space",
    "check_code",
    "drawn_layout",
    "find_pad",
    "layouts_folder",
    "name_faults",
    "pad_names",
    "read_code",
    "read_pad",
    "runs",
    "unplayable",
]
