"""Every language: complete, in fonts that have its letters, and nothing overlapping."""

import random
import tomllib
from itertools import combinations
from pathlib import Path as FilePath
from string import Formatter

import pytest
from fontTools.ttLib import TTFont

from sheetkit.design import all_shapes, design_sheet, language_names, sheet_shapes, title_of
from sheetkit.design.measures import BODY, HEADER
from sheetkit.design.palette import SAFE
from sheetkit.design.script import printed_order
from sheetkit.design.shapes import Path, Text
from sheetkit.design.style import Style
from sheetkit.design.text import ink_box
from sheetkit.design.typeface import font_file, runs
from sheetkit.design.words import words
from sheetkit.errors import UsageError
from sheetkit.geometry import Box
from sheetkit.pad import COLOURS, CellKind, SheetCode, find_pad, pad_names

SMALLEST_IN_A_CELL = 1.2
"""mm: the em of the smallest sign in a cell's corner."""

SMALLEST = 1.75
"""mm: an em of 5 points (4.96), below which nobody reads a line at arm's length."""

LEAST_TITLE = 2.5
"""mm: an em of seven points."""

CLEAR_OF_CODE = 0.3
"""mm from the title's lowest ink to the code's letters, which are read where the QR is lost."""


def test_the_games_main_markets_are_there() -> None:
    markets = {"en", "de", "es", "fr", "it", "nl", "pt", "pl", "ru", "he", "ar"}
    assert set(language_names()) >= markets


@pytest.mark.parametrize("language", language_names())
def test_no_language_lacks_a_text_or_a_number_in_it(language: str) -> None:
    theirs, english = words(language), words("en")
    assert list(dict.fromkeys(map(plain, theirs))) == list(dict.fromkeys(map(plain, english)))
    for key, text in theirs.items():
        assert text.strip()
        if plain(key) == key:
            assert fields(text) == fields(english[key]), key
        elif not key.endswith((".one", ".two")):  # words may say those: "both", "a single"
            assert fields(text) == ["n"], key


def plain(key: str) -> str:
    return key.partition(".")[0]


@pytest.mark.parametrize(
    ("language", "count", "said"),
    [
        ("en", 1, "1 cross in every row"),
        ("en", 2, "2 crosses in every row"),
        ("de", 2, "2 Kreuze in jeder Reihe"),
        ("pl", 5, "5 krzyżyków w każdym rzędzie"),
        ("ru", 1, "1 крестик в каждом ряду"),
        ("ru", 3, "3 крестика в каждом ряду"),
        ("ru", 11, "11 крестиков в каждом ряду"),
        ("ru", 21, "21 крестик в каждом ряду"),
        ("pt", 2, "2 cruzes em cada fila"),
        ("ar", 2, "علامتان في كل صف"),
    ],
)
def test_a_counted_text_has_the_form_of_its_count(language: str, count: int, said: str) -> None:
    style = Style(words(language), SAFE)
    printed = printed_order(said) if style.from_right else said
    assert style.counted("bonus_crosses_in_each", count) == printed


@pytest.mark.parametrize(
    ("language", "count", "said"),
    [
        ("en", 1, "The last space: "),
        ("de", 1, "Das letzte Feld: "),
        ("fr", 1, "La dernière case : "),
        ("pl", 1, "Ostatnie pole: "),
        ("pl", 2, "Ostatnie 2 pola: "),
        ("pl", 5, "Ostatnie 5 pól: "),
        ("ru", 2, "Последние 2 клетки: "),
        ("ru", 5, "Последние 5 клеток: "),
        ("ru", 21, "Последняя 21 клетка: "),
    ],
)
def test_the_board_s_last_spaces_have_the_form_of_their_count(
    language: str, count: int, said: str
) -> None:
    assert Style(words(language), SAFE).counted("board_last", count).startswith(said)


@pytest.mark.parametrize("language", language_names())
def test_every_count_has_its_form(language: str) -> None:
    style = Style(words(language), SAFE)
    counted = {plain(key) for key in words(language) if plain(key) != key}
    assert len(counted) == 6
    for key in counted:
        assert all(style.counted(key, count) for count in range(1, 100))


@pytest.mark.parametrize(
    ("language", "instead"),
    [
        ("ar", "بدلا من المجموع"), ("de", "stattdessen"), ("en", "instead"),
        ("es", "en vez de la suma"), ("fr", "à la place"), ("he", "במקום הסכום"),
        ("it", "invece"), ("nl", "in plaats daarvan"), ("pl", "zamiast tego"),
        ("pt", "em vez disso"), ("ru", "взамен"),
    ],
)  # fmt: skip
def test_a_lucky_number_brings_no_cross_besides_the_sum(language: str, instead: str) -> None:
    """L2: it is crossed instead of it."""
    assert instead in words(language)["lucky_note"]


def test_a_missing_form_is_an_error(tmp_path: FilePath, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = FilePath(find_pad.__code__.co_filename).parent.parent / "languages"
    text = (folder / "pl.toml").read_text(encoding="utf-8")
    (tmp_path / "pl.toml").write_text(text.replace("many =", "other ="), encoding="utf-8")
    monkeypatch.setattr("sheetkit.design.words._FOLDER", tmp_path)
    with pytest.raises(ValueError, match=r"at_least needs the forms few, many, one"):
        words.__wrapped__("pl")


def test_a_language_that_has_no_rule_for_counts_is_an_error(
    tmp_path: FilePath, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = FilePath(find_pad.__code__.co_filename).parent.parent / "languages"
    (tmp_path / "xx.toml").write_bytes((folder / "de.toml").read_bytes())
    monkeypatch.setattr("sheetkit.design.words._FOLDER", tmp_path)
    with pytest.raises(UsageError, match=r"'xx', but no rule .*plurals\.py"):
        words.__wrapped__("xx")


def fields(text: str) -> list[str]:
    return [field for _, field, _, _ in Formatter().parse(text) if field]


@pytest.mark.parametrize(
    ("language", "total"),
    [
        ("ar", "في المجموع"), ("de", "in der Summe"), ("en", "in the total"),
        ("es", "en el total"), ("fr", "au total"), ("he", "בסך הכול"), ("it", "nel totale"),
        ("nl", "in het totaal"), ("pl", "w polu Razem"), ("pt", "no total"), ("ru", "к итогу"),
    ],
)  # fmt: skip
def test_a_tally_says_what_is_added_in_the_total_alone(language: str, total: str) -> None:
    texts = words(language)
    bonuses = [text for key, text in texts.items() if plain(key) == "bonus_points"]
    assert all(total in text for text in [texts["bonus_double_fewest"], *bonuses])


@pytest.mark.parametrize("language", language_names())
def test_letters_tell_colours_apart(language: str) -> None:
    style = Style(words(language), SAFE)
    assert len({style.letter(colour) for colour in COLOURS}) == len(COLOURS)


def test_no_dot_alone_tells_two_arabic_letters_apart() -> None:
    bare = str.maketrans("جخضزظغ", "ححصرطع")
    letters = [words("ar")[f"letter_{colour}"].translate(bare) for colour in COLOURS]
    assert len(set(letters)) == len(letters)


def test_no_hebrew_letter_is_as_small_as_a_yod() -> None:
    assert "י" not in [words("he")[f"letter_{colour}"] for colour in COLOURS]


@pytest.mark.parametrize("language", language_names())
@pytest.mark.parametrize("name", pad_names())
def test_no_text_overlaps_another_or_leaves_the_body(name: str, language: str) -> None:
    drawn = find_pad(name).drawn(random.Random(3))
    for pad in (find_pad(name), drawn, *drawn.dealt(2, random.Random(1))):
        design = design_sheet(pad, language)
        shapes = all_shapes(design, SheetCode(pad, 99))
        texts = [shape for shape in shapes if isinstance(shape, Text)]
        boxes = {text: ink_box(text) for text in texts}
        for text, box in boxes.items():
            assert BODY.grown(0.01).contains(box), text.text
            assert text.size >= SMALLEST_IN_A_CELL, text.text
        for one, other in combinations(texts, 2):
            assert not boxes[one].overlaps(boxes[other]), (one.text, other.text)


@pytest.mark.parametrize("language", language_names())
@pytest.mark.parametrize("name", pad_names())
def test_no_line_is_too_small_to_read(name: str, language: str) -> None:
    for pad in (find_pad(name), find_pad(name).drawn(random.Random(3))):
        design = design_sheet(pad, language)
        cells = [design.cells[cell] for cell in pad.markable]
        letters = {Style(words(language), SAFE).letter(row) for row in pad.row_names}
        for text in all_shapes(design, SheetCode(pad, 99)):
            if isinstance(text, Text) and text.text not in letters:
                in_a_cell = any(box.contains(ink_box(text)) for box in cells)
                assert in_a_cell or text.size >= SMALLEST, text.text


@pytest.mark.parametrize("language", language_names())
@pytest.mark.parametrize("name", pad_names())
def test_no_title_comes_to_the_code(name: str, language: str) -> None:
    for pad in (find_pad(name), find_pad(name).drawn(random.Random(3))):
        design = design_sheet(pad, language)
        title = title_of(design)
        own = sheet_shapes(design, SheetCode(pad, 99))
        code = [ink_box(text) for text in own if isinstance(text, Text) and len(text.text) > 4]
        above = min(line.top for line in code) - ink_box(title).bottom
        below = ink_box(title).top - max(line.bottom for line in code)
        assert max(above, below) >= CLEAR_OF_CODE
        assert title.size >= LEAST_TITLE
        if below > 0:  # the code's letters are read down to there
            assert ink_box(title).top > HEADER.bottom + 0.6


@pytest.mark.parametrize("language", [each for each in language_names() if each != "ar"])
def test_every_title_stands_alike_above_its_code(language: str) -> None:
    """Whatever tails its letters have; Arabic's reach far down and up."""
    places = set()
    for name in pad_names():
        design = design_sheet(find_pad(name), language)
        title = title_of(design)
        places.add((title.size, round(design.code_text.top - title.at[1], 3)))
    assert len(places) == 1


@pytest.mark.parametrize("language", language_names())
def test_fonts_have_every_letter(language: str) -> None:
    style = Style(words(language), SAFE)
    for key in style.texts:
        for bold in (False, True):
            for font, part in runs(style.text(key, 5), bold=bold):
                known = characters(font)
                assert not [character for character in part if ord(character) not in known]


KNOWN: dict[str, frozenset[int]] = {}


def characters(font: str) -> frozenset[int]:
    if font not in KNOWN:
        KNOWN[font] = frozenset(TTFont(font_file(font)).getBestCmap())
    return KNOWN[font]


def test_cells_stand_alike_in_every_language() -> None:
    for name in pad_names():
        pad = find_pad(name)
        cells = [design_sheet(pad, language).cells for language in language_names()]
        assert all(each == cells[0] for each in cells)


def test_numbers_and_latin_words_keep_their_direction() -> None:
    assert printed_order("\u05d0\u05d1 –15 \u05d2 Qwixx") == "Qwixx \u05d2 –15 \u05d1\u05d0"


def test_arabic_letters_are_joined() -> None:
    # salam: seen initial, lam with alef final, meem isolated
    assert printed_order("\u0633\u0644\u0627\u0645") == "\ufee1\ufefc\ufeb3"
    # a letter that joins only to its right parts its neighbours
    assert printed_order("\u062f\u0628") == "\ufe8f\ufea9"


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(UsageError, match=r"'xx'; choose one of ar, de"):
        words("xx")


@pytest.mark.parametrize(
    ("name", "meant"),
    [("de_DE", "de"), ("Deutsch", "de"), ("PT-br", "pt"), ("русский", "ru"), ("Englisch", "en")],
)
def test_a_language_by_another_name_is_told_by_its_code(name: str, meant: str) -> None:
    with pytest.raises(UsageError, match=f"no language '{name}'; did you mean {meant}[?]"):
        words(name)


def test_language_files_are_in_the_package() -> None:
    folder = FilePath(find_pad.__code__.co_filename).parent.parent / "languages"
    for file in folder.glob("*.toml"):
        assert tomllib.loads(file.read_text(encoding="utf-8"))["name"]


@pytest.mark.parametrize("language", ["he", "ar"])
def test_what_is_read_from_the_right_begins_with_its_sign(language: str) -> None:
    pad = find_pad("bonus-b")
    design = design_sheet(pad, language)
    tally = [design.cells[cell.id] for cell in pad.cells.values() if cell.kind is CellKind.BONUS]
    ends = [*(box.left for box in tally[1:]), BODY.right]
    texts = [shape for shape in design.shapes if isinstance(shape, Text)]
    points = [point for shape in design.shapes if isinstance(shape, Path) for point in shape.points]
    for box, end in zip(tally, ends, strict=True):
        column = Box(box.right, box.top, end, box.bottom)
        inside = [text for text in texts if column.contains(ink_box(text))]
        words = [ink_box(text) for text in inside if any(map(str.isalpha, text.text))]
        signs = [ink_box(text).left for text in inside if not any(map(str.isalpha, text.text))]
        signs += [x for x, y in points if column.contains(Box(x, y, x, y))]
        assert min(signs) > max(word.right for word in words)


@pytest.mark.parametrize("language", language_names())
@pytest.mark.parametrize("name", ["classic", "mixed-a", "on-board"])
def test_a_row_s_letter_keeps_clear_of_its_arrow_and_sign(name: str, language: str) -> None:
    design = design_sheet(find_pad(name), language)
    letters = Style(words(language), SAFE).letters(design.pad.row_names)
    first = min(box.left for cell, box in design.cells.items() if cell.endswith(".lock"))
    heads = [
        ink_box(text)
        for text in design.shapes
        if isinstance(text, Text) and text.text in letters and text.at[0] < first / 4
    ][: len(letters)]
    filled = [
        Box(min(xs), min(ys), max(xs), max(ys))
        for shape in design.shapes
        if isinstance(shape, Path) and shape.fill is not None
        for xs, ys in [tuple(zip(*shape.points, strict=True))]
    ]
    assert len(heads) == len(letters)
    for head in heads:
        assert not [box for box in filled if box.grown(0.6).overlaps(head)]


@pytest.mark.parametrize("language", language_names())
def test_a_row_s_letter_stands_in_its_sum_where_reading_starts(language: str) -> None:
    design = design_sheet(find_pad("classic"), language)
    style = Style(words(language), SAFE)
    box = design.cells["write.red"]
    inked = (ink_box(text) for text in design.shapes if isinstance(text, Text))
    (letter,) = [ink for ink in inked if box.contains(ink)]
    assert (letter.left > box.centre[0]) == style.from_right


@pytest.mark.parametrize("language", language_names())
@pytest.mark.parametrize("pad", ["classic", "bonus-a"])
def test_the_rows_letters_have_one_size(language, pad):
    design = design_sheet(find_pad(pad), language)
    style = Style(words(language), design.palette)
    letters = set(style.letters(design.pad.row_names))
    sizes = {}
    for text in (shape for shape in design.shapes if isinstance(shape, Text) and shape.bold):
        if text.text in letters:
            sizes.setdefault(round(text.size, 3), []).append(text.text)
    assert all(set(seen) == letters for seen in sizes.values())  # at the rows, sums, and the bar
