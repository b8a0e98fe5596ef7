"""``sheetkit variants``: every pad as a table that a person can read, and as JSON."""

import json
import random

import pytest
from typer.testing import CliRunner

from sheetkit.cli.main import app
from sheetkit.errors import LayoutError, UsageError
from sheetkit.pad import SheetCode, find_pad, layouts_folder, pad_names


def variants(*arguments):
    return CliRunner().invoke(app, ["variants", *arguments])


def test_all_pads_one_a_line():
    lines = variants().stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(pad_names())


@pytest.mark.parametrize("name", pad_names())
def test_a_pad_s_table_has_its_rows_closing_points_and_sources(name):
    pad = find_pad(name)
    shown = variants(name).stdout
    for row in pad.rows:
        line = next(line for line in shown.splitlines() if line.startswith(row.name))
        assert [int(word.strip("*+")) for word in line.split()[1:-1]] == list(row.numbers)
    assert f"at least {pad.rows_mechanic.crosses_before} crosses" in shown
    assert all(source in shown for source in pad.sources)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("longo", "lucky numbers: 5 and 10"),
        ("mixed-a", "yel   .   . blu"),
        ("bonus-a", "1 red 2 yellow 3 green"),
        ("bonus-b", "thirteen        red.6 and blue.4"),
        ("on-board", "green 10 (3)"),
    ],
)
def test_each_mechanic_is_on_its_pad_s_table(name, said):
    assert said in variants(name).stdout


def test_json_has_the_layout_and_every_cell():
    shown = json.loads(variants("bonus-a", "--json").stdout)
    assert len(shown["layout"]["bar"]) == 12
    boxes = [cell["id"] for cell in shown["cells"] if cell["bonus"]]
    assert len(boxes) == 12


def test_an_unknown_pad_is_a_wrong_call_with_the_nearest():
    result = variants("longgo")
    assert result.exception.exit_code == 2
    assert "did you mean longo" in str(result.exception)


def test_a_layout_of_one_s_own_is_shown_with_its_fairness():
    layout = find_pad("mixed-b").drawn(random.Random(3)).layout()
    done = variants("mixed-b", "--layout", json.dumps(layout), "--json")
    told = json.loads(done.stdout)
    assert told["layout"] == layout
    fairness = told["fairness"]
    ratio = fairness["mean_score"] / fairness["official"]
    assert fairness["difference_percent"] == pytest.approx(100 * (ratio - 1), abs=0.2)
    assert "points a sheet in simulated games" in variants(
        "mixed-b", "--layout", json.dumps(layout)
    ).stdout  # fmt: skip


def test_lucky_numbers_are_shown_with_their_fairness():
    unfair = variants("longo", "--layout", '{"lucky": [2, 3]}').stdout
    assert "lucky numbers: 2 and 3 (no fair pair)" in unfair
    assert "fairness  a lucky number comes up in 3 of 64 throws, on a fair sheet in 11" in unfair
    told = json.loads(variants("longo", "--layout", '{"lucky": [2, 3]}', "--json").stdout)
    assert told["fairness"] == {"lucky_throws": 3, "fair_throws": 11, "throws": 64}
    assert "(another fair pair on each drawn sheet)" in variants("longo").stdout


@pytest.mark.parametrize(
    ("numbers", "ways", "shown"),
    [
        ([5], 4, "5 (the same on every sheet)"),
        ([5], 7, "5 (no fair number)"),
        ([2, 3, 9], 11, "2 and 3 and 9 (the same on every sheet)"),
        ([2, 3, 9], 12, "2 and 3 and 9 (no fair set)"),
    ],
)
def test_an_own_pad_s_lucky_numbers_are_the_same_on_every_sheet(tmp_path, numbers, ways, shown):
    text = (layouts_folder() / "longo.toml").read_text()
    file = tmp_path / "own.toml"
    text = text.replace("[5, 10]", str(numbers)).replace("fair_ways = 11", f"fair_ways = {ways}")
    file.write_text(text)
    assert f"lucky numbers: {shown}" in variants(str(file)).stdout


def test_a_layout_is_known_by_a_sheet_s_code():
    drawn = find_pad("bonus-b").drawn(random.Random(3))
    told = json.loads(variants("--layout", SheetCode(drawn, 5).text, "--json").stdout)
    assert told["variant"] == "bonus-b"
    assert told["layout"] == drawn.layout()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["mixed-b", "--layout", '{"rows": {}}'], "rows must be an object"),
        (["mixed-b", "--layout", "{nonsense"], "--layout does not fit mixed-b"),
        (["--layout", "{}"], "name the pad before it"),
        (["--layout", "hello"], "is not the code of a sheet"),
        (["longo", "--layout", "[1]"], "give a layout as JSON, or a code"),
        (["--layout", ""], "'' is not the code of a sheet"),
        (["--check", ""], "the name of a file is empty"),
        ([""], "there is no pad ''"),
        (["mixed-b", "--layout", "CC05HXS7MNS0V"], "is a sheet of classic, not of mixed-b"),
    ],
)
def test_a_layout_that_does_not_fit_is_told(arguments, says):
    done = variants(*arguments)
    assert isinstance(done.exception, UsageError)
    assert says in str(done.exception)


def test_check_says_whether_a_layout_file_can_be_used(tmp_path):
    good = layouts_folder() / "longo.toml"
    assert "good; Longo, 4 rows, 68 cells to mark" in variants("--check", str(good)).stdout
    bad = tmp_path / "bad.toml"
    bad.write_text(good.read_text().replace("sides = 8", "sides = 0"))
    assert "dice.sides" in str(variants("--check", str(bad)).exception)


def test_check_counts_one_row_as_one(tmp_path):
    text = (layouts_folder() / "classic.toml").read_text()
    head, row, *_ = text.split("[[row]]")
    one = f"{head}[[row]]{row}{text[text.index('[closing]') :]}"
    for old, new in (('"classic"', '"one"'), ('"CC"', '"ON"'), ("rows = 2", "rows = 1")):
        one = one.replace(old, new)
    (tmp_path / "one.toml").write_text(one)
    shown = variants("--check", str(tmp_path / "one.toml")).stdout
    assert "Classic, 1 row, 16 cells to mark" in shown


def test_what_check_calls_bad_is_not_printed_either(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bad = tmp_path / "bad.toml"
    text = (layouts_folder() / "longo.toml").read_text()
    for old, new in (('name = "longo"', 'name = "ours"'), ('"Longo"', '"🎲"')):
        text = text.replace(old, new)
    bad.write_text(text)
    for words in (["variants", "--check", "bad.toml"], ["print", "./bad.toml"]):
        error = CliRunner().invoke(app, words).exception
        assert isinstance(error, LayoutError)
        assert "title: expected letters that the fonts of the sheets have, found 🎲" in str(error)
        assert "prefix: expected two letters that no pad of sheetkit's own has, found" in str(error)
    assert list(tmp_path.iterdir()) == [bad]


def test_check_as_json_is_json_and_of_one_file():
    good = str(layouts_folder() / "longo.toml")
    told = json.loads(variants("--check", good, "--json").stdout)
    assert (told["file"], told["problems"], told["variant"]) == (good, [], "longo")
    for beside in (["classic"], ["--layout", "CC05HXS7MNS0V"]):
        error = variants(*beside, "--check", good).exception
        assert f"not about {' '.join(beside)}" in str(error)
        assert error.exit_code == 2


def test_what_a_pair_brings_is_shown(tmp_path):
    text = (layouts_folder() / "bonus-b.toml").read_text()
    file = tmp_path / "pair.toml"
    file.write_text(text.replace("amount = 2", "amount = 3"))
    shown = variants(str(file)).stdout
    assert "two-in-fewest brings: 3 crosses in the row with fewest" in shown
    assert "no-penalties brings: penalties cost nothing" in shown
    told = json.loads(variants(str(file), "--json").stdout)["pairs"]
    assert told[0]["amount"] == 3
    assert told[4] == {
        "bonus": "no-penalties",
        "boxes": ["yellow.3", "green.5"],
        "effect": "no-penalties",
        "amount": 1,
    }


def test_json_says_all_that_the_table_says():
    told = {name: json.loads(variants(name, "--json").stdout) for name in pad_names()}
    longo = told["longo"]
    assert longo["dice"] == {"white": 2, "coloured": 4, "sides": 8}
    assert longo["closing"] == {"numbers": 2, "crosses_before": 6}
    assert longo["ended_by"] == {"closed_rows": 2, "penalties": 4}
    assert longo["lucky"] == {"numbers": [5, 10], "throws": 11, "fair": True}
    board = told["on-board"]["board"]
    assert (len(board["points"]), board["steps"], board["last"]) == (40, 5, 5)
    assert "board" not in told["classic"]
    assert "lucky" not in told["classic"]


def test_a_layout_that_is_no_json_is_told_in_plain_words():
    error = variants("longo", "--layout", '{"lucky": [5, 8').exception
    assert error.what == "--layout does not fit longo: it is no JSON"


def test_a_pad_whose_games_are_not_simulated_says_so():
    layout = json.dumps(find_pad("on-board").layout())
    said = CliRunner().invoke(app, ["variants", "on-board", "--layout", layout]).stdout
    assert said.splitlines()[-1] == "fairness  unknown: no games of this pad are simulated"
