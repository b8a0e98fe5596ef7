"""What is around a blank cell may be meant for it."""

import cv2
import numpy as np
import pytest

from sheetkit.pad import find_pad
from sheetkit.reading.context import by_the_others
from sheetkit.reading.ink import Ink
from sheetkit.reading.template import SCALE, template_of
from sheetkit.reading.verdict import Verdict


def doubts(draw):
    """The cells of a blank sheet that what is drawn on it makes doubtful, and why."""
    template = template_of(find_pad("classic"))
    darkness = np.zeros(template.pixels.shape[:2], np.uint8)
    draw(darkness, template.boxes)
    blank = {cell: Verdict({"empty": 1.0}) for cell in template.design.pad.markable}
    told = by_the_others(blank, Ink(darkness, 1.0), template)
    return {cell: verdict.reason for cell, verdict in told.items() if not verdict.sure}


def ring(cell, sweep=360, beyond=1.3):
    def draw(darkness, boxes):
        box = boxes[cell]
        middle = [round(at * SCALE) for at in box.centre]
        axes = [round(side / 2 * beyond * SCALE) for side in (box.width, box.height)]
        cv2.ellipse(darkness, middle, axes, 20, 0, sweep, 200, 3)

    return draw


@pytest.mark.parametrize("cell", ["penalty.4", "penalty.2", "red.8", "blue.12"])
def test_a_blank_cell_with_a_line_around_it_is_asked(cell):
    assert doubts(ring(cell)) == {cell: "a line goes around it"}


def test_a_line_around_it_need_not_quite_close():
    assert doubts(ring("penalty.4", sweep=354)) == {"penalty.4": "a line goes around it"}
    assert not doubts(ring("penalty.4", sweep=250))


def test_crosses_on_all_sides_are_no_line_around_a_cell():
    def draw(darkness, boxes):
        for cell in ("red.5", "red.6", "red.7", "yellow.5", "yellow.7", "green.8", "green.7",
                     "green.6"):  # fmt: skip
            at = [[round(x * SCALE), round(y * SCALE)] for x, y in boxes[cell].grown(0.5).corners]
            cv2.line(darkness, at[0], at[2], 200, 4)
            cv2.line(darkness, at[1], at[3], 200, 4)

    assert not doubts(draw)
