"""Whole rows, and the sheets that whole games leave."""

import random

import pytest

from sheetkit.pad import find_pad, pad_names
from sheetkit.rules import GreedyPlayer, RandomPlayer, Stage, explain, judge, play_game, score_marks
from sheetkit.scoresheet import Mark, Scoresheet
from tests.rules.marked import sheet
from tests.rules.played_out import play_out
from tests.rules.slow_judge import row_is_legal


def test_all_1662_legal_classic_rows_and_no_other():
    pad = find_pad("classic")
    for name in pad.row_names:
        numbers = pad.row(name).numbers
        legal = 0
        for mask in range(1 << 12):
            crossed = {n for place, n in enumerate((*numbers, "lock")) if mask >> place & 1}
            ruling = judge(sheet("classic", *(f"{name}.{n}" for n in crossed)))
            assert ruling.legal == row_is_legal(crossed, numbers, 1, 5), crossed
            legal += ruling.legal
        assert legal == 1662


@pytest.mark.parametrize("name", pad_names())
def test_every_sheet_of_a_random_game_is_legal(name):
    for seed in range(300):
        rng = random.Random(seed)
        pad = find_pad(name)
        if seed % 3 == 0:
            pad = pad.drawn(rng)
        count = rng.randint(pad.fewest_players, pad.most_players)
        players = [rng.choice([RandomPlayer, GreedyPlayer])(rng) for _ in range(count)]
        state = play_game([pad] * count, players, rng)
        assert state.stage is Stage.OVER
        for player, score in enumerate(state.scores()):
            ruling = judge(state.scoresheet(player))
            assert ruling.legal, (seed, player, ruling.findings)
            assert ruling.score == score
            if seed < 50:
                play_out(state.scoresheet(player))


@pytest.mark.parametrize("name", pad_names())
def test_any_one_change_to_a_game_s_sheet_is_caught_or_has_moves_that_leave_it(name):
    pad = find_pad(name)
    caught = legal = 0
    for seed in range(4):
        rng = random.Random(seed)
        state = play_game([pad] * 2, [GreedyPlayer(rng), RandomPlayer(rng)], rng)
        marks = state.scoresheet(seed % 2).marks
        for cell in pad.markable:
            changed = {each: mark for each, mark in marks.items() if each != cell}
            if cell not in marks:
                changed[cell] = Mark.CROSS
            other = Scoresheet(pad, changed)
            if judge(other).legal:
                legal += 1
                play_out(other)
            else:
                caught += 1
                assert explain(other) is None
    assert caught
    assert legal


def test_as_marked_plus_the_findings_is_by_the_rules():
    rng = random.Random(5)
    for name in pad_names():
        pad = find_pad(name)
        for _ in range(15):
            marks = {cell: Mark.CROSS for cell in pad.markable if rng.random() < 0.25}
            given = Scoresheet(pad, marks)
            ruling = judge(given)
            if ruling.score is not None:
                change = sum(finding.points for finding in ruling.findings)
                assert score_marks(given).total + change == ruling.score.total
