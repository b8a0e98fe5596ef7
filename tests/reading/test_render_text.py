"""Letters are drawn where print has them, however few pixels they have."""

import numpy as np
import pytest

from sheetkit.design.shapes import Text
from sheetkit.design.typeface import text_width
from sheetkit.geometry import Box
from sheetkit.reading.reference import render_text

BEGINS = "Mindestens sechs Kreuze, dann die letzte Zahl: Schloss "
LINE = f"{BEGINS}I"
SIZE = 2.2


@pytest.mark.parametrize("scale", [4.0, 6.0, 10.0])
@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize(("anchor", "at"), [("start", 5.0), ("middle", 45.0), ("end", 90.0)])
def test_the_last_letter_stands_where_the_widths_of_all_before_put_it(scale, bold, anchor, at):
    width = text_width(LINE, SIZE, bold=bold)
    begins = at - {"start": 0, "middle": width / 2, "end": width}[anchor]
    last = begins + text_width(BEGINS, SIZE, bold=bold), begins + width
    grey = render_text(
        Text(LINE, (at, 4.0), SIZE, bold=bold, anchor=anchor), Box(0, 0, 100, 6), scale
    )
    first_px, end_px = (round(x * scale) for x in last)
    ink = (255.0 - grey[:, first_px - 1 : end_px + 1]).sum(axis=0)
    centre = (first_px - 1 + np.arange(len(ink)) + 0.5) @ ink / ink.sum() / scale
    assert centre == pytest.approx(sum(last) / 2, abs=0.1)
