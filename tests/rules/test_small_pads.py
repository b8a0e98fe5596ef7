"""Small pads, all of them: every set of marks, judged by search and by playing everything."""

import pytest
from slow_judge import SlowJudge, all_subsets

from sheetkit.pad import find_pad
from sheetkit.rules import judge
from sheetkit.scoresheet import Mark, Scoresheet

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


def compare(pad):
    """Judge every set of marks of the pad; penalties are counted, not placed.

    Fields of the bar that the last closing leaves bare are a note: with them, the
    sheet must be one that play can leave.
    """
    reachable = SlowJudge(pad).sheets()
    cells = [cell for cell in pad.markable if not cell.startswith("penalty.")]
    wrong = []
    legal = 0
    for crossed in all_subsets(cells):
        for penalties in range(pad.penalty_boxes + 1):
            boxes = {f"penalty.{box}" for box in range(1, penalties + 1)}
            marks = dict.fromkeys(sorted(crossed | boxes), Mark.CROSS)
            ruling = judge(Scoresheet(pad, marks))
            bare = {c for f in ruling.findings if f.code == "bar-missing" for c in f.cells}
            owed = bare if ruling.legal else set()
            legal += ruling.legal
            if ruling.legal != ((crossed | owed, penalties) in reachable):
                wrong.append((sorted(crossed), penalties, ruling))
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


@pytest.mark.parametrize("end", [1, 2])
@pytest.mark.parametrize(
    ("steps", "last", "most", "spaces"),
    [
        (1, 1, 2, [["red", 4], ["green", 5], ["red", 2], ["green", 3]]),
        (1, 2, 1, [["red", 3], ["red", 2], ["green", 4], ["red", 4]]),
        (2, 1, 1, [["green", 4], ["green", 5], ["red", 3], ["red", 2]]),
    ],
)
def test_ob_the_board(tmp_path, end, steps, last, most, spaces):
    text = str(spaces).replace("'", '"')
    extra = BOARD.format(
        steps=steps, last=last, spaces=text, points=list(range(1, len(spaces) + 1))
    )
    pad = small_pad(tmp_path, extra.replace("fewest = 2", ""), end=end, most=max(most, 2))
    compare(pad)
