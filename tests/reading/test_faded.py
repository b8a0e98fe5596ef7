"""Under a lamp's glare print is paler: a stroke on a number is seen there, and print is no ink."""

import cv2
import numpy as np
import pytest

from sheetkit.pad import find_pad
from sheetkit.reading.faded import contrasts, with_faded_print, with_strange_colours
from sheetkit.reading.hidden import Sight
from sheetkit.reading.ink import LEAST_AREA_MM2, find_ink, ink_area
from sheetkit.reading.light import estimate_blank
from sheetkit.reading.marks import classify_cells
from sheetkit.reading.rings import without_rings
from sheetkit.reading.template import SCALE, pixel_slices, template_of
from sheetkit.reading.verdict import Doubt

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
    contrast = contrasts(picture, blank, template)
    return ink, with_faded_print(ink, picture, blank, template, contrast)


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


def strange_ones(picture, template):
    """The cells on whose print something of another colour is seen, in a picture with noise."""
    rng = np.random.default_rng(3)
    noisy = np.clip(picture + rng.normal(0, 3, picture.shape), 0, 255).astype(np.uint8)
    blank = estimate_blank(noisy, template)
    return with_strange_colours(noisy, blank, template, contrasts(noisy, blank, template))


def test_a_stroke_hardly_darker_than_its_number_is_told_by_its_colour(template):
    marked, empty = "green.8", ["yellow.8", "green.7", "red.lock"]
    sheet = template.pixels.astype(np.float32)
    stroke = slashed(template, [marked]) != template.pixels
    sheet[stroke] = (sheet - [0, 45, 0])[stroke]  # what green print leaves, and no darker in red
    veil = lamp_over(template, [marked, *empty])
    assert strange_ones(under(sheet.clip(0), veil), template) == (marked,)


def test_no_light_changes_the_colour_of_print_and_in_even_light_none_is_looked_at(template):
    yellow = under(template.pixels, lamp_from_the_side(template)) * (0.5, 0.8, 1.0)
    assert strange_ones(yellow, template) == ()
    assert strange_ones(slashed(template, ["yellow.8"]), template) == ()


def test_glare_that_ends_on_a_number_is_no_stroke():
    template = template_of(find_pad("classic"))
    cells = ["yellow.8", "green.7"]
    veil = 1.6 * lamp_over(template, [*cells, "blue.9"])
    for cell in cells:
        x, y = np.rint(np.array(template.boxes[cell].centre) * SCALE).astype(int)
        veil[y - 40 : y + 40, x : x + 40] *= 0.1
    edge = cv2.GaussianBlur(veil, (0, 0), 1.0)[..., None]
    assert strange_ones(under(template.pixels, edge), template) == ()


def test_a_blank_cell_with_something_of_another_colour_on_its_print_is_asked(template):
    blank = estimate_blank(template.pixels, template)
    ink = find_ink(template.pixels, blank, template)
    sight = Sight(strange=("green.8",))
    verdicts = classify_cells(template.pixels, ink, blank, template, sight)
    asked = {cell: verdict.reason for cell, verdict in verdicts.items() if not verdict.sure}
    assert asked == {"green.8": Doubt.ON_PRINT}


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
    contrast = contrasts(picture, blank, template)
    faded = with_faded_print(ink, picture, blank, template, contrast)
    assert faded is not ink
    assert faded.darkness[inside][template.beside_print[inside] > 0].max() < ink.least
