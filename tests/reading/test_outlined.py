"""A sheet printed with little ink is known by its outlines, and they are no ink."""

import cv2
import numpy as np
import pytest

from sheetkit.design.palette import PALETTES, outlined
from sheetkit.pad import find_pad, pad_names
from sheetkit.reading import Status, read_photo
from sheetkit.reading.ink import LEAST_AREA_MM2, find_ink, ink_area
from sheetkit.reading.language import WORD_SCALE
from sheetkit.reading.light import estimate_blank
from sheetkit.reading.outlined import is_outlined
from sheetkit.reading.template import SCALE, template_of
from tests.reading.photos import on_a_table, rendered


@pytest.mark.parametrize("palette", list(PALETTES))
@pytest.mark.parametrize("pad", list(pad_names()))
def test_outlines_and_tints_are_told_apart_in_bad_light(pad, palette):
    known = find_pad(pad)
    for lines in (False, True):
        colours = outlined(PALETTES[palette]) if lines else PALETTES[palette]
        grey = cv2.cvtColor(
            rendered(known, WORD_SCALE, language="pl", palette=colours), cv2.COLOR_BGR2GRAY
        )
        pale = 255 - (255 - cv2.GaussianBlur(grey, (0, 0), 0.8).astype(np.float32)) * 0.5
        shade = np.linspace(0.35, 0.9, grey.shape[1])
        seen = pale * shade + np.random.default_rng(0).normal(0, 3, grey.shape)
        assert is_outlined(np.clip(seen, 0, 255).astype(np.uint8), known, "pl") == lines


@pytest.mark.parametrize("pad", list(pad_names()))
def test_outlines_are_no_ink(pad):
    template = template_of(find_pad(pad), outlined=True)
    dim = np.asarray(template.pixels * np.linspace(0.4, 0.9, template.pixels.shape[1])[:, None])
    seen = np.asarray(cv2.GaussianBlur(dim, (0, 0), 0.7), np.uint8)
    ink = find_ink(seen, estimate_blank(seen, template), template)
    most = max(ink_area(ink.darkness, box, ink.least) for box in template.boxes.values())
    assert most < LEAST_AREA_MM2 / 2


@pytest.mark.parametrize("pad", ["classic", "on-board"])
def test_numbers_are_no_ink_where_another_sheet_lies_over_the_rows_signs(pad):
    """Most of a row's colour is in the sign at its left end."""
    template = template_of(find_pad(pad), outlined=True)
    seen, left = template.pixels.copy(), 20.0
    seen[:, : round(left * SCALE)] = 250
    seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), 0.7), np.uint8)
    ink = find_ink(seen, estimate_blank(seen, template), template)
    shown = [box for box in template.boxes.values() if box.left > left + 1]
    most = max(ink_area(ink.darkness, box, ink.least) for box in shown)
    assert most < LEAST_AREA_MM2 / 2


def test_shade_between_crossed_rows_of_outlines_is_no_shadow():
    pad = find_pad("longo")
    template = template_of(pad, outlined=True)
    seen = template.pixels.copy()
    for cell in pad.markable:
        corners = np.rint(np.array(template.boxes[cell].grown(1).corners) * SCALE).astype(int)
        cv2.line(seen, corners[0].tolist(), corners[2].tolist(), (60, 60, 60), 4, cv2.LINE_AA)
    light = estimate_blank(seen, template).light
    assert light.min() > 200


def test_a_blank_sheet_in_outlines_is_read():
    pad = find_pad("mixed-a")
    picture = rendered(pad, 9.0, palette=outlined(PALETTES["safe"]))
    (sheet,) = read_photo(on_a_table(picture)).sheets
    assert (dict(sheet.marks), sheet.status) == ({}, Status.READ)
