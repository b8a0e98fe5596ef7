"""Ink of a neighbour's mark is no mark; a mark that touches its neighbour's is one."""

import cv2
import numpy as np
import pytest

from sheetkit.geometry import Box
from sheetkit.reading.spill import only_spilled
from sheetkit.reading.template import SCALE

LEFT, RIGHT = Box(5, 5, 14, 15), Box(14.5, 5, 23.5, 15)


def sheet(*lines):
    darkness = np.zeros((120, 180), np.uint8)
    for line in lines:
        points = np.round(np.array(line) * SCALE).astype(np.int32)
        cv2.polylines(darkness, [points], isClosed=False, color=200, thickness=4)
    return darkness


CROSS = ([(6, 6), (13, 14)], [(13, 6), (6, 14)])


@pytest.mark.parametrize(
    ("drawn", "spilled"),
    [
        (CROSS, False),
        ((*CROSS, [(13, 6), (16.5, 3)], [(13, 14), (17, 14)]), True),
        ((*CROSS, [(13, 6), (16, 6), (22, 14)]), False),
        (([(5, 10), (24, 10)],), False),
        (([(16, 6), (22, 14)],), False),
    ],
)
def test_what_lies_in_the_right_hand_cell_is_only_spilled(drawn, spilled):
    assert only_spilled(sheet(*drawn), [LEFT, RIGHT], 50)[1] is spilled
