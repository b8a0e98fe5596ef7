"""Sheets printed in order to be photographed: a pad's PDF, and where everything is on it."""

from __future__ import annotations

import io
import json

from sheetkit.camera.leaf import PrintedSheet, read_map
from sheetkit.printing import Order, page_of, write_map, write_pad


def print_for(order: Order) -> tuple[bytes, tuple[PrintedSheet, ...]]:
    """The order's pages as a PDF, and its sheets as ``simulate`` and ``take`` want them."""
    page = page_of("a4", None)
    pdf, pad_map = io.BytesIO(), io.BytesIO()
    write_pad(pdf, order, page)
    write_map(pad_map, order, page)
    return pdf.getvalue(), tuple(read_map(json.loads(pad_map.getvalue())))
