"""Where much of the print isn't found, what lies near isn't trusted either."""

import numpy as np

from sheetkit.pad import find_pad
from sheetkit.reading import hidden, read_photo
from sheetkit.reading.hidden import WASHED_OUT
from tests.reading.conftest import photograph


def test_what_lies_near_many_lost_cells_is_lost_too(monkeypatch):
    photo = photograph(seed=5)
    before = read_photo(photo.jpeg).sheets[0]
    cells = find_pad("classic").markable
    few, many = ["red.4"], [f"{row}.{n}" for row in ("red", "yellow") for n in range(4, 9)]
    reasons = []
    for lost in (few, many):
        monkeypatch.setattr(hidden, "_washed_out", lambda *_, lost=lost: list(lost))
        reasons.append(read_photo(photo.jpeg).sheets[0].reasons)
    assert not before.unsure
    assert WASHED_OUT not in {reasons[0].get(cell) for cell in cells if cell not in few}
    near = {"red.3", "red.9", "yellow.3", "yellow.9", "green.9", "green.8"}
    assert {reasons[1].get(cell) for cell in (*many, *near)} == {WASHED_OUT}
    assert reasons[1].get("blue.2") != WASHED_OUT
    assert np.mean([cell in reasons[1] for cell in cells]) < 0.6
