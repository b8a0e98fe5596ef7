"""A lone sheet of a game of several players: the others may have done anything legal."""

import pytest

from sheetkit.game_log import read_log
from sheetkit.rules.replay import replay
from sheetkit.settle.given import judged
from sheetkit.settle.rolls import Answer, settle_rolls


@pytest.mark.parametrize("variant", ["classic", "longo", "mixed-a"])
def test_a_lone_true_sheet_is_explained_with_everybodys_moves(variant, game_of, given_of):
    for seed in range(8):
        game = game_of(variant, seed)
        for sheet in judged(given_of(game), frozenset())[:2]:
            told = settle_rolls(game.log, [sheet])
            assert told.answer is Answer.EXPLAINED, (seed, sheet.player)
            log = read_log(told.log)
            played = replay(log)
            assert played.error is None
            number = log.players.index(sheet.player)
            assert played.game.scoresheet(number).crossed == game.sheets[sheet.player]
