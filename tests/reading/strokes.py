"""Strokes drawn into a cell."""

import cv2
import numpy as np

from sheetkit.geometry import Box
from sheetkit.reading.columns import dark_parts
from sheetkit.reading.ink import Ink
from sheetkit.reading.template import SCALE

BOX = Box(20, 20, 29, 30)


def dark_parts_of(strokes, width_mm):
    """The dark parts of a cell, at ``BOX``, with strokes (mm from its top left) so wide."""
    darkness = np.zeros((round(50 * SCALE), round(50 * SCALE)), np.uint8)
    for stroke in strokes:
        points = (np.array(stroke) + np.array([BOX.left, BOX.top])) * SCALE
        cv2.polylines(darkness, [np.rint(points).astype(np.int32)], False, 200, 1)
    pen = np.ones((round(width_mm * SCALE), round(width_mm * SCALE)), np.uint8)
    return dark_parts(Ink(cv2.dilate(darkness, pen), 1.0), [BOX])
