"""Games at random, played once for all tests that ask."""

import random

import pytest

from sheetkit.pad import find_pad
from sheetkit.scoresheet import Mark, Scoresheet
from sheetkit.settle.given import Given
from tests.settle.games import random_game


@pytest.fixture
def sheet_of():
    def sheet(cells, variant="classic", code="", written=None):
        marks = dict.fromkeys(cells.split() if isinstance(cells, str) else cells, Mark.CROSS)
        return Scoresheet(find_pad(variant), marks, {}, written or {}, code)

    return sheet


@pytest.fixture
def game_of():
    def game(variant, seed, players=None):
        rng = random.Random(seed)
        pad = find_pad(variant)
        return random_game(pad, rng, players or rng.randint(2, pad.most_players))

    return game


@pytest.fixture
def given_of():
    def given(game, changed=None):
        sheets = {**game.sheets, **(changed or {})}
        return [
            Given(player, Scoresheet(game.log.pad, dict.fromkeys(sorted(cells), Mark.CROSS)))
            for player, cells in sheets.items()
        ]

    return given
