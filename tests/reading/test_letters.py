"""Letters in cells are in the sheet's language, which its code doesn't say."""

import cv2
import numpy as np
import pytest

from sheetkit.design import design_sheet
from sheetkit.design.words import language_names
from sheetkit.pad import find_pad, pad_names
from sheetkit.reading import Status, read_photo
from sheetkit.reading.letters import Letters, letters_on
from sheetkit.reading.reference import render_design
from sheetkit.reading.template import SCALE, pixel_slices
from tests.reading.conftest import on_a_table, rendered

LOOK_ALIKE = {"nl": "de"}
"""Languages with the same letters for a bar's colours."""


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


@pytest.mark.parametrize("language", language_names())
def test_the_language_is_told_by_its_letters(language):
    pad = find_pad("bonus-a")
    told = letters_on(rendered(pad, SCALE, language=language), pad)
    assert told == Letters(LOOK_ALIKE.get(language, language))


def test_letters_that_nobody_can_make_out_are_doubtful():
    pad = find_pad("bonus-a")
    blurred = cv2.GaussianBlur(rendered(pad, SCALE), (0, 0), 1.6 * SCALE)
    assert letters_on(np.asarray(blurred, np.uint8), pad).doubtful == tuple(
        f"bar.{field}" for field in range(1, 13)
    )


@pytest.mark.parametrize("pad", [find_pad(name) for name in pad_names()], ids=pad_names())
def test_nothing_else_in_a_cell_depends_on_the_language(pad):
    english = render_design(design_sheet(pad), SCALE)
    lettered = [f"bar.{field}" for field in range(1, 13)]
    for language in language_names():
        design = design_sheet(pad, language)
        other = render_design(design, SCALE)
        for cell in set(pad.markable) - set(lettered):
            area = pixel_slices(design.cells[cell].grown(0.5))
            assert np.array_equal(english[area], other[area]), (language, cell)
