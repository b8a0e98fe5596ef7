"""What can be drawn on a pad: as JSON, as a number, at random."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetkit.pad import Bar, Board, Lucky, Pairs, find_pad, layouts_folder, pad_names, read_pad
from sheetkit.pad.row import runs

PLAYERS = dict.fromkeys(pad_names(), (2, 4)) | dict.fromkeys(("classic", "longo"), (2, 5))
"""The fewest and the most, by the rulebooks."""
DRAWN = [name for name in pad_names() if find_pad(name).layouts > 1]


@pytest.mark.parametrize("name", pad_names())
def test_a_pad_is_for_as_many_players_as_its_rulebook_says(name):
    pad = find_pad(name)
    assert (pad.fewest_players, pad.most_players) == PLAYERS[name]


@given(name=st.sampled_from(DRAWN), seed=st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_a_drawn_layout_survives_its_number_and_its_json(name, seed):
    pad = find_pad(name)
    drawn = pad.drawn(random.Random(seed))
    assert 0 <= drawn.layout_number() < pad.layouts
    assert pad.numbered(drawn.layout_number()) == drawn
    assert pad.with_layout(drawn.layout()) == drawn
    assert set(drawn.cells) == set(pad.cells)


@given(name=st.sampled_from(DRAWN), share=st.floats(0, 1, exclude_max=True))
@settings(max_examples=60, deadline=None)
def test_every_number_is_a_layout(name, share):
    pad = find_pad(name)
    layout = pad.numbered(int(share * pad.layouts))
    assert pad.numbered(layout.layout_number()) == layout


@pytest.mark.parametrize("name", DRAWN)
def test_the_same_seed_draws_the_same(name):
    pad = find_pad(name)
    draws = {str(pad.drawn(random.Random(seed)).layout()) for seed in (1, 1, 2, 3)}
    assert len(draws) >= 2
    assert pad.drawn(random.Random(1)) == pad.drawn(random.Random(1))


def test_drawn_lucky_pairs_are_fair_l3():
    pad = find_pad("longo")
    fair = pad.mechanic(Lucky).fair_sets()
    drawn = {pad.drawn(random.Random(s)).mechanic(Lucky).numbers for s in range(200)}
    assert drawn == set(fair)


def test_drawn_colours_keep_what_the_rules_ask_ma1():
    pad = find_pad("mixed-a")
    for seed in range(5):
        drawn = pad.drawn(random.Random(seed))
        spaces = [space for row in drawn.rows for space in row.spaces]
        assert len(set(spaces)) == len(spaces)
        assert [row.spaces[-1].colour for row in drawn.rows] == list(pad.row_names)
        assert {length for row in drawn.rows for _, length in runs(row)} <= {2, 3, 4}


def test_drawn_numbers_keep_the_odds_of_closing_mb1():
    pad = find_pad("mixed-b")
    for seed in range(20):
        drawn = pad.drawn(random.Random(seed))
        assert sorted(row.numbers[-1] for row in drawn.rows) == [3, 4, 10, 11]


def test_drawn_bonus_boxes_keep_their_count():
    bar = find_pad("bonus-a").drawn(random.Random(4)).mechanic(Bar)
    assert sorted(bar.fields) == sorted(find_pad("bonus-a").mechanic(Bar).fields)
    assert [len(numbers) for _, numbers in bar.boxes] == [3, 3, 3, 3]


@pytest.mark.parametrize(("variant", "kind"), [("bonus-a", Bar), ("bonus-b", Pairs)])
def test_drawn_boxes_lie_about_as_far_along_their_rows_as_the_official_ones(variant, kind):
    def way(pad):
        mechanic = pad.mechanic(kind)
        return sum(
            row.place(number)
            for row in pad.rows
            for number in row.numbers
            if mechanic.bonus(f"{row.name}.{number}")
        )

    official = find_pad(variant)
    ways = [way(official.drawn(random.Random(seed))) for seed in range(20)]
    assert max(abs(each - way(official)) for each in ways) <= 3


def test_drawn_pairs_lie_in_two_rows():
    for seed in range(20):
        pairs = find_pad("bonus-b").drawn(random.Random(seed)).mechanic(Pairs)
        assert all(len({box.split(".")[0] for box in pair.boxes}) == 2 for pair in pairs.pairs)


def test_a_drawn_board_keeps_its_fixed_space_and_parts_colours():
    for seed in range(20):
        spaces = find_pad("on-board").drawn(random.Random(seed)).mechanic(Board).spaces
        assert (spaces[4].colour, spaces[4].number) == ("green", 10)
        assert all(a.colour != b.colour for a, b in pairwise(spaces))


ROWS = find_pad("mixed-a").layout()["rows"]


@pytest.mark.parametrize(
    ("name", "layout", "says"),
    [
        ("classic", {"lucky": [5, 10]}, "no lucky to lay out"),
        ("classic", {"rows": {}}, "rows are always the same"),
        ("longo", {"lucky": [5]}, "lucky must be 2 different numbers"),
        ("longo", {"lucky": [5, 5]}, "lucky must be 2 different numbers"),
        ("longo", {"lucky": "5 10"}, "lucky must be 2 different numbers"),
        ("longo", {"lucky": [1, 10]}, "lucky must be 2 different numbers"),
        ("mixed-a", {"rows": {"red": []}}, "rows must be an object with"),
        ("mixed-a", {"rows": {**ROWS, "red": 3}}, "row red must be a list of"),
        ("mixed-a", {"rows": {**ROWS, "red": [["mauve", 2]]}}, "row red must be a list of"),
        ("mixed-a", {"rows": {**ROWS, "red": ROWS["red"][::-1]}}, "must keep its numbers in order"),
        ("mixed-a", {"rows": {**ROWS, "red": ROWS["yellow"]}}, "row red must end in red"),
        ("bonus-a", {"bar": ["red"]}, "bar must hold the pad's fields"),
        ("bonus-a", {"boxes": {"red": [3]}}, "boxes must list numbers of the red row"),
        ("bonus-a", {"bar": ["red", 1]}, "bar must hold the pad's fields"),
        ("bonus-a", {"boxes": {"red": [[1], 3, 6]}}, "boxes must list numbers of the red row"),
        ("bonus-a", {"boxes": {"red": [3, 6, 9.0]}}, "boxes must list numbers of the red row"),
        ("on-board", {"board": [["red", True]]}, "board must be a list of"),
        ("bonus-a", {"boxes": []}, "boxes must list numbers of the red row"),
        ("bonus-b", {"pairs": {}}, "pairs must be an object with"),
        ("on-board", {"board": []}, "board must hold the pad's own spaces"),
        ("on-board", {"board": 3}, "board must be a list of"),
        ("on-board", {"board": [[3]]}, "board must be a list of"),
    ],
)
def test_a_layout_that_does_not_fit_is_told(name, layout, says):
    with pytest.raises(ValueError, match=says):
        find_pad(name).with_layout(layout)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("bonus-b", ('["yellow.11", "green.9"]', '["green.9", "yellow.11"]')),
        ("bonus-a", ("red = [3, 6, 9]", "red = [9, 3, 6]")),
        ("longo", ("[5, 10]", "[10, 5]")),
    ],
)
def test_an_own_pad_fits_its_own_layout_in_whatever_order_its_file_lists_it(tmp_path, name, change):
    text = (layouts_folder() / f"{name}.toml").read_text()
    assert change[0] in text
    file = tmp_path / "own.toml"
    file.write_text(text.replace(*change))
    pad = find_pad(str(file))
    assert pad.with_layout(find_pad(name).layout()) == pad.with_layout(pad.layout()) == pad


def test_pairs_must_not_share_a_cell():
    layout = find_pad("bonus-b").layout()
    layout["pairs"]["thirteen"] = layout["pairs"]["one-in-each"]
    with pytest.raises(ValueError, match="must not share a cell"):
        find_pad("bonus-b").with_layout(layout)


def test_mixed_numbers_must_stay_in_their_row():
    pad = find_pad("mixed-b")
    rows = pad.layout()["rows"]
    with pytest.raises(ValueError, match="must hold the pad's own numbers"):
        pad.with_layout({"rows": {**rows, "red": [["red", 2]] * 11}})
    with pytest.raises(ValueError, match="must be red all along"):
        pad.with_layout({"rows": {**rows, "red": [["blue", 10], *rows["red"][1:]]}})


def test_a_pad_of_ones_own_keeps_the_layout_of_its_file():
    """Its code has no room for another: sheets would be read as what the file says."""
    own = read_pad(layouts_folder() / "mixed-b.toml", own=True)
    assert own.with_layout(own.layout()) == own
    with pytest.raises(ValueError, match="has the layout of its file"):
        own.with_layout(find_pad("mixed-b").drawn(random.Random(1)).layout())
    with pytest.raises(ValueError, match="has the layout of its file"):
        own.drawn(random.Random(1))
