"""Print testifies to where it lies only in the directions in which it can be placed."""

import numpy as np

from sheetkit.reading.straighten import cut_blocks, measure_shifts

SCALE = 4.0


def drawn(*, upright):
    picture = np.full((44, 44), 255, np.uint8)
    picture[30:32] = 205
    if upright:
        picture[:, 12:14] = 205
    return picture


def test_a_line_across_testifies_down_and_not_across():
    (across, down) = cut_blocks(drawn(upright=False), SCALE, 11.0, 0.1).grips[0]
    assert across < 0.05
    assert down > 0.9


def test_a_moved_corner_is_found_both_ways_and_a_line_has_no_say_along_itself():
    moved = (2, 1)
    for upright in (True, False):
        blocks = cut_blocks(drawn(upright=upright), SCALE, 11.0, 0.1)
        seen = np.roll(drawn(upright=upright), moved, (1, 0))
        found = measure_shifts(seen, blocks, 1.0)
        assert abs(found.shifts[0, 1] - moved[1] / SCALE) < 0.1
        if upright:
            assert abs(found.shifts[0, 0] - moved[0] / SCALE) < 0.1
            assert found.trust[0].min() > 0.3
        else:
            assert found.trust[0, 0] < 0.01 < found.trust[0, 1]
