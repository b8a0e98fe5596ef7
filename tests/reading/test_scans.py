"""Pictures that a scanner's program has bleached, and those that it left only black and white."""

import io
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from sheetkit.pad import find_pad
from sheetkit.reading import read_photo
from sheetkit.reading.light import estimate_blank
from sheetkit.reading.template import template_of
from sheetkit.reading.verdict import Doubt
from tests.reading.photos import photograph, pixels

SAMPLES = Path(__file__).parents[2] / "samples"


@pytest.fixture(scope="module")
def photo():
    return photograph("bonus-b", seed=3)


def bleached(photo, contrast):
    """The photo in even light, its light tones as white as its paper."""
    picture = pixels(photo)
    small = cv2.resize(picture, None, fx=1 / 8, fy=1 / 8, interpolation=cv2.INTER_AREA)
    paper = cv2.resize(cv2.medianBlur(small, 31), picture.shape[1::-1]).astype(np.float32)
    even = picture / np.maximum(paper, 1) * 255
    return np.clip((even - 128) * contrast + 128 + 20 * contrast, 0, 255).astype(np.uint8)


def read(picture):
    jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes()
    (sheet,) = read_photo(jpeg).sheets
    return sheet


@pytest.mark.parametrize("contrast", [1.3, 2.0])
def test_a_bleached_scan_is_read(photo, contrast):
    sheet, (truth,) = read(bleached(photo, contrast)), photo.sheets
    certain = {cell for cell in sheet.pad.markable if cell not in sheet.unsure}
    assert len(certain) > 0.9 * len(sheet.pad.markable)
    assert all(sheet.marks.get(cell) == truth.marks.get(cell) for cell in certain)


def test_a_blank_tells_how_much_a_program_has_made_white():
    template = template_of(find_pad("classic"))
    plain = estimate_blank(template.pixels, template)
    assert plain.paper_is_white
    assert plain.lost < 10
    assert plain.outlines == pytest.approx(1, abs=0.1)
    share = template.pixels.astype(np.float32) / 255
    without_outlines = np.clip((share - 0.1) / 0.6 * 255, 0, 255).astype(np.uint8)
    assert estimate_blank(without_outlines, template).outlines < 0.7
    without_signs = np.clip(share / 0.5 * 255, 0, 255).astype(np.uint8)
    bleached = estimate_blank(without_signs, template)
    assert bleached.outlines < 0.05
    assert bleached.lost > 75


def test_nothing_is_certain_where_a_program_made_pale_strokes_white():
    grey = cv2.cvtColor(pixels(photograph("longo", seed=3)), cv2.COLOR_BGR2GRAY)
    even = grey / cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 40)
    sheet = read(np.clip((even - 0.3) / 0.3 * 255, 0, 255).astype(np.uint8))
    assert set(sheet.unsure) == set(sheet.pad.markable)
    (problem,) = [problem for problem in sheet.problems if problem.code == "unclear"]
    assert "without a program that whitens paper" in problem.message


def test_nothing_is_certain_where_all_is_black_or_white(photo):
    grey = cv2.cvtColor(bleached(photo, 1.0), cv2.COLOR_BGR2GRAY)
    sheet = read(cv2.threshold(grey, 170, 255, cv2.THRESH_BINARY)[1])
    assert set(sheet.reasons.values()) == {Doubt.TWO_TONES}
    assert set(sheet.unsure) == set(sheet.pad.markable)
    (problem,) = [problem for problem in sheet.problems if problem.code == "unclear"]
    assert "take it in colour or grey" in problem.message


def test_many_cells_with_stray_dots_are_one_problem():
    dithered = io.BytesIO()
    Image.open(SAMPLES / "02-ticks.jpg").convert("1").save(dithered, "PNG")
    (sheet,) = read_photo(dithered.getvalue()).sheets
    (problem,) = sheet.problems
    assert problem.code == "unclear"
    assert problem.message.startswith(f"{len(sheet.unsure)} cells of sheet CC05HXS7JWWDR can't be")
    assert "stray marks" in problem.message
