"""One name in two spellings: letters with accents, and letters with the accents after them."""

import json
import unicodedata

import pytest
from typer.testing import CliRunner

from sheetkit.cli.main import app

ONE, TWO = (unicodedata.normalize(form, "Zoë") for form in ("NFC", "NFD"))
TURN = f"{ONE}: 4 1 3 2 6 6 | Ben red.5, {TWO} yellow.5 | blue.10\n"
LOG = f"variant: classic\nplayers: {TWO}, Ben\n{TURN}"


def players(done):
    return [sheet["player"] for sheet in json.loads(done.stdout)["sheets"]]


@pytest.mark.parametrize("names", [(ONE, TWO), (TWO, ONE)])
def test_names_that_differ_in_their_spelling_alone_are_given_twice(settle, names):
    done = settle("-", "--names", ",".join(names), text="classic red 5\nclassic red 6\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"--names gives {ONE} twice; give each player another name" in done.stderr


@pytest.mark.parametrize("spelling", [ONE, TWO])
def test_names_are_composed_wherever_they_come_from(settle, tmp_path, spelling):
    (tmp_path / f"{spelling}.txt").write_text("classic red 5\n")
    (tmp_path / "accent.txt").write_text("classic red 5\n")
    sheet = {"variant": "classic", "marks": ["red.5"]}
    told = json.dumps(sheet | {"player": spelling})
    scanned = json.dumps({"file": f"{spelling}.jpg", "problems": [], "sheets": [sheet]})
    file = settle(f"{spelling}.txt", "--json")
    assert json.loads(file.stdout)["sheets"][0]["file"] == f"{spelling}.txt"
    named = settle("accent.txt", "--names", spelling, "--json")
    for done in (file, named, *(settle("-", "--json", text=text) for text in (told, scanned))):
        assert players(done) == [ONE]


def test_a_file_s_first_letter_may_have_its_accent_after_it(settle, tmp_path):
    name = unicodedata.normalize("NFD", "änne")
    (tmp_path / f"{name}.txt").write_text("classic red 5\n")
    assert players(settle(f"{name}.txt", "--json")) == ["Änne"]


@pytest.mark.parametrize("spelling", [ONE, TWO])
def test_a_cell_is_set_by_its_player_s_name_in_either_spelling(settle, spelling):
    words = "--names", f"{ONE},Ben", "--set", f"{spelling}:red.7=cross", "--json"
    done = settle("-", *words, text="classic red 5\nclassic red 6\n")
    heard = {sheet["player"]: sheet for sheet in json.loads(done.stdout)["sheets"]}
    assert heard[ONE]["answered"] == {"red.7": "cross"}


def test_a_log_s_turns_and_crosses_are_its_players_in_either_spelling():
    result = CliRunner().invoke(app, ["replay", "-", "--json"], input=LOG)
    assert (result.exit_code, players(result)) == (0, [ONE, "Ben"])


@pytest.mark.parametrize("spelling", [ONE, TWO])
def test_a_log_s_players_are_those_of_the_sheets_in_either_spelling(settle, tmp_path, spelling):
    (tmp_path / "game.log").write_text(LOG)
    words = "--names", f"{spelling},Ben", "--log", "game.log", "--waive", "not-over", "--json"
    done = settle("-", *words, text="classic yellow 5 | blue 10\nclassic red 5\n")
    assert json.loads(done.stdout)["log"] == {"agrees": ["Ben", ONE], "differs": []}


@pytest.mark.parametrize("other", [TWO, ONE.upper()])
def test_a_log_s_players_who_differ_in_their_spelling_alone_are_one(other):
    text = f"variant: classic\nplayers: {ONE}, {other}\n"
    result = CliRunner().invoke(app, ["replay", "-"], input=text)
    assert result.exit_code == 3
    assert f"{ONE} is there twice; give each player another name" in result.stderr
