"""Pads that are well written and can't be played."""

import pytest

from sheetkit.pad import find_pad, layouts_folder, pad_names, unplayable


def told(tmp_path, name, *changes):
    text = (layouts_folder() / f"{name}.toml").read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file = tmp_path / "pad.toml"
    file.write_text(text)
    return [str(fault) for fault in unplayable(find_pad(str(file)))]


@pytest.mark.parametrize("name", pad_names())
def test_the_pads_of_the_rulebooks_can_be_played(name):
    assert not list(unplayable(find_pad(name)))


def test_two_dice_must_give_a_row_s_numbers_c2_c3(tmp_path):
    assert told(tmp_path, "classic", ("sides = 6", "sides = 3")) == [
        "dice.sides: expected 6 at least, for two dice to give the 12 of a row, found 3"
    ]
    assert told(tmp_path, "classic", ("[2, 3, 4", "[1, 3, 4")) == [
        "row[1].numbers: expected sums of two dice, 2 to 12, found 1"
    ]


def test_no_number_is_meant_for_a_bonus_alone(tmp_path):
    beyond = ("numbers = [2, 3, 4", "numbers = [2, 13, 4")
    assert told(tmp_path, "bonus-a", beyond, ("red = [3", "red = [13")) == [
        "dice.sides: expected 7 at least, for two dice to give the 13 of a row, found 6"
    ]
    (fault,) = told(tmp_path, "longo", ("numbers = [2, 3, 4", "numbers = [1, 3, 4"))
    assert fault.startswith("row[1].numbers: expected sums of two dice, 2 to 16, found 1")


def test_no_more_rows_can_be_closed_than_there_are_c8(tmp_path):
    assert not told(tmp_path, "classic", ("closed_rows = 2", "closed_rows = 4"))
    assert told(tmp_path, "classic", ("closed_rows = 2", "closed_rows = 7")) == [
        "end.closed_rows: expected 4 at most, for there are no more rows, found 7"
    ]


def test_no_figure_is_for_more_crosses_than_a_row_holds_c9(tmp_path):
    assert told(tmp_path, "classic", ("66, 78]", "66, 78, 91]")) == [
        "points: expected 12 figures at most, for a row with one closing number and its lock, "
        "found 13"
    ]


def test_of_several_closing_numbers_one_alone_is_scored_l1(tmp_path):
    assert told(tmp_path, "longo", ("105, 120]", "105, 120, 136]")) == [
        "points: expected 15 figures at most, for a row with one closing number and its lock, "
        "found 16"
    ]
    three = "[closing]\nnumbers = 3"
    (fault,) = told(tmp_path, "longo", ("[closing]\nnumbers = 2", three))
    assert fault.startswith("points: expected 14 figures at most")
    assert not told(tmp_path, "longo", ("[closing]\nnumbers = 2", three), ("105, 120]", "105]"))


def test_a_cross_more_never_scores_less_c9(tmp_path):
    assert told(tmp_path, "classic", ("10, 15, 21", "15, 5, 21"), ("66, 78", "66, 65")) == [
        "points: expected figures that never fall, found 5 after 15"
    ]


def test_no_two_pairs_have_the_same_sign_bb1(tmp_path):
    other = ('effect = "crosses-in-each"\namount = 1', 'effect = "crosses-in-fewest"\namount = 2')
    assert told(tmp_path, "bonus-b", other) == [
        "pair[2].effect: expected an effect and amount that no other pair has, "
        "for both have one sign, found crosses-in-fewest 2 again"
    ]
    assert not told(tmp_path, "bonus-b", (other[0], other[1].replace("2", "3")))
    (fault,) = told(tmp_path, "bonus-b", ('"no-penalties"\nboxes', '"last"\nboxes'),
                    ('effect = "no-penalties"', 'effect = "double-fewest"'))  # fmt: skip
    assert fault.startswith("pair[5].effect: ")
    assert fault.endswith("found double-fewest again")


def test_no_cell_is_a_box_of_the_bar_and_of_a_pair(tmp_path):
    def faults(red, blue):
        pair = f'[[pair]]\nbonus = "b"\nboxes = ["red.{red}", "blue.{blue}"]\neffect = "points"\n'
        return told(tmp_path, "bonus-a", ("[bar]", f"{pair}\n[bar]"))

    assert not faults(4, 9)
    (fault,) = faults(6, 9)
    assert fault.startswith("pair[1].boxes: expected cells that are no boxes of the bar")
    assert fault.endswith("found red.6")
    (fault,) = faults(3, 10)
    assert fault.endswith("found red.3, blue.10")
