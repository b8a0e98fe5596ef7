"""What a thousand and ten thousand sheets cost to print."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from reportlab.pdfgen.canvas import Canvas

from benchmarks.figure import Figure, ratio
from sheetkit.pad import find_pad
from sheetkit.printing import Order, page_of, write_pad

A4 = page_of("a4")


def print_sheets(pad: str, sheets: int) -> int:
    """Print so many sheets into memory; the bytes that it took."""
    file = io.BytesIO()
    write_pad(file, Order(find_pad(pad), sheets, 1), A4)
    return file.tell()


def print_with_reportlab(pages: int) -> None:
    """As many pages with one stored form each, by reportlab alone."""
    canvas = Canvas(io.BytesIO())
    canvas.beginForm("form")
    canvas.rect(0, 0, 10, 10)
    canvas.endForm()
    for _ in range(pages):
        canvas.doForm("form")
        canvas.showPage()
    canvas.save()


def bytes_a_sheet(pad: str, sheets: int) -> float:
    """What each sheet adds; the fonts and the design are in the first page already."""
    first = print_sheets(pad, 4)
    return (print_sheets(pad, sheets) - first) / (sheets - 4)


def peak_megabytes(pad: str, sheets: int) -> float:
    """The most memory that Python's objects take while so many sheets go to disk."""
    with TemporaryDirectory() as folder, (Path(folder) / "pad.pdf").open("wb") as file:
        tracemalloc.start()
        write_pad(file, Order(find_pad(pad), sheets, 1), A4)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return peak / 1e6


def figures() -> Iterator[Figure]:
    against = ratio(
        lambda: print_sheets("classic", 1000), lambda: print_with_reportlab(1000), rounds=5
    )
    yield Figure("1,000 Classic sheets against reportlab's 1,000 pages", against, 3.0)
    for pad in ("classic", "longo"):
        yield Figure(f"bytes a sheet, {pad}", bytes_a_sheet(pad, 1000), 900, unit="bytes")
    against = ratio(
        lambda: print_sheets("longo", 10_000), lambda: print_with_reportlab(10_000), rounds=3
    )
    yield Figure("10,000 Longo sheets against reportlab's 10,000 pages", against, 3.0)
    slower = ratio(
        lambda: print_sheets("longo", 10_000),
        lambda: [print_sheets("longo", 1000) for _ in range(10)],
        rounds=3,
    )
    yield Figure("a Longo sheet among 10,000 against one among 1,000", slower, 1.15)
    more = peak_megabytes("longo", 10_000) - peak_megabytes("longo", 100)
    yield Figure("memory for 10,000 Longo sheets over that for 100", more, 150, unit="MB")
