"""The code is read where the paper is folded through it."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from sheetkit.design import design_sheet, sheet_shapes
from sheetkit.pad import SheetCode, find_pad
from sheetkit.reading.codes import read_bent_code, read_sheet_code
from sheetkit.reading.find import Pose
from sheetkit.reading.reference import render_design
from sheetkit.reading.straighten import align, flat_fit
from sheetkit.reading.template import template_of

SCALE = 8.0


def printed(pad):
    """A sheet in grey as it comes from the printer, and where its code is."""
    design = design_sheet(pad)
    whole = replace(design, shapes=design.shapes + sheet_shapes(design, SheetCode(pad, 7)))
    return cv2.cvtColor(render_design(whole, SCALE), cv2.COLOR_BGR2GRAY), design.qr


@pytest.mark.parametrize(("depth", "half"), [(3, 24), (4, 32), (5, 40)])
def test_a_code_that_a_fold_goes_through_is_read_when_the_sheet_is_laid_flat(depth, half):
    pad = find_pad("classic")
    grey, qr = printed(pad)
    y, x = np.mgrid[0 : grey.shape[0], 0 : grey.shape[1]].astype(np.float32)
    tent = np.clip(1 - np.abs(x / SCALE - qr.centre[0]) / half, 0, 1)
    seen = cv2.remap(grey, x, y - depth * SCALE * tent, cv2.INTER_LINEAR, borderValue=255)
    pose = Pose(np.diag([SCALE, SCALE, 1.0]), (0, 1, 2, 3))
    assert read_sheet_code(seen, pose, [pad]) is None
    fit = align(seen, flat_fit(pose), template_of(pad).structure)
    code = read_bent_code(seen, fit, [pad])
    assert code is not None
    assert code.text == SheetCode(pad, 7).text
