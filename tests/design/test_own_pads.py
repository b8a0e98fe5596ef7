"""Pads that their owners invent: laid out by their counts alone."""

import io
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import pypdfium2
import pytest

from sheetkit.design import SheetDesign, all_shapes, design_sheet, language_names, title_of
from sheetkit.design.measures import BODY
from sheetkit.design.palette import SAFE
from sheetkit.design.shapes import Path as Path_
from sheetkit.design.shapes import Rectangle, Text
from sheetkit.design.text import ink_box
from sheetkit.errors import LayoutError
from sheetkit.geometry import Box
from sheetkit.pad import Pad, SheetCode, find_pad, read_pad
from sheetkit.printing import Order, page_of, room, verify_own_pad, write_pad

COLOURS = ("red", "yellow", "green", "blue", "orange", "purple", "pink", "brown")


def own_pad(
    folder: Path,
    rows: int,
    last: int,
    extra: str = "",
    title: str = "Our own pad",
    penalty: int = -5,
    boxes: int = 4,
    before: int = 5,
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
crosses_before = {before}
[penalties]
boxes = {boxes}
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
    with pytest.raises(LayoutError, match=r"row: .* found 6 rows, which leave 4\.\d mm"):
        design_sheet(own_pad(tmp_path, 6, 12, bar))
    bar = bar.replace("orange", "blue").replace("purple", "green")
    assert_well_laid_out(design_sheet(own_pad(tmp_path, 4, 12, bar)))


def test_longer_rows_than_a_sheet_holds_are_refused_with_their_width(tmp_path: Path) -> None:
    with pytest.raises(
        LayoutError, match=r"row\[1\]\.numbers: .* 29 numbers, which leave 3\.\d mm"
    ):
        design_sheet(own_pad(tmp_path, 4, 30))


def test_its_own_title_stands_on_the_sheet(tmp_path: Path) -> None:
    design = design_sheet(own_pad(tmp_path, 2, 8), "de")
    assert "Our own pad" in [shape.text for shape in design.shapes if isinstance(shape, Text)]


@pytest.mark.parametrize("title", ["משלנו 2", "לַיְלָה", "Ґава", "Ναι 3", "بازی\u200cها"])
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
        (r"Z\u0308oe", "\u0308 (U+0308)"),
        ("مُحَمَّد", "\u064f (U+064F), \u064e (U+064E), \u0651 (U+0651)"),
        (r"לילה Z\u0308", "\u0308 (U+0308)"),
        ("Dice 🎲🎲", "🎲 (U+1F3B2)"),
    ],
)
def test_a_title_that_would_not_be_printed_as_it_is_written_is_refused(
    tmp_path: Path, title: str, told: str
) -> None:
    pad = own_pad(tmp_path, 2, 9, title=title)
    with pytest.raises(LayoutError) as error:
        verify_own_pad(pad, "own.toml")
    assert error.value.file == "own.toml"
    (fault,) = error.value.faults
    assert (fault.key, fault.found) == ("title", told)
    design_sheet(pad)  # a sheet that was printed before can still be read


def test_the_library_prints_no_pad_that_the_command_refuses(tmp_path: Path) -> None:
    pad = own_pad(tmp_path, 2, 9, title="Dice 🎲")
    file = io.BytesIO()
    with pytest.raises(LayoutError, match=r"title: expected letters .* \(U\+1F3B2\)"):
        write_pad(file, Order(pad, 1, 1), page_of("a6"))
    assert not file.getvalue()


def test_a_title_too_long_for_five_points_is_refused(tmp_path: Path) -> None:
    fits = own_pad(tmp_path, 2, 9, title="A" * 40)
    verify_own_pad(fits, "own.toml")
    assert title_of(design_sheet(fits)).size >= 1.75
    long = own_pad(tmp_path, 2, 9, title="A" * 60)
    with pytest.raises(LayoutError, match=r"title: expected a title that fits .* 5 points"):
        verify_own_pad(long, "own.toml")
    assert_well_laid_out(design_sheet(long))


def test_rows_that_a_sheet_does_not_hold_are_told_with_their_file(tmp_path: Path) -> None:
    with pytest.raises(LayoutError) as error:
        verify_own_pad(own_pad(tmp_path, 7, 22, title="🎲"), "own.toml")
    assert (error.value.file, error.value.exit_code) == ("own.toml", 3)
    assert [str(fault) for fault in error.value.faults] == [
        "title: expected letters that the fonts of the sheets have, found 🎲 (U+1F3B2)",
        "row[1].numbers: expected few enough for cells of 5.5 mm, "
        "found 21 numbers, which leave 5.1 mm",
        "row: expected few enough for cells of 5.5 mm, found 7 rows, which leave 4.9 mm",
    ]


@pytest.mark.parametrize("amount", [1, 2, 3, 4, 9])
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


@pytest.mark.parametrize(
    "extra",
    [
        "[bar]\nfields = ['red', 'yellow']\n[bar.boxes]\nred = [4]\nyellow = [9]\n",
        "[[pair]]\nbonus = 'b'\nboxes = ['red.4', 'yellow.9']\neffect = 'points'\n",
    ],
    ids=["bar", "pair"],
)
def test_a_bonus_box_has_its_cell_s_colour_on_a_row_of_two(tmp_path: Path, extra: str) -> None:
    own_pad(tmp_path, 2, 12, extra)
    file = tmp_path / "own.toml"
    text = file.read_text()
    for row, other in (("red", "yellow"), ("yellow", "red")):
        name = f"name = {row!r}\n"
        text = text.replace(name, f"{name}segments = [[{other!r}, 5], [{row!r}, 6]]\n")
    file.write_text(text)
    design = design_sheet(read_pad(file, own=True))
    for cell, colour in (("red.4", "yellow"), ("yellow.9", "yellow")):
        frame = SAFE.tones[colour].sign
        box = design.cells[cell].grown(0.01)
        framed = [s for s in design.shapes if isinstance(s, Rectangle) and s.stroke == frame]
        assert any(box.contains(shape.box) for shape in framed)
        signs = [s for s in design.shapes if isinstance(s, Path_ | Text) and inside(box, s)]
        inks = {s.colour if isinstance(s, Text) else s.fill or s.stroke for s in signs}
        assert inks == {SAFE.tones[colour].print}


def inside(box: Box, shape: Path_ | Text) -> bool:
    return box.contains(ink_box(shape) if isinstance(shape, Text) else around(shape))


def test_a_penalty_that_costs_nothing_has_no_sign(tmp_path: Path) -> None:
    shapes = design_sheet(own_pad(tmp_path, 2, 9, penalty=0)).shapes
    assert "Penalties   0 each" in [shape.text for shape in shapes if isinstance(shape, Text)]


def told(pad: Pad) -> list[str]:
    """The faults that keep a pad from being printed."""
    try:
        verify_own_pad(pad, "own.toml")
    except LayoutError as error:
        return [str(fault) for fault in error.faults]
    return []


def bar_of(fields: int) -> str:
    """A bar with so many fields, on a pad with four rows."""
    names = [COLOURS[field % 4] for field in range(fields)]
    boxes = "".join(f"{c} = {[*range(2, 2 + names.count(c))]}\n" for c in COLOURS[:4])
    return f"[bar]\nfields = {names}\n[bar.boxes]\n{boxes}"


def pairs_of(count: int, effect: str = "points") -> str:
    """So many pairs, on a pad with four rows."""
    cells = [f"{colour}.{number}" for number in range(2, 13) for colour in COLOURS[:4]]
    return "".join(
        f"[[pair]]\nbonus = 'b{n}'\nboxes = {cells[2 * n : 2 * n + 2]}\neffect = '{effect}'\n"
        f"amount = {n + 1}\n"
        for n in range(count)
    )


def lucky_of(numbers: list[int]) -> str:
    ways = sum(6 - abs(number - 7) for number in numbers)
    return f"[lucky]\nnumbers = {numbers}\nfair_ways = {ways}\n"


def board_of(spaces: int, points: int) -> str:
    track = [[COLOURS[n % 4], 2 + n // 4] for n in range(spaces)]
    return (
        f"[board]\nspaces = {track}\npoints = {[points] * spaces}\nsteps = 1\nlast = 1\nfixed = 1\n"
    )


@pytest.mark.parametrize(
    "extra",
    [bar_of(19), pairs_of(5), lucky_of([5]), lucky_of([5]) + bar_of(4),
     lucky_of([5, 9]) + board_of(12, 9), bar_of(4) + board_of(12, 9),
     lucky_of([5, 8, 10]), lucky_of([2, 3, 11, 12]), board_of(40, 20), board_of(5, 999)],
)  # fmt: skip
def test_what_finds_room_is_printed(tmp_path: Path, extra: str) -> None:
    pad = own_pad(tmp_path, 4, 12, extra)
    assert told(pad) == []
    for language in language_names():
        assert_well_laid_out(design_sheet(pad, language))


@pytest.mark.parametrize(
    ("extra", "fault"),
    [
        (bar_of(20), "bar.fields: expected few enough for cells of 5.5 mm, found 20, which leave"),
        (bar_of(40), "bar.fields: expected few enough for cells of 5.5 mm, found 40, which leave"),
        (pairs_of(8, "crosses-in-fewest"), "pair: expected few and short enough for letters of 5"),
        (pairs_of(14), "pair: expected few and short enough for letters of 5"),
        (pairs_of(20), "pair: expected few enough for cells that keep apart, found 20"),
        (lucky_of([5]) + bar_of(4) + board_of(9, 9), "board: expected no more than 2 of lucky"),
        (board_of(44, 1), "row: expected few enough for cells of 5.5 mm, found 4 rows beside a bo"),
    ],
)  # fmt: skip
def test_what_finds_no_room_is_refused_by_its_key(tmp_path: Path, extra: str, fault: str) -> None:
    (only,) = told(own_pad(tmp_path, 4, 12, extra))
    assert only.startswith(fault)


BAR = "[bar]\nfields = ['red']\n[bar.boxes]\nred = [3]\n"
PAIR = "[[pair]]\nbonus = 'b'\nboxes = ['red.5', 'yellow.5']\neffect = 'points'\n"


@pytest.mark.parametrize(
    ("most", "extra"),
    [
        (6, ""), (5, BAR), (5, PAIR), (5, board_of(20, 9)), (4, board_of(21, 9)),
        (4, board_of(40, 9)), (3, BAR + PAIR), (4, BAR + board_of(20, 9)),
        (4, PAIR + board_of(20, 9)),
    ],
)  # fmt: skip
def test_as_many_rows_find_room_as_layouts_md_says(tmp_path: Path, most: int, extra: str) -> None:
    assert told(own_pad(tmp_path, most, 12, extra)) == []
    (only,) = told(own_pad(tmp_path, most + 1, 12, extra))
    assert only.startswith("row: expected few enough for cells of 5.5 mm")


@pytest.mark.parametrize("language", ["en", "he"])
def test_texts_that_lie_over_each_other_are_told(
    monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    design = design_sheet(find_pad("classic"), language)
    text = next(
        shape
        for key, part in design.parts
        for shape in part
        if key == "penalties" and isinstance(shape, Text)
    )
    twice = replace(design, parts=(("bar", (text, text)),))
    monkeypatch.setattr(room, "design_sheet", lambda *_: twice)
    (fault,) = room.room_faults(design)
    assert str(fault).startswith("bar.fields: expected texts that keep apart, found ")
    assert ("a text in he" in str(fault)) == (language == "he")


def test_penalty_boxes_are_large_enough_to_cross(tmp_path: Path) -> None:
    assert told(own_pad(tmp_path, 2, 12, boxes=8)) == []
    (only,) = told(own_pad(tmp_path, 2, 12, boxes=9))
    assert only.startswith("penalties.boxes: expected few enough for cells of 5.5 mm, found 9, ")


@pytest.mark.parametrize("last", [9, 12, 13, 20])
def test_points_of_any_size_keep_apart(tmp_path: Path, last: int) -> None:
    pad = replace(own_pad(tmp_path, 4, last), points=(9999,) * last)
    assert told(pad) == []
    texts = [ink_box(s) for s in design_sheet(pad).shapes if getattr(s, "text", "") == "9999"]
    lines = sorted(texts, key=lambda box: (round(box.top), box.left))
    gaps = [b.left - a.right for a, b in pairwise(lines) if b.left > a.left]
    assert min(gaps) > 0.6


def test_stars_stand_between_lucky_numbers(tmp_path: Path) -> None:
    for numbers in ([5], [5, 10], [5, 8, 10]):
        design = design_sheet(own_pad(tmp_path, 4, 12, lucky_of(numbers)))
        shapes = all_shapes(design, SheetCode(design.pad, 5))
        inside = [s for s in shapes if isinstance(s, Path_) and design.panel.contains(around(s))]
        assert len(inside) == len(numbers) - 1
        texts = [ink_box(s) for s in shapes if isinstance(s, Text) and s.text in map(str, numbers)]
        shown = [box for box in texts if design.panel.contains(box)]
        assert not any(around(star).overlaps(box) for star in inside for box in shown)


def around(path: Path_) -> Box:
    xs, ys = zip(*path.points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def test_a_row_that_may_be_closed_at_once_asks_for_no_crosses(tmp_path: Path) -> None:
    one, none = (own_pad(tmp_path, 2, 9, before=before) for before in (1, 0))
    assert "at least 1 ×" in [s.text for s in design_sheet(one).shapes if isinstance(s, Text)]
    for language in language_names():
        texts = [s.text for s in design_sheet(none, language).shapes if isinstance(s, Text)]
        assert not [text for text in texts if "×" in text]
