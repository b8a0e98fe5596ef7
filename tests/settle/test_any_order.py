"""A verdict is the same whatever the order of the files, and every time."""

import json
from itertools import permutations
from pathlib import Path

import pytest

from sheetkit.game_files import SheetsFound, log_in, named, read_file, read_game
from sheetkit.pad import Shelf
from sheetkit.report.verdict_json import verdict_object
from sheetkit.report.verdict_text import verdict_text
from sheetkit.settle.throws import rolls_of
from sheetkit.settle.verdict import settle

SAMPLES = Path(__file__).parents[2] / "samples"
DISPUTES = SAMPLES / "disputes"


def found_in(*files):
    """What each file holds, read once."""
    return [read_game([str(file)], Shelf()).found for file in files]


def verdicts(found, **more):
    """What is said of the sheets in every order of their files, and once more in the first."""
    orders = list(permutations(found))
    for order in [*orders, orders[0]]:
        sheets = named(SheetsFound(tuple(each for one in order for each in one), ()))
        yield settle([each.given for each in sheets], **more)


def said(verdict):
    return json.dumps(verdict_object(verdict)) + verdict_text(verdict)


def test_photos_and_typed_sheets_in_every_order(tmp_path):
    doubtful = tmp_path / "doubtful.json"
    doubtful.write_text(
        '{"variant": "classic", "marks": ["red.2", "red.3", "red.4", "red.5", "red.12"],'
        ' "unsure": {"red.6": {"cross": 0.5, "empty": 0.5}, "penalty.1": {"cross": 1.0}}}'
    )
    found = found_in(
        SAMPLES / "01-felt.jpg", DISPUTES / "too-early.txt", DISPUTES / "sum.json", doubtful
    )
    assert len({said(verdict) for verdict in verdicts(found)}) == 1


def test_sheets_of_one_name_are_numbered_by_their_files(tmp_path):
    for folder, cells in (("a", "red.2"), ("b", "blue.12"), ("c", "red.3")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "sheet.json").write_text(
            json.dumps({"variant": "classic", "marks": [cells]})
        )
    found = found_in(*sorted(tmp_path.glob("*/sheet.json")))
    assert len({said(verdict) for verdict in verdicts(found)}) == 1


@pytest.mark.parametrize("changed", ["anna-true.txt", "anna-changed.txt"])
def test_sheets_against_throws_and_an_earlier_look(changed):
    found = found_in(DISPUTES / changed, DISPUTES / "ben-true.txt")
    throws = rolls_of(log_in(read_file(str(DISPUTES / "throws.log")), Shelf()))
    earlier = [found[1][0].given]
    told = {said(verdict) for verdict in verdicts(found, rolls=throws, earlier=earlier)}
    assert len(told) == 1
