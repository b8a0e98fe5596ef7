"""Codes too blurred for readers of codes are drawn anew from what their modules show."""

import cv2
import numpy as np
import pytest
import zxingcpp

from sheetkit.design.qr import qr_box, qr_rows
from sheetkit.geometry import Box
from sheetkit.reading.qr_modules import redrawn

SCALE = 8.0
AREA = Box(60.0, 60.0, 90.0, 85.0)
TEXTS = {21: "CC06366YA3H4J", 25: "A" * 24, 29: "B" * 44}
"""A text for each size of a code, in modules a side."""


def seen(side, blur, *, noise=1.0, shade=1.0, moved=(0.0, 0.0)):
    """The area of the code as a photo has it: 200 is white, ``shade`` falls on its right half."""
    rows = np.array([[int(module) for module in row] for row in qr_rows(TEXTS[side])])
    assert rows.shape == (side, side)
    picture = np.full((round(AREA.height * SCALE), round(AREA.width * SCALE)), 200.0)
    box = qr_box(side)
    across, down = moved
    y, x = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]] + 0.5
    column = (x / SCALE + AREA.left - box.left - across) / (box.width / side)
    row = (y / SCALE + AREA.top - box.top - down) / (box.width / side)
    inside = (column > 0) & (column < side) & (row > 0) & (row < side)
    black = np.zeros_like(inside)
    black[inside] = rows[row[inside].astype(int), column[inside].astype(int)] > 0
    picture[black] = 40.0
    picture[:, picture.shape[1] // 2 :] *= shade
    rng = np.random.default_rng(0)
    return np.clip(blur(picture) + rng.normal(0, noise, picture.shape), 0, 255).astype(np.uint8)


def soft(mm):
    return lambda picture: cv2.GaussianBlur(picture, (0, 0), mm * SCALE)


def along(*path_mm):
    """Moved along a path of straight pieces while the shutter was open."""
    side = 4 * round(SCALE)
    kernel = np.zeros((side | 1,) * 2, np.uint8)
    points = np.rint(side / 2 + np.array(path_mm) * SCALE).astype(np.int32)
    cv2.polylines(kernel, [points], False, 255, 2, cv2.LINE_AA)
    return lambda picture: cv2.filter2D(picture, -1, kernel / kernel.sum(dtype=float))


def texts(view):
    """What is read, one after another, as far as somebody asks for it."""
    codes = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    drawn = redrawn(view, SCALE, AREA)
    return (code.text for each in drawn for code in zxingcpp.read_barcodes(each, codes))


@pytest.mark.parametrize("side", TEXTS)
def test_every_size_is_read_out_of_focus(side):
    assert next(texts(seen(side, soft(0.35)))) == TEXTS[side]


@pytest.mark.parametrize(
    "blur",
    [
        along((-0.5, -0.2), (0.5, 0.2)),
        along((-0.4, 0.4), (0.4, -0.4)),
        along((-0.4, -0.3), (0.4, -0.3), (0.4, 0.4)),
        lambda picture: soft(0.25)(along((-0.4, 0.0), (0.4, 0.1))(picture)),
    ],
    ids=["across", "slanting", "around a corner", "and out of focus"],
)
def test_a_shaken_code_is_read_whatever_way_the_hand_went(blur):
    assert next(texts(seen(21, blur))) == TEXTS[21]


@pytest.mark.parametrize("moved", [(1.3, -0.9), (-1.5, 0.4)])
def test_a_code_that_lies_off_is_found(moved):
    assert next(texts(seen(21, soft(0.3), moved=moved))) == TEXTS[21]


def test_a_shadow_may_fall_across():
    assert next(texts(seen(21, soft(0.3), shade=0.6))) == TEXTS[21]


def test_noise_is_no_harm():
    assert next(texts(seen(21, soft(0.3), noise=12.0))) == TEXTS[21]


def curled(side, top, left, corner):
    """The middle of the top and of the left side lie off by that, in modules, and the last corner.

    A little out of focus, so that readers of codes can't read it either.
    """
    box = qr_box(side)
    module = box.width / side * SCALE

    def curl(picture):
        height, width = picture.shape
        y, x = np.mgrid[0:height, 0:width]
        across = np.clip((x / SCALE + AREA.left - box.left) / box.width, 0, 1)
        down = np.clip((y / SCALE + AREA.top - box.top) / box.width, 0, 1)
        parts = (
            (4 * across * (1 - across), top),
            (4 * down * (1 - down), left),
            (across * down, corner),
        )
        maps = [
            np.float32(at - module * sum(part * bend[axis] for part, bend in parts))
            for axis, at in enumerate((x, y))
        ]
        moved = cv2.remap(picture, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return soft(0.2)(moved)

    return curl


@pytest.mark.parametrize("side", TEXTS)
@pytest.mark.parametrize(
    ("top", "left", "corner"),
    [
        ((0.0, -0.8), (0.2, 0.0), (0.0, -1.5)),
        ((0.1, 0.6), (0.5, 0.2), (0.8, 0.4)),
        ((-0.5, 0.0), (-0.5, 0.0), (-0.8, 0.8)),
    ],
)
def test_a_code_on_a_curled_sheet_is_bent_until_it_is_read(side, top, left, corner):
    assert TEXTS[side] in texts(seen(side, curled(side, top, left, corner)))


@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_read_where_no_code_is(seed):
    rng = np.random.default_rng(seed)
    height, width = round(AREA.height * SCALE), round(AREA.width * SCALE)
    spots = cv2.GaussianBlur(rng.normal(128, 400, (height, width)), (0, 0), 3.0)
    assert list(texts(np.clip(spots, 0, 255).astype(np.uint8))) == []
