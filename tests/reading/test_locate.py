"""Sheets that take little of a large photo are found by going nearer."""

import cv2
import numpy as np
import pytest

from sheetkit.pad import SheetCode, find_pad
from sheetkit.reading import read_photo
from tests.reading.photos import rendered

NUMBERS = (7, 8, 9, 10)


def uncut_page(scale, blur_px):
    """A 12-megapixel JPEG of an uncut page of four sheets, at so many px/mm, on a dark table."""
    sheets = [cv2.resize(rendered(find_pad("classic"), 2 * scale, number), None, fx=0.5, fy=0.5,
                         interpolation=cv2.INTER_AREA) for number in NUMBERS]  # fmt: skip
    page = np.vstack([np.hstack(sheets[:2]), np.hstack(sheets[2:])])
    table = np.full((2600, 4600, 3), 60, np.uint8)
    height, width = page.shape[:2]
    table[900 : 900 + height, 2500 : 2500 + width] = page
    turn = cv2.getRotationMatrix2D((2500 + width / 2, 900 + height / 2), 12, 1.0)
    seen = cv2.warpAffine(table, turn, (4600, 2600), borderValue=(60, 60, 60))
    seen = cv2.GaussianBlur(seen, (0, 0), blur_px)
    seen = np.clip(seen + np.random.default_rng(0).normal(0, 4, seen.shape), 0, 255)
    return cv2.imencode(".jpg", seen.astype(np.uint8))[1].tobytes()


@pytest.mark.parametrize(("scale", "blur_px"), [(4.0, 1.0), (5.0, 2.0)])
def test_an_uncut_page_from_far_away_gives_all_its_sheets(scale, blur_px):
    sheets = read_photo(uncut_page(scale, blur_px)).sheets
    codes = [SheetCode(find_pad("classic"), number).text for number in NUMBERS]
    assert [(sheet.code, sheet.status) for sheet in sheets] == [(code, "read") for code in codes]
