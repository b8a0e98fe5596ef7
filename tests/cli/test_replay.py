"""``sheetkit replay`` from outside."""

import json

from typer.testing import CliRunner

from sheetkit.cli.main import app

LOG = """variant: classic
players: Anna, Ben
Anna: 4 1 3 2 6 6 | Anna yellow.5, Ben red.5 | blue.10
Ben:  2 2 1 5 3 4 | -                        | penalty
"""


def replay(text, *options):
    return CliRunner().invoke(app, ["replay", "-", *options], input=text)


def test_a_legal_game_with_its_sheets_and_scores():
    result = replay(LOG, "--json")
    shown = json.loads(result.stdout)
    assert (result.exit_code, shown["legal"], shown["turns"]) == (0, True, 2)
    assert [sheet["score"]["total"] for sheet in shown["sheets"]] == [2, -4]
    assert shown["sheets"][0]["marks"] == {"yellow.5": "cross", "blue.10": "cross"}


def test_the_first_illegal_move_with_its_clause_and_what_is_legal():
    result = replay(LOG.replace("blue.10", "blue.9"), "--json")
    shown = json.loads(result.stdout)
    assert result.exit_code == 1
    assert shown["problems"][0]["rule"] == "C3"
    assert "line 3, column 48" in result.stderr
    assert "legal is blue.10" in result.stderr


def test_a_malformed_log_is_status_3_and_one_line():
    result = replay(LOG.replace("Ben:", "Bob:"))
    assert result.exit_code == 3
    assert "line 4, column 1" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_waived_clause_lets_the_move_pass():
    text = LOG.replace("yellow.5", "yellow.6")
    assert replay(text).exit_code == 1
    result = replay(text, "--waive", "C2")
    assert result.exit_code == 0
    assert "waived: C2" in result.stdout
