"""The code is read where the paper is folded through it."""

import cv2
import numpy as np
import pytest

from sheetkit.design import design_sheet
from sheetkit.pad import SheetCode, find_pad
from sheetkit.reading.codes import read_bent_code, read_sheet_code
from sheetkit.reading.decode import Picture
from sheetkit.reading.find import Pose
from sheetkit.reading.locate import locate_sheets
from sheetkit.reading.place import place
from tests.reading.photos import rendered

SCALE = 8.0


def printed(pad):
    """A sheet in grey as it comes from the printer, and where its code is."""
    return cv2.cvtColor(rendered(pad, SCALE), cv2.COLOR_BGR2GRAY), design_sheet(pad).qr


FLAT = Pose(np.diag([SCALE, SCALE, 1.0]), (0, 1, 2, 3))
"""A view as if the sheet lay flat, as its four markers tell."""


def folded(pad, depth, half):
    """The sheet with a fold up through its code, so deep and so wide to each side, in mm."""
    grey, qr = printed(pad)
    y, x = np.mgrid[0 : grey.shape[0], 0 : grey.shape[1]].astype(np.float32)
    off = np.sqrt((x / SCALE - qr.centre[0]) ** 2 + 2.0**2)  # as sharp as paper breaks
    tent = np.clip(1 - off / half, 0, 1)
    return cv2.remap(grey, x, y - depth * SCALE * tent, cv2.INTER_LINEAR, borderValue=255)


@pytest.mark.parametrize(("depth", "half"), [(3, 32), (3.5, 28)])
def test_a_code_that_a_fold_goes_through_is_read(depth, half):
    pad = find_pad("classic")
    code = read_sheet_code(folded(pad, depth, half), FLAT, [pad])
    assert code is not None
    assert code.text == SheetCode(pad, 7).text


@pytest.mark.parametrize(("depth", "half"), [(4, 32), (5, 28), (5, 40)])
def test_a_code_that_a_deep_fold_goes_through_is_read_when_the_sheet_is_laid_flat(depth, half):
    pad = find_pad("classic")
    seen = folded(pad, depth, half)
    assert read_sheet_code(seen, FLAT, [pad]) is None
    fit = place(Picture(cv2.cvtColor(seen, cv2.COLOR_GRAY2BGR)), FLAT, pad).fit
    code = read_bent_code(seen, fit, [pad])
    assert code is not None
    assert code.text == SheetCode(pad, 7).text


@pytest.mark.parametrize("depth", [-9, -5, 5, 9])
def test_a_code_is_read_from_a_sheet_bent_like_a_bow(depth):
    pad = find_pad("classic")
    grey, _ = printed(pad)
    y, x = np.mgrid[0 : grey.shape[0], 0 : grey.shape[1]].astype(np.float32)
    bow = depth * SCALE * np.sin(np.pi * x / grey.shape[1])
    seen = cv2.remap(grey, x, y - bow, cv2.INTER_LINEAR, borderValue=255)
    code = read_sheet_code(seen, FLAT, [pad])
    assert code is not None
    assert code.text == SheetCode(pad, 7).text


def located(grey):
    """The one sheet in a grey picture."""
    picture = Picture(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR))
    (sheet,) = locate_sheets(picture, [find_pad("classic")]).sheets
    return sheet


def far_away(scale, angle, sigma):
    """A photo of 1600 × 1200 pixels of a sheet at ``scale`` px/mm, out of focus, in dim light."""
    grey, _ = printed(find_pad("classic"))
    middle = grey.shape[1] / 2, grey.shape[0] / 2
    turn = cv2.getRotationMatrix2D(middle, angle, scale / SCALE)
    turn[:, 2] += np.array([800, 600]) - middle
    seen = cv2.warpAffine(grey, turn, (1600, 1200), flags=cv2.INTER_AREA, borderValue=120)
    noise = np.random.default_rng(0).normal(0, 3, seen.shape)
    return np.clip(60 + cv2.GaussianBlur(seen, (0, 0), sigma) * 0.5 + noise, 0, 255).astype(
        np.uint8
    )


@pytest.mark.parametrize(("scale", "sigma"), [(4.2, 1.6), (5.0, 2.0)])
def test_a_code_out_of_focus_is_read(scale, sigma):
    sheet = located(far_away(scale, 20, sigma))
    assert sheet.code is not None
    assert sheet.code.text == SheetCode(find_pad("classic"), 7).text


@pytest.mark.parametrize("angle", [0, 30, 75, 120])
def test_a_code_in_a_shaken_photo_is_read(angle):
    seen = far_away(6.0, 0, 0.8)
    kernel = np.zeros((13, 13), np.float32)
    reach = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))]) * 4
    start, end = (tuple((6 + reach * way).round().astype(int).tolist()) for way in (-1, 1))
    cv2.line(kernel, start, end, 1.0)
    shaken = cv2.filter2D(seen, -1, kernel / kernel.sum())
    pose = Pose(np.array([[6, 0, 800 - 74 * 6], [0, 6, 600 - 52.5 * 6], [0, 0, 1.0]]), (0, 1, 2, 3))
    code = read_sheet_code(shaken, pose, [find_pad("classic")])
    assert code is not None
    assert code.text == SheetCode(find_pad("classic"), 7).text


@pytest.mark.parametrize("angle", [20, 33, 45])
def test_markers_that_are_small_and_soft_are_found(angle):
    sheet = located(far_away(3.5, angle, 1.8))
    assert len(sheet.pose.markers) >= 3
