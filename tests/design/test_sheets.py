"""What every sheet promises to players and to the reader."""

import random
from itertools import combinations

import numpy as np
import pytest
import zxingcpp
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

from sheetkit.design import (
    PALETTES,
    Palette,
    SheetDesign,
    design_sheet,
    outlined,
    sheet_shapes,
)
from sheetkit.design.measures import BODY, MARKER_CLEARANCE, QR_QUIET
from sheetkit.design.shapes import Bitmap, Rectangle, Text
from sheetkit.design.text import ink_box
from sheetkit.design.typeface import DIGIT_HEIGHT, font_file
from sheetkit.geometry import Box
from sheetkit.pad import CellKind, Pad, SheetCode, find_pad, pad_names


@pytest.fixture(scope="module")
def classic() -> SheetDesign:
    return design_sheet(find_pad("classic"))


def pads() -> dict[str, Pad]:
    """Every pad as it comes, and with everything drawn that can be."""
    official = {name: find_pad(name) for name in pad_names()}
    drawn = {f"{name}-drawn": pad.drawn(random.Random(3)) for name, pad in official.items()}
    return official | drawn


DESIGNS = {name: design_sheet(pad) for name, pad in pads().items()}


@pytest.fixture(params=DESIGNS)
def design(request: pytest.FixtureRequest) -> SheetDesign:
    return DESIGNS[request.param]


def test_every_cell_of_the_pad_has_a_box(design: SheetDesign) -> None:
    assert list(design.cells) == list(design.pad.cells)


def test_no_two_cells_overlap_and_all_lie_in_the_body(design: SheetDesign) -> None:
    assert all(BODY.grown(1e-6).contains(box) for box in design.cells.values())
    boxes = [box.grown(-1e-6) for box in design.cells.values()]
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))


def test_cells_are_large_enough_to_cross(design: SheetDesign) -> None:
    for cell in design.pad.markable:
        assert design.cells[cell].width >= 5.5
        assert design.cells[cell].height >= 5.5


def test_number_cells_of_classic_are_nine_millimetres_wide(classic: SheetDesign) -> None:
    for cell in classic.pad.cells.values():
        if cell.kind is CellKind.NUMBER:
            assert classic.cells[cell.id].width >= 9
            assert classic.cells[cell.id].height >= 10


def test_nothing_comes_near_markers_and_qr(design: SheetDesign) -> None:
    bitmap = sheet_shapes(design, SheetCode(design.pad, 1))[0]
    assert isinstance(bitmap, Bitmap)
    quiet = design.qr.grown(QR_QUIET * design.qr.width / len(bitmap.rows) - 0.05)
    kept_free = [*(m.box.grown(MARKER_CLEARANCE) for m in design.markers), quiet]
    for box in (*design.cells.values(), design.code_text):
        assert not any(box.overlaps(zone) for zone in kept_free)


def test_modules_of_the_qr_are_large_enough(design: SheetDesign) -> None:
    for pad in (design.pad, *design.pad.dealt(3, random.Random(1))):
        bitmap = sheet_shapes(design, SheetCode(pad, 1))[0]
        assert isinstance(bitmap, Bitmap)
        assert bitmap.box.width / len(bitmap.rows) >= 0.599


def test_the_code_stands_in_letters_inside_its_box(design: SheetDesign) -> None:
    for pad in design.pad.dealt(3, random.Random(1)):
        code = SheetCode(pad, 32**6 - 1)
        texts = [shape for shape in sheet_shapes(design, code) if isinstance(shape, Text)]
        lines = [text for text in texts if text.text in code.printed]
        lines = [text for text in lines if len(text.text) > 4]
        assert " ".join(line.text for line in lines) == code.printed
        assert all(line.size * DIGIT_HEIGHT >= 2.2 for line in lines)
        assert all(design.code_text.grown(0.01).contains(ink_box(line)) for line in lines)


def test_the_qr_says_the_code() -> None:
    pad = find_pad("classic")
    code = SheetCode(pad, 123456)
    bitmap = sheet_shapes(design_sheet(pad), code)[0]
    assert isinstance(bitmap, Bitmap)
    dark = np.array([[module == "1" for module in row] for row in bitmap.rows])
    modules = np.pad(np.where(dark, 0, 255).astype(np.uint8), 4, constant_values=255)
    image = np.kron(modules, np.ones((6, 6), np.uint8))
    assert [found.text for found in zxingcpp.read_barcodes(image)] == [code.text]


def test_rows_are_told_apart_by_letters(classic: SheetDesign) -> None:
    texts = [shape.text for shape in classic.shapes if isinstance(shape, Text)]
    assert all(texts.count(letter) == 2 for letter in "RYGB")


@pytest.mark.parametrize("palette", [*PALETTES.values(), outlined(PALETTES["safe"])])
def test_print_is_lighter_than_ink_and_dark_enough_to_read(palette: Palette) -> None:
    for tone in palette.tones.values():
        on_band, on_cell = (
            (luminance(ground) + 0.05) / (luminance(tone.print) + 0.05)
            for ground in (tone.band, tone.cell)
        )
        assert 3 <= on_band <= on_cell <= 4.5
        assert min(tone.band + tone.cell) >= 215


@pytest.mark.parametrize("palette", [*PALETTES.values(), outlined(PALETTES["safe"])])
def test_in_grey_no_row_is_darker_than_another(palette: Palette) -> None:
    levels = [luminance(tone.print) for tone in palette.tones.values()]
    assert max(levels) - min(levels) < 0.05
    # what printers and scanners take for grey: ITU-R BT.601
    greys = [0.299 * r + 0.587 * g + 0.114 * b for r, g, b in prints(palette)]
    assert max(greys) - min(greys) < 16


def prints(palette: Palette) -> list[tuple[int, int, int]]:
    return [tone.print for tone in palette.tones.values()]


def luminance(colour: tuple[int, int, int]) -> float:
    """Relative luminance by WCAG 2."""
    linear = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_the_minus_of_the_sum_is_as_wide_as_a_plus_and_as_high_up(classic: SheetDesign) -> None:
    font = TTFont(font_file("NotoSans-Regular"))
    pen = BoundsPen(font.getGlyphSet())
    font.getGlyphSet()[font.getBestCmap()[ord("+")]].draw(pen)
    left, bottom, right, top = (side / font["head"].unitsPerEm for side in pen.bounds)
    row = classic.cells["write.blue"]
    gap = Box(row.right, row.top, classic.cells["write.penalties"].left, row.bottom)
    plus = next(s for s in classic.shapes if isinstance(s, Text) and s.text == "+")
    inside = [s.box for s in classic.shapes if isinstance(s, Rectangle) and gap.contains(s.box)]
    (minus,) = inside
    assert minus.width == pytest.approx((right - left) * plus.size, abs=0.01)
    middle = plus.at[1] - (bottom + top) / 2 * plus.size
    assert minus.centre == pytest.approx((gap.centre[0], middle), abs=0.05)
