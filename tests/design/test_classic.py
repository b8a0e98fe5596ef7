"""What the Classic sheet promises to players and to the reader."""

import numpy as np
import pytest
import zxingcpp

from sheetkit.design import SheetDesign, all_shapes, design_sheet, sheet_shapes
from sheetkit.design.measures import BODY, MARKER_CLEARANCE, QR_QUIET
from sheetkit.design.shapes import Bitmap, Text
from sheetkit.design.typeface import DIGIT_HEIGHT
from sheetkit.pad import CellKind, SheetCode, find_pad


@pytest.fixture(scope="module")
def classic() -> SheetDesign:
    return design_sheet(find_pad("classic"))


def test_every_cell_of_the_pad_has_a_box(classic: SheetDesign) -> None:
    assert list(classic.cells) == list(classic.pad.cells)


def test_no_two_cells_overlap_and_all_lie_in_the_body(classic: SheetDesign) -> None:
    boxes = list(classic.cells.values())
    for place, box in enumerate(boxes):
        assert BODY.contains(box)
        assert not any(box.overlaps(other) for other in boxes[place + 1 :])


def test_number_cells_are_nine_millimetres_wide(classic: SheetDesign) -> None:
    for cell in classic.pad.cells.values():
        if cell.kind is CellKind.NUMBER:
            box = classic.cells[cell.id]
            assert box.width >= 9
            assert box.height >= 10


def test_nothing_comes_near_markers_and_qr(classic: SheetDesign) -> None:
    quiet = classic.qr.grown(QR_QUIET * classic.qr.width / 21)
    kept_free = [*(m.box.grown(MARKER_CLEARANCE) for m in classic.markers), quiet]
    for box in (*classic.cells.values(), classic.code_text):
        assert not any(box.overlaps(zone) for zone in kept_free)


def test_modules_of_the_qr_are_large_enough(classic: SheetDesign) -> None:
    bitmap = sheet_shapes(classic, SheetCode(classic.pad, 1))[0]
    assert isinstance(bitmap, Bitmap)
    assert bitmap.box.width / len(bitmap.rows) >= 0.6


def test_the_qr_says_the_code() -> None:
    pad = find_pad("classic")
    code = SheetCode(pad, 123456)
    bitmap = sheet_shapes(design_sheet(pad), code)[0]
    assert isinstance(bitmap, Bitmap)
    white = [255] * (len(bitmap.rows) + 8)
    grid = [[255] * 4 + [0 if c == "1" else 255 for c in row] + [255] * 4 for row in bitmap.rows]

    image = np.kron(np.array([white] * 4 + grid + [white] * 4, np.uint8), np.ones((6, 6), np.uint8))
    assert [found.text for found in zxingcpp.read_barcodes(image)] == [code.text]


def test_the_code_stands_in_letters_as_well(classic: SheetDesign) -> None:
    code = SheetCode(classic.pad, 7)
    texts = [shape for shape in all_shapes(classic, code) if isinstance(shape, Text)]
    line = next(text for text in texts if text.text == code.printed)
    assert line.size * DIGIT_HEIGHT >= 2.2
    assert BODY.contains(classic.code_text)


def test_rows_are_told_apart_by_letters(classic: SheetDesign) -> None:
    texts = [shape.text for shape in classic.shapes if isinstance(shape, Text)]
    assert all(texts.count(letter) == 2 for letter in "RYGB")


def test_print_is_lighter_than_ink_and_dark_enough_to_read(classic: SheetDesign) -> None:
    for tone in classic.palette.tones.values():
        contrast = (luminance(tone.cell) + 0.05) / (luminance(tone.print) + 0.05)
        assert 3 <= contrast <= 4.5
        assert min(tone.band + tone.cell) >= 215


def luminance(colour: tuple[int, int, int]) -> float:
    """Relative luminance by WCAG 2."""
    linear = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
