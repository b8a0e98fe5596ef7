"""Sheets on paper: PDF pages with sheets, marks where to cut, and the map of all cells."""

from sheetkit.printing.pad_map import sheet_entry
from sheetkit.printing.pad_print import Order, ordered_sheets
from sheetkit.printing.paper import PAPERS, Page, page_of
from sheetkit.printing.pdf import write_pad

__all__ = ["PAPERS", "Order", "Page", "ordered_sheets", "page_of", "sheet_entry", "write_pad"]
