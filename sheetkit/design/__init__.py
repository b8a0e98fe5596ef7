"""What stands where on a sheet, in mm; printing draws it, reading compares with it."""

from sheetkit.design.build import all_shapes, design_sheet, sheet_shapes
from sheetkit.design.sheet import SHEET_HEIGHT, SHEET_WIDTH, Marker, SheetDesign
from sheetkit.design.words import language_names

__all__ = [
    "SHEET_HEIGHT",
    "SHEET_WIDTH",
    "Marker",
    "SheetDesign",
    "all_shapes",
    "design_sheet",
    "language_names",
    "sheet_shapes",
]
