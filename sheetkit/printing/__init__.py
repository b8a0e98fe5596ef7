"""Sheets on paper: PDF pages with sheets, marks where to cut, and the map of all cells."""

from sheetkit.printing.pad_print import Order, about, ordered_sheets, write_map
from sheetkit.printing.paper import PAPERS, Page, page_of
from sheetkit.printing.pdf import write_pad

__all__ = [
    "PAPERS",
    "Order",
    "Page",
    "about",
    "ordered_sheets",
    "page_of",
    "write_map",
    "write_pad",
]
