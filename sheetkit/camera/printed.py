"""Sheets printed in order to be photographed: a pad's PDF, and where everything is on it."""

from __future__ import annotations

import io
import json

import numpy as np

from sheetkit.camera.leaf import PrintedSheet, read_map
from sheetkit.design.palette import PALETTES, outlined
from sheetkit.design.words import language_names
from sheetkit.pad import find_pad
from sheetkit.printing import Order, page_of, write_map, write_pad


def print_for(order: Order) -> tuple[bytes, tuple[PrintedSheet, ...]]:
    """The order's pages as a PDF, and its sheets as ``simulate`` and ``take`` want them."""
    page = page_of("a4", None)
    pdf, pad_map = io.BytesIO(), io.BytesIO()
    write_pad(pdf, order, page)
    write_map(pad_map, order, page)
    return pdf.getvalue(), tuple(read_map(json.loads(pad_map.getvalue())))


def any_print(pad: str, rng: np.random.Generator) -> Order:
    """Four sheets of that pad as somebody may print them: any language and palette, little ink
    or not, layouts official or drawn.
    """
    known = find_pad(pad)
    palette = PALETTES[str(rng.choice(list(PALETTES)))]
    return Order(
        known,
        4,
        seed=int(rng.integers(1000)),
        language=str(rng.choice(language_names())),
        drawn=bool(rng.random() < 0.3) and known.layouts > 1,
        palette=outlined(palette) if rng.random() < 0.2 else palette,
    )
