"""The code in letters is told from what OCR makes of them."""

import random

import cv2
import numpy as np
import pytest

from sheetkit.pad import SheetCode, find_pad, pad_names
from sheetkit.pad.code import ALPHABET, code_lengths
from sheetkit.reading.find import Pose
from sheetkit.reading.letters import code_in, read_letters
from tests.reading.photos import rendered

SCALE = 8.0


def a_sheet():
    """A Classic sheet in grey as it comes from the printer."""
    return cv2.cvtColor(rendered(find_pad("classic"), SCALE), cv2.COLOR_BGR2GRAY)


@pytest.mark.parametrize(("blur_mm", "asked"), [(0.0, True), (0.15, True), (0.45, False)])
def test_letters_that_nobody_can_make_out_are_not_given_to_ocr(monkeypatch, blur_mm, asked):
    grey = a_sheet()
    seen = cv2.GaussianBlur(grey, (0, 0), blur_mm * SCALE) if blur_mm else grey
    given = []
    monkeypatch.setattr("pytesseract.image_to_string", lambda view, **_: given.append(view) or "")
    pose = Pose(np.diag([SCALE, SCALE, 1.0]), (0, 1, 2, 3))
    assert read_letters(seen, pose, [find_pad("classic")]) is None
    assert bool(given) == asked


def read_as(monkeypatch, seen):
    """The code on a sheet whose letters OCR takes for ``seen``."""
    grey = a_sheet()
    monkeypatch.setattr("pytesseract.image_to_string", lambda *_, **__: seen)
    pose = Pose(np.diag([SCALE, SCALE, 1.0]), (0, 1, 2, 3))
    return read_letters(grey, pose, [find_pad("classic")])


@pytest.mark.parametrize("wrongly", [{"0": "Q"}, {"0": "D"}, {"0": "C"}, {"0": "Q", "A": "4"}])
def test_letters_taken_for_others_that_look_like_them_are_put_right(monkeypatch, wrongly):
    code = SheetCode(find_pad("classic"), 123_456_789)
    seen = code.text[:2] + code.text[2:].translate(str.maketrans(wrongly))
    assert seen != code.text
    assert read_as(monkeypatch, f"Classic\n{seen}\n") == code


def test_a_code_in_letters_is_found_among_what_stands_beside_it(monkeypatch):
    code = SheetCode(find_pad("classic"), 123_456_789)
    assert read_as(monkeypatch, f"C LASS\n{code.printed} 8 7\n13") == code


@pytest.mark.parametrize("place", range(3, 13))
def test_letters_taken_for_any_others_are_no_code(monkeypatch, place):
    code = SheetCode(find_pad("classic"), 123_456_789).text
    other = "W" if code[place] != "W" else "H"
    assert read_as(monkeypatch, code[:place] + other + code[place + 1 :]) is None


@pytest.mark.parametrize(
    ("seen", "code"),
    [
        ("Bonus B _\nBBO} XV8X NXBB G\n", "BB0JXV8XNXBBG"),
        ("Clasico Resa\nCCOW43HNNOTOJ Cs\n", "CC0W43HNN9T0J"),
        ("Gemixxt A pares\nMAOW PGWS8 ZJF7 V\n", "MA0WPGW8ZJF7V"),
        ("B hlixo\nMBO04 VRDF 6]W6 3\n", "MB04VRDF6JW63"),
        ("12317 =\nNG12 9YYG VED} 1R6 9\n", "NG129YYGVEDJ1R6"),
    ],
)
def test_what_tesseract_made_of_letters_on_photos_is_told(seen, code):
    found = code_in(seen, [find_pad(name) for name in pad_names()])
    assert found is not None
    assert found.text == code


def test_a_code_in_two_lines_is_found_though_a_field_stands_beside_the_first():
    pad = find_pad("bonus-a").numbered(123_456)
    code = SheetCode(pad, 123_456_789)
    groups = code.printed.split()
    seen = f"{' '.join(groups[:3])} aes\n{' '.join(groups[3:])} a.\n".replace("J", "}")
    assert code_in(seen, [pad]) == code


def test_texts_without_a_code_hold_none():
    rng = random.Random(7)
    pads = [find_pad(name) for name in pad_names()]
    for pad in pads:
        for _ in range(20):
            rest = "".join(rng.choices(ALPHABET, k=code_lengths(pad)[0] - 2))
            assert code_in(f"{pad.prefix}{rest}", pads) is None
