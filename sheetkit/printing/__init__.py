"""Sheets on paper: PDF pages with sheets, marks where to cut, and the map of all cells."""

from sheetkit.printing.board_pdf import write_boards
from sheetkit.printing.order import Order, Sheet, ordered_pages, ordered_tables
from sheetkit.printing.own_pad import verify_own_pad
from sheetkit.printing.pad_map import write_map
from sheetkit.printing.paper import PAPERS, Page, page_of
from sheetkit.printing.pdf import about, write_pad

__all__ = [
    "PAPERS",
    "Order",
    "Page",
    "Sheet",
    "about",
    "ordered_pages",
    "ordered_tables",
    "page_of",
    "verify_own_pad",
    "write_boards",
    "write_map",
    "write_pad",
]
