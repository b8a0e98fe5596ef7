"""The simulation of many games, held against the engine that plays single ones."""

import random
import statistics
from dataclasses import replace

import numpy as np
import pytest

from sheetkit.fairness import (
    BAND,
    GAMES,
    MARGINS,
    _Games,
    _tabled,
    fair_as,
    mean_score,
)
from sheetkit.pad import Bar, find_pad
from sheetkit.rules.players import GreedyPlayer, play_game

PADS = ["classic", "mixed-a", "mixed-b", "bonus-a", "bonus-b"]
ENGINE_GAMES = 150


@pytest.mark.parametrize("name", PADS)
def test_mean_scores_are_those_of_the_engine(name: str) -> None:
    pad = find_pad(name)
    scores = []
    for seed in range(ENGINE_GAMES):
        players = [GreedyPlayer(random.Random(f"{seed} {number}")) for number in range(2)]
        game = play_game([pad, pad], players, random.Random(f"{name} {seed}"))
        scores.append(statistics.mean(score.total for score in game.scores()))
    error = statistics.stdev(scores) / ENGINE_GAMES**0.5
    assert abs(mean_score(pad) - statistics.mean(scores)) < 3.5 * error


def test_equal_seeds_play_equal_games() -> None:
    pad = find_pad("bonus-b")
    assert mean_score(pad, 3, 200) == mean_score(pad, 3, 200)
    assert mean_score(pad, 3, 200) != mean_score(pad, 4, 200)


@pytest.mark.parametrize("name", ["mixed-a", "mixed-b", "bonus-a", "bonus-b"])
def test_what_is_accepted_is_within_two_per_cent_by_other_games(name: str) -> None:
    official = find_pad(name)
    fair = fair_as(official)
    assert fair is not None
    rng = random.Random(1)
    pad = next(drawn for drawn in iter(lambda: official.drawn(rng), None) if fair(drawn))
    aim = mean_score(official, 77, 8_000)
    assert mean_score(pad, 77, 8_000) == pytest.approx(aim, rel=0.02)


def test_a_pad_with_a_far_better_bar_is_refused() -> None:
    official = find_pad("bonus-a")
    early = tuple((row, official.row(row).numbers[:3]) for row in official.row_names)
    bars = [replace(m, boxes=early) if isinstance(m, Bar) else m for m in official.mechanics]
    fair = fair_as(official)
    assert fair is not None
    assert fair(official)
    assert not fair(replace(official, mechanics=tuple(bars)))


def test_margins_leave_room_for_their_own_error() -> None:
    assert list(GAMES) == sorted(GAMES)
    assert MARGINS[-1] < BAND


def test_pads_that_are_not_simulated_say_so() -> None:
    assert fair_as(find_pad("on-board")) is None


def one_game(name: str) -> _Games:
    return _Games(_tabled(find_pad(name)), 1)


def test_c5_with_five_crosses_before_it_a_closing_number_may_be_crossed() -> None:
    game = one_game("classic")
    for crosses, may in ((4, False), (5, True)):
        game.count[0, 0, 0] = crosses
        assert game._may_cross(0, np.array([[0]]), np.array([[10]])).item() == may


def test_ba2_fields_of_a_closed_row_are_passed_over() -> None:
    game = one_game("bonus-a")
    first, second, *_ = game.table.bar.tolist()
    assert first != second
    game.closed[0, first] = True
    game.fields_due[0] = 1
    game._take_fields(0)
    assert game.next_field[0, 0] == 2
    assert game.row_due[0].tolist() == [int(row == second) for row in range(4)]


def test_bb1_penalties_cost_nothing_once_their_pair_is_complete() -> None:
    game = one_game("bonus-b")
    (number,) = (n for n, pair in enumerate(game.pairs) if pair.effect == "no-penalties")
    game.penalties[0] = 2
    game.pair_crosses[0, 1, number] = len(game.pairs[number].boxes)
    assert game.scores().tolist() == [[-10, 0]]
