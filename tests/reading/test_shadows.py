"""Shadows of leaves and blinds are no ink; strokes in them are, and what can't be told is asked."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from sheetkit.camera import Level
from sheetkit.camera.conditions import ShadowKind
from sheetkit.geometry import Box
from sheetkit.pad import find_pad
from sheetkit.reading import read_photo
from sheetkit.reading.blocks import FINE_SCALE, structure
from sheetkit.reading.edges import has_sharp_stroke, sharpness_of_print
from sheetkit.reading.ink import find_ink
from sheetkit.reading.light import estimate_blank
from sheetkit.reading.shadows import perhaps_shadows, soft_cells, without_shadows
from sheetkit.reading.template import SCALE, pixel_slices, template_of
from sheetkit.reading.verdict import Doubt, Verdict
from tests.reading.photos import photograph

CELL = "yellow.7"
VOID = Verdict({"void": 0.999, "empty": 0.001})
CROSS = Verdict({"cross": 0.999, "empty": 0.001})


@pytest.fixture(scope="module")
def template():
    return template_of(find_pad("classic"))


def shaded(template, box, soft_mm, left=0.5):
    """The sheet with less light on a box, at whose edges it fades so softly."""
    mask = np.zeros(template.pixels.shape[:2], np.float32)
    mask[pixel_slices(box)] = 1
    mask = cv2.GaussianBlur(mask, (0, 0), soft_mm * SCALE)
    return (template.pixels * (1 - (1 - left) * mask[..., None])).astype(np.uint8)


def crossed(picture, box, darkness=0.3, width_mm=0.5):
    """The picture with an X over a box."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    a, b, c, d = (np.rint(np.array(p) * SCALE).astype(int).tolist() for p in box.corners)
    for start, end in ((a, c), (b, d)):
        cv2.line(mask, start, end, 255, round(width_mm * SCALE), cv2.LINE_AA)
    return (picture * (1 - (1 - darkness) * mask[..., None] / 255)).astype(np.uint8)


def inks(picture, template):
    """The ink before shadows are taken out, and after."""
    blank = estimate_blank(picture, template)
    ink = find_ink(picture, blank, template)
    soft = soft_cells(ink, picture, blank, template)
    return ink, without_shadows(ink, soft, picture, blank, template)


def doubts_on(verdicts, picture, template):
    """Those of the verdicts that become doubtful."""
    blank = estimate_blank(picture, template)
    soft = soft_cells(find_ink(picture, blank, template), picture, blank, template)
    return perhaps_shadows(verdicts, soft, picture, blank, template)


def level_in(ink, template, part):
    box = template.boxes[CELL].grown(-0.8)
    clear = template.beside_print[pixel_slices(box)] > 0
    return np.percentile(ink.darkness[pixel_slices(box)][clear], part)


def stripe(box):
    """A band of shade thinner than a cell, on beyond both of its sides."""
    _, y = box.centre
    return Box(box.left - 15, y - 1.2, box.right + 15, y + 1.2)


def test_a_shadow_through_a_row_is_no_ink(template):
    picture = shaded(template, stripe(template.boxes[CELL]), 0.9)
    before, after = inks(picture, template)
    assert level_in(before, template, 90) > 40
    assert level_in(after, template, 90) < 16


def test_a_stroke_in_a_shadow_stays(template):
    box = template.boxes[CELL]
    picture = crossed(shaded(template, stripe(box), 0.9), box.grown(-1.5))
    _, after = inks(picture, template)
    assert level_in(after, template, 98) > 120


def test_a_pale_stroke_in_a_shadow_stays(template):
    box = template.boxes[CELL]
    picture = crossed(shaded(template, stripe(box), 0.9), box.grown(-1.5), darkness=0.8)
    _, after = inks(picture, template)
    assert level_in(after, template, 98) > 30


def test_a_blackout_stays(template):
    picture = shaded(template, template.boxes[CELL].grown(-0.5), 0.1, left=0.3)
    before, after = inks(picture, template)
    assert np.array_equal(before.darkness, after.darkness)


@pytest.mark.parametrize("soft_mm", [1.0, 1.5])
def test_what_darkens_a_cell_without_any_sharp_edge_is_asked(template, soft_mm):
    picture = shaded(template, template.boxes[CELL], soft_mm)
    doubts = doubts_on({CELL: VOID, "red.2": VOID}, picture, template)
    assert doubts[CELL].reason == Doubt.SHADOW
    assert {"void", "empty"} == set(doubts[CELL].odds)
    assert list(doubts) == [CELL]  # nothing darkens the other one


def test_a_line_in_a_cell_without_any_sharp_edge_is_asked(template):
    line = Verdict({"skip": 0.999, "empty": 0.001})
    picture = shaded(template, stripe(template.boxes[CELL]), 0.9)
    assert doubts_on({CELL: line}, picture, template)[CELL].reason == Doubt.SHADOW


def blurred(picture):
    """The picture as smooth as a phone may leave it."""
    return cv2.GaussianBlur(picture, (0, 0), 3.8)


def test_where_print_is_blurred_strokes_may_be_as_well(template):
    picture = crossed(template.pixels, template.boxes[CELL].grown(-1.5), darkness=0.5)
    assert not doubts_on({CELL: CROSS}, blurred(picture), template)


def test_shades_are_softer_than_blurred_print(template):
    line = Verdict({"skip": 0.999, "empty": 0.001})
    picture = shaded(template, stripe(template.boxes[CELL]), 0.9)
    assert doubts_on({CELL: line}, blurred(picture), template)[CELL].reason == Doubt.SHADOW


def test_marks_with_sharp_edges_and_what_is_asked_already_stay(template):
    picture = crossed(template.pixels, template.boxes[CELL].grown(-1.5))
    assert not doubts_on({CELL: CROSS}, picture, template)
    soft = shaded(template, template.boxes[CELL], 1.2)
    asked = Verdict({"void": 0.6, "cross": 0.4}, "why")
    assert not doubts_on({CELL: asked}, soft, template)


def in_the_edge_of_a_shadow(template, left):
    """The sheet with a deep shadow over everything above the middle of the cell."""
    box = template.boxes[CELL]
    return shaded(
        template, Box(box.left - 15, box.top - 20, box.right + 15, box.centre[1]), 1.2, left
    )


def grainy(picture, noise):
    grain = np.random.default_rng(3).normal(0, noise, picture.shape[:2])[..., None]
    return np.clip(picture + grain, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(("left", "darkness", "blur"), [(0.35, 0.88, 0.4), (0.5, 0.84, 1.5)])
def test_a_pale_mark_in_the_edge_of_a_shadow_is_certain(template, left, darkness, blur):
    shade = in_the_edge_of_a_shadow(template, left)
    picture = crossed(shade, template.boxes[CELL].grown(-1.5), darkness)
    picture = grainy(cv2.GaussianBlur(picture, (0, 0), blur), 1.0)
    blank = estimate_blank(picture, template)
    soft = soft_cells(find_ink(picture, blank, template), picture, blank, template)
    assert CELL in soft  # its edges are, beside the contrast of the shadow
    assert not perhaps_shadows({CELL: CROSS}, soft, picture, blank, template)


@pytest.mark.parametrize("noise", [2, 6, 12])
def test_noise_in_the_edge_of_a_shadow_is_no_sharp_stroke(template, noise):
    shade = cv2.GaussianBlur(in_the_edge_of_a_shadow(template, 0.35), (0, 0), 2)
    picture = grainy(shade, noise)
    blank = estimate_blank(picture, template)
    of_print = sharpness_of_print(picture, blank, template)
    assert not has_sharp_stroke(picture, blank, template, template.boxes[CELL], of_print)


def test_the_edge_of_a_shadow_looks_like_no_print():
    step = np.full((120, 120), 230, np.uint8)
    step[:, 60:] = 110
    assert structure(cv2.GaussianBlur(step, (0, 0), 3), FINE_SCALE).min() > 240


@pytest.mark.parametrize("kind", [ShadowKind.LEAVES, ShadowKind.BLIND])
@pytest.mark.parametrize("seed", [3, 4, 5])
def test_a_sheet_in_such_a_shade_is_never_read_wrongly(kind, seed):
    def change(conditions):
        light = replace(conditions.lighting, shadow_kind=kind, shadow=0.5, penumbra=0.006)
        return replace(conditions, lighting=light)

    photo = photograph(seed=seed, level=Level.ORDINARY, change=change)
    (sheet,) = read_photo(photo.jpeg).sheets
    (truth,) = photo.sheets
    certain = {cell: str(mark) for cell, mark in sheet.marks.items()}
    expected = {cell: mark for cell, mark in truth.marks.items() if cell not in sheet.unsure}
    assert certain == expected
    assert len(sheet.unsure) < len(sheet.pad.markable) / 3
