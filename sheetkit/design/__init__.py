"""What stands where on a sheet, in mm; printing draws it, reading compares with it."""

from sheetkit.design.build import (
    all_shapes,
    board_page,
    design_sheet,
    own_parts,
    sheet_shapes,
    title_of,
)
from sheetkit.design.palette import PALETTES, Palette, find_palette, outlined
from sheetkit.design.sheet import SHEET_HEIGHT, SHEET_WIDTH, Marker, SheetDesign
from sheetkit.design.words import language_names

__all__ = [
    "PALETTES",
    "SHEET_HEIGHT",
    "SHEET_WIDTH",
    "Marker",
    "Palette",
    "SheetDesign",
    "all_shapes",
    "board_page",
    "design_sheet",
    "find_palette",
    "language_names",
    "outlined",
    "own_parts",
    "sheet_shapes",
    "title_of",
]
