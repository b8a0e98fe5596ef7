"""What is in the PDF, seen by other programs than the one that wrote it."""

import io
import json

import numpy as np
import pypdf
import pypdfium2
import pytest
import zxingcpp

from sheetkit.design import language_names
from sheetkit.pad import find_pad, layouts_folder, pad_names, read_pad
from sheetkit.printing import PAPERS, Order, ordered_tables, page_of, write_pad


def printed(
    sheets: int = 4, seed: int = 7, paper: str = "a4", name: str = "classic", language: str = "en"
) -> bytes:
    buffer = io.BytesIO()
    write_pad(buffer, Order(find_pad(name), sheets, seed, language), page_of(paper))
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


@pytest.mark.parametrize(("sheets", "said"), [(1, "1 sheet, seed 7"), (2, "2 sheets, seed 7")])
def test_a_viewer_is_told_how_many_sheets_there_are(sheets: int, said: str) -> None:
    reader = pypdf.PdfReader(io.BytesIO(printed(sheets)), strict=True)
    assert reader.metadata.subject == f"{said}, unofficial"


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


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", pad_names())
def test_two_readers_open_every_pad_on_every_paper(name: str, paper: str) -> None:
    pdf = printed(9, paper=paper, name=name)
    pages = -(-9 // len(page_of(paper).sheets))
    reader = pypdf.PdfReader(io.BytesIO(pdf), strict=True)
    document = pypdfium2.PdfDocument(pdf)
    assert len(reader.pages) == len(document) == pages
    for number in range(1, int(reader.trailer["/Size"])):
        assert reader.get_object(number) is not None


@pytest.mark.parametrize("language", language_names())
def test_two_readers_find_the_same_text_in_every_language(language: str) -> None:
    pdf = printed(1, paper="a6", language=language)
    (code,) = codes(Order(find_pad("classic"), 1, 7))
    ours = pypdf.PdfReader(io.BytesIO(pdf), strict=True).pages[0].extract_text()
    theirs = pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_bounded()
    for text in (ours, theirs):
        assert code in text.replace(" ", "")


@pytest.mark.parametrize("name", pad_names())
def test_the_codes_of_every_pad_can_be_read_from_paper(name: str) -> None:
    order = Order(find_pad(name), 4, 7)
    found = zxingcpp.read_barcodes(rendered(printed(name=name), 150))
    assert sorted(code.text for code in found) == sorted(codes(order))


def test_the_layout_is_attached() -> None:
    reader = pypdf.PdfReader(io.BytesIO(printed(name="longo")), strict=True)
    attached = json.loads(reader.attachments["sheetkit-pad.json"][0])
    order = Order(find_pad("longo"), 4, 7)
    expected = [
        {"sheet": code.text, "layout": code.pad.layout()}
        for table in ordered_tables(order)
        for _, code in table
    ]
    assert attached["variant"] == "longo"
    assert attached["sheets"] == expected


def test_metadata_and_bookmarks() -> None:
    reader = pypdf.PdfReader(io.BytesIO(printed(10, paper="a6")), strict=True)
    assert reader.metadata is not None
    assert reader.metadata.title == "Classic score pad"
    assert reader.trailer["/Root"]["/Lang"] == "en"
    titles = [item.title for item in reader.outline]
    assert titles[0] == "Page 1: CC02 Y2T9 XB8G P"  # where which sheet is
    assert titles[9].startswith("Page 10: CC0")
    assert len(reader.outline) == 10


def trim_boxes(sheets: int, per_page: int) -> set[tuple[float, ...]]:
    """In mm, from the page's bottom left: left, bottom, right, top."""
    buffer = io.BytesIO()
    write_pad(buffer, Order(find_pad("classic"), sheets, 7), page_of("a4", per_page))
    boxes = (page.trimbox for page in pypdf.PdfReader(buffer, strict=True).pages)
    return {tuple(round(float(side) / 72 * 25.4, 1) for side in box) for box in boxes}


def test_what_is_cut_off_is_outside_of_the_trim_box() -> None:
    page = page_of("a4", 1)
    (box,) = page.sheets
    places = box.left, page.height - box.bottom, box.right, page.height - box.top
    assert trim_boxes(2, 1) == {tuple(round(place, 1) for place in places)}
    assert trim_boxes(4, 4) == {(0, 0, 297, 210)}  # several are cut apart, not out


def test_the_ruler_is_fifty_millimetres_long() -> None:
    image = rendered(printed(paper="a4"), 254)
    margin = image[:, 80:90].min(axis=1)  # 8 to 9 mm from the page's left edge
    dark = np.flatnonzero(margin < 200)
    longest = max(np.split(dark, np.flatnonzero(np.diff(dark) > 1) + 1), key=len)
    assert 499 <= len(longest) <= 505


def test_the_file_of_a_pad_of_ones_own_is_attached() -> None:
    """The codes of its sheets say no more than which file that is."""
    file = layouts_folder() / "longo.toml"
    buffer = io.BytesIO()
    write_pad(buffer, Order(read_pad(file, own=True), 2, 7), page_of("a4"))
    attached = pypdf.PdfReader(buffer, strict=True).attachments
    assert attached["sheetkit-pad.toml"] == [file.read_bytes()]
    assert set(pypdf.PdfReader(io.BytesIO(printed())).attachments) == {"sheetkit-pad.json"}


def test_a_long_file_has_no_more_bookmarks_than_one_looks_through() -> None:
    reader = pypdf.PdfReader(io.BytesIO(printed(82, paper="a6")))
    assert len(reader.pages) == 82
    assert len(reader.outline) == 28, "one for every third page"
