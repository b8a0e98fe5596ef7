"""Pads that their owners invent: laid out by their counts alone."""

import io
from itertools import combinations
from pathlib import Path

import pypdfium2
import pytest

from sheetkit.design import SheetDesign, all_shapes, design_sheet, language_names, title_of
from sheetkit.design.measures import BODY
from sheetkit.design.shapes import Text
from sheetkit.design.text import ink_box
from sheetkit.errors import LayoutError, UsageError
from sheetkit.pad import Pad, SheetCode, read_pad
from sheetkit.printing import Order, page_of, verify_own_pad, write_pad

COLOURS = ("red", "yellow", "green", "blue", "orange", "purple", "pink", "brown")


def own_pad(
    folder: Path,
    rows: int,
    last: int,
    extra: str = "",
    title: str = "Our own pad",
    penalty: int = -5,
) -> Pad:
    """A pad with so many rows of numbers from 2 to ``last``."""
    numbers = list(range(2, last + 1))
    points = [n * (n + 1) // 2 for n in range(1, last + 1)]
    text = f"""
format = 1
name = "our-own"
prefix = "XX"
title = "{title}"
sources = ["the kitchen table"]
points = {points}
[players]
fewest = 2
most = 6
[dice]
sides = {(last + 1) // 2}
[closing]
numbers = 1
crosses_before = 5
[penalties]
boxes = 4
points = {penalty}
[end]
closed_rows = 2
"""
    for colour in COLOURS[:rows]:
        text += f"[[row]]\nname = {colour!r}\nnumbers = {numbers}\n"
    file = folder / "own.toml"
    file.write_text(text + extra)
    return read_pad(file, own=True)


def assert_well_laid_out(design: SheetDesign) -> None:
    boxes = [box.grown(-1e-6) for box in design.cells.values()]
    assert all(BODY.contains(box) for box in boxes)
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
    shapes = all_shapes(design, SheetCode(design.pad, 5))
    texts = [ink_box(shape) for shape in shapes if isinstance(shape, Text)]
    assert all(BODY.grown(0.01).contains(box) for box in texts)
    for one, other in combinations(texts, 2):
        assert not one.overlaps(other)


@pytest.mark.parametrize(("rows", "last"), [(1, 12), (2, 9), (3, 12), (5, 12), (6, 12), (6, 20)])
def test_rows_and_numbers_as_many_as_a_sheet_holds(tmp_path: Path, rows: int, last: int) -> None:
    pad = own_pad(tmp_path, rows, last)
    for language in language_names():
        assert_well_laid_out(design_sheet(pad, language))


def test_six_rows_with_a_bar(tmp_path: Path) -> None:
    bar = """
[bar]
fields = ["red", "orange", "purple"]
[bar.boxes]
red = [3]
orange = [5]
purple = [7]
"""
    with pytest.raises(UsageError, match="6 rows leave cells"):
        design_sheet(own_pad(tmp_path, 6, 12, bar))
    bar = bar.replace("orange", "blue").replace("purple", "green")
    assert_well_laid_out(design_sheet(own_pad(tmp_path, 4, 12, bar)))


def test_longer_rows_than_a_sheet_holds_are_refused_with_their_width(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"29 numbers a row leave cells 3\.\d mm wide"):
        design_sheet(own_pad(tmp_path, 4, 30))


def test_its_own_title_stands_on_the_sheet(tmp_path: Path) -> None:
    design = design_sheet(own_pad(tmp_path, 2, 8), "de")
    assert "Our own pad" in [shape.text for shape in design.shapes if isinstance(shape, Text)]


@pytest.mark.parametrize("title", ["משלנו 2", "Ґава", "Ναι 3", "بازی\u200cها"])
def test_a_title_in_letters_that_the_fonts_have_is_printed(tmp_path: Path, title: str) -> None:
    pad = own_pad(tmp_path, 2, 9, title=title)
    verify_own_pad(pad, "own.toml")
    assert_well_laid_out(design_sheet(pad))
    file = io.BytesIO()
    write_pad(file, Order(pad, 1, 1), page_of("a6"))
    assert len(pypdfium2.PdfDocument(file.getvalue())) == 1


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("日本", "日 (U+65E5), 本 (U+672C)"),
        ("Dice 🎲🎲", "🎲 (U+1F3B2)"),
        (r"One\ttwo\nthree", "U+0009, U+000A"),
        (r"Our\u0000 \u202Epad\u2028", "U+0000, U+202E, U+2028"),
    ],
)
def test_a_title_that_would_be_printed_as_boxes_is_refused(
    tmp_path: Path, title: str, told: str
) -> None:
    pad = own_pad(tmp_path, 2, 9, title=title)
    with pytest.raises(LayoutError) as error:
        verify_own_pad(pad, "own.toml")
    assert error.value.file == "own.toml"
    (fault,) = error.value.faults
    assert (fault.key, fault.found) == ("title", told)
    design_sheet(pad)  # a sheet that was printed before can still be read


def test_a_title_too_long_for_five_points_is_refused(tmp_path: Path) -> None:
    fits = own_pad(tmp_path, 2, 9, title="A" * 40)
    verify_own_pad(fits, "own.toml")
    assert title_of(design_sheet(fits)).size >= 1.75
    long = own_pad(tmp_path, 2, 9, title="A" * 60)
    with pytest.raises(LayoutError, match=r"title: expected a title that fits .* 5 points"):
        verify_own_pad(long, "own.toml")
    assert_well_laid_out(design_sheet(long))


def test_rows_that_a_sheet_does_not_hold_are_told_with_their_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="7 rows leave cells") as error:
        verify_own_pad(own_pad(tmp_path, 7, 12), "own.toml")
    assert error.value.file == "own.toml"


@pytest.mark.parametrize("amount", [1, 2, 3, 4, 99])
def test_a_pair_s_sign_and_words_agree_with_its_amount(tmp_path: Path, amount: int) -> None:
    pairs = "".join(
        f"[[pair]]\nbonus = {effect!r}\nboxes = {boxes}\neffect = {effect!r}\namount = {amount}\n"
        for effect, boxes in (
            ("crosses-in-fewest", ["red.3", "blue.4"]),
            ("crosses-in-each", ["red.6", "blue.7"]),
            ("points", ["red.9", "blue.10"]),
        )
    )
    pad = own_pad(tmp_path, 4, 12, pairs)
    for language in language_names():
        assert_well_laid_out(design_sheet(pad, language))
    texts = [shape.text for shape in design_sheet(pad).shapes if isinstance(shape, Text)]
    # in two cells and in the tally, for crosses in the shortest row and in every row
    assert texts.count(f"{amount}×") == (6 if amount > 3 else 0)
    assert texts.count(f"+{amount}") == 3
    said = " ".join(texts)
    assert ("1 cross in every row" in said) == (amount == 1)
    assert ("1 point more" in said) == (amount == 1)


def test_a_penalty_that_costs_nothing_has_no_sign(tmp_path: Path) -> None:
    shapes = design_sheet(own_pad(tmp_path, 2, 9, penalty=0)).shapes
    assert "Penalties   0 each" in [shape.text for shape in shapes if isinstance(shape, Text)]
