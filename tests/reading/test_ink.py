"""Noise is measured as it is, and print is no ink even where a phone raised its contrast."""

import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from sheetkit.camera.exposure import tone_mapped
from sheetkit.design import design_sheet
from sheetkit.design.palette import PALETTES
from sheetkit.pad import find_pad, read_pad
from sheetkit.reading.ink import LEAST_AREA_MM2, find_ink, ink_area
from sheetkit.reading.light import estimate_blank
from sheetkit.reading.reference import render_design
from sheetkit.reading.template import SCALE, pixel_slices, template_of

OWN_PAD = Path(__file__).parents[2] / "docs" / "own-pad.md"


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


@pytest.mark.parametrize("palette", list(PALETTES))
def test_small_numbers_in_any_colours_are_no_ink(tmp_path, palette):
    (text,) = re.findall(r"```toml\n(.*?)```", OWN_PAD.read_text("utf-8"), re.DOTALL)
    file = tmp_path / "own.toml"
    file.write_text(text, "utf-8")
    pad = read_pad(file, own=True)
    printed = render_design(design_sheet(pad, palette=PALETTES[palette]), SCALE)
    seen = np.asarray(cv2.GaussianBlur(printed, (0, 0), 0.6) * 0.8, np.uint8)
    template = template_of(pad)
    ink = find_ink(seen, estimate_blank(seen, template), template)
    most = max(ink_area(ink.darkness, template.boxes[cell], ink.least) for cell in pad.markable)
    assert most < LEAST_AREA_MM2


def test_colours_in_disorder_are_measured_nevertheless(template):
    blocks = np.random.default_rng(1).integers(
        3, size=[side // 8 + 1 for side in template.pixels.shape[:2]]
    )
    bright = np.repeat(np.repeat(np.eye(3)[blocks], 8, axis=0), 8, axis=1)
    height, width = template.pixels.shape[:2]
    picture = np.where(bright[:height, :width], template.pixels, template.pixels // 3)
    blank = estimate_blank(picture.astype(np.uint8), template)
    assert blank.printed.max() == 255


def test_what_lies_outside_of_the_photo_tells_nothing_of_the_ink():
    """Half of a sheet is black then: its darkness was taken off all ink."""
    template = template_of(find_pad("classic"))
    flat = template.pixels.copy()
    cross = template.boxes["red.3"]
    ends = [tuple(int(mm * SCALE) for mm in cross.corners[place]) for place in (0, 2)]
    cv2.line(flat, *ends, (90, 30, 20), 4)
    flat[:, int(0.45 * flat.shape[1]) :] = 0
    blank = estimate_blank(flat, template)
    ink = find_ink(flat, blank, template)
    assert ink_area(ink.darkness, cross, ink.least) > 3
    assert ink_area(ink.darkness, template.boxes["red.4"], ink.least) == 0
