"""Noise is measured as it is, and print is no ink even where a phone raised its contrast."""

import cv2
import numpy as np
import pytest

from sheetkit.camera.exposure import tone_mapped
from sheetkit.pad import find_pad
from sheetkit.reading.find import Pose
from sheetkit.reading.hidden import see_cells
from sheetkit.reading.ink import find_ink, with_faded_print
from sheetkit.reading.light import estimate_blank
from sheetkit.reading.marks import LEAST_AREA_MM2, ink_area
from sheetkit.reading.rings import without_rings
from sheetkit.reading.straighten import flat_fit
from sheetkit.reading.template import SCALE, pixel_slices, template_of


@pytest.fixture(scope="module", params=["classic", "on-board"])
def template(request):
    return template_of(find_pad(request.param))


def ink_on(picture, template):
    return find_ink(picture, estimate_blank(picture, template), template)


def noisy(picture, spread):
    rng = np.random.default_rng(1)
    noise = cv2.GaussianBlur(rng.normal(0, 1, picture.shape), (0, 0), 1.2)
    return np.clip(picture + spread * noise / noise.std(), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("spread", [3.0, 8.0, 14.0])
def test_noise_is_measured(template, spread):
    picture = noisy(template.pixels * 0.8, spread)
    found = ink_on(picture, template).noise
    # what is smoothed away before ink is looked for doesn't count, light takes 0.8 of white
    assert 0.6 * spread / 0.8 < found < 1.2 * spread / 0.8


def test_ink_doesnt_count_as_noise(template):
    picture = template.pixels.copy()
    for cell in template.design.pad.markable:
        a, b, c, d = np.rint(np.array(template.boxes[cell].grown(-1).corners) * 6).astype(int)
        cv2.line(picture, a.tolist(), c.tolist(), (60, 50, 40), 4, cv2.LINE_AA)
        cv2.line(picture, b.tolist(), d.tolist(), (60, 50, 40), 4, cv2.LINE_AA)
    assert ink_on(picture, template).noise < 2


def inked_share(ink, template):
    cells = [ink.darkness[pixel_slices(template.boxes[c])] for c in template.design.pad.markable]
    return float(np.mean([(cell > ink.least).mean() for cell in cells]))


@pytest.mark.parametrize("strength", [0.0, 2.0])
def test_print_is_no_ink_where_a_phone_raised_contrast(template, strength):
    light = np.linspace(1, 0.6, template.pixels.shape[1])[None, :, None]
    picture = cv2.GaussianBlur(template.pixels, (0, 0), 0.8) * 0.6 + 40
    picture = (picture * light).astype(np.uint8)
    if strength:
        picture = tone_mapped(picture, strength)
    assert inked_share(ink_on(picture, template), template) < 0.025


@pytest.mark.parametrize("width_mm", [12, 20, 45])
def test_a_hard_shadow_is_no_ink(template, width_mm):
    """Such as an arm's, or a bottle's: half of the light, its edge a millimetre wide."""
    height, width = template.pixels.shape[:2]
    y, x = np.mgrid[:height, :width] / SCALE
    across = np.abs((x - 70) * np.cos(0.5) + (y - 50) * np.sin(0.5)) < width_mm / 2
    shade = cv2.GaussianBlur(across.astype(np.float32), (0, 0), 0.5 * SCALE)[..., None]
    picture = (template.pixels * (0.9 - 0.45 * shade)).astype(np.uint8)
    assert inked_share(ink_on(picture, template), template) < 0.01


def under_a_lamp(picture, template, cells):
    """The picture with glare over these cells, that leaves half of the contrast."""
    veil = np.zeros(picture.shape[:2], np.float32)
    for cell in cells:
        veil[pixel_slices(template.boxes[cell].grown(2))] = 0.5
    veil = cv2.GaussianBlur(veil, (0, 0), SCALE)[..., None]
    return (picture * (1 - veil) * 0.8 + 235 * veil).astype(np.uint8)


def test_a_stroke_on_a_number_under_glare_is_ink_and_the_number_is_none(template, pose):
    slashed, blank_one = "yellow.8", "green.7"
    picture = template.pixels.copy()
    box = template.boxes[slashed]
    x, y = np.array(box.centre) * SCALE
    ends = [(round(x - dx), round(y - dy)) for dx, dy in ((5, 10), (-5, -10))]
    cv2.line(picture, *ends, (110, 60, 60), 3, cv2.LINE_AA)
    picture = under_a_lamp(picture, template, [slashed, blank_one])
    blank = estimate_blank(picture, template)
    ink = find_ink(picture, blank, template)
    size = picture.shape[1::-1]
    contrast = see_cells(picture, ink, blank, template, flat_fit(pose), size).contrast
    faded = with_faded_print(ink, picture, blank, template, contrast)

    def area(ink, cell):
        return ink_area(ink.darkness, template.boxes[cell], ink.least)

    assert area(faded, slashed) > max(2 * area(ink, slashed), LEAST_AREA_MM2)
    assert area(faded, blank_one) < LEAST_AREA_MM2
    even = with_faded_print(ink, picture, blank, template, dict.fromkeys(contrast, 1.0))
    assert even is ink


def test_what_a_cup_left_does_not_come_back_where_print_is_paler():
    template = template_of(find_pad("classic"))
    cell = template.boxes["red.7"]
    picture = template.pixels.copy()
    middle = tuple(round(mm * SCALE) for mm in (cell.left, cell.bottom + 25))
    ring = np.zeros(picture.shape[:2], np.uint8)
    cv2.circle(ring, middle, round(28 * SCALE), 40, round(1.5 * SCALE))
    ring = cv2.GaussianBlur(ring, (0, 0), 2)[:, :, None]
    picture = (picture * (1 - ring / 255.0)).astype(np.uint8)
    blank = estimate_blank(picture, template)
    found = find_ink(picture, blank, template)
    ink = without_rings(found, template)
    area = pixel_slices(cell.grown(-1))
    assert found.darkness[area].max() > 2 * ink.least > 2 * ink.darkness[area].max()
    faded = with_faded_print(ink, picture, blank, template, {"red.7": 0.7})
    assert faded.darkness[area][template.beside_print[area] > 0].max() < ink.least


@pytest.fixture
def pose():
    """A sheet that fills its picture."""
    return Pose(np.diag([SCALE, SCALE, 1.0]), (0, 1, 2, 3))
