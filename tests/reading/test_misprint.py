"""A sheet whose print isn't what its code says is told, and no other."""

import random
from dataclasses import replace

import cv2
import numpy as np
import pytest

from sheetkit.design import design_sheet, sheet_shapes
from sheetkit.design.shapes import Text
from sheetkit.geometry import Box
from sheetkit.pad import SheetCode, find_pad, read_code
from sheetkit.reading import Status, read_photo
from sheetkit.reading.misprint import misprints
from sheetkit.reading.reference import render_design
from sheetkit.reading.template import SCALE, pixel_slices
from tests.reading.photos import QR, on_a_table, print_sheets, rendered


def printed(pad, number=7):
    """A sheet of the pad as it comes from the printer, at the template's scale."""
    return rendered(pad, SCALE, number)


def is_number(shape):
    return isinstance(shape, Text) and shape.text.isdecimal()


def told(picture, pad):
    return list(misprints(picture, design_sheet(pad), SheetCode(pad, 7), pad.markable))


def drawn(name):
    pad = find_pad(name)
    return pad, pad.drawn(random.Random(3))


def test_lucky_numbers_that_the_code_does_not_say_are_named():
    pad = find_pad("longo").with_layout({"lucky": [5, 10]})
    other = pad.with_layout({"lucky": [5, 14]})
    assert told(printed(pad), pad) == []
    (problem,) = told(printed(other), pad)
    assert problem.code == "not-the-design"
    assert "its lucky numbers are 5, 14, by its code 5, 10; " in problem.message


def test_numbers_and_colours_of_another_layout_are_named():
    for name, what in (("mixed-a", "colours"), ("mixed-b", "numbers")):
        pad, other = drawn(name)
        assert told(printed(pad), pad) == []
        assert told(printed(other), other) == []
        (problem,) = told(printed(other), pad)
        assert f"its {what} are not those of its code" in problem.message


def test_a_grey_print_and_warm_light_are_no_other_colours():
    pad, other = drawn("mixed-a")
    grey = cv2.cvtColor(cv2.cvtColor(printed(other), cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    assert told(grey, pad) == []
    warm = (printed(pad) * np.array([0.6, 0.8, 0.95])).astype(np.uint8)
    assert told(warm, pad) == []


def test_a_lamp_and_a_window_give_a_grey_print_no_colours():
    pad, other = drawn("mixed-a")
    grey = cv2.cvtColor(cv2.cvtColor(printed(other), cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    across = np.linspace(0, 1, grey.shape[1])[None, :, None]
    lamp, window = np.array([0.84, 0.89, 0.91]), np.array([0.90, 0.89, 0.85])
    assert told((grey * (lamp + (window - lamp) * across)).astype(np.uint8), pad) == []


@pytest.mark.parametrize("paper", [(0.9, 0.62, 0.85), (0.6, 0.63, 0.9), (0.62, 0.9, 0.9)])
@pytest.mark.parametrize("tinted", [True, False])
def test_glare_on_coloured_paper_gives_it_no_other_colours(paper, tinted):
    pad, other = drawn("mixed-a")
    picture = printed(pad if tinted else other)
    if not tinted:
        picture = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    height, width = picture.shape[:2]
    y, x = np.mgrid[0:height, 0:width] / SCALE
    for middle in ((40, 30), (75, 60), (110, 45)):
        away = np.hypot(x - middle[0], y - middle[1])[:, :, None]
        glare = 0.75 * np.exp(-((away / 28) ** 2))
        seen = picture * np.array(paper) * (1 - glare) + 240 * glare
        assert told(seen.astype(np.uint8), pad) == []


@pytest.mark.parametrize("share", [0.9, 0.8, 0.7, 0.6])
def test_a_lucky_number_on_paper_that_is_not_flat_is_no_other_number(share):
    pad = find_pad("longo").with_layout({"lucky": [8, 13]})
    picture, design = printed(pad), design_sheet(pad)
    (area,) = (
        pixel_slices(around(shape))
        for shape in sheet_shapes(design, SheetCode(pad, 7))
        if is_number(shape) and shape.text == "13" and design.panel.overlaps(around(shape))
    )
    narrow = cv2.resize(picture[area], None, fx=share, fy=1)
    beside = picture[area].shape[1] - narrow.shape[1]
    picture[area] = cv2.copyMakeBorder(
        narrow, 0, 0, beside // 2, beside - beside // 2, cv2.BORDER_REPLICATE
    )
    assert told(cv2.GaussianBlur(picture, (0, 0), 2.5), pad) == []


def around(text):
    x, y = text.at
    return Box(x - text.size, y - text.size, x + text.size, y + 0.2 * text.size)


def test_a_stain_on_a_number_is_no_other_number():
    pad = find_pad("longo").with_layout({"lucky": [5, 10]})
    picture = printed(pad)
    picture[:100] = cv2.GaussianBlur(picture[:100], (0, 0), 6)
    assert told(picture, pad) == []


def test_a_photo_of_such_a_sheet_is_to_be_reviewed():
    pad = find_pad("longo").with_layout({"lucky": [5, 10]})
    other = pad.with_layout({"lucky": [6, 9]})
    design = design_sheet(pad)
    codes = [s for s in sheet_shapes(design, SheetCode(pad, 7)) if not is_number(s)]
    numbers = [s for s in sheet_shapes(design, SheetCode(other, 7)) if is_number(s)]
    swapped = replace(design, shapes=(*design.shapes, *codes, *numbers))
    picture = cv2.copyMakeBorder(
        render_design(swapped, 9.0), 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(90, 120, 150)
    )
    (sheet,) = read_photo(cv2.imencode(".png", picture)[1].tobytes()).sheets
    assert [problem.code for problem in sheet.problems] == ["not-the-design"]
    assert sheet.status is Status.REVIEW


def test_a_stain_on_a_grey_print_is_no_other_colours():
    pad, _ = drawn("mixed-a")
    grey = cv2.cvtColor(cv2.cvtColor(printed(pad), cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    tea = np.zeros(grey.shape[:2], np.float32)
    middle = (grey.shape[1] // 2, round(0.3 * grey.shape[0]))
    cv2.ellipse(tea, middle, (260, 140), 20, 0, 360, 1.0, -1)
    tea = cv2.GaussianBlur(tea, (0, 0), 12)[..., None]
    stained = grey * (1 - tea * np.array([0.3, 0.15, 0.05]))
    assert told(np.asarray(stained, np.uint8), pad) == []


TWO_MARKERS = [Box(8, 5, 19, 16), Box(129, 89, 140, 100)]


@pytest.mark.parametrize("lost", [[], TWO_MARKERS])
@pytest.mark.parametrize("name", ["mixed-a", "mixed-b", "on-board"])
def test_without_its_code_a_drawn_layout_is_not_taken_for_the_official_one(
    name, lost, monkeypatch, tmp_path
):
    monkeypatch.setenv("PATH", str(tmp_path))  # no Tesseract for the letters either
    scale = 10.0
    for pad, count in zip(drawn(name), (1, 0), strict=True):
        picture = rendered(pad, scale)
        for area in (Box(*QR), *lost):
            picture[pixel_slices(area, scale)] = 255
        reading = read_photo(on_a_table(picture))
        assert len(reading.sheets) == count
        problems = reading.problems or reading.sheets[0].problems
        assert [problem.code for problem in problems] == ["no-code"]


def test_each_sheet_has_the_lucky_numbers_that_its_code_says():
    """Longo's sheets differ in nothing else, so what was worked out for one serves all."""
    pdf, sheets = print_sheets("longo", 3)
    read = read_photo(pdf).sheets
    said = {sheet.sheet: read_code(sheet.sheet, [find_pad("longo")]).pad for sheet in sheets}
    assert len({pad.layout_number() for pad in said.values()}) == 3
    assert {sheet.code: sheet.pad for sheet in read} == said
