"""Games from the middle to the end, with what each player may do and what not, and why.

The games are drawn by a seed. ``told_games/`` has what was said of them when it was
written down; a change is to be read there line by line.
"""

import pytest

from tests.rules.told_games import FOLDER, PADS, told


@pytest.mark.parametrize("pad", PADS)
def test_each_game_goes_as_written_down(pad):
    assert told(pad) == (FOLDER / f"{pad}.txt").read_text().splitlines()
