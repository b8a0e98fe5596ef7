"""Small pads: their sets of marks, judged by search and by playing everything.

Where a row by itself is against the rules, so is the sheet: of such sheets a sample is
judged, of all others every one. With SHEETKIT_EVERY_SHEET=1 in the environment, all are.
"""

import itertools
import os
import random

import pytest

from sheetkit.pad import find_pad
from sheetkit.rules import Dice, First, Game, Throw, judge
from sheetkit.scoresheet import Mark, Scoresheet
from tests.rules.played_out import play_out
from tests.rules.slow_judge import SlowJudge, all_subsets, row_is_legal

PAD = """
format = 1
name = "small"
prefix = "ZZ"
title = "Small"
sources = ["a test"]
points = [1, 3, 6, 10, 15, 21, 28]
[players]
fewest = 2
most = {most}
[dice]
sides = 3
[[row]]
name = "red"
numbers = {red}
[[row]]
name = "green"
numbers = {green}
[closing]
numbers = {closing}
crosses_before = {before}
[penalties]
boxes = {boxes}
points = -5
[end]
closed_rows = {end}
"""

BAR = """
[bar]
fields = {fields}
[bar.boxes]
red = {red_boxes}
green = {green_boxes}
"""

PAIRS = """
[[pair]]
bonus = "two-in-fewest"
boxes = ["{a}", "{b}"]
effect = "crosses-in-fewest"
amount = {amount}
[[pair]]
bonus = "one-in-each"
boxes = ["{c}", "{d}"]
effect = "crosses-in-each"
"""

BOARD = """
[board]
steps = {steps}
last = {last}
fixed = 1
spaces = {spaces}
points = {points}
"""


def small_pad(tmp_path, extra="", **changes):
    values = {
        "most": 2,
        "red": [2, 3, 4, 5],
        "green": [5, 4, 3, 2],
        "closing": 1,
        "before": 2,
        "end": 1,
        "boxes": 1,
    } | changes
    path = tmp_path / "small.toml"
    path.write_text(PAD.format(**values) + extra)
    return find_pad(str(path))


EVERY = bool(os.environ.get("SHEETKIT_EVERY_SHEET"))
SAMPLE = 97
"""Of sheets with a row against the rules, one in so many is judged, if not fewer."""


def rows_are_legal(pad, crossed):
    rows = pad.rows_mechanic
    return all(
        row_is_legal(
            {n for n in (*row.numbers, "lock") if f"{row.name}.{n}" in crossed},
            row.numbers, rows.closing_numbers, rows.crosses_before,
        )
        for row in pad.rows
    )  # fmt: skip


def sheets_to_judge(pad, sample):
    """Sets of crossed cells, penalties apart; one in so many of those with a row that is wrong."""
    lines = [
        [*(row.cell(place) for place in range(len(row.numbers))), row.lock] for row in pad.rows
    ]
    of_rows = {cell for line in lines for cell in line}
    others = [c for c in pad.markable if c not in of_rows and not c.startswith("penalty.")]
    number = 0
    for of_each in itertools.product(*map(all_subsets, lines)):
        in_rows = frozenset().union(*of_each)
        legal = rows_are_legal(pad, in_rows)
        for rest in all_subsets(others):
            number += 1
            if legal or EVERY or number % sample == 0:
                yield in_rows | rest


def compare(pad, sample=SAMPLE):
    """Judge the sheets of the pad; penalties are counted, not placed.

    Fields of the bar that the game's last closing leaves bare are a note.
    """
    reachable, left_bare = SlowJudge(pad).sheets()
    wrong = []
    legal = 0
    for crossed in sheets_to_judge(pad, sample):
        for penalties in range(pad.penalty_boxes + 1):
            boxes = {f"penalty.{box}" for box in range(1, penalties + 1)}
            marks = dict.fromkeys(sorted(crossed | boxes), Mark.CROSS)
            ruling = judge(Scoresheet(pad, marks))
            played = crossed, penalties
            legal += ruling.legal
            has_note = any(finding.code == "bar-missing" for finding in ruling.findings)
            expected = played in reachable or played in left_bare
            if ruling.legal != expected or (expected and has_note == (played in reachable)):
                wrong.append((sorted(crossed), penalties, ruling))
            elif ruling.legal:
                play_out(Scoresheet(pad, marks))
    assert legal
    assert not wrong, f"{len(wrong)} wrong of them, such as {wrong[0]}"


@pytest.mark.parametrize("end", [1, 2])
@pytest.mark.parametrize(("closing", "before"), [(1, 2), (1, 3), (2, 1), (2, 2)])
def test_rows_alone(tmp_path, end, closing, before):
    compare(small_pad(tmp_path, end=end, closing=closing, before=before, boxes=2))


@pytest.mark.parametrize(
    ("fields", "red", "green", "end"),
    [
        ('["red", "green", "red"]', "[3, 4]", "[4]", 1),
        ('["green", "green", "red"]', "[2]", "[5, 3]", 1),
        ('["green", "red", "red"]', "[3]", "[4, 3]", 2),
    ],
)
def test_ba_the_bar(tmp_path, end, fields, red, green):
    extra = BAR.format(fields=fields, red_boxes=red, green_boxes=green)
    compare(small_pad(tmp_path, extra, end=end))


@pytest.mark.parametrize(
    ("boxes", "amount", "end"),
    [
        (("red.3", "green.4", "red.4", "green.3"), 2, 1),
        (("red.2", "red.4", "green.4", "red.3"), 2, 2),
        (("green.5", "red.4", "green.3", "green.4"), 1, 2),
    ],
)
def test_bb_the_pairs(tmp_path, end, boxes, amount):
    extra = PAIRS.format(**dict(zip("abcd", boxes, strict=True)), amount=amount)
    compare(small_pad(tmp_path, extra, end=end))


def drawn_pairs(rng, rows):
    """Two pairs with boxes drawn from all numbers, closing ones too; now and then both compare."""
    boxes = rng.sample([f"{name}.{number}" for name, numbers in rows for number in numbers], 4)
    extra = PAIRS.format(**dict(zip("abcd", boxes, strict=True)), amount=rng.choice((1, 2, 2)))
    if rng.random() < 0.25:
        extra = extra.replace('crosses-in-each"', 'crosses-in-fewest"\namount = 1')
    return extra


@pytest.mark.parametrize("seed", range(8))
def test_bb_pairs_wherever_their_boxes_stand(tmp_path, seed):
    rng = random.Random(seed)
    extra = drawn_pairs(rng, [("red", (2, 3, 4, 5)), ("green", (5, 4, 3, 2))])
    pad = small_pad(tmp_path, extra, end=rng.choice((1, 2)), before=rng.choice((1, 2, 2)))
    compare(pad, sample=1009)


@pytest.mark.parametrize("seed", range(4))
def test_bb_pairs_on_three_rows(tmp_path, seed):
    rng = random.Random(seed)
    rows = [("red", [2, 3, 4, 5]), ("green", [5, 4, 3]), ("blue", [2, 3, 4])]
    third = '[[row]]\nname = "blue"\nnumbers = [2, 3, 4]\n'
    extra = third + drawn_pairs(rng, rows)
    end, before = rng.choice((1, 2, 2)), rng.choice((1, 1, 2))
    compare(small_pad(tmp_path, extra, green=rows[1][1], end=end, before=before), sample=100_003)


@pytest.mark.parametrize("end", [1, 2])
def test_ba_boxes_on_closing_numbers(tmp_path, end):
    extra = BAR.format(fields='["green", "red", "red"]', red_boxes=[4, 5], green_boxes=[2])
    compare(small_pad(tmp_path, extra, end=end))


def test_ba_bb_a_bar_and_pairs_on_one_pad(tmp_path):
    bar = BAR.format(fields='["green", "red"]', red_boxes=[3], green_boxes=[4])
    pairs = dict(zip("abcd", ("red.2", "green.3", "red.4", "green.5"), strict=True))
    extra = bar + PAIRS.format(**pairs, amount=1)
    compare(small_pad(tmp_path, extra, end=1, before=1))


@pytest.mark.parametrize("end", [1, 2])
@pytest.mark.parametrize(
    ("steps", "last", "most", "spaces"),
    [
        (1, 1, 2, [["red", 4], ["green", 5], ["red", 2], ["green", 3]]),
        (1, 2, 1, [["red", 3], ["red", 2], ["green", 4], ["red", 4]]),
        (2, 1, 1, [["green", 4], ["green", 5], ["red", 3], ["red", 2]]),
        (1, 1, 1, [["red", 4], ["red", 3], ["green", 2]]),
    ],
)
def test_ob_the_board(tmp_path, end, steps, last, most, spaces):
    text = str(spaces).replace("'", '"')
    extra = BOARD.format(
        steps=steps, last=last, spaces=text, points=list(range(1, len(spaces) + 1))
    )
    pad = small_pad(tmp_path, extra.replace("fewest = 2", ""), end=end, most=max(most, 2))
    compare(pad)


def test_c2_a_sum_that_a_row_does_not_have_crosses_nothing_there(tmp_path):
    pad = small_pad(tmp_path)
    state = Game.start([pad, pad], ["a", "b"]).play(Throw(Dice((3, 3), {"red": 1, "green": 3})))
    assert state.first_places(0) == []
    state = state.play(First(((), ())))
    assert [state.referees[0].lines[row].cell(bit) for row, bit in state.second_places()] == [
        "red.4"
    ]
