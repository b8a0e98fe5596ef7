"""A sheet's language isn't in its code: it is told by its words, and its print looked for so."""

import cv2
import numpy as np
import pytest

from sheetkit.design import design_sheet
from sheetkit.design.words import language_names
from sheetkit.pad import find_pad, pad_names
from sheetkit.reading import Status, read_photo
from sheetkit.reading.decode import Picture
from sheetkit.reading.find import Pose
from sheetkit.reading.language import WORD_SCALE, Language, language_on
from sheetkit.reading.place import place
from sheetkit.reading.reference import render_design
from sheetkit.reading.template import SCALE, pixel_slices
from tests.reading.photos import on_a_table, rendered

PADS = pytest.mark.parametrize("pad", [find_pad(name) for name in pad_names()], ids=pad_names())
BAR = tuple(f"bar.{field}" for field in range(1, 13))


def grey(pad, language, scale=WORD_SCALE):
    return cv2.cvtColor(rendered(pad, scale, language=language), cv2.COLOR_BGR2GRAY)


@pytest.mark.parametrize("language", language_names())
def test_marks_between_letters_of_any_language_are_read(language):
    pad = find_pad("bonus-a")
    picture = rendered(pad, 10.0, language=language)
    cells = design_sheet(pad).cells
    crossed = [f"bar.{field}" for field in range(1, 5)]
    for cell in crossed:
        corners = np.rint(np.array(cells[cell].corners) * 10.0).astype(int).tolist()
        for start, end in (corners[::2], corners[1::2]):
            cv2.line(picture, start, end, (90, 40, 30), 5, cv2.LINE_AA)
    (sheet,) = read_photo(on_a_table(picture)).sheets
    assert sheet.status is Status.READ
    assert {cell: str(mark) for cell, mark in sheet.marks.items()} == dict.fromkeys(
        crossed, "cross"
    )


@PADS
@pytest.mark.parametrize("language", language_names())
def test_the_language_is_told_by_its_words(pad, language):
    blurred = cv2.GaussianBlur(grey(pad, language), (0, 0), 0.25 * WORD_SCALE)
    assert language_on(np.asarray(blurred, np.uint8), pad) == Language(language)


@pytest.mark.parametrize(("pad", "doubtful"), [("bonus-a", BAR), ("classic", ())])
def test_words_that_nobody_can_make_out_make_letters_in_cells_doubtful(pad, doubtful):
    pad = find_pad(pad)
    blurred = cv2.GaussianBlur(grey(pad, "de"), (0, 0), 1.6 * WORD_SCALE)
    assert language_on(np.asarray(blurred, np.uint8), pad) == Language("en", doubtful)


@pytest.mark.parametrize("language", ["de", "he", "ru"])
def test_print_lies_where_it_should_in_any_language(language):
    pad, scale = find_pad("bonus-b"), 6.0
    pose = Pose(np.array([[scale, 0, -0.5], [0, scale, -0.5], [0, 0, 1]]), (0, 1, 2, 3))
    placed = place(Picture(rendered(pad, scale, language=language)), pose, pad)
    assert placed.template.design.language == language
    assert placed.fit.placed > 0.95
    assert np.abs(placed.fit.bend).max() < 0.1


@PADS
def test_nothing_else_in_a_cell_depends_on_the_language(pad):
    english = render_design(design_sheet(pad), SCALE)
    for language in language_names():
        design = design_sheet(pad, language)
        other = render_design(design, SCALE)
        for cell in set(pad.markable) - set(BAR):
            area = pixel_slices(design.cells[cell].grown(0.5))
            assert np.array_equal(english[area], other[area]), (language, cell)
