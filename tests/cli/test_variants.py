"""``sheetkit variants``: every pad as a table that a person can read, and as JSON."""

import json

import pytest
from typer.testing import CliRunner

from sheetkit.cli.main import app
from sheetkit.pad import find_pad, pad_names


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
        assert [int(word.strip("*")) for word in line.split()[1:-1]] == list(row.numbers)
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
