"""The measures that every sheet shares, in mm on the A6 landscape sheet."""

from __future__ import annotations

from dataclasses import dataclass

from sheetkit.geometry import Box

BODY = Box(10.0, 6.5, 138.0, 98.5)
"""All that is printed lies in here: home printers leave 4 mm and more unprinted, a quarter
of a Letter page is 139.7 mm wide, and a cut may be 1.5 mm off."""

MARKER = 8.0
"""Side of a fiducial marker; a third of a millimetre more than what a 3-megapixel photo
of a page with four sheets needs to show each module on 4 pixels."""

MARKER_CLEARANCE = MARKER / 6
"""A whole module of white around a marker, without which detectors miss it."""

INNER = Box(
    BODY.left + MARKER + MARKER_CLEARANCE + 0.9,
    BODY.top,
    BODY.right - MARKER - MARKER_CLEARANCE - 0.9,
    BODY.bottom,
)
"""The body between the columns of markers."""

HEADER = Box(INNER.left, BODY.top, INNER.right, 14.7)
STRIP_BASELINE = 17.5
"""Baseline of the legend's line, between header and rows."""

ROWS = Box(BODY.left, 18.6, BODY.right, 65.9)
"""Rows, and what some pads have with them (a bar, a track)."""

MIDDLE = Box(BODY.left, 66.2, BODY.right, 86.8)
"""The QR code with its quiet zone, the points table left of it, the penalties right."""

TOTALS = Box(INNER.left, 87.0, INNER.right, 95.6)
TRADEMARK_BASELINE = 97.7

ROW_GAP = 0.8
HIGHEST_ROW = 15.0
"""From one row to the next on a pad of few rows: room enough for the longest cross."""

CELL_MARGIN = 0.55
"""Between a cell and the top and bottom edges of its row."""


@dataclass(frozen=True, slots=True)
class Gaps:
    """What a row's width goes to besides cells.

    ``head`` is the row's start with letter and arrow, ``cell`` lies between two
    cells, ``closing`` more before the closing numbers, for the line that parts them.
    """

    head: float
    cell: float
    closing: float


WIDE_GAPS = Gaps(8.4, 0.5, 1.6)
NARROW_GAPS = Gaps(7.0, 0.3, 1.0)
NARROW_COLUMNS = 16
"""Columns, the lock's included, up to which the wide gaps stand."""

STRIP_GAP = 0.9
"""Between the rows and a strip below them: a bar, a tally, a track."""

SMALLEST_CELL = 5.5
"""The sides of a cell in which people can still make a cross that a reader can tell from a
smear."""

QR_QUIET = 4
"""Modules of white that the standard asks for around a QR code."""

QR_MODULES = {21: 0.70, 25: 0.62, 29: 0.60}
"""Side of a module by the modules a side: never below 0.6, and 15 to 17 mm in all."""

CODE_SIZE = 3.15
"""The em of the code in letters: digits 2.25 mm high."""
