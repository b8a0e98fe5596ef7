"""What is in the PDF, seen by other programs than the one that wrote it."""

import io

import numpy as np
import pypdf
import pypdfium2
import pytest
import zxingcpp

from sheetkit.pad import find_pad
from sheetkit.printing import Order, ordered_tables, page_of, write_pad


def printed(sheets: int = 4, seed: int = 7, paper: str = "a4") -> bytes:
    buffer = io.BytesIO()
    write_pad(buffer, Order(find_pad("classic"), sheets, seed), page_of(paper))
    return buffer.getvalue()


def codes(order: Order) -> list[str]:
    return [code.text for table in ordered_tables(order) for _, code in table]


def rendered(pdf: bytes, dpi: int = 200) -> np.ndarray:
    bitmap = pypdfium2.PdfDocument(pdf)[0].render(scale=dpi / 72, grayscale=True)
    return bitmap.to_numpy().copy()


def test_the_same_order_gives_the_same_bytes() -> None:
    assert printed() == printed()


def test_another_seed_gives_other_codes() -> None:
    ours, theirs = (set(codes(Order(find_pad("classic"), 50, seed))) for seed in (1, 2))
    assert len(ours) == len(theirs) == 50
    assert not ours & theirs


def test_all_codes_of_a_page_can_be_read() -> None:
    found = zxingcpp.read_barcodes(rendered(printed()))
    expected = codes(Order(find_pad("classic"), 4, 7))
    assert sorted(code.text for code in found) == sorted(expected)


@pytest.mark.parametrize(("paper", "pages"), [("a4", 2), ("letter", 2), ("a5", 3), ("a6", 5)])
def test_five_sheets_take_as_many_pages_as_the_paper_asks(paper: str, pages: int) -> None:
    reader = pypdf.PdfReader(io.BytesIO(printed(5, paper=paper)), strict=True)
    assert len(reader.pages) == pages


def test_a_viewer_is_told_not_to_scale() -> None:
    reader = pypdf.PdfReader(io.BytesIO(printed()), strict=True)
    preferences = reader.trailer["/Root"]["/ViewerPreferences"]
    assert preferences["/PrintScaling"] == "/None"


def test_fonts_are_embedded() -> None:
    assert printed().count(b"/FontFile2") == 2


@pytest.mark.parametrize("paper", ["a4", "letter", "legal", "a5", "a6"])
def test_the_edges_that_printers_leave_blank_are_blank(paper: str) -> None:
    image = rendered(printed(paper=paper))
    edge = int(4.2 / 25.4 * 200)
    image[edge:-edge, edge:-edge] = 255
    assert image.min() == 255
