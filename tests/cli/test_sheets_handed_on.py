"""Sheets in JSON that one command gives and another takes, or that were changed in between."""

import json

import pytest
from typer.testing import CliRunner

from sheetkit.cli.main import app

SHEET = {"variant": "classic", "marks": ["red.5"]}


def check(*values, options=("--json",)):
    text = "\n".join(map(json.dumps, values))
    return CliRunner().invoke(app, ["check", "-", *options], input=text)


@pytest.mark.parametrize("status", ["Review", "unsure", "", 3, False, ["read"]])
def test_a_status_that_is_none_asks_for_a_look(status):
    for handed_on in (SHEET | {"status": status}, {"sheets": [SHEET | {"status": status}]}):
        result = check(handed_on)
        problem, shown = map(json.loads, result.stdout.splitlines())
        assert result.exit_code == 3
        assert problem["problems"][0]["code"] == "not-seen-to"
        assert "neither read nor review: a person has to look; " in result.stderr
        assert shown["status"] == "review"


@pytest.mark.parametrize("status", ["read", None])
def test_a_sheet_that_is_read_or_has_no_status_counts_as_read(status):
    result = check(SHEET | {"status": status})
    assert result.exit_code == 0
    assert json.loads(result.stdout)["status"] == "read"
