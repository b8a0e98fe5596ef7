"""Under a lamp's glare print is paler: a stroke on a number is seen there, and print is no ink."""

import cv2
import numpy as np
import pytest

from sheetkit.pad import find_pad
from sheetkit.reading.faded import contrasts, with_faded_print
from sheetkit.reading.ink import find_ink
from sheetkit.reading.light import estimate_blank
from sheetkit.reading.marks import LEAST_AREA_MM2, ink_area
from sheetkit.reading.rings import without_rings
from sheetkit.reading.template import SCALE, pixel_slices, template_of

INK = (110, 60, 60)


@pytest.fixture(scope="module", params=["classic", "on-board"])
def template(request):
    return template_of(find_pad(request.param))


def slashed(template, cells):
    """The sheet with a short stroke on the number of each cell, hardly longer than that is."""
    ink = np.full_like(template.pixels, 255)
    for cell in cells:
        x, y = np.array(template.boxes[cell].centre) * SCALE
        ends = [(round(x - dx), round(y - dy)) for dx, dy in ((5, 10), (-5, -10))]
        cv2.line(ink, *ends, INK, 3, cv2.LINE_AA)
    return cv2.multiply(template.pixels, ink, scale=1 / 255)


def under(picture, veil):
    """The picture with that part of its contrast lost in glare."""
    return (picture * (1 - veil) * 0.8 + 235 * veil).astype(np.uint8)


def lamp_over(template, cells):
    """Glare over these cells, that leaves half of the contrast."""
    veil = np.zeros(template.pixels.shape[:2], np.float32)
    for cell in cells:
        veil[pixel_slices(template.boxes[cell].grown(2))] = 0.5
    return cv2.GaussianBlur(veil, (0, 0), SCALE)[..., None]


def lamp_from_the_side(template):
    """Glare that grows over the right half of the sheet."""
    across = np.linspace(-0.6, 0.6, template.pixels.shape[1], dtype=np.float32)
    return np.broadcast_to(np.clip(across, 0, None), template.pixels.shape[:2])[..., None]


def read(picture, template):
    """The ink found at first, and with the print that is seen."""
    blank = estimate_blank(picture, template)
    ink = find_ink(picture, blank, template)
    return ink, with_faded_print(ink, picture, blank, template)


def area(ink, template, cell):
    return ink_area(ink.darkness, template.boxes[cell], ink.least)


def test_a_stroke_on_a_number_under_glare_is_ink_and_the_number_is_none(template):
    cells = ["yellow.8", "green.7"]
    veil = lamp_over(template, cells)
    ink, faded = read(under(slashed(template, cells[:1]), veil), template)
    assert area(faded, template, "yellow.8") > LEAST_AREA_MM2
    assert area(faded, template, "yellow.8") > 2 * area(ink, template, "yellow.8")
    assert area(faded, template, "green.7") < LEAST_AREA_MM2


def test_so_it_is_where_glare_lies_over_half_of_the_sheet():
    template = template_of(find_pad("classic"))
    veil = lamp_from_the_side(template)
    numbers = [
        cell
        for cell in template.design.pad.markable
        if cell.startswith(("red", "yellow", "green", "blue"))
        if veil[pixel_slices(template.boxes[cell])].min() > 0.25
    ]
    struck, blank_ones = numbers[::2], numbers[1::2]
    _, faded = read(under(slashed(template, struck), veil), template)
    assert min(area(faded, template, cell) for cell in struck) > LEAST_AREA_MM2
    assert max(area(faded, template, cell) for cell in blank_ones) < LEAST_AREA_MM2


def test_contrast_is_told_by_number_whatever_is_crossed(template):
    cells = ["yellow.8", "green.7"]
    veil = lamp_over(template, cells)
    picture = under(slashed(template, cells), veil)
    parts = contrasts(picture, estimate_blank(picture, template), template)
    assert all(parts[cell] == pytest.approx(0.53, abs=0.07) for cell in cells)
    others = [part for cell, part in parts.items() if cell.startswith("blue")]
    assert np.median(others) == pytest.approx(1, abs=0.03)


def test_nothing_changes_in_even_light(template):
    ink, faded = read(slashed(template, ["yellow.8"]), template)
    assert faded is ink


def test_what_a_cup_left_does_not_come_back_where_print_is_paler():
    template = template_of(find_pad("classic"))
    cell = template.boxes["red.7"]
    middle = tuple(round(mm * SCALE) for mm in (cell.left, cell.bottom + 25))
    ring = np.zeros(template.pixels.shape[:2], np.uint8)
    cv2.circle(ring, middle, round(28 * SCALE), 60, round(1.5 * SCALE))
    ring = cv2.GaussianBlur(ring, (0, 0), 2)[:, :, None]
    picture = template.pixels * (1 - ring / 255.0)
    picture = under(picture, lamp_over(template, ["red.7", "red.8"]))
    blank = estimate_blank(picture, template)
    found = find_ink(picture, blank, template)
    ink = without_rings(found, template)
    inside = pixel_slices(cell.grown(-1))
    assert found.darkness[inside].max() > 2 * ink.least > 2 * ink.darkness[inside].max()
    faded = with_faded_print(ink, picture, blank, template)
    assert faded is not ink
    assert faded.darkness[inside][template.beside_print[inside] > 0].max() < ink.least
